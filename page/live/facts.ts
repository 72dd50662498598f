/** What the page computes, and how well: a table that follows the motion. */

import { element } from "../controls/elements.js";
import { short } from "../controls/player.js";
import type { RowLayout } from "../engine/about.js";
import type { Told } from "../engine/engine.js";
import type { Live } from "./data.js";

export class Facts {
  readonly element = element("details", { class: "facts" }, element("summary", {}, "What is computed"));
  private readonly cells = new Map<string, HTMLElement>();
  private worst = 0;
  private energy = NaN;
  private drift = 0;

  constructor(
    private readonly live: Live,
    private readonly layout: RowLayout,
  ) {
    const table = element("table", {});
    const row = (name: string, text: string) => {
      const cell = element("td", {}, text);
      table.append(element("tr", {}, element("th", { scope: "row" }, name), cell));
      this.cells.set(name, cell);
    };
    for (const [name, text] of live.facts) row(name, text);
    row("steps", "");
    row("farthest from the constraints", "");
    if (layout.energy >= 0) row("change of the energy", "");
    live.about.events.forEach(([name]) => row(`event: ${name}`, ""));
    this.element.append(table);
  }

  /** A new motion begins with a row. */
  begin(row: Float64Array): void {
    this.worst = this.drift = 0;
    this.energy = this.layout.energy < 0 ? NaN : row[this.layout.energy];
    this.see([row]);
  }

  /** Look at rows. */
  see(rows: Float64Array[]): void {
    for (const row of rows) {
      this.worst = Math.max(this.worst, row[this.layout.residual]);
      if (this.layout.energy >= 0) this.drift = Math.max(this.drift, Math.abs(row[this.layout.energy] - this.energy));
    }
  }

  /** Write what there is. */
  tell(told: Told): void {
    const crossed = told.crossings ? `, ${told.crossings} across singular configurations` : "";
    this.write("steps", `${told.accepted} taken, ${told.rejected} tried again${crossed}`);
    this.write("farthest from the constraints", `${short(this.worst)} in the metric of the masses`);
    this.write("change of the energy", `${short(this.drift)}, of ${short(this.energy)}`);
    this.live.about.events.forEach(([name], i) => {
      const first = told.counts[i] ? `, first at t = ${told.times[i].toPrecision(9)}` : "";
      this.write(`event: ${name}`, `came ${told.counts[i]} times${first}`);
    });
  }

  private write(name: string, text: string): void {
    const cell = this.cells.get(name);
    if (cell && cell.textContent !== text) cell.textContent = text;
  }
}
