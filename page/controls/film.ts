/** Pictures and films as files. */

import { button, element } from "./elements.js";

/** Offer a file to the reader. */
export function download(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const anchor = element("a", { href: address, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A title as the name of a file. */
export function fileName(title: string, ending: string): string {
  const plain = title.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-+|-+$/g, "").toLowerCase();
  return `${plain.slice(0, 60) || "motion"}.${ending}`;
}

/** A canvas as PNG. */
export function png(canvas: HTMLCanvasElement, name: string): void {
  canvas.toBlob((blob) => blob && download(blob, name), "image/png");
}

/** Record a canvas while something draws on it; returns what ends the film and offers it. */
export function record(canvas: HTMLCanvasElement, name: string): () => void {
  const kinds = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];
  const mimeType = kinds.find((kind) => MediaRecorder.isTypeSupported(kind));
  const recorder = new MediaRecorder(canvas.captureStream(60), {
    mimeType,
    videoBitsPerSecond: 12_000_000,
  });
  const parts: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  recorder.addEventListener("stop", () => download(new Blob(parts, { type: "video/webm" }), name));
  recorder.start();
  return () => recorder.stop();
}

/** What can be saved of a picture while it moves: how it looks now, and a film from one press of a
 *  button to the next. `seen` is called after each drawing; `say` tells the reader. */
export class Saving {
  readonly buttons: HTMLButtonElement[];
  private film: { canvas: HTMLCanvasElement; stop: () => void } | null = null;

  constructor(
    private readonly draw: (into: HTMLCanvasElement) => void,
    private readonly title: string,
    private readonly say: (text: string) => void,
  ) {
    const still = button("PNG", "Save a picture", () => this.still());
    const film = button("WebM", "Record a film", () => {
      if (this.film) this.end();
      else this.begin();
      film.setAttribute("aria-pressed", String(this.film !== null));
      film.textContent = this.film ? "■ WebM" : "WebM";
    });
    film.setAttribute("aria-pressed", "false");
    this.buttons = records() ? [still, film] : [still];
  }

  seen(): void {
    if (this.film) this.draw(this.film.canvas);
  }

  private still(): void {
    const canvas = element("canvas");
    this.draw(canvas);
    png(canvas, fileName(this.title, "png"));
    this.say("The picture is saved.");
  }

  private begin(): void {
    const canvas = element("canvas");
    this.draw(canvas);
    this.film = { canvas, stop: record(canvas, fileName(this.title, "webm")) };
    this.say("A film is being recorded; the button ends it.");
  }

  private end(): void {
    this.film?.stop();
    this.film = null;
    this.say("The film is saved.");
  }
}

/** Whether this browser can record. */
export function records(): boolean {
  return typeof MediaRecorder !== "undefined" && "captureStream" in HTMLCanvasElement.prototype;
}
