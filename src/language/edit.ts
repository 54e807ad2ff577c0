import type { Range } from '../base/text/text.ts';
import type { DiagnosticId } from './diagnostic.ts';

export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

/** Edits of one file. They do not overlap, and all ranges refer to the text before the edits. */
export interface FileEdits {
  /** Absolute path. */
  readonly file: string;
  readonly edits: readonly TextEdit[];
  /** The file does not exist and is created; the edits insert into an empty text. */
  readonly create?: true;
}

/** Kinds of code actions, as in the Language Server Protocol. */
export type ActionKind = 'quickfix' | 'refactor.extract' | 'refactor.inline' | 'refactor.rewrite' | 'source';

/** A command that the editor runs after the edits, or instead of them. */
export type ActionCommand =
  /** Starts a rename at an offset of the file, for a name that the edits introduced. */
  | { readonly kind: 'rename'; readonly offset: number }
  | { readonly kind: 'copy'; readonly text: string }
  /** Chooses an environment for the collection of the file. */
  | { readonly kind: 'choose-environment'; readonly environment: string }
  /** Fetches an OpenAPI document. `path` is that of its copy. */
  | { readonly kind: 'fetch-openapi'; readonly path: string }
  /** Asks whether to trust a certificate before the edits are applied. `fingerprint` is its SHA-256. */
  | { readonly kind: 'trust-certificate'; readonly where: string; readonly subject: string; readonly fingerprint: string }
  /** Stores a value in the secret storage; the edits replace it with `{{$secret.NAME}}`. */
  | { readonly kind: 'keep-secret'; readonly name: string; readonly value: string };

export interface CodeAction {
  readonly title: string;
  readonly kind: ActionKind;
  readonly edits: readonly FileEdits[];
  /** The diagnostic that the action fixes. */
  readonly mends?: { readonly id: DiagnosticId; readonly range: Range };
  /** Set for the action that the user most likely intends. */
  readonly preferred?: true;
  readonly command?: ActionCommand;
  /** Where the user continues to write: an offset in the file of the first edits, after them. */
  readonly cursor?: number;
}

/**
 * Applies edits, in any order, to a text.
 * @throws Error if edits overlap
 */
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
