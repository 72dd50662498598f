/** The worker's script: the motion is computed here, so that the page stays quick. */
import { Engine } from "./engine.js";
import type { Answer, Question } from "./protocol.js";
import { Desk } from "./worker.js";

interface Scope {
  onmessage: ((event: { data: Question }) => void) | null;
  postMessage(answer: Answer): void;
  zwangEngine?: typeof Engine;
}

const scope = globalThis as unknown as Scope;
const desk = new Desk((answer) => scope.postMessage(answer));
let there: Promise<void> = Promise.resolve();
let last: Promise<void> = Promise.resolve();
scope.onmessage = ({ data }) => {
  // A new motion is heard as soon as the engine is there; all else in its turn.
  if (data.kind === "load") there = last = desk.hear(data);
  else if (data.kind === "go") last = last.then(() => desk.hear(data));
  else void there.then(() => desk.hear(data));
};
scope.zwangEngine = Engine; // for programs without a page
