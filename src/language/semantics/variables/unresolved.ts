import type { Value } from '../../../base/values/value.ts';
import type { Placeholder, TextPart } from '../../syntax/template.ts';
import type { HostPiece } from '../request/url/hostPiece.ts';
import { innerProblem } from '../request/url/hostPieces.ts';
import type { TooMuch } from '../values/valueLimits.ts';
import type { DynamicText } from './dynamics/dynamicValues.ts';
import * as problems from './placeholderProblems.ts';
import type { Problem } from './placeholderProblems.ts';
import { endsPlainUser, plainUrlProblem } from '../request/url/urlAuthority.ts';
import type { Evaluated } from '../values/valuePath.ts';
import { whereOf, type Variable } from './variables.ts';

/** Thrown and caught only inside an evaluation. Not an Error, because capturing a stack for ten thousand placeholders is slow. */
export class Unresolved {
  readonly problem: Problem;
  constructor(problem: Problem) {
    this.problem = problem;
  }
}

/** Converts a thrown `Unresolved` into a failed result. */
export function attempt(get: () => Value): Evaluated {
  try {
    return { ok: true, value: get() };
  } catch (e) {
    if (e instanceof Unresolved) return { ok: false, problem: e.problem };
    throw e;
  }
}

/**
 * Returns the text of a dynamic value.
 * @throws Unresolved if it has none
 */
export function taken(result: DynamicText): string {
  if (!result.ok) throw new Unresolved(result.problem);
  return result.text;
}

/** @throws Unresolved if `much` is set; the message names `owner`, the variable that exceeds the limit */
export function refuse(much: TooMuch | undefined, owner?: Variable): void {
  if (much === undefined) return;
  const problem = problems.tooLarge(much);
  throw new Unresolved(owner === undefined ? problem : { ...problem, message: `${owner.name} (${whereOf(owner)}): ${problem.message}` });
}

/** Matches a definition that begins with the scheme of a URL. */
const urlTemplate = /^(?:https?|socks5?h?|(?:http)?\{\{[^{}]*\}\}):\/\//i;

/**
 * Checks a value for the i-th part of a definition's text and returns it. The definition can be a URL that is inserted elsewhere as
 * a whole, so the value must not end its host.
 * @throws Unresolved if it does
 */
export function fitting(value: string, text: string, parts: readonly (TextPart | Placeholder)[], i: number, owner: Variable): string {
  const message = urlTemplate.test(text) ? plainUrlProblem(value, parts, i) : undefined;
  if (message === undefined) return value;
  throw new Unresolved(problems.inside(owner.name, whereOf(owner), { id: 'url', message: `${parts[i]?.text}: ${message}` }));
}

/** Like `fitting`, for values that nested definitions insert. */
export function fittingInside(text: string, pieces: readonly HostPiece[], owner: Variable): void {
  const found = urlTemplate.test(text) ? innerProblem(pieces, () => endsPlainUser) : undefined;
  if (found !== undefined) throw new Unresolved(problems.inside(owner.name, whereOf(owner), found.problem));
}
