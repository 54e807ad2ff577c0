import type { BodyToWrite } from '../text/write.ts';

/** A header. A disabled one becomes a comment. */
export interface HeaderDraft {
  readonly name: string;
  /** May contain marks. */
  readonly value: string;
  readonly disabled?: boolean;
  /** The value is an example from an API description, not a real credential. */
  readonly example?: true;
}

/** A GraphQL query with its variables as JSON; empty for none. */
export interface GraphqlBody {
  readonly kind: 'graphql';
  readonly query: string;
  readonly variables: string;
  /** The operation to run, if the query has several. */
  readonly operation?: string;
}

/** A script, or several that the client runs one after another, each in a scope of its own. */
export type Scripts = string | readonly string[];

/** A request of another client. Texts may contain marks for placeholders and files. */
export interface RequestDraft {
  readonly title: string;
  /** The name for `# @name`. */
  readonly name?: string;
  readonly description?: string;
  /** Comment lines for disabled parts and parts without an equivalent. */
  readonly comments?: readonly string[];
  /** Without `# @`. */
  readonly directives?: readonly string[];
  readonly variables?: readonly (readonly [name: string, value: string])[];
  readonly before?: Scripts;
  readonly after?: Scripts;
  readonly method: string;
  readonly url: string;
  readonly version?: '1.0' | '1.1' | '2';
  readonly headers: readonly HeaderDraft[];
  readonly body?: BodyToWrite | GraphqlBody;
  /** Without `@`: `token << body.token`. They run before the assertions. */
  readonly captures?: readonly string[];
  /** Without `??`. */
  readonly assertions?: readonly string[];
}

/** Definitions that apply to all requests of a file or folder. */
export interface PreambleDraft {
  readonly description?: string;
  readonly comments?: readonly string[];
  readonly directives?: readonly string[];
  readonly variables?: readonly (readonly [name: string, value: string])[];
  readonly headers?: readonly HeaderDraft[];
  readonly before?: Scripts;
  readonly after?: Scripts;
}

export interface FolderDraft {
  readonly name: string;
  readonly preamble: PreambleDraft;
  readonly folders: readonly FolderDraft[];
  readonly requests: readonly RequestDraft[];
  /** Folders and requests in the order in which the client runs them. Undefined if their order has no meaning. */
  readonly sequence?: readonly (FolderDraft | RequestDraft)[];
}

export const deepestFolder = 40;
