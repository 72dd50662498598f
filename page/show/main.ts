/** The page of a recorded motion. */

import { embedded } from "../scene/data.js";
import { Recording, type Recorded } from "../scene/recording.js";
import type { Scene } from "../scene/scene.js";
import { Show } from "./show.js";

const scene = embedded<Scene>("scene");
const recording = new Recording(embedded<Recorded>("recording"));
const show = new Show(scene, recording);
document.body.append(show.element);
show.begin();
// For those who test the page or steer it from outside.
Object.assign(globalThis, { zwang: show });
