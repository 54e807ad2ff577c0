import type { BodyPart } from '../../language/index.ts';
import { piecesOf } from '../text/marks.ts';
import type { ExportedRequest } from './model.ts';

// Quotes, control characters, and invisible or bidirectional characters.
const special = /["\\\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;
const named: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const unicodeEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A string literal that is valid in JavaScript, Python, Go, C#, JSON and YAML. */
export const literal = (text: string, escape: (character: string) => string = unicodeEscape): string =>
  `"${text.replace(special, (c) => named[c] ?? escape(c))}"`;

export interface Texts {
  readonly literal: (text: string) => string;
  readonly env: (name: string) => string;
  readonly plus: string;
}

/** An expression whose value is the text. */
export function expression(text: string, { literal: quote, env, plus }: Texts): string {
  const pieces = piecesOf(text);
  if (pieces.length === 0) return quote('');
  return pieces.map((p) => (p.kind === 'variable' ? env(p.text) : quote(p.text))).join(plus);
}

/** A text for a comment: one line without characters that could end it. */
export const commentText = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}\\]+/gu, ' ').trim();

/** Whether a header is ASCII, ignoring marks of secrets: some clients send only ASCII. */
// oxlint-disable-next-line no-control-regex
export const isAscii = (text: string): boolean => !/[^\0-\x7f\ufdd0\ufdd1]/.test(text);

/** The text of a body; undefined if it contains a file. */
export function onlyText(body: readonly BodyPart[]): string | undefined {
  let text = '';
  for (const part of body) {
    if (part.kind === 'file') return undefined;
    text += part.text;
  }
  return text;
}

/** For example `sendCreateUser`. */
export const camelCase = ({ words }: ExportedRequest): string =>
  words.map((w, i) => (i === 0 ? w : (w[0] ?? '').toUpperCase() + w.slice(1))).join('');
