/** A live page: a motion that is computed while one looks, and can be changed. */

import { button, choice, element, slider } from "../controls/elements.js";
import { Saving } from "../controls/film.js";
import { type Key, help, listen } from "../controls/keys.js";
import { digits, short, speeds } from "../controls/player.js";
import { viewKeys, viewMenu } from "../controls/view.js";
import { Curves } from "../curves/curves.js";
import type { Start, Told } from "../engine/engine.js";
import { Picture } from "../picture/picture.js";
import { points } from "../scene/coordinates.js";
import type { Scene, Vector } from "../scene/scene.js";
import { Ahead } from "./ahead.js";
import { Clock, swiftest } from "./clock.js";
import type { Live } from "./data.js";
import { type Grip, draggable } from "./drag.js";
import { Facts } from "./facts.js";
import { moulded } from "./mould.js";
import { Past } from "./past.js";
import { Rods } from "./rods.js";
import { type Begun, Runner } from "./runner.js";
import { type Setting, choices, fromAddress, given, misread, toAddress } from "./setting.js";
import { Sliders } from "./sliders.js";
import { ended, notUnderstood } from "./words.js";
import { type Force, Sizes, drawn, forcesOf, panels, windowAt } from "./traces.js";

const TRAIL = 0.15; // of what the motion was meant for
const STEPS = 160; // of a trail
const SMOOTH = 600; // rows of a curve
const SLOWLY = 200; // milliseconds between two drawings of the curves

export class LivePage {
  readonly element = element("main", { class: "show live" });
  readonly setting: Setting;
  readonly runner: Runner;
  readonly past: Past;
  readonly clock: Clock;
  readonly picture: Picture | null;
  /** What looks how far the motion will go; none without a picture. */
  readonly ahead: Ahead | null;
  told: Told | null = null;
  private readonly forces: Force[];
  private readonly sizes: Sizes;
  private readonly facts: Facts;
  private readonly rods: Rods;
  private readonly sliders: Sliders;
  private readonly curves: Curves;
  private readonly stage = element("div", { class: "stage" });
  private readonly words = element("p", { class: "words", role: "status" });
  private readonly saving: Saving | null;
  private readonly time = element("output", { class: "clock", "aria-live": "off" });
  private readonly playing = button("▶", "Play", () => this.clock.toggle());
  private readonly scrub: HTMLInputElement;
  private speed: HTMLSelectElement;
  private plotted = 0;
  private finest: number; // time between rows, at most
  private address = location.hash; // as it was opened

  constructor(
    readonly scene: Scene,
    readonly live: Live,
    engine: string,
  ) {
    const { about, coordinates } = live;
    this.setting = fromAddress(live, location.hash);
    this.finest = live.span / SMOOTH;
    this.runner = new Runner(live, engine, {
      begun: (answer) => this.begun(answer),
      rows: (rows, told) => this.came(rows, told),
      pulled: (row, reached) => this.pulled(row, reached),
      failed: (message) => this.say(`The engine does not work here: ${message}`, true),
    });
    const { layout } = this.runner;
    const names = about.groups.map(([name]) => name);
    this.past = new Past(scene, layout, names, about.n);
    this.forces = forcesOf(about, coordinates, scene.arrows, (arrow) => this.past.forceAt(arrow));
    const over = (name: string): [number, number] => {
      const first = layout.forces + names.indexOf(name) * about.n;
      return [first, first + about.n];
    };
    this.sizes = new Sizes(this.forces, (row) => this.past.frame(row).arrows ?? [], over);
    this.facts = new Facts(live, layout);
    this.rods = new Rods(scene);
    this.sliders = new Sliders(live, this.setting, (what) => this.changed(what));
    const source = {
      start: () => this.past.start,
      end: () => this.past.end,
      ended: () => this.told !== null && this.told.status >= 0,
      more: (times: Float64Array) => this.runner.more(times),
      waiting: () => this.runner.waiting,
      finest: () => this.finest,
    };
    this.clock = new Clock(source, this.setting.speed, () => this.show());
    this.scrub = slider("Time", [live.t, live.t + live.span, "any"], live.t, (t) => {
      this.clock.playing = false;
      this.clock.seek(t);
    });
    this.speed = this.speedChoice();
    this.picture = scene.points.length ? this.paint() : null;
    this.stage.hidden = !scene.points.length;
    this.ahead = this.picture && new Ahead(live, engine, (rows) => this.foreseen(rows));
    const { picture, time } = this;
    const draw = (into: HTMLCanvasElement) => picture?.snapshot(into, time.textContent ?? "");
    this.saving = picture && new Saving(draw, scene.title, (text) => this.say(text));
    this.curves = new Curves(panels(about, layout, coordinates, this.forces, this.sizes, []), (t) => {
      this.clock.playing = false;
      this.clock.seek(t);
    });
    // Without sliders there is room for it.
    this.facts.element.open = !live.parameters.some(({ range }) => range);
    const side = element("aside", { "aria-label": "Settings" }, this.sliders.element, this.words, this.facts.element);
    const desk = element("div", { class: "desk" }, this.stage, side);
    this.element.append(element("header", {}, element("h1", {}, scene.title)), desk, this.bar(), this.curves.element);
  }

  /** Begin the motion, and play if the reader has nothing against movement. */
  begin(): void {
    const keys = this.keys();
    const dialog = help(keys);
    this.element.append(dialog);
    listen([...keys, { key: "?", says: "these keys", press: () => dialog.showModal() }]);
    addEventListener("hashchange", () => {
      if (location.hash === toAddress(this.live, this.setting)) return;
      this.address = location.hash;
      this.take(fromAddress(this.live, this.address));
    });
    this.sliders.show();
    this.restart();
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.clock.play();
  }

  /** The numbers that a motion begins with. */
  private start(): Start {
    const { p, own } = this.setting;
    const { q, qd } = own ? this.setting : this.live;
    const hold = own ? choices(this.setting) : [];
    return { p: [...p], t: this.live.t, q: [...q], qd: [...qd], origin: !own, hold };
  }

  /** Begin anew from the start that is set. */
  restart(): void {
    this.told = null;
    this.runner.begin(this.start());
  }

  private take(setting: Setting): void {
    Object.assign(this.setting, setting);
    this.sliders.show();
    this.changed("parameters");
  }

  private changed(what: "parameters" | "start"): void {
    if (what === "start") this.setting.own = true;
    this.remember();
    this.restart();
  }

  private remember(): void {
    const address = toAddress(this.live, this.setting);
    try {
      history.replaceState(null, "", address || location.pathname + location.search);
    } catch {
      // A page inside of another may have no address of its own.
    }
  }

  private begun({ row, told, reached, kept, mould }: Begun): void {
    this.told = told;
    if (moulded(this.scene, this.live.mould, mould)) this.picture?.remake();
    this.past.clear(row);
    this.facts.begin(row);
    this.rods.begin();
    this.adopt(row);
    const other = "The constraints do not allow the start that was given; the one shown is near it.";
    if (told.status < 0 && reached) this.say(kept ? this.strange() : other);
    this.end(told);
    this.clock.seek(this.live.t);
    this.plot(true);
    if (told.status < 0) this.ahead?.look(this.start());
  }

  /** The whole motion was looked at: let the picture fit it. */
  private foreseen(rows: Float64Array[]): void {
    this.finest = Math.min(this.live.span / SMOOTH, swiftest(rows, this.past.layout));
    this.picture?.embrace(rows.map((row) => this.past.frame(row)), this.clock.playing);
  }

  /** What the address says and nobody understands. */
  private strange(): string {
    const said = notUnderstood(misread(this.live, this.address));
    this.address = "";
    return said;
  }

  /** A start as the engine assembled it is the one that is shown. */
  private adopt(row: Float64Array): void {
    const { q, qd } = this.runner.state(row);
    this.setting.q.splice(0, q.length, ...q);
    this.setting.qd.splice(0, qd.length, ...qd);
    this.sliders.show();
    this.remember();
  }

  private came(rows: Float64Array[], told: Told): void {
    this.told = told;
    this.past.add(rows);
    this.facts.see(rows);
    for (const row of rows) this.rods.see(this.past.frame(row, false));
    this.end(told);
    this.clock.feed();
    if (!this.clock.playing) this.show();
  }

  private end(told: Told): void {
    if (told.status < 0) return;
    const { rows, layout } = this.past;
    this.say(ended(this.live, told, rows, layout), told.status > 0);
    if (told.status === 0) return;
    const { remedy } = this.live.statuses[told.status];
    this.words.append(element("details", {}, element("summary", {}, "Who computes it in Python"), remedy));
  }

  private say(text: string, failed = false): void {
    this.words.textContent = text;
    this.words.classList.toggle("failed", failed);
  }

  private pulled(row: Float64Array, reached: boolean): void {
    if (!reached) return;
    this.adopt(row);
    this.past.clear(row);
    this.clock.t = this.live.t;
    this.show();
  }

  /** Show the numbers at the time of the clock. */
  private show(): void {
    if (!this.past.rows.length) return;
    const { t, playing } = this.clock;
    const { start, end } = this.past;
    this.time.textContent = `t = ${t.toFixed(digits(this.live.span))}`;
    this.scrub.min = String(start);
    this.scrub.max = String(end);
    this.scrub.value = String(t);
    this.playing.textContent = playing ? "❚❚" : "▶";
    this.playing.setAttribute("aria-label", playing ? "Pause" : "Play");
    if (this.picture) {
      const frame = this.past.frame(this.past.at(t));
      if (this.ahead?.looking) this.picture.arrows.grow(frame.arrows);
      this.picture.place(frame);
      this.picture.widen();
      if (this.picture.choices.trails) this.picture.trace(this.trail(t));
      this.saving?.seen();
    }
    this.plot(!playing);
  }

  /** Where points came along: at rows, which are looked at once, and now. */
  private trail(t: number): Vector[][] {
    const { past, scene } = this;
    const [first, last] = [past.index(t - TRAIL * this.live.span), past.index(t)];
    const every = Math.max(1, Math.floor((last - first) / STEPS));
    const found: Vector[][] = [];
    // Of rows always the same ones are taken, so that an old trail stands still.
    for (let i = Math.ceil(first / every) * every; i <= last; i += every) found.push(past.places(i));
    return [...found, points(scene, past.frame(past.at(t), false))];
  }

  private plot(now: boolean): void {
    if (now || performance.now() - this.plotted > SLOWLY) {
      this.plotted = performance.now();
      const { about, coordinates, span } = this.live;
      const { layout, rows } = this.past;
      const { start, end } = this.past;
      const some = drawn(rows, layout, windowAt(this.clock.t, start, end, span));
      this.curves.set(panels(about, layout, coordinates, this.forces, this.sizes, some));
      if (this.told) this.facts.tell(this.told);
    }
    this.curves.mark(this.clock.t);
  }

  private paint(): Picture | null {
    try {
      const picture = new Picture(this.scene, this.stage);
      const title = this.scene.title || "a mechanism";
      picture.canvas.setAttribute("aria-label", `Moving picture of ${title}; points can be dragged`);
      this.stage.append(viewMenu(picture, () => this.show()));
      let resume = false;
      draggable(picture, {
        begin: () => {
          resume = this.clock.playing;
          this.ahead?.drop();
          this.clock.pause();
          const { q } = this.runner.state(this.past.at(this.clock.t));
          this.setting.q.splice(0, q.length, ...q);
          this.setting.qd.fill(0);
          this.setting.own = true;
          Object.assign(this.setting, { held: [], typed: null });
        },
        pull: (grip: Grip, to) => this.runner.pull(this.start(), grip.frame, grip.point, to),
        end: () => {
          this.changed("start");
          if (resume) this.clock.play();
        },
      });
      return picture;
    } catch (error) {
      const why = `This browser draws no picture here (${String(error)}); the curves are below.`;
      this.stage.append(element("p", { class: "note" }, why));
      return null;
    }
  }

  private speedChoice(): HTMLSelectElement {
    const all = [...new Set([...speeds(given(this.live).speed), this.setting.speed])].sort((a, b) => a - b);
    const named = all.map((x): [string, string] => [String(x), `${short(x)} ×`]);
    return choice("Speed", named, String(this.setting.speed), (value) => {
      this.setting.speed = this.clock.speed = Number(value);
      this.remember();
    });
  }

  private bar(): HTMLElement {
    const bar = element("div", { class: "bar", role: "toolbar", "aria-label": "Player" });
    const step = button("❘▶", "Step", () => this.clock.step(1));
    const reset = button("↺", "Start again", () => this.restart());
    const came = button("as it came", "Set everything as it came", () => this.take(given(this.live)));
    bar.append(this.playing, step, reset, this.scrub, this.time, this.speed, came, ...(this.saving?.buttons ?? []));
    return bar;
  }

  private keys(): Key[] {
    const faster = (by: number) => {
      const { options, selectedIndex } = this.speed;
      this.speed.selectedIndex = Math.min(Math.max(selectedIndex + by, 0), options.length - 1);
      this.speed.dispatchEvent(new Event("change"));
    };
    return [
      { key: " ", says: "play or pause", press: () => this.clock.toggle() },
      { key: "ArrowRight", says: "a step on", press: () => this.clock.step(1) },
      { key: "ArrowLeft", says: "a step back", press: () => this.clock.step(-1) },
      { key: "Home", says: "start again", press: () => this.restart() },
      { key: "+", says: "faster", press: () => faster(1) },
      { key: "-", says: "slower", press: () => faster(-1) },
      ...viewKeys(this.picture, () => this.show()),
    ];
  }
}
