import { readOwnStart } from '../files/ownFiles.ts';

/** Where the bytes of a body are: the first in a file, the rest in memory. */
export interface ByteSource {
  readonly file: string | null;
  /** Bytes in the file. */
  readonly filed: number;
  readonly rest: Uint8Array;
}

/**
 * All bytes in one array.
 * @throws the system's error if the file is gone
 */
export function readBytes({ file, filed, rest }: ByteSource): Uint8Array {
  if (file === null) return rest;
  const bytes = Buffer.allocUnsafeSlow(filed + rest.length);
  readOwnStart(file, bytes.subarray(0, filed));
  bytes.set(rest, filed);
  return bytes;
}
