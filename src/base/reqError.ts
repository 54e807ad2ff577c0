/** What kind of thing went wrong; the CLI's exit codes and `--json` follow it. */
export type ErrorKind =
  | 'usage'
  | 'parse'
  | 'undefined-variable'
  | 'variable'
  | 'url'
  | 'header'
  | 'body'
  | 'network'
  | 'timeout'
  | 'tls'
  | 'protocol'
  | 'script'
  | 'cancelled'
  | 'limit'
  | 'trust'
  | 'bug';

/** A place in a file, as users count: line and column from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What came of an answer that cannot be read, as text. */
export interface ReceivedExcerpt {
  readonly text: string;
  /** Where in the text, in UTF-16 units, what is wrong begins; undefined where it only ended too soon. */
  readonly wrongAt: number | undefined;
}

export interface ErrorFacts {
  readonly hint?: string;
  readonly at?: Place;
  readonly came?: ReceivedExcerpt;
  readonly cause?: unknown;
}

/** An expected failure with a message ready for the user. Anything else that is thrown is a bug. */
export class ReqError extends Error {
  override readonly name = 'ReqError';
  readonly kind: ErrorKind;
  /** What to do about it. */
  readonly hint: string | undefined;
  readonly at: Place | undefined;
  readonly came: ReceivedExcerpt | undefined;

  constructor(kind: ErrorKind, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.kind = kind;
    this.hint = facts.hint;
    this.at = facts.at;
    this.came = facts.came;
  }
}

/** Bundles have copies of the class of their own, so the name tells, not instanceof. */
export function isReqError(e: unknown): e is ReqError {
  return e instanceof Error && e.name === 'ReqError';
}

/** A failure as plain data: what events, reports and the panel carry. */
export interface Failure {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly hint?: string;
  readonly at?: Place;
  readonly came?: ReceivedExcerpt;
}

/** Anything thrown as plain data; a bug keeps its stack in the message's place so that it can be reported. */
export function toFailure(e: unknown): Failure {
  if (isReqError(e)) {
    return {
      kind: e.kind,
      message: e.message,
      ...(e.hint === undefined ? {} : { hint: e.hint }),
      ...(e.at === undefined ? {} : { at: e.at }),
      ...(e.came === undefined ? {} : { came: e.came }),
    };
  }
  return {
    kind: 'bug',
    message: e instanceof Error ? (e.stack ?? e.message) : String(e),
    hint: 'This is a defect of Req: please report it.',
  };
}
