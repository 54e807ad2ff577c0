import { fillGiven } from '../../files/given.ts';
import type { BodyReader } from '../../runner/index.ts';

const blockSize = 1024 * 1024;

/** The pieces to write; `part` is each piece's share of the whole (0 to 1). */
export type Pieces = Iterable<{ readonly bytes: Uint8Array; readonly part: number }>;
export type Report = (part: number) => void;

/** All bytes of a body. */
export function* bytePieces(bytes: Pick<BodyReader, 'size' | 'read'>): Generator<{ readonly bytes: Uint8Array; readonly part: number }> {
  const { size } = bytes;
  for (let at = 0; at < size; at += blockSize) yield { bytes: bytes.read(at, Math.min(size, at + blockSize)), part: blockSize / size };
}

/**
 * Writes a local file of any size; an existing file stays unchanged until all is written.
 * @returns false if the user cancelled
 */
export async function writeFile(
  target: string,
  pieces: Pieces,
  report: Report,
  token: { readonly isCancellationRequested: boolean },
): Promise<boolean> {
  return fillGiven(target, async (handle) => {
    for (const { bytes, part } of pieces) {
      if (token.isCancellationRequested) return false;
      await handle.writeFile(bytes);
      report(part);
    }
    return !token.isCancellationRequested;
  });
}
