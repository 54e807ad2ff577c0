/** The category of an error. The exit codes of the command and `--json` depend on it. */
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

/** A position in a file; line and column count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** An excerpt of an invalid response. */
export interface ReceivedExcerpt {
  readonly text: string;
  /** The UTF-16 offset of the invalid part; undefined if the response only ended too early. */
  readonly wrongAt: number | undefined;
}

export interface ErrorFacts {
  readonly hint?: string;
  readonly at?: Place;
  readonly came?: ReceivedExcerpt;
  readonly cause?: unknown;
}

/** An expected failure with a message ready for the user. Anything else thrown is a bug. */
export class ReqError extends Error {
  override readonly name = 'ReqError';
  readonly kind: ErrorKind;
  /** What the user can do about it. */
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

/** Each bundle has its own copy of the class, so `instanceof` would fail; the name is compared instead. */
export function isReqError(e: unknown): e is ReqError {
  return e instanceof Error && e.name === 'ReqError';
}

/** A failure as plain data, for events, reports and the panel. */
export interface Failure {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly hint?: string;
  readonly at?: Place;
  readonly came?: ReceivedExcerpt;
}

/** Converts anything thrown to plain data. For a bug, the message is the stack, so that it can be reported. */
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
