import type { AuthAsWritten, BodyPart, DocumentTree, Header, RequestBlock, ResolvedRequest, Substitution } from '../../language/index.ts';

/** A response in a file beside the request: its text, or why there is none. */
export interface SavedText {
  readonly path: string;
  readonly text: string | undefined;
  readonly problem: string;
}

/** A request as it would be sent, including secrets. */
export interface RequestToExport {
  readonly resolved: ResolvedRequest;
  /** The message as sent. `head` is undefined for HTTP/2, which is not text. */
  readonly sent: { readonly head: string | undefined; readonly httpVersion: string; readonly headers: readonly Header[] };
  /** The status of `?? status == 200`. */
  readonly status: number | undefined;
  readonly checks: number;
  /** The request as written, for targets with variables and tests. */
  readonly written?: WrittenRequest;
  /** The folders and the file around the request, without extension; for targets with folders. */
  readonly folders?: readonly string[];
  /** The responses of `<> ./file`, for targets with examples of responses. */
  readonly saved?: readonly SavedText[];
}

export interface WrittenRequest {
  readonly tree: DocumentTree;
  readonly block: RequestBlock;
  /** The `# @auth` that applies to it. */
  readonly auth: AuthAsWritten | undefined;
  /** The values of the placeholders, secrets masked. */
  readonly values: readonly Pick<Substitution, 'placeholder' | 'text' | 'source'>[];
}

/** A request prepared for a target. Texts may contain marks for environment variables that replace secrets. */
export interface ExportedRequest extends RequestToExport {
  /** One line. */
  readonly title: string;
  /** ASCII words, starting with `send`, unique among all requests. Function names are built from them. */
  readonly words: readonly string[];
  /** Headers that the client does not add itself. */
  readonly headers: readonly Header[];
  /** Marks the secrets in a text as written, also its `{{$secret.NAME}}`. `place` names secrets without a name. */
  readonly hide: (text: string, place: string) => string;
}

/** The exported text; for raw HTTP also files whose bytes are inserted. */
export interface Exported {
  readonly parts: readonly BodyPart[];
  /** What was not carried over, one sentence each. */
  readonly notes: readonly string[];
  readonly variables: readonly string[];
}

/** Writes all requests as one text. `note` records what cannot be carried over. */
export type Writer = (requests: readonly ExportedRequest[], note: (request: ExportedRequest, message: string) => void) => string;
