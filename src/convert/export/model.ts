import type { BodyPart, Header, ResolvedRequest } from '../../language/index.ts';

/** A request as it would be sent, with its secrets. */
export interface RequestToExport {
  readonly resolved: ResolvedRequest;
  /** The message as it would leave; `head` is undefined for HTTP/2, which has no text for it. */
  readonly sent: { readonly head: string | undefined; readonly httpVersion: string; readonly headers: readonly Header[] };
  /** `?? status == 200` of the request. */
  readonly status: number | undefined;
  /** How many assertions it has, and scripts that run after it. */
  readonly checks: number;
}

/** The same with everything decided. Texts may hold marks: a variable stands for a secret. */
export interface ExportedRequest extends RequestToExport {
  /** One line. */
  readonly title: string;
  /** Words of ASCII, `send` first and unlike those of all others: names of functions are made of them. */
  readonly words: readonly string[];
  /** Those that a client does not make by itself. */
  readonly headers: readonly Header[];
}

/** What was made: text, and for raw HTTP files whose bytes stand between. */
export interface Exported {
  readonly parts: readonly BodyPart[];
  /** What is not carried over, a sentence each. */
  readonly notes: readonly string[];
  /** Environment variables that the text reads secrets from. */
  readonly variables: readonly string[];
}

/** Writes all requests as one text. `note`: what of a request cannot be carried over. */
export type Writer = (requests: readonly ExportedRequest[], note: (request: ExportedRequest, message: string) => void) => string;
