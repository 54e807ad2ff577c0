import type { Range } from './text.ts';
import { sequenceLength } from './utf8.ts';

/** Where secrets stand in a text, in its order. */
type Find = (text: string) => readonly Range[];

/** UTF-8 that stands in bytes without a break. */
interface TextRun {
  /** Where it begins in the bytes, and in the text of all runs. */
  readonly byte: number;
  readonly unit: number;
  readonly text: string;
}

/**
 * Where secrets stand in bytes: by the bytes themselves, and by the text that they are in UTF-8, since a server may have taken
 * the bytes of a secret for characters and encoded those. In their order; no two overlap.
 */
export function findInBytes(bytes: Uint8Array, find: Find): readonly Range[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('latin1');
  const found = find(text);
  // Of ASCII both are the same text. Counted so, it is seen without a look at each byte here.
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
