/** What the studio's page asks its server, each request with the token. */

import type { Recorded } from "../scene/recording.js";
import type { Scene } from "../scene/scene.js";

export interface Problem {
  message: string;
  /** Counted from 1; null for nowhere. */
  line: number | null;
  column: number | null;
}

export interface Ran {
  problems: Problem[];
  report: string;
  parameters: Record<string, number>;
  scene: Scene;
  recording: Recorded;
}

/** What the server refused, in its words. */
export class Refused extends Error {}

export class Requests {
  constructor(private readonly token: string) {}

  list(): Promise<{ models: string[]; examples: string[] }> {
    return this.ask("list", {});
  }

  read(what: { name: string } | { example: string }): Promise<{ text: string; known: string | null }> {
    return this.ask("read", what);
  }

  check(text: string): Promise<{ problems: Problem[] }> {
    return this.ask("check", { text });
  }

  run(text: string): Promise<Ran | { problems: Problem[] }> {
    return this.ask("run", { text });
  }

  save(name: string, text: string, known: string | null): Promise<{ known: string }> {
    return this.ask("save", { name, text, known });
  }

  /** A file, or the problems that prevent it. */
  async export(text: string, kind: string): Promise<{ blob: Blob; name: string } | Problem[]> {
    const answer = await this.send("export", { text, kind });
    if (answer.headers.get("content-type")?.includes("json")) return (await answer.json()).problems;
    const name = /filename="([\w.-]+)"/.exec(answer.headers.get("content-disposition") ?? "");
    return { blob: await answer.blob(), name: name?.[1] ?? "model" };
  }

  private async ask<T>(what: string, body: unknown): Promise<T> {
    return (await (await this.send(what, body)).json()) as T;
  }

  private async send(what: string, body: unknown): Promise<Response> {
    let answer;
    try {
      answer = await fetch(`/api/${what}`, {
        method: "POST",
        headers: { authorization: `Bearer ${this.token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    } catch {
      throw new Refused("The studio does not answer; is it still running?");
    }
    if (answer.ok) return answer;
    const told = await answer.json().catch(() => ({}));
    throw new Refused(told.refused ?? `The studio answered ${answer.status}.`);
  }
}
