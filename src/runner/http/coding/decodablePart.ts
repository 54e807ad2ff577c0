import zlib from 'node:zlib';

export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

/** Decoded octets that are looked for at most: more would block others for as long as they are decoded some dozen times. */
const maxOutputLength = 4 * 1024 * 1024;

/**
 * What the longest beginning of broken data decodes to that can be decoded, where it is gzip or zlib at all: where a coding fails, all of it is lost that
 * came with the octet at fault, and that may be a checksum at the very end.
 * @param codings the outermost first
 * @param octets all of the data, from its first octet to behind the fault; little of it, for it is decoded some dozen times
 */
export function decodablePart(codings: readonly Coding[], octets: Buffer): Buffer {
  if (!isMarked(codings[0], octets)) return Buffer.alloc(0);
  let good = 0;
  let part: Buffer = Buffer.alloc(0);
  // Whatever is longer than a beginning that fails fails, too.
  for (let bad = octets.length + 1; good + 1 < bad;) {
    const middle = (good + bad) >> 1;
    const decoded = decode(codings, octets.subarray(0, middle));
    if (decoded === undefined) bad = middle;
    else [good, part] = [middle, decoded];
  }
  return part;
}

/** Whether data shows at its beginning that it is what it is said to be: the other codings find some meaning in any octets. */
function isMarked(coding: Coding | undefined, octets: Buffer): boolean {
  return coding === 'gzip' || (coding === 'deflate' && isWrapped(octets[0] ?? 0));
}

function decode(codings: readonly Coding[], octets: Buffer): Buffer | undefined {
  try {
    return codings.reduce<Buffer>((bytes, coding) => (bytes.length === 0 ? bytes : decodeOne(coding, bytes)), octets);
  } catch {
    return undefined;
  }
}

function decodeOne(coding: Coding, octets: Buffer): Buffer {
  const options = { finishFlush: zlib.constants.Z_SYNC_FLUSH, maxOutputLength };
  switch (coding) {
    case 'gzip':
      return zlib.gunzipSync(octets, options);
    case 'deflate':
      return isWrapped(octets[0] as number) ? zlib.inflateSync(octets, options) : zlib.inflateRawSync(octets, options);
    case 'br':
      return zlib.brotliDecompressSync(octets, { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH, maxOutputLength });
    case 'zstd':
      return Buffer.alloc(0);
  }
}

/** Some servers send deflate without the zlib wrapper, whose first octet has an 8 in its low half. */
export const isWrapped = (first: number): boolean => (first & 0x0f) === 0x08;
