import type { Value } from '../../../base/values/value.ts';
import type { Expression, Placeholder } from '../../syntax/template.ts';
import type { TokenSource } from '../auth/token.ts';
import type { HostPiece } from '../request/url/hostPiece.ts';
import type { Taint } from './secrets/taint.ts';
import type { Evaluated } from '../values/valuePath.ts';
import type { Variable } from './variables.ts';

/** The last exchanges of named requests, for `{{name.response…}}`. */
export interface ExchangeValues {
  known(name: string): boolean;
  /** `{request: {…}, response: {…}}`; undefined before the request is sent. */
  find(name: string): Value | undefined;
  names(): Iterable<string>;
  /** Secrets that the exchange's request contained. */
  hides?(name: string): readonly string[];
  /** Whether its request contains text derived from a secret that a search for the secret would not find. */
  isPartial?(name: string): boolean;
  taint?(name: string): Taint | undefined;
}

/** Evaluates placeholders; nothing else does. A variable has one value per evaluation, so one per send. */
export interface Evaluation {
  /**
   * @param inString the placeholder is inside a JSON string
   * @param before the offset of the definition that contains it: only definitions above are visible
   * @param owner that definition's variable
   */
  placeholder(p: Placeholder, inString?: boolean, before?: number, owner?: Variable): Evaluated;
  /** The pieces of a placeholder's text, for the host of a URL; undefined if no definition composes it. */
  hostPieces(p: Placeholder): readonly HostPiece[] | undefined;
  /** The variable that a path refers to, with the visibility of `placeholder`. */
  meant(path: PathExpression, before?: number, owner?: Variable): Variable | undefined;
  variable(v: Variable): Evaluated;
  /** The value of the variable that a name refers to; undefined if there is none. */
  named(name: string): Evaluated | undefined;
  /** A token that `# @auth` names. */
  token(source: TokenSource): Evaluated;
  /** Runs a lookup and returns whether its result depends on a secret or a tainted value. */
  tracked<T>(look: () => T): Tracked<T>;
  /** Texts that must never be shown, from all lookups so far. */
  secrets(): ReadonlySet<string>;
  /** The sources of secrets so far, as placeholders name them: `$secret.KEY`, `apiKey`, `login.request`. */
  readonly secretNames: ReadonlySet<string>;
  /** Whether a value so far contains text derived from a secret that a search for `secrets` would not find. */
  isPartial(): boolean;
}

/** The result of a lookup, and its origins. */
export interface Tracked<T> {
  readonly result: T;
  readonly secret: boolean;
  /** A value of the process's environment or a file outside the workspace. */
  readonly tainted: boolean;
}

/** A path such as `user.name`. */
export type PathExpression = Extract<Expression, { kind: 'path' }>;
