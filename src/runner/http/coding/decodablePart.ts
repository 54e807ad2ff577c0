import zlib from 'node:zlib';

export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

/** Limit of decoded bytes. Data is decoded synchronously about a dozen times, so more would block the thread. */
const maxOutputLength = 4 * 1024 * 1024;

/**
 * Decodes the longest valid prefix of corrupt gzip or zlib data; empty for other data. A streaming decoder loses everything it received
 * together with the wrong byte, even if only the checksum at the end is wrong.
 * @param codings outermost first
 * @param bytes the data from its start past the wrong byte; must be small, as it is decoded about a dozen times
 */
export function decodablePart(codings: readonly Coding[], bytes: Buffer): Buffer {
  if (!isMarked(codings[0], bytes)) return Buffer.alloc(0);
  let good = 0;
  let part: Buffer = Buffer.alloc(0);
  // Binary search: if a prefix fails, every longer one fails too.
  for (let bad = bytes.length + 1; good + 1 < bad;) {
    const middle = (good + bad) >> 1;
    const decoded = decode(codings, bytes.subarray(0, middle));
    if (decoded === undefined) bad = middle;
    else [good, part] = [middle, decoded];
  }
  return part;
}

/** Whether the data has a recognizable header. The other codings decode almost any bytes to something. */
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

/** Whether deflate data has a zlib wrapper (low nibble of the first byte is 8), which some servers omit. */
export const isWrapped = (first: number): boolean => (first & 0x0f) === 0x08;
