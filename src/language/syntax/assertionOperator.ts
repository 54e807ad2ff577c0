import { operatorEntry, type OperatorEntry } from '../catalog/assertionCatalog.ts';
import { wordEnd } from './lines.ts';
import { skipBlanks } from './path.ts';

export interface ReadOperator {
  readonly start: number;
  readonly end: number;
  /** Undefined for an unknown operator. */
  readonly entry: OperatorEntry | undefined;
  /** Whether `!` or `not` is before the operator. */
  readonly negated: boolean;
}

/** Operators that need no white space around them. */
const sign = /(?:[=!<>]=|[<>])(?!=)/y;
const word = /!?[A-Za-z]+(?![^\s])/y;

/** Reads an operator, with `!` or `not` before it. It is empty if there is none. */
export function readOperator(text: string, from: number, end: number): ReadOperator {
  const start = Math.min(skipBlanks(text, from), end);
  sign.lastIndex = start;
  const found = sign.exec(text)?.[0];
  if (found !== undefined) return { start, end: start + found.length, entry: operatorEntry(found), negated: false };
  word.lastIndex = start;
  const name = word.exec(text)?.[0];
  const wordTo = wordEnd(text, start, end);
  if (name === undefined || start + name.length > end) return { start, end: wordTo, entry: undefined, negated: false };
  if (name.startsWith('!')) return { start, end: wordTo, entry: operatorEntry(name.slice(1)), negated: true };
  if (name !== 'not') return { start, end: wordTo, entry: operatorEntry(name), negated: false };
  const negated = readOperator(text, wordTo, end);
  // `not` is alone, or negated twice.
  if (negated.end === negated.start || negated.negated) return { start, end: wordTo, entry: undefined, negated: true };
  return { ...negated, start, negated: true };
}
