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
  | 'refused'
  | 'limit'
  | 'trust'
  | 'bug';

/** Whether the user ended a run with an error of this kind, by cancelling or denying permission. */
export const endsAsCancelled = (kind: ErrorKind): boolean => kind === 'cancelled' || kind === 'refused';

/** A position in a file; line and column count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface ReceivedExcerpt {
  readonly text: string;
  /** The UTF-16 offset of the invalid part; undefined if the response only ended too early. */
  readonly wrongAt: number | undefined;
}

/** One of the problems of a request that was not sent. */
export interface FailureProblem {
  readonly message: string;
  readonly at: Place;
  /** The source text of the problem, such as a placeholder. */
  readonly written: string;
}

/** The certificate of a server that was refused. */
export interface FailureCertificate {
  /** `example.com:443` */
  readonly where: string;
  /** The self-signed certificate that ends its chain as PEM; undefined if trusting that would not help. */
  readonly pem: string | undefined;
  readonly subject: string;
  /** SHA-256 of that certificate, as `AB:CD:…`. */
  readonly fingerprint: string;
}

/** Causes of a failure that a user can act on. */
export interface FailureCauses {
  readonly problems?: readonly FailureProblem[];
  readonly certificate?: FailureCertificate;
}

export interface ErrorFacts extends FailureCauses {
  readonly hint?: string;
  readonly at?: Place;
  readonly received?: ReceivedExcerpt;
  readonly cause?: unknown;
}

/** An expected failure with a message ready for the user. Anything else thrown is a bug. */
export class ReqError extends Error {
  override readonly name = 'ReqError';
  readonly kind: ErrorKind;
  readonly hint: string | undefined;
  readonly at: Place | undefined;
  readonly received: ReceivedExcerpt | undefined;
  readonly causes: FailureCauses;

  constructor(kind: ErrorKind, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.kind = kind;
    this.hint = facts.hint;
    this.at = facts.at;
    this.received = facts.received;
    const { problems, certificate } = facts;
    this.causes = { ...(problems === undefined ? {} : { problems }), ...(certificate === undefined ? {} : { certificate }) };
  }
}

/** Each bundle has its own copy of the class, so `instanceof` would fail; the name is compared instead. */
export function isReqError(e: unknown): e is ReqError {
  return e instanceof Error && e.name === 'ReqError';
}

/** A failure as plain data, for events, reports and the panel. */
export interface Failure extends FailureCauses {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly hint?: string;
  readonly at?: Place;
  /** The name in `--json` reports and in the stored history. */
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
      ...(e.received === undefined ? {} : { came: e.received }),
      ...e.causes,
    };
  }
  return {
    kind: 'bug',
    message: e instanceof Error ? (e.stack ?? e.message) : String(e),
    hint: 'This is a defect of Req: please report it.',
  };
}
