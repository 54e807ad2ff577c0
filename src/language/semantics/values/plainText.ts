/** Places in which a plain text can be inserted. */
export type PlainKind = 'origin' | 'host' | 'word';

const byte = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
/** No label contains `--`, with which IDNA begins, and the last one begins with a letter, so that it is not part of an IPv4 address. */
const label = '[a-z0-9]+(?:-[a-z0-9]+)*';
const host = String.raw`(?:(?:${label}\.)*(?=[a-z])${label}|${byte}(?:\.${byte}){3})(?::(?:\d{1,4}|[1-5]\d{4}))?`;

const isOrigin = new RegExp(String.raw`^https?://${host}(?:/[\w.~-]*)*$`, 'i');
const isHost = new RegExp(`^${host}$`, 'i');
const isWord = /^[\w.~-]+$/;

/** Longer texts are not plain, so that limits on inserted text do not apply to them. */
const longest = 1000;

/** The text of another variable, with a path after it: `{{host}}/v1`. */
const reference = /^\{\{[ \t]*([A-Za-z_][\w-]*)[ \t]*\}\}(\/[\w.~/-]*)?$/;

/** The form of a definition's text. Texts with equal forms are of the same kind wherever their variables are. */
export type PlainForm = PlainKind | `${'path' | 'copy'} ${string}`;

/** Returns undefined for a text that is not plain. */
export function plainFormOf(text: string): PlainForm | undefined {
  if (text === '' || text.length > longest) return undefined;
  if (isHost.test(text)) return 'host';
  if (isWord.test(text)) return 'word';
  if (isOrigin.test(text)) return 'origin';
  const [, name, path] = reference.exec(text) ?? [];
  return name === undefined ? undefined : `${path === undefined ? 'copy' : 'path'} ${name}`;
}

/**
 * The kind of plain text that a form has; undefined if it has none. Checks before sending give the same result for all texts of a kind.
 * @param kindOf the kind of the variable that the text names
 */
export function plainKindOf(form: PlainForm | undefined, kindOf: (name: string) => PlainKind | undefined): PlainKind | undefined {
  if (form === undefined || form === 'origin' || form === 'host' || form === 'word') return form;
  const kind = kindOf(form.slice('path '.length));
  return form.startsWith('copy') || kind === 'origin' ? kind : undefined;
}

/** An example of each kind, representative of all its texts. */
export const plainExample: Readonly<Record<PlainKind, string>> = { origin: 'http://host', host: 'host', word: 'word' };
