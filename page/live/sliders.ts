/** Sliders of parameters, and fields for the start: what a reader sets. */

import { element, slider } from "../controls/elements.js";
import { short } from "../controls/player.js";
import type { Live } from "./data.js";
import type { Setting } from "./setting.js";

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
    const { p } = this.setting;
    const { name } = this.live.parameters[i];
    const step = (high - low) / STEPS;
    const own = number(name, step);
    const set = (value: number) => {
      if (!Number.isFinite(value)) return;
      p[i] = value;
      this.show();
      this.change("parameters");
    };
    const found = slider(name, [low, high, "any"], p[i], (x) => set(rounded(x, step)));
    own.addEventListener("change", () => set(own.valueAsNumber));
    this.inputs.push(() => {
      found.value = String(p[i]);
      found.setAttribute("aria-valuetext", `${name} is ${short(p[i])}`);
      if (document.activeElement !== own) own.value = String(Number(p[i].toPrecision(12)));
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
          if (!Number.isFinite(own.valueAsNumber)) return;
          this.setting[field][i] = own.valueAsNumber;
          this.change("start");
        });
        this.inputs.push(() => {
          if (document.activeElement !== own) own.value = String(Number(this.setting[field][i].toPrecision(9)));
        });
        return element("td", {}, own);
      });
      table.append(element("tr", {}, element("th", { scope: "row" }, name), ...cells));
    });
    const says = "Or drag a point of the picture. The engine brings the start to the constraints.";
    found.append(element("p", {}, says), table);
    return found;
  }
}

function number(label: string, step: number | "any"): HTMLInputElement {
  return element("input", { type: "number", "aria-label": label, step: String(step) });
}

/** A number with no more digits than steps of this length need. */
function rounded(x: number, step: number): number {
  const digits = Math.min(Math.max(0, 1 - Math.floor(Math.log10(step))), 15);
  return Number(x.toFixed(digits));
}
