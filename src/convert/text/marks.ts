// Noncharacters, which Unicode keeps for use inside a program, mark what is not text inside a word of a command line.
const marks = /\ufdd0([^\ufdd1]*)\ufdd1|\ufdd2([^\ufdd3]*)\ufdd3|\ufdd4([^\ufdd5]*)\ufdd5|\ufdd6([^\ufdd7]*)\ufdd7/g;
const credentials = /\ufdd6([^:\ufdd7]*):([^\ufdd7]*)\ufdd7/g;
const anyMark = /[\ufdd0-\ufdd7]/g;

/** A piece of a word: text, a shell variable, the content of a file, a placeholder of Req, or a credential. */
export interface Piece {
  readonly kind: 'text' | 'variable' | 'file' | 'placeholder' | 'credential';
  /** The text itself, the variable's name, the file's path, which may itself hold variables, or what stands between the braces. */
  readonly text: string;
  /** The piece as it stands in the word. */
  readonly mark: string;
}

/** A text from outside, in which nothing is a mark. */
export const withoutMarks = (text: string): string => text.replace(anyMark, '\ufffd');

/** Stands for a shell variable in a word. */
export const variableMark = (name: string): string => `\ufdd0${name}\ufdd1`;

/** Stands for a placeholder of Req; `text` is what stands between the braces. */
export const placeholderMark = (text: string): string => `\ufdd4${text}\ufdd5`;

/** Stands for the bytes of a file in a body. */
export const fileMark = (path: string): string => `\ufdd2${path}\ufdd3`;

/** Stands for a credential, which becomes a secret once all files are written. `name`: what it is called unless that is taken. */
export const credentialMark = (name: string, value: string): string => `\ufdd6${name}:${encodeURIComponent(value.toWellFormed())}\ufdd7`;

/** Replaces the marks of credentials. */
export const withCredentials = (text: string, replace: (name: string, value: string) => string): string =>
  text.replace(credentials, (_, name: string, value: string) => replace(name, decodeURIComponent(value)));

export const hasVariables = (text: string): boolean => text.includes('\ufdd0');
export const hasFiles = (text: string): boolean => text.includes('\ufdd2');

/** A marked text in pieces. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const push = (to: number): void => {
    if (to > from) pieces.push({ kind: 'text', text: text.slice(from, to), mark: text.slice(from, to) });
  };
  for (const m of text.matchAll(marks)) {
    push(m.index);
    pieces.push({
      kind: m[1] !== undefined ? 'variable' : m[2] !== undefined ? 'file' : m[3] !== undefined ? 'placeholder' : 'credential',
      text: m[1] ?? m[2] ?? m[3] ?? m[4] ?? '',
      mark: m[0],
    });
    from = m.index + m[0].length;
  }
  push(text.length);
  return pieces;
}
