/** The page of the studio. */

import { embedded } from "../scene/data.js";
import { Studio } from "./studio.js";

const { token, nonce, folder } = embedded<{ token: string; nonce: string; folder: string }>("studio");
history.replaceState(null, "", "/"); // the token need not stand in the address
sessionStorage.setItem("token", token); // for this tab, when it loads the page again
const studio = new Studio(token, nonce, folder);
document.body.append(studio.element);
Object.assign(globalThis, { zwang: studio });
void studio.begin();
