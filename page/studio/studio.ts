/** The studio: models on the left, the text in the middle, what it does on the right. */

import { button, choice, element } from "../controls/elements.js";
import { download } from "../controls/film.js";
import { Recording } from "../scene/recording.js";
import { Show } from "../show/show.js";
import { keep, kept } from "./draft.js";
import { Editor } from "./editor.js";
import { type Problem, type Ran, Refused, Requests } from "./requests.js";
import { Runs } from "./runs.js";

const SOON = 150; // milliseconds after the last key: the text is checked
const LATER = 500; // and run
const PATIENCE = 300; // after which a reader is told what is waited for

export class Studio {
  readonly element = element("div", { class: "studio" });
  readonly editor: Editor;
  show: Show | null = null;
  /** Whether the motion is computed on the page instead of being replayed. */
  live = false;
  private readonly requests: Requests;
  private readonly runs = new Runs(() => this.draw());
  private readonly files = element("nav", { "aria-label": "Models" });
  private readonly name = element("input", { type: "text", "aria-label": "Name of the file" });
  private readonly told = element("p", { class: "told", role: "status" });
  private readonly problems = element("ul", { class: "problems", "aria-label": "Problems" });
  private readonly report = element("pre", { class: "report", tabindex: "0" });
  private readonly seen = element("section", { class: "seen", "aria-label": "Motion" });
  private readonly drawn = element("div", { class: "drawn" });
  private readonly tabs = ["Motion", "Live"].map((name, i) =>
    button(name, name, () => void this.choose(i === 1)),
  );
  private readonly busy = element("output", { class: "busy", role: "status" });
  /** Lists the models where there is no room for them beside the picture. */
  private readonly lister = button("Models", "List the models", () => this.unfold());
  /** By what the file is known that is being edited; null for none. */
  private known: string | null = null;
  private saved = "";
  private checking = 0;
  private running = 0;
  private asked = 0;
  private waits = 0;

  constructor(
    token: string,
    nonce: string,
    private readonly folder: string,
  ) {
    this.requests = new Requests(token);
    this.editor = new Editor(nonce, () => this.changed());
    const list = element("aside", {}, element("h1", {}, folder), this.files);
    const text = element("section", { class: "text", "aria-label": "Text" });
    const report = element("details", {}, element("summary", {}, "Report"), this.report);
    text.append(this.tools(), this.editor.view.dom, this.problems, report);
    const tabs = element("div", { class: "tabs", role: "group", "aria-label": "What is seen" });
    const down = button("Text", "Go to the text", () => text.scrollIntoView());
    for (const narrow of [this.lister, down]) narrow.classList.add("narrow");
    tabs.append(this.lister, ...this.tabs, down, this.busy);
    this.unfold(false);
    this.seen.append(tabs, this.drawn);
    this.element.append(list, text, this.seen);
    this.press();
    addEventListener("beforeunload", (event) => {
      if (this.editor.text !== this.saved) event.preventDefault();
    });
    addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== "s") return;
      event.preventDefault();
      void this.save();
    });
  }

  /** List the models and open the first, or what was typed before the page was loaded again. */
  async begin(): Promise<void> {
    const { models, examples } = await this.list();
    const draft = kept(this.folder);
    if (draft) {
      Object.assign(this, { known: draft.known, saved: draft.saved });
      this.name.value = draft.name;
      this.editor.open(draft.text);
      this.say("This is what was typed and is not saved yet.");
      return this.run();
    }
    if (models.length) await this.open({ name: models[0] });
    else if (examples.includes("pendulum")) await this.open({ example: "pendulum" });
  }

  /** Show the list of models on a narrow page, or put it away. */
  private unfold(on = !this.element.classList.contains("listed")): void {
    this.element.classList.toggle("listed", on);
    this.lister.setAttribute("aria-expanded", String(on));
  }

  /** Open a model of the folder, or an example. */
  async open(what: { name: string } | { example: string }): Promise<void> {
    this.unfold(false);
    await this.guarded(async () => {
      const { text, known } = await this.requests.read(what);
      this.known = known;
      this.saved = text;
      this.name.value = "name" in what ? what.name : `${what.example}.toml`;
      this.editor.open(text);
      this.remember();
      this.say("");
      await this.run();
    });
  }

  async save(): Promise<void> {
    await this.guarded(async () => {
      const { text } = this.editor;
      this.known = (await this.requests.save(this.name.value, text, this.known)).known;
      this.saved = text;
      this.remember();
      this.say(`Saved ${this.name.value}.`);
      await this.list();
    });
  }

  /** Check the text, and run it if nothing is wrong. */
  async run(): Promise<void> {
    clearTimeout(this.running);
    const turn = ++this.asked;
    await this.guarded(async () => {
      const ran = await this.awaited(this.requests.run(this.editor.text), "The motion is being computed …");
      if (turn !== this.asked) return; // the text went on
      this.tell(ran.problems);
      if (!("scene" in ran)) return;
      this.report.textContent = ran.report;
      this.runs.add(ran as Ran);
      if (this.live) await this.drawLive(turn);
      else this.draw();
    });
  }

  /** See the motion replayed with what it is compared to, or computed on the page. */
  async choose(live: boolean): Promise<void> {
    this.live = live;
    this.press();
    if (live) await this.guarded(() => this.drawLive(++this.asked));
    else this.draw();
  }

  private press(): void {
    this.tabs.forEach((tab, i) => tab.setAttribute("aria-pressed", String((i === 1) === this.live)));
  }

  private async drawLive(turn: number): Promise<void> {
    const asked = this.requests.live(this.editor.text);
    const { problems, address } = await this.awaited(asked, "The live page is being compiled …");
    if (turn !== this.asked) return;
    this.tell(problems);
    if (!address) return;
    this.show?.dispose();
    this.show = null;
    const sandbox = "allow-scripts allow-downloads";
    const frame = element("iframe", { title: "Live page", sandbox, src: address });
    this.drawn.replaceChildren(frame);
  }

  private remember(): void {
    const { name, saved, known } = this;
    const { text } = this.editor;
    keep(this.folder, text === saved ? null : { name: name.value, text, saved, known });
  }

  private changed(): void {
    this.remember();
    clearTimeout(this.checking);
    clearTimeout(this.running);
    this.checking = window.setTimeout(() => void this.check(), SOON);
  }

  private async check(): Promise<void> {
    const { text } = this.editor;
    await this.guarded(async () => {
      const { problems } = await this.requests.check(text);
      if (text !== this.editor.text) return;
      this.tell(problems);
      if (!problems.length) this.running = window.setTimeout(() => void this.run(), LATER - SOON);
    });
  }

  /** Draw the newest run, with those beside it that were chosen. */
  private draw(): void {
    const run = this.runs.newest;
    if (!run) return;
    const { scene } = run.ran;
    const recording = new Recording(run.ran.recording);
    for (const other of this.runs.compared) {
      recording.compare(`run ${other.number}`, new Recording(other.ran.recording));
    }
    const before = this.show;
    this.show = new Show(scene, recording);
    this.drawn.replaceChildren(this.show.element, this.runs.element);
    this.show.begin();
    if (!before) return;
    const same = String(before.scene.coordinates) === String(scene.coordinates);
    if (same && before.picture && this.show.picture) {
      this.show.picture.camera.lookAs(before.picture.camera);
      this.show.player.seek(before.player.t);
    }
    before.dispose();
  }

  private tell(problems: Problem[]): void {
    this.editor.show(problems);
    this.problems.replaceChildren(
      ...problems.map((problem) => {
        const where = problem.line === null ? "" : `line ${problem.line}: `;
        return element("li", {}, button(where + problem.message, "Go there", () => this.editor.go(problem)));
      }),
    );
  }

  private async list(): Promise<{ models: string[]; examples: string[] }> {
    const found = await this.requests.list();
    const item = (text: string, what: { name: string } | { example: string }) =>
      element("li", {}, button(text, `Open ${text}`, () => void this.leave(what)));
    this.files.replaceChildren(
      element("h2", {}, "Models"),
      element("ul", {}, ...found.models.map((name) => item(name, { name }))),
      element("h2", {}, "Examples"),
      element("ul", {}, ...found.examples.map((example) => item(example, { example }))),
    );
    return found;
  }

  /** Open another, unless what was typed would be lost and the reader wants it kept. */
  private async leave(what: { name: string } | { example: string }): Promise<void> {
    const lost = this.editor.text !== this.saved;
    if (!lost || confirm("What was typed is not saved. Open another all the same?")) {
      await this.open(what);
    }
  }

  private tools(): HTMLElement {
    const kinds: [string, string][] = [
      ["", "Export"],
      ["page", "page of this motion"],
      ["live", "live page"],
      ["netcdf", "motion (NetCDF)"],
      ["c", "C"],
    ];
    const wanted = choice("Export", kinds, "", (kind) => {
      wanted.value = "";
      void this.export(kind);
    });
    const save = button("Save", "Save", () => void this.save());
    this.name.addEventListener("change", () => (this.known = null));
    return element("div", { class: "tools" }, this.name, save, wanted, this.told);
  }

  private async export(kind: string): Promise<void> {
    await this.guarded(async () => {
      const found = await this.requests.export(this.editor.text, kind);
      if (Array.isArray(found)) this.tell(found);
      else download(found.blob, found.name);
    });
  }

  /** What was asked for; if it takes long, what is done is said meanwhile. */
  private async awaited<T>(answer: Promise<T>, what: string): Promise<T> {
    const turn = ++this.waits;
    const late = window.setTimeout(() => (this.busy.textContent = what), PATIENCE);
    try {
      return await answer;
    } finally {
      clearTimeout(late);
      if (turn === this.waits) this.busy.textContent = "";
    }
  }

  /** Do something; what the server refuses is told. */
  private async guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.say(error.message);
    }
  }

  private say(text: string): void {
    this.told.textContent = text;
  }
}
