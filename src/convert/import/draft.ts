import type { BodyToWrite } from '../text/write.ts';

/** A header; one that is switched off stands as a comment. */
export interface HeaderDraft {
  readonly name: string;
  /** May hold marks. */
  readonly value: string;
  readonly disabled?: boolean;
  /** Its value is made up by a description: it is nobody's credential. */
  readonly example?: true;
}

/** A query and its variables as JSON, empty where there are none. */
export interface GraphqlBody {
  readonly kind: 'graphql';
  readonly query: string;
  readonly variables: string;
}

/** A request as another client has it. Texts may hold marks for placeholders and files. */
export interface RequestDraft {
  readonly title: string;
  /** For `# @name`. */
  readonly name?: string;
  readonly description?: string;
  /** Lines of comments: what is switched off, or cannot be said. */
  readonly comments?: readonly string[];
  /** Without the `# @`. */
  readonly directives?: readonly string[];
  readonly variables?: readonly (readonly [name: string, value: string])[];
  readonly before?: string;
  readonly after?: string;
  readonly method: string;
  readonly url: string;
  readonly version?: '1.0' | '1.1' | '2';
  readonly headers: readonly HeaderDraft[];
  readonly body?: BodyToWrite | GraphqlBody;
  /** Without the `??`. */
  readonly assertions?: readonly string[];
}

/** What stands around requests. */
export interface PreambleDraft {
  readonly description?: string;
  readonly comments?: readonly string[];
  readonly directives?: readonly string[];
  readonly variables?: readonly (readonly [name: string, value: string])[];
  readonly headers?: readonly HeaderDraft[];
  readonly before?: string;
  readonly after?: string;
}

/** A folder of a collection. */
export interface FolderDraft {
  readonly name: string;
  readonly preamble: PreambleDraft;
  readonly folders: readonly FolderDraft[];
  readonly requests: readonly RequestDraft[];
}

/** Folders inside folders that are read; what is deeper is told of. */
export const deepestFolder = 40;
