import { percentDecoded } from '../text/percentDecoding.ts';
import { SecretVariants } from './secretVariants.ts';
import type { Range } from '../text/text.ts';

/** Replaces a secret in shown text. */
export const maskText = '•••';

/** Shorter secrets are not masked: masking each `1` would hide the response and protect nothing. */
const shortest = 3;

/** Maximum UTF-16 units of one encoded unit (`\\u00e9`, `%C3%A9`, `&#x1f600;`), plus an allowance for adjacent base64 characters. */
const longestSpelling = 16;
const neighbours = 64;

/** Maximum UTF-16 units of an encoded secret. To search a text that is cut, include this much on both sides of the cut. */
export const spellingWindow = (longestSecret: number): number => (longestSecret === 0 ? 0 : longestSpelling * longestSecret + neighbours);

/** A text to hide. `before`, `after`: adjacent characters that contain some of its bits. */
interface Form {
  readonly text: string;
  readonly before: 0 | 1;
  readonly after: 0 | 1;
}

const base64Character = /[A-Za-z0-9+/_-]/;
const utf8 = new TextEncoder();

/**
 * The three forms that bytes can have inside a longer base64 text (`user:secret` in Basic credentials), by their offset
 * modulo 3. Characters shared with adjacent bytes are left out.
 */
function base64Forms(bytes: Uint8Array): Form[] {
  const forms: Form[] = [];
  for (const offset of [0, 1, 2] as const) {
    let binary = '\0'.repeat(offset);
    for (const byte of bytes) binary += String.fromCharCode(byte);
    const shared = binary.length % 3 === 0 ? 0 : 1;
    const whole = btoa(binary).replace(/=+$/, '');
    const text = whole.slice([0, 2, 3][offset], whole.length - shared);
    const before = offset === 0 ? 0 : 1;
    // Shorter forms would match everywhere.
    if (text.length < 4) continue;
    for (const written of base64Spellings(text)) forms.push({ text: written, before, after: shared });
  }
  return forms;
}

/** Base64 as it is, in the URL alphabet (RFC 4648 §5), percent-encoded, and with `\\/` as some JSON encoders write it. */
function base64Spellings(text: string): ReadonlySet<string> {
  const all = new Set([text]);
  if (!/[+/]/.test(text)) return all;
  const percent = encodeURIComponent(text);
  return all
    .add(text.replaceAll('+', '-').replaceAll('/', '_'))
    .add(percent)
    .add(percent.replaceAll('%2B', '%2b').replaceAll('%2F', '%2f'))
    .add(text.replaceAll('/', '\\/'));
}

/** UTF-8 bytes decoded as Latin-1, as a server may show a header: `Ã©` for `é`. Unchanged for ASCII. */
function asLatin1(text: string): string {
  let out = '';
  for (const byte of utf8.encode(text)) out += String.fromCharCode(byte);
  return out;
}

/** Minimum length for hiding the path of a secret URL by itself; shorter paths are common in other URLs. */
const shortestPath = 12;

/** Parts of a secret URL that are shown alone: host and path in messages, user information in a header. */
function partsOfUrl(text: string): string[] {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text) || !URL.canParse(text)) return [];
  const { href, host, hostname, username, password, pathname, search } = new URL(text);
  const parts = [href, host, hostname, username, password];
  if ((pathname + search).length >= shortestPath) parts.push(pathname + search);
  for (const part of [username, password]) if (part.includes('%')) parts.push(percentDecoded(part));
  return parts;
}

/** A secret to search for. The matcher for its variants is created on first use, because that is slow. */
class HiddenText {
  readonly plain: string;
  readonly forms: readonly Form[];
  #spelled: SecretVariants | undefined;
  constructor(plain: string) {
    this.plain = plain;
    this.forms = base64Forms(utf8.encode(plain));
  }

  get spelled(): SecretVariants {
    return (this.#spelled ??= new SecretVariants(this.plain));
  }
}

/** The secrets of a set that were prepared so far; sets only grow. */
interface Known {
  read: number;
  readonly texts: Map<string, HiddenText>;
  all: readonly HiddenText[];
}

const knownOf = new WeakMap<ReadonlySet<string>, Known>();

function read(secrets: ReadonlySet<string>): readonly HiddenText[] {
  let known = knownOf.get(secrets);
  if (known === undefined) knownOf.set(secrets, (known = { read: 0, texts: new Map(), all: [] }));
  if (known.read === secrets.size) return known.all;
  const { texts } = known;
  let nth = 0;
  for (const secret of secrets) {
    if (nth++ < known.read || secret.length < shortest) continue;
    // White space at the ends of a header's value is not sent.
    for (const text of [secret, secret.trim(), asLatin1(secret), ...partsOfUrl(secret)])
      if (text.length >= shortest && !texts.has(text)) texts.set(text, new HiddenText(text));
  }
  known.read = secrets.size;
  known.all = [...texts.values()];
  return known.all;
}

/**
 * Finds secrets in shown text: plain, percent-encoded (fully or where needed), escaped for JSON, HTML or XML, and in
 * base64, also inside a longer base64 text; for a URL also its host and path. A set that has grown since the last call
 * is only prepared for its new secrets.
 * @returns sorted ranges that do not overlap
 */
export function createFinder(secrets: Iterable<string>): (text: string) => readonly Range[] {
  const known = read(secrets instanceof Set ? secrets : new Set(secrets));
  return (text) => {
    const found: Range[] = [];
    // Without these characters no variant can occur, and a plain text search is many times faster.
    const spelledOut = known.length > 0 && /[%\\+&]/.test(text);
    for (const hidden of known) {
      if (spelledOut) hidden.spelled.find(text, found);
      else findText(text, { text: hidden.plain, before: 0, after: 0 }, found);
      for (const form of hidden.forms) findText(text, form, found);
    }
    return found.length < 2 ? found : merged(found);
  };
}

/** Replaces secrets in shown text by `maskText`, in all forms that `createFinder` finds. */
export function createMask(secrets: Iterable<string>): (text: string) => string {
  const find = createFinder(secrets);
  return (text) => {
    const ranges = find(text);
    if (ranges.length === 0) return text;
    let out = '';
    let from = 0;
    for (const { start, end } of ranges) {
      out += text.slice(from, start) + maskText;
      from = end;
    }
    return out + text.slice(from);
  };
}

function findText(text: string, { text: form, before, after }: Form, found: Range[]): void {
  for (let at = text.indexOf(form), from = 0; at >= 0; at = text.indexOf(form, from)) {
    const start = before === 1 && at > from && base64Character.test(text[at - 1] ?? '') ? at - 1 : at;
    let end = at + form.length;
    if (after === 1 && base64Character.test(text[end] ?? '')) end++;
    found.push({ start, end });
    from = end;
  }
}

function merged(ranges: readonly Range[]): readonly Range[] {
  const all: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}
