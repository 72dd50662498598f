/** The worker's script: the motion is computed here, so that the page stays quick. */
import { Engine } from "./engine";
import type { Answer, Question } from "./protocol";
import { Desk } from "./worker";

interface Scope {
  onmessage: ((event: { data: Question }) => void) | null;
  postMessage(answer: Answer): void;
  zwangEngine?: typeof Engine;
}

const scope = globalThis as unknown as Scope;
const desk = new Desk((answer) => scope.postMessage(answer));
let last: Promise<void> = Promise.resolve();
scope.onmessage = ({ data }) => {
  // A new motion is heard at once; all else in its turn.
  if (data.kind === "begin" || data.kind === "pull") void desk.hear(data);
  else last = last.then(() => desk.hear(data));
};
scope.zwangEngine = Engine; // for programs without a page
