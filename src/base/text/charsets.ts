// Node.js leaves legacy encodings to ICU, which differs from the WHATWG Encoding Standard for some of them and lacks
// others. Some versions also decode windows-1252 as ISO-8859-1. These encodings are decoded here.

/** Characters that differ from those of TextDecoder, for consecutive bytes starting at `from`. */
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

/** Encodings that TextDecoder may lack; each has a single label. */
const unknown = new Set(['iso-8859-16', 'x-user-defined']);

/** The lower-case encoding name for a label (WHATWG Encoding §4.2); undefined for an unknown label. */
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

/** The characters for the bytes 0x80 to 0xFF. */
function upperHalf(encoding: string, differing: Differences): string {
  let table = tables.get(encoding);
  if (table === undefined) {
    const bytes = Uint8Array.from({ length: 128 }, (_, i) => 0x80 + i);
    // For these, `differences` lists everything that differs from ISO-8859-1.
    const isLatin1 = encoding === 'windows-1252' || unknown.has(encoding);
    table = isLatin1 ? String.fromCharCode(...bytes) : new TextDecoder(encoding).decode(bytes);
    for (const [from, text] of differing) table = table.slice(0, from - 0x80) + text + table.slice(from - 0x80 + text.length);
    tables.set(encoding, table);
  }
  return table;
}

/** Characters per call of `String.fromCharCode`; more arguments overflow the stack. */
const piece = 8192;

/**
 * Decodes bytes as the WHATWG Encoding Standard defines.
 * @param encoding a name returned by `encodingOf`
 */
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

/** A streaming decoder, such as TextDecoder. */
interface TextDecoding {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/**
 * A streaming version of `decodeText`.
 * @param encoding a name returned by `encodingOf`
 */
export function textDecoder(encoding: string): TextDecoding {
  if (differences[encoding] === undefined) return new TextDecoder(encoding);
  // These encodings have one byte per character, so no state is needed between chunks.
  return { decode: (bytes) => (bytes === undefined ? '' : decodeText(bytes, encoding)) };
}
