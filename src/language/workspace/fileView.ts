import type { ScriptSetter } from '../semantics/variables/scriptSetters.ts';
import type { BlockContext } from '../semantics/variables/blockContext.ts';
import type { ExchangeStore, PreviewContext } from '../semantics/variables/previewEvaluation.ts';
import type { Block, DocumentTree } from '../syntax/nodes.ts';
import type { EnvironmentFile } from '../semantics/variables/variables.ts';
import type { Collection } from './collection.ts';

/** A `.req` file of a collection, as it stands in an editor or on the disk. */
export interface ProjectFile {
  /** Absolute path. */
  readonly file: string;
  readonly tree: DocumentTree;
}

/** What the scripts of a collection set, read from their text: this file's first. */
export interface Setters {
  find(name: string): ScriptSetter | undefined;
  names(): Iterable<string>;
}

/** Where a script stops being JavaScript: offsets in its text. */
export interface ScriptProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** What a path leads to; undefined where nobody has looked yet. */
export type PathKind = 'file' | 'folder' | 'missing' | undefined;

/**
 * One file with all that is known around it: what every feature of the language is asked with. A snapshot: when the file, or
 * anything around it, changes, there is a new one.
 */
export interface FileView {
  /** Absolute path; of a file that was never saved, where it would lie. */
  readonly file: string;
  readonly tree: DocumentTree;
  readonly collection: Collection;
  /** The environment chosen, or undefined. */
  readonly environment: string | undefined;
  /** Outside a trusted workspace no environment file was read: names may well be defined there. */
  readonly trusted: boolean;
  readonly contextOf: (block: Block) => BlockContext;
  /** A scope and values to look at. Nothing runs, nothing is asked, no secret is revealed. */
  readonly look: (block: Block) => PreviewContext;
  /** The same for whoever may not see what was made from values of the process's environment. */
  readonly lookHidden: (block: Block) => PreviewContext;
  /** Names that scripts of the collection set once they are sent. */
  readonly setters: Setters;
  /** The last exchanges of the collection's named requests. */
  readonly exchanges: ExchangeStore;
  /** Every `.req` file of the collection, shared files and this one included, sorted by path. This one's tree is `tree`. */
  readonly files: readonly ProjectFile[];
  /** Every environment file of the collection, those of other folders included. `collection` has those that count here. */
  readonly environmentFiles: readonly EnvironmentFile[];
  /** Those of them that are there and were not read, as the workspace is not trusted; sorted. */
  readonly unreadEnvironmentFiles: readonly string[];
  /** What the path of a body, a script or a saved response that stands in this file leads to. Absolute path. */
  readonly pathKind: (path: string) => PathKind;
  /** What is wrong with the text of a script, where the workspace has somebody who reads JavaScript. */
  readonly scriptProblem: (text: string) => ScriptProblem | undefined;
  /** A file as people name it in this workspace. */
  readonly display: (file: string) => string;
}
