/** The live page of a model. */

import { naturalSpeed } from "../controls/player.js";
import { embedded } from "../scene/data.js";
import type { Scene } from "../scene/scene.js";
import type { Live } from "./data.js";
import { LivePage } from "./live.js";

const live = embedded<Live>("live");
live.speed ??= naturalSpeed(live.span);
const page = new LivePage(embedded<Scene>("scene"), live, embedded<string>("engine"));
document.body.append(page.element);
page.begin();
// For those who test the page or steer it from outside.
Object.assign(globalThis, { zwang: page });
