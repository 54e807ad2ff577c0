import type { BodyReader, createStreamParser } from '../../runner/index.ts';
import type { EventPlace } from './eventPlace.ts';

const blockSize = 1024 * 1024;
const [LF, recordSeparator] = [0x0a, 0x1e];

/** The positions of the records of a JSON sequence (RFC 7464), each with its separator. Yields after each block. */
export function* sequencePlaces(
  bytes: Pick<BodyReader, 'size' | 'read'>,
  createParser: typeof createStreamParser,
): Generator<readonly EventPlace[]> {
  let found: EventPlace[] = [];
  let record = { start: 0, end: 0 };
  const parser = createParser('json-seq', {
    event: ({ index }) => {
      found.push({ index, ...record });
      record = { start: record.end, end: record.end };
    },
    comment: () => undefined,
  });
  /** @param end the end of a record that these bytes complete */
  const push = (piece: Uint8Array, end: number): void => {
    record = { start: record.start, end };
    parser.push(piece);
  };
  for (let at = 0; at < bytes.size; at += blockSize) {
    const block = bytes.read(at, Math.min(bytes.size, at + blockSize));
    let start = 0;
    for (let i = 0; i < block.length; i++) {
      if (block[i] === recordSeparator) {
        push(block.subarray(start, i), at + i);
        push(block.subarray(i, i + 1), at + i);
        start = i + 1;
      } else if (block[i] === LF) {
        push(block.subarray(start, i + 1), at + i + 1);
        start = i + 1;
      }
    }
    push(block.subarray(start), at + block.length);
    yield found;
    found = [];
  }
  record = { start: record.start, end: bytes.size };
  parser.end();
  yield found;
}
