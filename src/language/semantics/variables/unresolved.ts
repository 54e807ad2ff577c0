import type { Value } from '../../../base/value.ts';
import type { Placeholder, TextPart } from '../../syntax/template.ts';
import type { HostPiece } from '../request/hostPiece.ts';
import { innerProblem } from '../request/hostPieces.ts';
import type { TooMuch } from '../values/valueLimits.ts';
import type { DynamicText } from './dynamicValues.ts';
import * as problems from './placeholderProblems.ts';
import type { Problem } from './placeholderProblems.ts';
import { endsPlainUser, plainUrlProblem } from '../request/urlAuthority.ts';
import type { Evaluated } from '../values/valuePath.ts';
import { whereOf, type Variable } from './variables.ts';

/** Thrown and caught by an evaluation alone. No Error: it would write its stack down, for each of ten thousand placeholders. */
export class Unresolved {
  readonly problem: Problem;
  constructor(problem: Problem) {
    this.problem = problem;
  }
}

/** A value, or why there is none. */
export function attempt(get: () => Value): Evaluated {
  try {
    return { ok: true, value: get() };
  } catch (e) {
    if (e instanceof Unresolved) return { ok: false, problem: e.problem };
    throw e;
  }
}

/** The text that was found outside; throws Unresolved. */
export function taken(result: DynamicText): string {
  if (!result.ok) throw new Unresolved(result.problem);
  return result.text;
}

/** Throws Unresolved where something is too much, with the variable it is too much of. */
export function refuse(much: TooMuch | undefined, owner?: Variable): void {
  if (much === undefined) return;
  const problem = problems.tooLarge(much);
  throw new Unresolved(owner === undefined ? problem : { ...problem, message: `${owner.name} (${whereOf(owner)}): ${problem.message}` });
}

/** A URL that a definition writes with its scheme. */
const urlTemplate = /^(?:https?|socks5?h?|(?:http)?\{\{[^{}]*\}\}):\/\//i;

/**
 * A value for the i-th part of a definition's text. Throws Unresolved where it would end the host of the URL written there: what is
 * inserted elsewhere is that URL as a whole.
 */
export function fitting(value: string, text: string, parts: readonly (TextPart | Placeholder)[], i: number, owner: Variable): string {
  const message = urlTemplate.test(text) ? plainUrlProblem(value, parts, i) : undefined;
  if (message === undefined) return value;
  throw new Unresolved(problems.inside(owner.name, whereOf(owner), { id: 'url', message: `${parts[i]?.text}: ${message}` }));
}

/** The same for the values that the definitions in it insert. */
export function fittingInside(text: string, pieces: readonly HostPiece[], owner: Variable): void {
  const found = urlTemplate.test(text) ? innerProblem(pieces, () => endsPlainUser) : undefined;
  if (found !== undefined) throw new Unresolved(problems.inside(owner.name, whereOf(owner), found.problem));
}
