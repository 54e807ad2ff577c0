// Node's TextDecoder leaves legacy encodings to ICU, which differs from the WHATWG Encoding Standard in some of them, knows some not
// at all, and reads windows-1252 as ISO-8859-1 in some versions. Those are decoded here.

/** Characters of the bytes from `from` on, in place of those that TextDecoder has. */
type Differences = readonly (readonly [from: number, characters: string])[];

const unassigned = (count: number): string => '\ufffd'.repeat(count);

const differences: Readonly<Record<string, Differences>> = {
  'windows-1252': [[0x80, '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ']],
  'windows-1253': [[0xaa, unassigned(1)]],
  'windows-1255': [[0xca, '\u05ba']],
  'windows-874': [
    [0xdb, unassigned(4)],
    [0xfc, unassigned(4)],
  ],
  'koi8-u': [
    [0xae, 'ў'],
    [0xbe, 'Ў'],
  ],
  ibm866: [],
  'iso-8859-16': [[0xa0, '\u00a0ĄąŁ€„Š§š©Ș«Ź\u00adźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ']],
  'x-user-defined': [[0x80, String.fromCharCode(...Array.from({ length: 128 }, (_, i) => 0xf780 + i))]],
};

/** Encodings that TextDecoder may not know; each is its own only label. */
const unknown = new Set(['iso-8859-16', 'x-user-defined']);

/** The encoding of a label in lower case (WHATWG Encoding §4.2), undefined where there is none. */
export function encodingOf(label: string): string | undefined {
  const name = label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '').toLowerCase();
  if (unknown.has(name)) return name;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

const tables = new Map<string, string>();

/** The characters of the bytes 0x80 to 0xFF. */
function upperHalf(encoding: string, differing: Differences): string {
  let table = tables.get(encoding);
  if (table === undefined) {
    const bytes = Uint8Array.from({ length: 128 }, (_, i) => 0x80 + i);
    // All that differs from ISO-8859-1 stands above.
    const isLatin1 = encoding === 'windows-1252' || unknown.has(encoding);
    table = isLatin1 ? String.fromCharCode(...bytes) : new TextDecoder(encoding).decode(bytes);
    for (const [from, text] of differing) table = table.slice(0, from - 0x80) + text + table.slice(from - 0x80 + text.length);
    tables.set(encoding, table);
  }
  return table;
}

/** Characters that one call makes a text of: more would overflow the stack. */
const piece = 8192;

/** Bytes as text, as the WHATWG Encoding Standard says. @param encoding a name that `encodingOf` gave */
export function decodeText(bytes: Uint8Array, encoding: string): string {
  const differing = differences[encoding];
  if (differing === undefined) return new TextDecoder(encoding).decode(bytes);
  const upper = upperHalf(encoding, differing);
  const units = new Uint16Array(Math.min(piece, bytes.length));
  let text = '';
  for (let at = 0; at < bytes.length; at += piece) {
    const part = bytes.subarray(at, at + piece);
    for (let i = 0; i < part.length; i++) {
      const byte = part[i] as number;
      units[i] = byte < 0x80 ? byte : upper.charCodeAt(byte - 0x80);
    }
    text += String.fromCharCode(...units.subarray(0, part.length));
  }
  return text;
}

/** What decodes bytes that come in pieces. */
interface TextDecoding {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/** Decodes bytes that come in pieces, as `decodeText` does. @param encoding a name that `encodingOf` gave */
export function textDecoder(encoding: string): TextDecoding {
  if (differences[encoding] === undefined) return new TextDecoder(encoding);
  // Each of these has one byte for a character.
  return { decode: (bytes) => (bytes === undefined ? '' : decodeText(bytes, encoding)) };
}
