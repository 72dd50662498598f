/** Sliders of parameters, and fields for the start: what a reader sets. */

import { element, slider } from "../controls/elements.js";
import { short } from "../controls/player.js";
import type { Live } from "./data.js";
import { type Setting, hold } from "./setting.js";

/** Steps of a slider from end to end. */
const STEPS = 200;

export class Sliders {
  readonly element = element("section", { class: "sliders", "aria-label": "Parameters and start" });
  private readonly inputs: (() => void)[] = [];

  /** `change` is called after the setting was changed. */
  constructor(
    private readonly live: Live,
    private readonly setting: Setting,
    private readonly change: (what: "parameters" | "start") => void,
  ) {
    live.parameters.forEach(({ range }, i) => range && this.element.append(this.row(i, range)));
    this.element.append(this.start());
  }

  /** Show the numbers of the setting again. */
  show(): void {
    for (const input of this.inputs) input();
  }

  private row(i: number, [low, high]: [number, number]): HTMLElement {
    const { setting } = this; // its arrays may be replaced
    const { name } = this.live.parameters[i];
    const step = (high - low) / STEPS;
    const own = number(name, step);
    const set = (value: number) => {
      if (!Number.isFinite(value)) return this.show();
      setting.p[i] = value;
      this.show();
      this.change("parameters");
    };
    const found = slider(name, [low, high, "any"], setting.p[i], (x) => set(rounded(x, step)));
    own.addEventListener("change", () => set(own.valueAsNumber));
    this.inputs.push(() => {
      found.value = String(setting.p[i]);
      found.setAttribute("aria-valuetext", `${name} is ${short(setting.p[i])}`);
      write(own, setting.p[i], 12);
    });
    return element("div", { class: "slider" }, element("span", { class: "name" }, name), found, own);
  }

  private start(): HTMLElement {
    const found = element("details", { class: "start" }, element("summary", {}, "Start"));
    const table = element("table", {});
    const head = ["", "place", "velocity"].map((text) => element("th", { scope: "col" }, text));
    table.append(element("tr", {}, ...head));
    this.live.coordinates.forEach((name, i) => {
      const cells = (["q", "qd"] as const).map((field) => {
        const own = number(field === "q" ? name : `velocity of ${name}`, "any");
        own.addEventListener("change", () => {
          if (!Number.isFinite(own.valueAsNumber)) return this.show();
          this.setting[field][i] = own.valueAsNumber;
          hold(this.setting, field, i);
          this.change("start");
        });
        this.inputs.push(() => write(own, this.setting[field][i], 9));
        return element("td", {}, own);
      });
      table.append(element("tr", {}, element("th", { scope: "row" }, name), ...cells));
    });
    const says = "Or drag a point of the picture. What is typed is held; the rest adapts to the constraints.";
    found.append(element("p", {}, says), table);
    return found;
  }
}

function number(label: string, step: number | "any"): HTMLInputElement {
  const found = element("input", { type: "number", "aria-label": label, step: String(step) });
  found.addEventListener("input", () => (found.dataset.typing = "yes"));
  for (const name of ["change", "blur"]) found.addEventListener(name, () => delete found.dataset.typing);
  return found;
}

/** Write a number into a field in which nobody is typing. */
function write(field: HTMLInputElement, x: number, digits: number): void {
  if (!field.dataset.typing) field.value = String(Number(x.toPrecision(digits)));
}

/** A number with no more digits than steps of this length need. */
function rounded(x: number, step: number): number {
  const digits = Math.min(Math.max(0, 1 - Math.floor(Math.log10(step))), 15);
  return Number(x.toFixed(digits));
}
