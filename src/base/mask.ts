/** What stands where a secret would. */
export const maskText = '•••';

/** Shorter texts are left: masking each `1` would hide the answer and protect nothing. */
const shortest = 3;

/** A text to hide, and how many characters beside it hold some of its bits. */
interface Form {
  readonly text: string;
  readonly before: 0 | 1;
  readonly after: 0 | 1;
}

const base64Character = /[A-Za-z0-9+/_-]/;
const utf8 = new TextEncoder();

/**
 * Base64 of octets as it stands inside a longer base64 text (`user:secret` in Basic credentials): by where the octets begin in
 * a group of three there are three forms, without the characters that they share with their neighbours.
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
    // Fewer characters than four would be found everywhere.
    if (text.length < 4) continue;
    forms.push({ text, before, after: shared });
    const forUrls = text.replaceAll('+', '-').replaceAll('/', '_');
    if (forUrls !== text) forms.push({ text: forUrls, before, after: shared });
  }
  return forms;
}

/** How one character may be written where it is shown: itself, percent-encoded, escaped in JSON. Alternatives of a pattern. */
function spellings(character: string): string {
  const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const all = new Set([character, JSON.stringify(character).slice(1, -1)]);
  let percent = '';
  for (const byte of utf8.encode(character)) percent += `%${byte.toString(16).padStart(2, '0')}`;
  all.add(percent).add(percent.toUpperCase());
  if (character === ' ') all.add('+');
  if (character === '/') all.add('\\/');
  if (character.length === 1) {
    const unit = character.charCodeAt(0).toString(16).padStart(4, '0');
    all.add(`\\u${unit}`).add(`\\u${unit.toUpperCase()}`);
  }
  // The longest first: a `%` that is written `%25` is hidden whole.
  const longestFirst = [...all].toSorted((a, b) => b.length - a.length);
  return `(?:${longestFirst.map(escaped).join('|')})`;
}

/** How a server shows the octets of a header that it takes for Latin-1: `Ã©` for `é`. The same text where all of it is ASCII. */
function asLatin1(text: string): string {
  let out = '';
  for (const byte of utf8.encode(text)) out += String.fromCharCode(byte);
  return out;
}

/** A secret as it is looked for. What finds its other spellings is made when a text may hold one: that takes long. */
class HiddenText {
  readonly plain: string;
  readonly forms: readonly Form[];
  #spelled: RegExp | undefined;
  constructor(plain: string) {
    this.plain = plain;
    this.forms = base64Forms(utf8.encode(plain));
  }

  get spelled(): RegExp {
    return (this.#spelled ??= new RegExp(Array.from(this.plain, spellings).join(''), 'g'));
  }
}

/** The secrets of a set, as far as they have been read: sets only grow. The longest come first. */
interface Known {
  read: number;
  readonly texts: Map<string, HiddenText>;
  longestFirst: readonly HiddenText[];
}

const knownOf = new WeakMap<ReadonlySet<string>, Known>();

function read(secrets: ReadonlySet<string>): readonly HiddenText[] {
  let known = knownOf.get(secrets);
  if (known === undefined) knownOf.set(secrets, (known = { read: 0, texts: new Map(), longestFirst: [] }));
  if (known.read === secrets.size) return known.longestFirst;
  const { texts } = known;
  let nth = 0;
  for (const secret of secrets) {
    if (nth++ < known.read || secret.length < shortest) continue;
    for (const text of [secret, asLatin1(secret)]) if (!texts.has(text)) texts.set(text, new HiddenText(text));
  }
  known.read = secrets.size;
  known.longestFirst = [...texts.values()].toSorted((x, y) => y.plain.length - x.plain.length);
  return known.longestFirst;
}

/**
 * Hides secrets in everything that is shown: plain, percent-encoded (wholly or where an encoder found it needed), escaped in
 * JSON, and in base64, also as a part of a longer base64 text. A set may have grown since it was given last: what was made of
 * the others is made once.
 */
export function createMask(secrets: Iterable<string>): (text: string) => string {
  const known = read(secrets instanceof Set ? secrets : new Set(secrets));
  if (known.length === 0) return (text) => text;
  return (text) => {
    let out = text;
    // Without these signs nothing is spelled another way, and looking for plain text is many times faster.
    const spelledOut = /[%\\+]/.test(text);
    for (const hidden of known) {
      if (spelledOut) out = out.replace(hidden.spelled, maskText);
      else if (out.includes(hidden.plain)) out = out.replaceAll(hidden.plain, maskText);
    }
    for (const { forms } of known) for (const form of forms) if (out.includes(form.text)) out = hide(out, form);
    return out;
  };
}

function hide(text: string, { text: form, before, after }: Form): string {
  let out = '';
  let from = 0;
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, from)) {
    const start = before === 1 && at > from && base64Character.test(text[at - 1] ?? '') ? at - 1 : at;
    let end = at + form.length;
    if (after === 1 && base64Character.test(text[end] ?? '')) end++;
    out += text.slice(from, start) + maskText;
    from = end;
  }
  return out + text.slice(from);
}
