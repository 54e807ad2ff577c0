import { readOwnStart } from '../files/ownFiles.ts';

/** Where the octets of a body lie: the first in a file, the rest here. */
export interface OctetSource {
  readonly file: string | null;
  /** Octets of the file. */
  readonly filed: number;
  readonly rest: Uint8Array;
}

/** All octets in one piece. Throws as Node does where the file is gone. */
export function readOctets({ file, filed, rest }: OctetSource): Uint8Array {
  if (file === null) return rest;
  const octets = Buffer.allocUnsafeSlow(filed + rest.length);
  readOwnStart(file, octets.subarray(0, filed));
  octets.set(rest, filed);
  return octets;
}
