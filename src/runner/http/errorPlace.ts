/**
 * Which octet of a chunk the parser fell over, from 0. undici tells only what is left of the chunk from there on, as text.
 * @param rest the octets from there on, decoded as UTF-8
 */
export function errorPlace(chunk: Buffer, rest: string): number | undefined {
  let low = 0;
  let high = chunk.length;
  // The later it begins, the shorter is the text.
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (chunk.toString('utf8', middle).length > rest.length) low = middle + 1;
    else high = middle;
  }
  return chunk.toString('utf8', low) === rest ? low : undefined;
}
