import type { Range } from '../base/text.ts';
import type { DiagnosticId } from './diagnostic.ts';

/** One replacement in a text; an empty range inserts. */
export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

/** Edits of one file. They do not overlap; each range counts in the text as it was. */
export interface FileEdits {
  /** Absolute path. */
  readonly file: string;
  readonly edits: readonly TextEdit[];
  /** The file is not there yet and is made: its edits are insertions into an empty text. */
  readonly create?: true;
}

/** What a code action does, as editors sort them. */
export type ActionKind = 'quickfix' | 'refactor.extract' | 'refactor.inline' | 'refactor.rewrite' | 'source';

/** What an editor does after the edits, or instead of them. */
export type ActionCommand =
  /** Begins a rename at an offset of the file, where something was given a name. */
  | { readonly kind: 'rename'; readonly offset: number }
  /** Puts a text into the clipboard. */
  | { readonly kind: 'copy'; readonly text: string }
  /** Stores a value in the secret storage under a name; the edits put `{{$secret.NAME}}` in its place. */
  | { readonly kind: 'keep-secret'; readonly name: string; readonly value: string };

/** A change that is offered at a place. */
export interface CodeAction {
  readonly title: string;
  readonly kind: ActionKind;
  readonly edits: readonly FileEdits[];
  /** The diagnostic that it mends: its id and place. */
  readonly mends?: { readonly id: DiagnosticId; readonly range: Range };
  /** The one that is meant most likely. */
  readonly preferred?: true;
  readonly command?: ActionCommand;
}

/** A text with edits made in it, whatever their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { range, newText } of edits.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)) {
    if (range.start < at) throw new Error(`edits overlap at ${range.start}`);
    pieces.push(text.slice(at, range.start), newText);
    at = range.end;
  }
  return pieces.join('') + text.slice(at);
}
