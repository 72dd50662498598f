/** A recorded motion: the picture, its clock, its choices and its curves, put together. */

import { Curves, type Line, type Panel } from "../curves/curves.js";
import { button, choice, element, slider } from "../controls/elements.js";
import { fileName, png, record, records } from "../controls/film.js";
import { type Key, help, listen } from "../controls/keys.js";
import { Player, digits, short, speeds } from "../controls/player.js";
import { viewKeys, viewMenu } from "../controls/view.js";
import { FORCES } from "../picture/colors.js";
import { Picture } from "../picture/picture.js";
import type { Recording } from "../scene/recording.js";
import type { Frame, Scene } from "../scene/scene.js";

const TRAIL = 0.15; // of the motion
const STEPS = 240; // of a trail
const SAMPLE = 300; // frames for which the picture has room

export class Show {
  readonly element = element("main", { class: "show" });
  readonly player: Player;
  readonly picture: Picture | null;
  readonly curves: Curves;
  private readonly stage = element("div", { class: "stage" });
  private readonly clock = element("output", { class: "clock", "aria-live": "off" });
  private readonly said = element("div", { class: "said", role: "status" });
  private readonly play = button("▶", "Play", () => this.player.toggle());
  private leave: () => void = () => undefined;
  private readonly scrub: HTMLInputElement;
  private readonly speed: HTMLSelectElement;

  constructor(
    readonly scene: Scene,
    readonly recording: Recording,
  ) {
    const { start, end } = recording;
    this.player = new Player(start, end);
    this.scrub = slider("Time", [start, end, "any"], start, (t) => {
      this.player.pause();
      this.player.seek(t);
    });
    const named = speeds(this.player.speed).map((x): [string, string] => [String(x), `${short(x)} ×`]);
    this.speed = choice("Speed", named, String(this.player.speed), (value) => {
      this.player.speed = Number(value);
    });
    this.element.append(this.head(), this.stage);
    this.picture = scene.points.length ? this.paint() : null;
    this.stage.hidden = !scene.points.length;
    this.curves = new Curves(panels(recording), (t) => {
      this.player.pause();
      this.player.seek(t);
    });
    this.element.append(this.bar(), this.curves.element, this.said);
    this.player.listen((t) => this.at(t));
  }

  /** Show the start, and play if the reader has nothing against movement. */
  begin(): void {
    const keys = this.keys();
    const dialog = help(keys);
    this.element.append(dialog);
    const asked = { key: "?", says: "these keys", press: () => dialog.showModal() };
    this.leave = listen([...keys, asked]);
    this.player.seek(this.recording.start);
    this.picture?.embrace(this.sample());
    for (const row of this.recording.arrowRows()) this.picture?.arrows.grow(row);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!still) this.player.play();
  }

  /** Give back what it holds of the browser. */
  dispose(): void {
    this.player.pause();
    this.leave();
    this.picture?.dispose();
    this.element.remove();
  }

  /** The frame at a time. */
  frame(t: number): Frame {
    return this.recording.at(t);
  }

  private at(t: number): void {
    this.clock.textContent = `t = ${t.toFixed(digits(this.recording.end - this.recording.start))}`;
    this.scrub.value = String(t);
    const playing = this.player.playing;
    this.play.textContent = playing ? "❚❚" : "▶";
    this.play.setAttribute("aria-label", playing ? "Pause" : "Play");
    this.curves.mark(t);
    if (!this.picture) return;
    this.picture.place(this.frame(t));
    for (let i = 0; i < this.recording.ghosts; i++) {
      this.picture.placeGhost(i, this.recording.ghost(i, t));
    }
    this.picture.trail(this.past(t));
  }

  /** Frames of the whole motion, and of the others. */
  private sample(): Frame[] {
    const { start, end, ghosts } = this.recording;
    const count = Math.max(20, Math.floor(SAMPLE / (1 + ghosts / 4)));
    const times = Array.from({ length: count + 1 }, (_, i) => start + (i * (end - start)) / count);
    const others = Array.from({ length: ghosts }, (_, i) => times.map((t) => this.recording.ghost(i, t)));
    return [times.map((t) => this.frame(t)), ...others].flat();
  }

  private past(t: number): Frame[] {
    const { start, end } = this.recording;
    const from = Math.max(start, t - TRAIL * (end - start));
    const count = Math.ceil((STEPS * (t - from)) / (TRAIL * (end - start)));
    return Array.from({ length: count + 1 }, (_, k) =>
      this.frame(count ? from + (k / count) * (t - from) : t),
    );
  }

  private paint(): Picture | null {
    try {
      const picture = new Picture(this.scene, this.stage, this.recording.ghosts);
      picture.canvas.setAttribute("aria-label", described(this.scene));
      this.stage.append(viewMenu(picture, () => this.player.seek(this.player.t)));
      return picture;
    } catch (error) {
      const why = `This browser draws no picture here (${String(error)}); the curves are below.`;
      this.stage.append(element("p", { class: "note" }, why));
      return null;
    }
  }

  private head(): HTMLElement {
    const { rows, status } = this.recording.recorded;
    const shown = this.recording.t.length;
    const told = shown < rows ? `${shown} of ${rows} rows` : `${rows} rows`;
    const words = element("p", {}, told);
    if (status) words.append(element("strong", { class: "failed" }, status));
    return element("header", {}, element("h1", {}, this.scene.title), words);
  }

  private bar(): HTMLElement {
    const bar = element("div", { class: "bar", role: "toolbar", "aria-label": "Player" });
    bar.append(this.play, this.scrub, this.clock, this.speed);
    if (!this.picture) return bar;
    bar.append(button("PNG", "Save a picture", () => this.savePicture()));
    if (records()) bar.append(button("WebM", "Save a film", () => this.saveFilm()));
    return bar;
  }

  private savePicture(): void {
    const canvas = element("canvas");
    this.picture!.snapshot(canvas, this.clock.textContent ?? "");
    png(canvas, fileName(this.scene.title, "png"));
    this.said.textContent = "The picture is saved.";
  }

  private saveFilm(): void {
    const canvas = element("canvas");
    const { player } = this;
    player.pause();
    player.seek(player.start);
    this.picture!.snapshot(canvas, this.clock.textContent ?? "");
    const stop = record(canvas, fileName(this.scene.title, "webm"));
    const leave = player.listen((t) => {
      this.picture!.snapshot(canvas, this.clock.textContent ?? "");
      if (t < player.end && player.playing) return;
      leave();
      player.pause();
      stop();
      this.said.textContent = "The film is saved.";
    });
    this.said.textContent = "A film is being recorded.";
    player.play();
  }

  private keys(): Key[] {
    const { player, picture } = this;
    const faster = (by: number) => {
      const { options, selectedIndex } = this.speed;
      this.speed.selectedIndex = Math.min(Math.max(selectedIndex + by, 0), options.length - 1);
      player.speed = Number(this.speed.value);
    };
    return [
      { key: " ", says: "play or pause", press: () => player.toggle() },
      { key: "ArrowRight", says: "a step on", press: () => player.step(0.005) },
      { key: "ArrowLeft", says: "a step back", press: () => player.step(-0.005) },
      { key: "Home", says: "to the start", press: () => player.seek(player.start) },
      { key: "End", says: "to the end", press: () => player.seek(player.end) },
      { key: "+", says: "faster", press: () => faster(1) },
      { key: "-", says: "slower", press: () => faster(-1) },
      ...viewKeys(picture, () => player.seek(player.t)),
    ];
  }
}

/** The panels of a recording, in the order in which its curves name them. */
function panels(recording: Recording): Panel[] {
  const names = [...new Set(recording.names.map(({ panel }) => panel))];
  return names.map((name) => {
    const log = name === "residual";
    const own = recording.names.filter(({ panel }) => panel === name);
    const lines: Line[] = own.map((curve) => ({
      name: curve.name,
      values: recording.curve(curve),
    }));
    for (const { name: other, recording: theirs } of recording.compared) {
      own.forEach((curve, i) => {
        const values = recording.beside(theirs, curve);
        if (values) lines.push({ name: `${curve.name}, ${other}`, values, beside: i });
      });
    }
    // Forces have the colours of their arrows.
    return { name, times: recording.t, lines, log, first: name.startsWith("forces") ? FORCES : 0 };
  });
}

/** The scene in words. */
function described(scene: Scene): string {
  const count = (n: number, what: string) => (n ? `, ${n} ${what}` : "");
  const points = scene.points.filter(({ seen }) => seen).length;
  return (
    `Moving picture of ${scene.title || "a motion"}` +
    count(scene.bodies.length, "bodies") +
    count(points, "points") +
    count(scene.joints.length, "joints")
  );
}
