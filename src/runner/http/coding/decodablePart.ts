import zlib from 'node:zlib';

export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

/** Decoded bytes that are looked for at most: more would block others for as long as they are decoded some dozen times. */
const maxOutputLength = 4 * 1024 * 1024;

/**
 * What the longest beginning of broken data decodes to that can be decoded, where it is gzip or zlib at all: where a coding fails, all of it is lost that
 * came with the byte at fault, and that may be a checksum at the very end.
 * @param codings the outermost first
 * @param bytes all of the data, from its first byte to behind the fault; little of it, for it is decoded some dozen times
 */
export function decodablePart(codings: readonly Coding[], bytes: Buffer): Buffer {
  if (!isMarked(codings[0], bytes)) return Buffer.alloc(0);
  let good = 0;
  let part: Buffer = Buffer.alloc(0);
  // Whatever is longer than a beginning that fails fails, too.
  for (let bad = bytes.length + 1; good + 1 < bad;) {
    const middle = (good + bad) >> 1;
    const decoded = decode(codings, bytes.subarray(0, middle));
    if (decoded === undefined) bad = middle;
    else [good, part] = [middle, decoded];
  }
  return part;
}

/** Whether data shows at its beginning that it is what it is said to be: the other codings find some meaning in any bytes. */
function isMarked(coding: Coding | undefined, bytes: Buffer): boolean {
  return coding === 'gzip' || (coding === 'deflate' && isWrapped(bytes[0] ?? 0));
}

function decode(codings: readonly Coding[], bytes: Buffer): Buffer | undefined {
  try {
    return codings.reduce<Buffer>((decoded, coding) => (decoded.length === 0 ? decoded : decodeOne(coding, decoded)), bytes);
  } catch {
    return undefined;
  }
}

function decodeOne(coding: Coding, bytes: Buffer): Buffer {
  const options = { finishFlush: zlib.constants.Z_SYNC_FLUSH, maxOutputLength };
  switch (coding) {
    case 'gzip':
      return zlib.gunzipSync(bytes, options);
    case 'deflate':
      return isWrapped(bytes[0] as number) ? zlib.inflateSync(bytes, options) : zlib.inflateRawSync(bytes, options);
    case 'br':
      return zlib.brotliDecompressSync(bytes, { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH, maxOutputLength });
    case 'zstd':
      return Buffer.alloc(0);
  }
}

/** Some servers send deflate without the zlib wrapper, whose first byte has an 8 in its low half. */
export const isWrapped = (first: number): boolean => (first & 0x0f) === 0x08;
