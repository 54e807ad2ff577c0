import type { Range } from '../text/text.ts';
import { sequenceLength } from '../text/utf8.ts';

/** Returns the ranges of secrets in a text, sorted. */
type Find = (text: string) => readonly Range[];

/** A run of consecutive valid UTF-8. */
interface TextRun {
  /** Start offsets: in the bytes, and in the joined text of all runs (UTF-16 units). */
  readonly byte: number;
  readonly unit: number;
  readonly text: string;
}

/**
 * Finds secrets in bytes. Searches the bytes as Latin-1 and as UTF-8, because a server may decode the bytes of a secret
 * as Latin-1 and encode the result again. Returns sorted ranges that do not overlap.
 */
export function findInBytes(bytes: Uint8Array, find: Find): readonly Range[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('latin1');
  const found = find(text);
  // For ASCII both texts are equal. Comparing lengths detects that without a loop over the bytes here.
  return Buffer.byteLength(text) > bytes.length ? merged([...found, ...findInText(buffer, find)]) : found;
}

function merged(ranges: readonly Range[]): readonly Range[] {
  const all: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last !== undefined && range.start < last.end) all[all.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    else all.push(range);
  }
  return all;
}

function findInText(buffer: Buffer, find: Find): readonly Range[] {
  const runs = runsOf(buffer);
  const ranges = find(runs.map(({ text }) => text).join('\ufffd'));
  let at = 0;
  return ranges.map(({ start, end }) => {
    while ((runs[at + 1]?.unit ?? Infinity) <= start) at++;
    const run = runs[at] as TextRun;
    const byteOf = (unit: number): number => run.byte + Buffer.byteLength(run.text.slice(0, unit - run.unit));
    return { start: byteOf(start), end: byteOf(end) };
  });
}

function runsOf(buffer: Buffer): readonly TextRun[] {
  const runs: TextRun[] = [];
  let unit = 0;
  for (let byte = 0, at = 0; byte <= buffer.length && at <= buffer.length;) {
    const length = at < buffer.length ? sequenceLength(buffer, at) : 0;
    if (length > 0) {
      at += length;
      continue;
    }
    if (at > byte) {
      const text = buffer.toString('utf8', byte, at);
      runs.push({ byte, unit, text });
      unit += text.length + 1;
    }
    byte = ++at;
  }
  return runs;
}
