import { fileMark } from '../text/marks.ts';
import { baseName, disposition, knownType, typeOfFile, type FormPart } from '../text/multipartText.ts';

/** The part of a multipart body for `-F` or `--form-string`, or why it cannot be converted. */
export type FormRead =
  | { readonly kind: 'part'; readonly part: FormPart; /** Parameters that curl does not know. */ readonly ignored: readonly string[] }
  | { readonly kind: 'unsupported'; readonly why: string };

/** Reads `--form-string name=value`; the value is literal. */
export function readFormString(written: string): FormRead {
  const equals = written.indexOf('=');
  if (equals < 0) return { kind: 'unsupported', why: 'a form field is name=value' };
  return { kind: 'part', part: { headers: [disposition(written.slice(0, equals))], content: written.slice(equals + 1) }, ignored: [] };
}

/** Reads `-F name=value`, `name=@file` and `name=<file`, with `;type=`, `;filename=` and `;headers=`. */
export function readForm(written: string): FormRead {
  const equals = written.indexOf('=');
  if (equals < 0) return { kind: 'unsupported', why: 'a form field is name=value' };
  const name = written.slice(0, equals);
  const value = written.slice(equals + 1);
  if (value.startsWith('(') || value.startsWith('=')) return { kind: 'unsupported', why: 'parts inside parts' };
  const isFile = value.startsWith('@');
  const isContent = value.startsWith('<');
  const source = isFile || isContent ? value.slice(1) : value;
  const { content, type, filename, headers: extra, unknown } = splitParameters(source, isFile);
  if (content === undefined) return { kind: 'unsupported', why: 'several files in one field' };
  if (extra.some((h) => h.startsWith('@') || h.startsWith('<'))) return { kind: 'unsupported', why: 'headers from a file' };
  const guessed = guessedType(content, filename, isFile, isContent);
  const headers = [disposition(name, isFile ? (filename ?? baseName(content)) : filename)];
  if (type !== undefined || guessed !== undefined) headers.push(`Content-Type: ${type ?? guessed}`);
  headers.push(...extra);
  return { kind: 'part', part: { headers, content: isFile || isContent ? fileMark(content) : content }, ignored: unknown };
}

/** The media type that curl adds: that of the name that is sent, else that of the file. */
function guessedType(content: string, filename: string | undefined, isFile: boolean, isContent: boolean): string | undefined {
  const ofName = filename === undefined ? undefined : knownType(filename);
  if (isFile) return ofName ?? typeOfFile(content);
  const found = ofName ?? (isContent ? knownType(content) : undefined);
  return found === 'text/plain' && filename === undefined ? undefined : found;
}

interface Parameters {
  /** Undefined if a comma separates a second file. */
  readonly content: string | undefined;
  readonly type: string | undefined;
  readonly filename: string | undefined;
  readonly headers: readonly string[];
  readonly unknown: readonly string[];
}

const quotedWord = /"((?:[^"\\]|\\[^])*)"/y;

/** Splits off `;type=…` and other parameters like `formparse.c` of curl. */
function splitParameters(source: string, isFile: boolean): Parameters {
  const ends = isFile ? ';,' : ';';
  let at = 0;
  /** The next word: quoted, or without surrounding white space. */
  const word = (): string => {
    while (/\s/.test(source[at] ?? '')) at++;
    quotedWord.lastIndex = at;
    const m = quotedWord.exec(source);
    if (m !== null) {
      at += m[0].length;
      while (at < source.length && !ends.includes(source[at] as string)) at++;
      return (m[1] ?? '').replace(/\\(["\\])/g, '$1');
    }
    const from = at;
    while (at < source.length && !ends.includes(source[at] as string)) at++;
    return source.slice(from, at).trimEnd();
  };
  let content: string | undefined = word();
  let type: string | undefined;
  let filename: string | undefined;
  let inType = false;
  const headers: string[] = [];
  const unknown: string[] = [];
  while (source[at] === ';') {
    at++;
    const named = /^\s*(type|filename|headers|encoder)=/.exec(source.slice(at, at + 40));
    if (named === null) {
      const from = at;
      const text = word();
      // Parameters of the media type.
      if (inType) type += source.slice(from - 1, at).trimEnd();
      else unknown.push(text);
      continue;
    }
    at += named[0].length;
    const text = word();
    inType = named[1] === 'type';
    if (inType) type = text;
    else if (named[1] === 'filename') filename = text;
    else if (named[1] === 'headers') headers.push(text);
    else unknown.push(`encoder=${text}`);
  }
  if (source[at] === ',') content = undefined;
  return { content, type, filename, headers, unknown };
}
