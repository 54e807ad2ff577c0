// Unicode noncharacters mark variables, files, placeholders and credentials in texts.
const marks = /\ufdd0([^\ufdd1]*)\ufdd1|\ufdd2([^\ufdd3]*)\ufdd3|\ufdd4([^\ufdd5]*)\ufdd5|\ufdd6([^\ufdd7]*)\ufdd7/g;
const credentials = /\ufdd6([^:\ufdd7]*):([^\ufdd7]*)\ufdd7/g;
const anyMark = /[\ufdd0-\ufdd7]/g;

/** A piece of a marked text: plain text, a shell variable, a file's content, a placeholder, or a credential. */
export interface Piece {
  readonly kind: 'text' | 'variable' | 'file' | 'placeholder' | 'credential';
  /** The text, the variable's name, the file's path (which may contain variables), or the content of the braces. */
  readonly text: string;
  readonly mark: string;
}

/** Replaces characters used as marks in a foreign text. */
export const withoutMarks = (text: string): string => text.replace(anyMark, '\ufffd');

/** Whether a foreign text contains characters used as marks, also as escapes of JSON. */
export const holdsMarks = (text: string): boolean => /[\ufdd0-\ufdd7]|\\u[\da-f]*fdd[0-7]/i.test(text);

export const variableMark = (name: string): string => `\ufdd0${name}\ufdd1`;

/** Marks a placeholder of Req; `text` is the content of the braces. */
export const placeholderMark = (text: string): string => `\ufdd4${text}\ufdd5`;

/** Marks a file whose bytes are part of a body. */
export const fileMark = (path: string): string => `\ufdd2${path}\ufdd3`;

/** Marks a credential, which later becomes a secret. `name` is the suggested name. */
export const credentialMark = (name: string, value: string): string => `\ufdd6${name}:${encodeURIComponent(value.toWellFormed())}\ufdd7`;

export const withCredentials = (text: string, replace: (name: string, value: string) => string): string =>
  text.replace(credentials, (_, name: string, value: string) => replace(name, decodeURIComponent(value)));

export const hasVariables = (text: string): boolean => text.includes('\ufdd0');
export const hasFiles = (text: string): boolean => text.includes('\ufdd2');

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

/** A marked text for a message: placeholders in braces, credentials hidden. */
export const withoutMarkup = (text: string): string =>
  /[\ufdd0-\ufdd7]/.test(text)
    ? withoutMarks(
        piecesOf(text)
          .map((p) =>
            p.kind === 'placeholder' ? `{{${p.text}}}` : p.kind === 'credential' ? '•••' : p.kind === 'variable' ? `$${p.text}` : p.text,
          )
          .join(''),
      )
    : text;
