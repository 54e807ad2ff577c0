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

/**
 * Hides secrets in everything that is shown: plain, percent-encoded (wholly or where an encoder found it needed), escaped in
 * JSON, and in base64, also as a part of a longer base64 text.
 */
export function createMask(secrets: Iterable<string>): (text: string) => string {
  const long = [...secrets].filter((s) => s.length >= shortest);
  const known = [...new Set(long.flatMap((s) => [s, asLatin1(s)]))].toSorted((a, b) => b.length - a.length);
  if (known.length === 0) return (text) => text;
  const patterns = known.map((s) => ({ plain: s, spelled: new RegExp(Array.from(s, spellings).join(''), 'g') }));
  const forms = known.flatMap((s) => base64Forms(utf8.encode(s)));
  return (text) => {
    let out = text;
    // Without these signs nothing is spelled another way, and looking for plain text is many times faster.
    const spelledOut = /[%\\+]/.test(text);
    for (const { plain, spelled } of patterns) {
      if (spelledOut) out = out.replace(spelled, maskText);
      else if (out.includes(plain)) out = out.replaceAll(plain, maskText);
    }
    for (const form of forms) if (out.includes(form.text)) out = hide(out, form);
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
