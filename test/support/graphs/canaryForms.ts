/** A secret and an environment variable's value that occur nowhere else. */
export const secretText = 'zQ7canaryKx9Wm3';
export const envText = 'eV5townJr8Tb2Lp';

interface Forms {
  readonly lower: readonly string[];
  readonly exact: readonly string[];
}

const hex = (text: string): string =>
  text
    .split('')
    .map((c) => c.charCodeAt(0).toString(16))
    .join('');

/** Encodings of a value, and of any six characters of it, in lower case. Base64 keeps its case. */
function formsOf(text: string): Forms {
  const lower: string[] = [];
  const exact: string[] = [];
  for (let at = 0; at + 6 <= text.length; at++) {
    const piece = text.slice(at, at + 6).toLowerCase();
    lower.push(
      piece,
      piece.split('').toReversed().join(''),
      hex(text.slice(at, at + 6)),
      hex(text.slice(at, at + 6).toUpperCase()),
      piece.split('').join('-'),
    );
  }
  for (let at = 0; at + 9 <= text.length; at++) exact.push(Buffer.from(text.slice(at, at + 9)).toString('base64'));
  return { lower, exact };
}

const forms = { secret: formsOf(secretText), env: formsOf(envText) };

export type CanaryKind = keyof typeof forms;

/** A part of a value found in a text, in any encoding; undefined if there is none. */
export function pieceIn(text: string, kind: CanaryKind): string | undefined {
  const { lower, exact } = forms[kind];
  const small = text.toLowerCase();
  return lower.find((form) => small.includes(form)) ?? exact.find((form) => text.includes(form));
}
