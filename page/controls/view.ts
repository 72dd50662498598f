/** The menu of what is seen: camera, trails, names, forces by name. */

import { PRESETS } from "../picture/camera.js";
import type { Choices, Picture } from "../picture/picture.js";
import { button, check, element, slider } from "./elements.js";
import type { Key } from "./keys.js";

/** The boxes of a picture's menu, which keys tick too. */
const boxes = new WeakMap<Picture, Map<keyof Choices, HTMLInputElement>>();

/** The menu of a picture; `again` draws the frame that is seen once more. */
export function viewMenu(picture: Picture, again: () => void): HTMLElement {
  const { scene } = picture;
  const known = new Map<keyof Choices, HTMLInputElement>();
  boxes.set(picture, known);
  const tick = (name: keyof Choices, label: string) => {
    const own = check(label, picture.choices[name], (on) => choose(picture, name, on, again));
    known.set(name, own.querySelector("input")!);
    return own;
  };
  const found = element("details", { class: "choices" }, element("summary", {}, "View"));
  const fit = button("fit", "View: fit all in", () => picture.fit());
  if (scene.dimension === 3) {
    const views = PRESETS.map((x) => button(x, `View: ${x}`, () => picture.camera.look(x)));
    found.append(element("div", { class: "views" }, ...views, fit));
  } else found.append(element("div", { class: "views" }, fit));
  found.append(tick("follow", "go along"));
  found.append(tick("trails", "trails"), tick("ground", "ground"), tick("names", "names"));
  if (scene.joints.length) found.append(tick("joints", "joints"));
  if (scene.arrows.length) found.append(tick("forces", "forces"), forces(picture, again));
  if (turning(picture)) found.append(tick("torques", "torques"));
  return found;
}

/** Keys that do the same. */
export function viewKeys(picture: Picture | null, again: () => void): Key[] {
  const flip = (name: keyof Choices) => () =>
    picture && choose(picture, name, !picture.choices[name], again);
  return [
    { key: "f", says: "forces", press: flip("forces") },
    ...(picture && turning(picture) ? [{ key: "m", says: "torques", press: flip("torques") }] : []),
    { key: "t", says: "trails", press: flip("trails") },
    { key: "n", says: "names", press: flip("names") },
    { key: "j", says: "joints", press: flip("joints") },
    { key: "g", says: "ground", press: flip("ground") },
    { key: "0", says: "fit all in", press: () => picture?.fit() },
    { key: "a", says: "go along with what moves", press: flip("follow") },
    ...PRESETS.map((preset, i) => ({
      key: String(i + 1),
      says: `view: ${preset}`,
      press: () => picture?.camera.look(preset),
    })),
  ];
}

function turning({ scene }: Picture): boolean {
  return scene.arrows.some(({ kind }) => kind === "torque");
}

function choose(picture: Picture, name: keyof Choices, on: boolean, again: () => void): void {
  picture.choices[name] = on;
  const box = boxes.get(picture)?.get(name);
  if (box) box.checked = on;
  picture.apply();
  if (name === "follow") picture.fit();
  again();
}

function forces(picture: Picture, again: () => void): HTMLElement {
  const names = [...new Set(picture.scene.arrows.map(({ name }) => name))];
  const chosen = new Set(names);
  const boxes = names.map((name) =>
    check(name, true, (on) => {
      if (on) chosen.add(name);
      else chosen.delete(name);
      picture.arrows.choose((i) => chosen.has(picture.scene.arrows[i].name));
      again();
    }),
  );
  const scale = slider("Length of arrows", [-2, 2, 0.05], 0, (x) => {
    picture.arrows.scale = 2 ** x;
    again();
  });
  return element("div", { class: "forces" }, scale, ...boxes);
}
