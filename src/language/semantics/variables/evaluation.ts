import type { Value } from '../../../base/value.ts';
import type { Expression, Placeholder } from '../../syntax/template.ts';
import type { TokenSource } from '../auth/token.ts';
import type { HostPiece } from '../request/hostPiece.ts';
import type { Taint } from './taint.ts';
import type { Evaluated } from '../values/valuePath.ts';
import type { Variable } from './variables.ts';

/** What `{{name.response…}}` can reach: the last exchange of a named request. */
export interface ExchangeValues {
  /** Whether the collection has a request of that name. */
  known(name: string): boolean;
  /** `{request: {…}, response: {…}}`, or undefined where it was not sent. */
  find(name: string): Value | undefined;
  names(): Iterable<string>;
  /** Secrets that went into that exchange's request. */
  hides?(name: string): readonly string[];
  /** What went into that exchange's request. */
  taint?(name: string): Taint | undefined;
}

/** The one place where placeholders become values. Remembers: a variable has one value per evaluation, so per send. */
export interface Evaluation {
  /**
   * A placeholder's value. `inString`: it stands inside a JSON string. `before` and `owner`: it stands in that definition and
   * sees what is above it.
   */
  placeholder(p: Placeholder, inString?: boolean, before?: number, owner?: Variable): Evaluated;
  /** What the definitions of a placeholder write, for the host of a URL; undefined where its value is no text that one composes. */
  hostPieces(p: Placeholder): readonly HostPiece[] | undefined;
  /** The variable that a path means, seen as `placeholder` sees it; undefined where it means none. */
  meant(path: PathExpression, before?: number, owner?: Variable): Variable | undefined;
  /** A variable's whole value. */
  variable(v: Variable): Evaluated;
  /** The winner for a name, evaluated; undefined where there is none. */
  named(name: string): Evaluated | undefined;
  /** A token that `# @auth` names. */
  token(source: TokenSource): Evaluated;
  /** What a look-up finds, and whether a secret or a tainted value went into it. */
  tracked<T>(look: () => T): Tracked<T>;
  /** Texts that must never be shown, met so far. */
  readonly secrets: ReadonlySet<string>;
  /** Where secrets were looked up so far, as placeholders name it: `$secret.KEY`, `apiKey`, `login.request`. */
  readonly secretNames: ReadonlySet<string>;
}

/** The result of a look-up, and what went into it. */
export interface Tracked<T> {
  readonly result: T;
  readonly secret: boolean;
  /** A value of the process's environment or a file outside the workspace. */
  readonly tainted: boolean;
}

/** A path such as `user.name`. */
export type PathExpression = Extract<Expression, { kind: 'path' }>;
