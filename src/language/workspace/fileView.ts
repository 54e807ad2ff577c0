import type { SchemaState } from '../../graphql/index.ts';
import type { Apis } from '../semantics/api/apiIndex.ts';
import type { DataFiles } from '../semantics/data/dataOf.ts';
import type { RequestIndex } from '../semantics/request/requestIndex.ts';
import type { ScriptSetter } from '../semantics/variables/mentions/scriptSetters.ts';
import type { BlockContext } from '../semantics/variables/blockContext.ts';
import type { ExchangeStore, PreviewContext } from '../semantics/variables/previewEvaluation.ts';
import type { Block, DocumentTree } from '../syntax/nodes.ts';
import type { EnvironmentFile } from '../semantics/variables/environmentFile.ts';
import type { Collection } from './collection.ts';
import type { SchemaFiles } from './schemaFiles.ts';

/** A `.req` file of a collection, open in an editor or read from the disk. */
export interface ProjectFile {
  /** Absolute path. */
  readonly file: string;
  readonly tree: DocumentTree;
}

/** The variables that the scripts of a collection set, found in their text. Those of the current file come first. */
export interface Setters {
  find(name: string): ScriptSetter | undefined;
  names(): Iterable<string>;
}

/** A syntax error in a script. Offsets are in the script's text. */
export interface ScriptProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** Undefined if the path has not been looked up yet. */
export type PathKind = 'file' | 'folder' | 'missing' | undefined;

/**
 * One file with all surroundings that language features need. A snapshot: a change of the file or its surroundings creates a new view.
 * It has no accessors, because V8 keeps an object literal with its own accessors, and what they see, until the next full collection.
 */
export interface FileView {
  /** Absolute path; for an unsaved file, the path that it would get. */
  readonly file: string;
  readonly tree: DocumentTree;
  readonly collection: Collection;
  /** The files of `# @data`. */
  readonly data: DataFiles;
  /** The OpenAPI documents that `# @openapi` names, here and in the files around. */
  readonly apis: Apis;
  /** The files of `matchesSchema` that have been read. */
  readonly schemaFiles: SchemaFiles;
  /** The selected environment; undefined for none. */
  readonly environment: string | undefined;
  /** False if environment files were not read because the workspace is not trusted; they may define names. */
  readonly trusted: boolean;
  readonly contextOf: (block: Block) => BlockContext;
  /** The scope and values of a block for display. Evaluates without scripts, prompts and secrets. */
  readonly look: (block: Block) => PreviewContext;
  /** Like `look`, and hides values that depend on the process's environment. */
  readonly lookHidden: (block: Block) => PreviewContext;
  readonly setters: Setters;
  readonly exchanges: ExchangeStore;
  /** All `.req` files of the collection, including shared files and this one (with `tree`), sorted by path. */
  readonly files: () => readonly ProjectFile[];
  /** The requests of the collection's files by name. Ignore those of this file, which can be of an older version. */
  readonly index: RequestIndex;
  /** All environment files of the collection, including other folders. `collection` has those that apply to this file. */
  readonly environmentFiles: () => readonly EnvironmentFile[];
  /** Environment files that were not read because the workspace is not trusted, sorted by path. */
  readonly unreadEnvironmentFiles: readonly string[];
  /** Looks up an absolute path that this file names for a body, a script or a saved response. */
  readonly pathKind: (path: string) => PathKind;
  /** The GraphQL schema of a block's request; undefined if none is named. Starts reading it on the first call. */
  readonly schemaOf: (block: Block) => SchemaState | undefined;
  /** The schema of a block, after it was read. */
  readonly schemaRead: (block: Block) => Promise<SchemaState | undefined>;
  /** Changes with each schema that is read. */
  readonly schemaVersion: number;
  /** The syntax error of a script; undefined if there is none, or if the workspace has no JavaScript parser. */
  readonly scriptProblem: (text: string) => ScriptProblem | undefined;
  /** True if no file changes, so that there is no later version that could reuse results. */
  readonly unchanging: boolean;
  readonly display: (file: string) => string;
}
