import type { StreamKind } from '../../base/events/streamKind.ts';
import type { BodyReader, createStreamParser } from '../../runner/index.ts';
import type { EventPlace } from './eventPlace.ts';
import { sequencePlaces } from './sequenceBytes.ts';

const blockSize = 1024 * 1024;
const [LF, CR] = [0x0a, 0x0d];

/**
 * The positions of the events of one connection in its bytes, in order. Yields after each block. Uses the parser that
 * created the events, so both agree.
 */
export function* eventPlaces(
  bytes: Pick<BodyReader, 'size' | 'read'>,
  kind: StreamKind,
  createParser: typeof createStreamParser,
): Generator<readonly EventPlace[]> {
  if (kind === 'json-seq') return yield* sequencePlaces(bytes, createParser);
  let found: EventPlace[] = [];
  /** The last lines completed by an empty line; `from` is where the next begin. */
  let whole = { start: 0, end: 0 };
  let from = 0;
  const parser = createParser(kind, {
    event: ({ index }) => found.push({ index, ...whole }),
    comment: () => undefined,
  });
  let lineStart = 0;
  const push = (line: Uint8Array, at: number): void => {
    const end = at + line.length;
    const last = line.at(-1);
    const endsLine = last === LF || last === CR;
    const isBlank = at === lineStart && line.every((byte) => byte === LF || byte === CR);
    if (endsLine) lineStart = end;
    if (endsLine && (isBlank || kind === 'ndjson')) {
      whole = { start: from, end };
      from = end;
    }
    parser.push(line);
  };
  for (let at = 0; at < bytes.size;) {
    const block = bytes.read(at, Math.min(bytes.size, at + blockSize));
    const isLast = at + block.length >= bytes.size;
    let start = 0;
    for (let i = 0; i < block.length; i++) {
      if (block[i] !== LF && block[i] !== CR) continue;
      if (block[i] === CR) {
        // A LF may follow in the next block.
        if (kind === 'ndjson') continue;
        if (i + 1 === block.length && !isLast) break;
        if (block[i + 1] === LF) i++;
      }
      push(block.subarray(start, i + 1), at + start);
      start = i + 1;
    }
    if (start === 0 || isLast) {
      if (start < block.length) push(block.subarray(start), at + start);
      start = block.length;
    }
    at += start;
    yield found;
    found = [];
  }
  if (from < bytes.size) whole = { start: from, end: bytes.size };
  parser.end();
  yield found;
}

/**
 * The bytes of selected events in blocks, with each block's share of the stream (0 to 1).
 * @param wanted event numbers, ascending
 */
export function* bytesOfEvents(
  bytes: Pick<BodyReader, 'size' | 'read'>,
  kind: StreamKind,
  createParser: typeof createStreamParser,
  wanted: Iterator<number>,
): Generator<{ readonly bytes: Uint8Array; readonly part: number }> {
  let next = wanted.next();
  for (const places of eventPlaces(bytes, kind, createParser)) {
    const parts: Uint8Array[] = [];
    for (const { index, start, end } of places) {
      while (next.done !== true && next.value < index) next = wanted.next();
      if (next.done !== true && next.value === index) parts.push(bytes.read(start, end));
    }
    yield { bytes: Buffer.concat(parts), part: Math.min(1, blockSize / Math.max(1, bytes.size)) };
  }
}
