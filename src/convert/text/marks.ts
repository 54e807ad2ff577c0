// Noncharacters, which Unicode keeps for use inside a program, mark what is not text inside a word of a command line.
const marks = /\ufdd0([^\ufdd1]*)\ufdd1|\ufdd2([^\ufdd3]*)\ufdd3|\ufdd4([^\ufdd5]*)\ufdd5/g;

/** A piece of a word: text, a shell variable, the content of a file, or a placeholder of Req. */
export interface Piece {
  readonly kind: 'text' | 'variable' | 'file' | 'placeholder';
  /** The text itself, the variable's name, the file's path, which may itself hold variables, or what stands between the braces. */
  readonly text: string;
  /** The piece as it stands in the word. */
  readonly mark: string;
}

/** A text from outside, in which nothing is a mark. */
export const withoutMarks = (text: string): string => text.replace(/[\ufdd0-\ufdd5]/g, '\ufffd');

/** Stands for a shell variable in a word. */
export const variableMark = (name: string): string => `\ufdd0${name}\ufdd1`;

/** Stands for a placeholder of Req; `text` is what stands between the braces. */
export const placeholderMark = (text: string): string => `\ufdd4${text}\ufdd5`;

/** Stands for the octets of a file in a body. */
export const fileMark = (path: string): string => `\ufdd2${path}\ufdd3`;

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
      kind: m[1] !== undefined ? 'variable' : m[2] !== undefined ? 'file' : 'placeholder',
      text: m[1] ?? m[2] ?? m[3] ?? '',
      mark: m[0],
    });
    from = m.index + m[0].length;
  }
  push(text.length);
  return pieces;
}
