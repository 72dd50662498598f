/** Curves under the picture, in panels, linked to the time. */

import uPlot from "uplot";

import { type Theme, color, theme } from "../picture/colors.js";
import { element } from "../controls/elements.js";
import { between } from "../scene/recording.js";

export interface Line {
  name: string;
  values: ArrayLike<number>;
  /** A line drawn thin beside the one of this number. */
  beside?: number;
}

export interface Panel {
  name: string;
  lines: Line[];
  /** (T,) increasing */
  times: ArrayLike<number>;
  /** Where in the cycle of colours its first line is. */
  first: number;
  /** Whether the upright axis has logarithms. */
  log: boolean;
}

/** A panel that is drawn: its plot, the line of the time, and where values stand in its legend. */
interface Drawn {
  plot: uPlot;
  now: HTMLElement;
  panel: Panel;
  values: HTMLElement[];
  /** Whether it is on the screen, and whether it has values that were not drawn. */
  seen: boolean;
  stale: boolean;
}

/** What is drawn, where the name of a panel does not say it. */
const NOTES: Record<string, string> = {
  forces: "size of the arrow; where a force has several, of the largest",
  torques: "size about the point at which the arc is drawn",
  "forces on coordinates": "length over all coordinates",
};

const SHOWN = 6; // lines of a panel that are seen at first
const HEIGHT = 190;
const SETTLED = 80; // milliseconds after which the legends tell the values
const ROUNDING = 1e-13; // of the largest value, what is as good as zero
const SLIGHT = 1e-9; // of the largest value, what is as good as no change
const SPARSE = 600; // rows, between which lines are bent

export class Curves {
  readonly element = element("section", { class: "curves", "aria-label": "Curves" });
  private readonly plots: Drawn[] = [];
  private telling = false;
  private readonly theme: Theme = theme();
  private t = NaN;

  /** `choose` is called with the time at which a reader points while pressing. */
  constructor(
    panels: Panel[],
    private readonly choose: (t: number) => void,
  ) {
    const scrolled = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) this.scrolled(target, isIntersecting);
    });
    for (const panel of panels) scrolled.observe(this.add(panel));
    new ResizeObserver(() => this.resize()).observe(this.element);
  }

  /** Draw other values, in as many panels and lines as there are. */
  set(panels: Panel[]): void {
    this.plots.forEach((drawn, i) => {
      drawn.panel = panels[i];
      drawn.stale = true;
      this.refresh(drawn);
    });
    this.tell();
  }

  /** Draw the values of a panel, if it is seen. */
  private refresh(drawn: Drawn): void {
    if (!drawn.seen || !drawn.stale) return;
    drawn.stale = false;
    drawn.plot.setData(dataOf(drawn.panel));
  }

  /** A panel came onto the screen, or left it. */
  private scrolled(holder: Element, seen: boolean): void {
    for (const drawn of this.plots) {
      if (drawn.plot.root.parentElement !== holder) continue;
      drawn.seen = seen;
      this.refresh(drawn);
      this.draw(drawn);
    }
    this.tell();
  }

  /** Mark a time. */
  mark(t: number): void {
    this.t = t;
    for (const drawn of this.plots) if (drawn.seen) this.draw(drawn);
    this.tell();
  }

  /** The line of the time, above the plot: nothing is drawn anew while a motion plays. */
  private draw({ plot, now }: Pick<Drawn, "plot" | "now">): void {
    const x = plot.valToPos(this.t, "x");
    // Asked for its width, the browser would lay out the page for each frame.
    now.hidden = !(x >= 0 && x <= plot.bbox.width / devicePixelRatio + 1);
    now.style.transform = `translateX(${x}px)`;
  }

  /** Write the values at the marked time into the legends, but not for each frame. */
  private tell(): void {
    if (this.telling) return;
    this.telling = true;
    setTimeout(() => {
      this.telling = false;
      for (const { panel, values, seen } of this.plots)
        if (seen) panel.lines.forEach((line, i) => {
          const text = written(valueAt(panel.times, line.values, this.t), panel.log ? 0 : reach(panel));
          if (values[i] && values[i].textContent !== text) values[i].textContent = text;
        });
    }, SETTLED);
  }

  private add(panel: Panel): HTMLElement {
    const holder = element("figure", { "aria-label": `Curves of ${panel.name}` });
    holder.append(element("figcaption", {}, panel.name));
    if (NOTES[panel.name]) holder.append(element("p", { class: "meaning" }, NOTES[panel.name]));
    this.element.append(holder);
    const axis: uPlot.Axis = {
      stroke: this.theme.steel,
      grid: { stroke: this.theme.faint, width: 0.5 },
      ticks: { show: false },
      font: "11px system-ui, sans-serif",
      size: 34,
    };
    const lines = panel.lines.map(({ name, beside }, i) => ({
      label: name,
      show: (beside ?? i) < SHOWN,
      stroke: color(this.theme, panel.first + (beside ?? i)),
      width: beside === undefined ? 1.5 : 1,
      dash: beside === undefined ? (i < this.theme.cycle.length ? undefined : [6, 3]) : [2, 3],
      points: { show: false },
      paths: panel.times.length < SPARSE ? uPlot.paths.spline?.() : undefined,
      value: () => "",
    }));
    const options: uPlot.Options = {
      width: 300,
      height: HEIGHT,
      pxAlign: false,
      scales: { x: { time: false }, y: panel.log ? {} : { range: (own, low, high) => this.range(own, low, high, panel) } },
      axes: [{ ...axis, values: (_, ticks) => ticks.map(tick) }, { ...axis, size: 58, values: (_, ticks) => ticks.map(panel.log ? power : tick) }],
      series: [{ label: "t" }, ...lines],
      legend: { live: false },
      cursor: { drag: { x: false, y: false }, points: { size: 6 } },
    };
    const now = element("div", { class: "now", hidden: "" });
    // Scales are settled only when it draws, which is after new data were set.
    options.hooks = { draw: [(plot) => this.draw({ plot, now })] };
    const plot = new uPlot(options, dataOf(panel), holder);
    plot.over.append(now);
    const labels = plot.root.querySelectorAll(".u-legend .u-series > th");
    const values = Array.from(labels, (label) => {
      const value = element("span", { class: "value" });
      label.append(value);
      return value;
    });
    this.plots.push({ plot, now, panel, values, seen: true, stale: false });
    this.scrub(plot);
    return holder;
  }

  /** The ends of the upright axis, for the values that its panel has now. */
  private range(plot: uPlot, low: number | null, high: number | null, first: Panel): [number, number] {
    const panel = this.plots.find((drawn) => drawn.plot === plot)?.panel ?? first;
    const [from, to] = spread(low, high, reach(panel));
    return uPlot.rangeNum(from, to, 0.1, true) as [number, number];
  }

  /** Pressing and moving over a panel goes through the time. */
  private scrub(plot: uPlot): void {
    let pressed = false;
    const go = (event: PointerEvent) => {
      const { left } = plot.over.getBoundingClientRect();
      if (pressed) this.choose(plot.posToVal(event.clientX - left, "x"));
    };
    plot.over.addEventListener("pointerdown", (event) => {
      pressed = true;
      plot.over.setPointerCapture(event.pointerId);
      go(event);
    });
    plot.over.addEventListener("pointermove", go);
    plot.over.addEventListener("pointerup", () => (pressed = false));
  }

  private resize(): void {
    for (const { plot } of this.plots) {
      const width = plot.root.parentElement?.clientWidth ?? 0;
      if (width && width !== plot.width) plot.setSize({ width, height: HEIGHT });
    }
    this.mark(this.t);
  }
}

/** A value at a time, on a straight line between rows; NaN where there are none. */
export function valueAt(times: ArrayLike<number>, values: ArrayLike<number>, t: number): number {
  const last = times.length - 1;
  if (last < 0 || !(t >= times[0] && t <= times[last])) return NaN;
  if (last === 0) return values[0];
  const [k, s] = between(times, t);
  return s === 0 ? values[k] : s === 1 ? values[k + 1] : values[k] + s * (values[k + 1] - values[k]);
}

/** Where values lie that are drawn between others as large as `largest`: rounding is a straight line. */
export function spread(low: number | null, high: number | null, largest: number): [number, number] {
  if (low === null || high === null) return [-1, 1];
  const least = SLIGHT * largest;
  if (high - low > least) return [low, high];
  const middle = (low + high) / 2;
  const room = Math.abs(middle) > least ? Math.abs(middle) : largest || 1;
  return [middle - room, middle + room];
}

/** A value in a legend; what is but rounding of the largest in its panel is none. */
export function written(x: number, largest: number): string {
  if (Number.isNaN(x)) return "";
  return Math.abs(x) < ROUNDING * largest ? "0" : String(Number(x.toPrecision(4)));
}

/** The largest size in a panel. */
function reach({ lines }: Panel): number {
  let found = 0;
  for (const { values } of lines)
    for (let i = 0; i < values.length; i++) if (Math.abs(values[i]) > found) found = Math.abs(values[i]);
  return found;
}

/** The logarithm of a size; zeros have none and are left out of the line. */
function logarithm(x: number): number | null {
  return x > 0 ? Math.log10(x) : null;
}

/** A power of ten at an axis of logarithms. */
function power(x: number | null): string {
  return x === null || !Number.isInteger(x) ? "" : `1e${x}`;
}

/** The numbers of a panel as they are drawn. */
function dataOf(panel: Panel): uPlot.AlignedData {
  const drawn = ({ values }: Line) =>
    Array.from(values, (x) => (Number.isNaN(x) ? null : panel.log ? logarithm(x) : x));
  return [panel.times, ...panel.lines.map(drawn)] as unknown as uPlot.AlignedData;
}

/** A number at an axis. */
function tick(x: number | null): string {
  if (x === null) return "";
  const size = Math.abs(x);
  if (size === 0) return "0";
  return size < 1e-3 || size >= 1e5 ? x.toExponential(0) : String(Number(x.toPrecision(6)));
}
