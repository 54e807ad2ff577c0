import { maskText } from '../../base/masks/mask.ts';
import { findInBytes } from '../../base/masks/byteRanges.ts';
import type { Range } from '../../base/text/text.ts';
import type { BodyReader, Run } from '../../runner/index.ts';
import type { ToPanel } from '../../protocol/messages.ts';

/** Masks the secrets that a run has used so far. */
export type Hiding = Pick<Run, 'mask' | 'find' | 'secretsMet'>;

/** Includes the secrets themselves, for a worker. */
export type HidingSecrets = Hiding & Pick<Run, 'secrets'>;

/** Used before a run starts. */
export const hidesNothing: HidingSecrets = { mask: (text) => text, find: () => [], secrets: () => [], secretsMet: () => 0 };

/** Protocol fields that are never masked. */
const fixed: ReadonlySet<string> = new Set([
  'type',
  'runId',
  'level',
  'kind',
  'outcome',
  'stream',
  'view',
  'httpVersion',
  'why',
  'phase',
  'by',
  'values',
]);

/** A message with masked texts; the same object if nothing changed. */
export function maskedMessage(message: ToPanel, mask: (text: string) => string): ToPanel {
  if (message.type !== 'console') return hide(message, mask) as ToPanel;
  const lines = message.lines.map((line) => {
    const { values, ...plain } = line;
    // Masked JSON may be invalid, so values with a secret are dropped and the text is shown.
    return values === undefined || (mask(values) === values && mask(line.text) === line.text) ? line : plain;
  });
  return hide(lines.every((line, i) => line === message.lines[i]) ? message : { ...message, lines }, mask) as ToPanel;
}

/** Data with masked texts; the same object if nothing changed. */
export const masked = <T>(data: T, mask: (text: string) => string): T => hide(data, mask) as T;

function hide(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, fixed.has(key) ? member : hide(member, mask)] as const);
  if (members.every(([key, member]) => member === (value as Readonly<Record<string, unknown>>)[key])) return value;
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

/** Bytes with secrets replaced byte by byte, so that other bytes keep their offsets. */
export function maskedBytes(bytes: Uint8Array, find: Hiding['find']): Uint8Array {
  const ranges = findInBytes(bytes, find);
  if (ranges.length === 0) return bytes;
  const shown = bytes.slice();
  for (const { start, end } of ranges) shown.fill(0x2a, start, end);
  return shown;
}

/** Bytes around a range to search for secrets that cross its border. */
const around = 4096;

/** Offsets of the bytes in a range that belong to secrets. */
export function hiddenBytes(body: Pick<BodyReader, 'read'>, part: Range, find: Hiding['find']): ReadonlySet<number> {
  const from = Math.max(0, part.start - around);
  const window = body.read(from, part.end + around);
  const hidden = new Set<number>();
  for (const { start, end } of findInBytes(window, find))
    for (let at = Math.max(from + start, part.start); at < Math.min(from + end, part.end); at++) hidden.add(at);
  return hidden;
}

/** Masks lines, keeping their number: a secret that spans lines is masked in each. */
export function maskedLines(lines: readonly string[], find: Hiding['find']): readonly string[] {
  const ranges = find(lines.join('\n'));
  if (ranges.length === 0) return lines;
  let from = 0;
  return lines.map((line) => {
    const start = from;
    from += line.length + 1;
    let shown = '';
    let at = 0;
    for (const range of ranges) {
      const hidden = { start: Math.max(at, range.start - start), end: Math.min(line.length, range.end - start) };
      if (hidden.start >= hidden.end) continue;
      shown += line.slice(at, hidden.start) + maskText;
      at = hidden.end;
    }
    return shown + line.slice(at);
  });
}
