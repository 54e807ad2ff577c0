import { readOwnStart } from '../files/ownFiles.ts';

/** Where the bytes of a body lie: the first in a file, the rest here. */
export interface ByteSource {
  readonly file: string | null;
  /** Bytes of the file. */
  readonly filed: number;
  readonly rest: Uint8Array;
}

/** All bytes in one piece. Throws as Node does where the file is gone. */
export function readBytes({ file, filed, rest }: ByteSource): Uint8Array {
  if (file === null) return rest;
  const bytes = Buffer.allocUnsafeSlow(filed + rest.length);
  readOwnStart(file, bytes.subarray(0, filed));
  bytes.set(rest, filed);
  return bytes;
}
