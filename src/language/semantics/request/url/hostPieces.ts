import { parseJson } from '../../../../base/json/json.ts';
import { valueToText, type Value } from '../../../../base/values/value.ts';
import type { Placeholder } from '../../../syntax/template.ts';
import * as problems from '../../variables/placeholderProblems.ts';
import type { Problem } from '../../variables/placeholderProblems.ts';
import type { Scope } from '../../variables/scope.ts';
import type { HostPiece } from './hostPiece.ts';
import { authorityPlace, authorityProblem } from './urlAuthority.ts';
import { childOf, type Evaluated } from '../../values/valuePath.ts';
import { whereOf, type Variable } from '../../variables/variables.ts';
import { lookUp } from '../../variables/lookup.ts';

/** Limits far above any host. Definitions that double each other could make any number of pieces. */
const mostPieces = 256;
const mostCharacters = 4096;

const beforeAuthority = /^(?:[A-Za-z0-9+.\-\0]*:)?\/\//;
const endsAuthority = (written: string): boolean => /[/?#]/.test(written.replace(beforeAuthority, ''));

export class HostPieces {
  readonly all: HostPiece[] = [];
  #written = '';
  isClosed = false;

  add(pieces: readonly HostPiece[]): void {
    for (const piece of pieces) {
      if (this.isClosed) return;
      if (piece.kind === 'inserted' && piece.value === '') continue;
      this.#written += piece.kind === 'text' ? piece.text : '\0';
      const isTooMuch = this.all.length >= mostPieces || this.#written.length > mostCharacters;
      this.all.push(isTooMuch ? { kind: 'unread', text: '' } : piece);
      this.isClosed = isTooMuch || piece.kind === 'unread' || (piece.kind === 'text' && endsAuthority(this.#written));
    }
  }
}

const parsed = new WeakMap<Variable, { readonly value: Value | undefined }>();

/** The source text of the string at a path in a definition's object or array; undefined if there is none. */
function writtenAt(v: Variable, steps: readonly { readonly key: string | number }[]): string | undefined {
  if (v.content.kind === 'data') return undefined;
  let known = parsed.get(v);
  if (known === undefined) parsed.set(v, (known = { value: v.content.kind === 'json' ? v.content.value : parseJson(v.content.text) }));
  let { value } = known;
  for (const { key } of steps) value = value === undefined ? undefined : childOf(value, key);
  return typeof value === 'string' ? value : undefined;
}

/** Whether the filters keep each of `/?#\@:` in its place. */
const keepsDelimiters = (p: Placeholder): boolean => p.filters.every(({ name }) => /^(?:lower|upper|trim|default)$/.test(name));

export interface Composing {
  readonly scope: Scope;
  readonly variable: (v: Variable) => Evaluated;
  /** The pieces of a text in a definition's object or array. */
  readonly piecesIn: (text: string, owner: Variable) => readonly HostPiece[] | undefined;
}

/** The pieces of a placeholder's text; undefined if its value is not a text composed by a definition. */
export function piecesOf(composing: Composing, p: Placeholder, before?: number, owner?: Variable): readonly HostPiece[] | undefined {
  const { expression } = p;
  if (expression.kind !== 'path' || !keepsDelimiters(p)) return undefined;
  const found = lookUp(composing.scope, expression, before, owner);
  if (found === undefined || found.variable.content.kind === 'data') return undefined;
  const { variable, steps } = found;
  if (steps === expression.segments.length) {
    const result = composing.variable(variable);
    return result.ok && typeof result.value === 'string' ? result.pieces : undefined;
  }
  const text = writtenAt(variable, expression.segments.slice(steps));
  return text === undefined ? undefined : composing.piecesIn(text, variable);
}

/** Like `piecesOf`, with one inserted piece for a value that no definition composes. */
export function piecesFor(composing: Composing, p: Placeholder, value: Value, owner: Variable): readonly HostPiece[] {
  return piecesOf(composing, p, owner.position, owner) ?? [{ kind: 'inserted', text: p.text, value: valueToText(value), owner }];
}

/**
 * Finds a value, inserted by definitions, that is invalid in the scheme or authority of a URL. Returns the index of its piece.
 * @param userEnds the pattern that ends user information in which the n-th piece is
 */
export function innerProblem(
  pieces: readonly HostPiece[],
  userEnds: (n: number) => RegExp | undefined,
): { readonly at: number; readonly problem: Problem } | undefined {
  let text = '';
  for (const [at, piece] of pieces.entries()) {
    // A value before it ended the authority, where a value may contain the path.
    if (endsAuthority(text)) return undefined;
    if (piece.kind === 'unread') return { at, problem: { id: 'url', message: 'its definitions insert more values than a host can have.' } };
    if (piece.kind === 'inserted') {
      const { owner } = piece;
      const place = authorityPlace(pieces, at);
      const message = authorityProblem(piece.value, place, /^[^@/?#]*@/.test(place.after), userEnds(at));
      if (message !== undefined && owner === undefined) return { at, problem: { id: 'url', message } };
      if (message !== undefined && owner !== undefined)
        return { at, problem: problems.inside(owner.name, whereOf(owner), { id: 'url', message: `${piece.text}: ${message}` }) };
    }
    text += piece.kind === 'inserted' ? piece.value : piece.text;
  }
  return undefined;
}
