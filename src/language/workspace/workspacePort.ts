import type { RequestIndex } from '../semantics/request/requestIndex.ts';
import type { BlockContext } from '../semantics/variables/blockContext.ts';
import type { ExchangeStore } from '../semantics/variables/previewEvaluation.ts';
import type { DataVariables } from '../semantics/variables/variables.ts';
import type { Block } from '../syntax/nodes.ts';
import type { ReadApi } from './apiDocuments.ts';
import type { FileSource } from './collection.ts';
import type { ReadForeign } from './foreignText.ts';
import type { ProjectFile, ScriptProblem } from './fileView.ts';
import type { CheckSchema } from './schemaFiles.ts';

/** A text in an editor or read from a file. The same object must be used for all versions of a document. */
export interface TextDocument {
  /** Absolute path; for an unsaved document, the path that it would get. */
  readonly file: string;
  /** Changes with the text. */
  readonly version: number;
  getText(): string;
}

/** Functions that the language needs from its environment: an editor, the command, a test. */
export interface WorkspacePort extends FileSource {
  /** True if no file changes during the lifetime of the workspace, so each file is read only once. */
  readonly unchanging?: boolean;
  /** The last folder to search for files around `file`; undefined if it is outside all workspace folders. */
  topOf(file: string): string | undefined;
  /** The collection root of a file without a `collection.req` above it. */
  fallbackRootOf(file: string): string;
  /** The `.req` and environment files of a collection. `marked`: the root has a `collection.req`, so all files below belong to it. */
  listFiles(root: string, marked: boolean): Promise<readonly string[]>;
  /** The open document of a file, whose unsaved text is used; undefined if the file is not open. */
  openDocument(file: string): TextDocument | undefined;
  /** Loads the reader of files of other clients. If it is absent, such files have no requests. */
  readonly foreign?: () => Promise<ReadForeign>;
  kindOf(path: string): Promise<'file' | 'folder' | undefined>;
  environmentOf(root: string, known: readonly string[]): string | undefined;
  variablesOf(root: string): DataVariables;
  /** The index of the row of a data file (absolute path) that sends and previews use. Default: the first. */
  chosenRowOf?(file: string): number;
  exchangesOf(root: string): ExchangeStore;
  hasEnv(name: string): boolean;
  trusted(): boolean;
  /** Parses a script without running it. If absent, syntax errors in scripts are not reported. */
  readonly scriptProblem?: (text: string) => ScriptProblem | undefined;
  /** Reads OpenAPI documents. If absent, `# @openapi` has no effect in the editor. */
  readonly readApi?: ReadApi;
  /** Checks schema files. If absent, only missing ones are reported. */
  readonly checkSchema?: CheckSchema;
  display(file: string): string;
}

/** A snapshot of all requests of a collection, for sending requests by name. */
export interface CollectionRequests {
  /** All `.req` files, sorted by path. */
  readonly files: readonly ProjectFile[];
  /** The requests of the files by name. Ignore those of the view's own file, which can be of an older version. */
  readonly index: RequestIndex;
  /** The context of a block of one of the files, with the collection of that file. */
  contextOf(file: ProjectFile, block: Block): Promise<BlockContext>;
}
