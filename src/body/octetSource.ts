import fs from 'node:fs';

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
  const descriptor = fs.openSync(file, 'r');
  try {
    for (let at = 0; at < filed;) {
      const read = fs.readSync(descriptor, octets, at, filed - at, at);
      if (read === 0) throw new Error(`${file} is shorter than it was`);
      at += read;
    }
  } finally {
    fs.closeSync(descriptor);
  }
  octets.set(rest, filed);
  return octets;
}
