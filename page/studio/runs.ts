/** The runs so far, to be seen again or beside the newest. */

import { element } from "../controls/elements.js";
import { short } from "../controls/player.js";
import type { Ran } from "./requests.js";

export interface Run {
  number: number;
  /** What is different from the run before, in words. */
  told: string;
  ran: Ran;
}

const MOST = 12;

/** Which parameters changed from one run to the next. */
export function changes(before: Ran | undefined, now: Ran): string {
  if (!before) return "first";
  if (before.scene.title !== now.scene.title) return now.scene.title;
  const found = Object.entries(now.parameters).filter(([name, x]) => before.parameters[name] !== x);
  return found.map(([name, x]) => `${name} = ${short(x)}`).join(", ") || "other text";
}

export class Runs {
  readonly element = element("fieldset", { class: "runs" }, element("legend", {}, "Runs"));
  private runs: Run[] = [];
  private readonly chosen = new Set<number>();

  /** `changed` is called when other runs are to be seen. */
  constructor(private readonly changed: () => void) {}

  get newest(): Run | undefined {
    return this.runs[this.runs.length - 1];
  }

  /** Those to be seen beside the newest. */
  get compared(): Run[] {
    return this.runs.slice(0, -1).filter(({ number }) => this.chosen.has(number));
  }

  add(ran: Ran): void {
    const number = (this.newest?.number ?? 0) + 1;
    this.runs.push({ number, told: changes(this.newest?.ran, ran), ran });
    // The oldest goes that nobody compares with.
    if (this.runs.length > MOST) {
      const gone = this.runs.findIndex((run) => !this.chosen.has(run.number));
      this.runs.splice(Math.max(gone, 0), 1);
    }
    this.draw();
  }

  private draw(): void {
    const rows = [...this.runs].reverse().map((run) => {
      const box = element("input", { type: "checkbox" });
      box.checked = run === this.newest || this.chosen.has(run.number);
      box.disabled = run === this.newest;
      box.addEventListener("change", () => {
        if (box.checked) this.chosen.add(run.number);
        else this.chosen.delete(run.number);
        this.changed();
      });
      return element("label", { class: "check" }, box, `run ${run.number}: ${run.told}`);
    });
    this.element.replaceChildren(element("legend", {}, "Runs"), ...rows);
  }
}
