/** The editor: a model's text, with what is wrong shown where it is. */

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import {
  HighlightStyle,
  StreamLanguage,
  bracketMatching,
  syntaxHighlighting,
} from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Text } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

import type { Problem } from "./requests.js";

const COLORS = HighlightStyle.define([
  { tag: tags.comment, color: "var(--grey)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--string)" },
  { tag: [tags.number, tags.atom], color: "var(--number)" },
  { tag: [tags.propertyName, tags.keyword], color: "var(--key)" },
]);

/** Where a problem stands in a text: from its column to the end of the word, or its whole line. */
export function span(text: Text, { line, column }: Problem): { from: number; to: number } {
  if (line === null || line < 1 || line > text.lines) return { from: 0, to: 0 };
  const row = text.line(line);
  const from = Math.min(row.from + Math.max((column ?? 1) - 1, 0), row.to);
  const word = /^[\w'.]+/.exec(row.text.slice(from - row.from))?.[0].length ?? 1;
  return { from, to: Math.min(from + Math.max(word, 1), row.to) };
}

export class Editor {
  readonly view: EditorView;

  /** `changed` is called with each new text. */
  constructor(nonce: string, changed: (text: string) => void) {
    const told = EditorView.updateListener.of((update) => {
      if (update.docChanged) changed(this.text);
    });
    this.extensions = [
      EditorView.cspNonce.of(nonce),
      EditorView.contentAttributes.of({ "aria-label": "Model" }),
      lineNumbers(),
      history(),
      drawSelection(),
      bracketMatching(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      lintGutter(),
      StreamLanguage.define(toml),
      syntaxHighlighting(COLORS),
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
      told,
    ];
    this.view = new EditorView({ state: this.fresh("") });
  }

  private readonly extensions;

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Begin with another text; what was typed before cannot come back by undoing. */
  open(text: string): void {
    this.view.setState(this.fresh(text));
  }

  /** Show what is wrong where it is. */
  show(problems: Problem[]): void {
    const { doc } = this.view.state;
    const found: Diagnostic[] = problems.map((problem) => ({
      ...span(doc, problem),
      severity: "error",
      message: problem.message,
    }));
    this.view.dispatch(setDiagnostics(this.view.state, found));
  }

  /** Go to where a problem is. */
  go(problem: Problem): void {
    const { from } = span(this.view.state.doc, problem);
    this.view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    this.view.focus();
  }

  private fresh(text: string): EditorState {
    return EditorState.create({ doc: text, extensions: this.extensions });
  }
}
