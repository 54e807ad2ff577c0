import type { EncodedValue } from '../../../base/values/valueCodec.ts';
import type { ConsoleLine } from '../runModel.ts';

export const levels = ['log', 'info', 'warn', 'error'] as const;
export type Level = (typeof levels)[number];

export interface ConsoleRow {
  readonly line: ConsoleLine;
  readonly count: number;
  /** The index of its first line, including dropped lines. */
  readonly index: number;
}

/** Rows for the lines of some levels; repeated lines are merged. */
export function consoleRows(lines: readonly ConsoleLine[], dropped: number, shown: ReadonlySet<Level>): readonly ConsoleRow[] {
  const rows: ConsoleRow[] = [];
  lines.forEach((line, i) => {
    if (!shown.has(line.level)) return;
    const last = rows.at(-1);
    if (last !== undefined && isSame(last.line, line)) rows[rows.length - 1] = { ...last, count: last.count + 1 };
    else rows.push({ line, count: 1, index: dropped + i });
  });
  return rows;
}

const isSame = (a: ConsoleLine, b: ConsoleLine): boolean =>
  a.text === b.text && a.level === b.level && a.values === b.values && a.place?.line === b.place?.line && a.place?.file === b.place?.file;

export interface Member {
  readonly key: string;
  readonly value: EncodedValue;
}

/** The members of an object or array; undefined for other values. */
export function membersOf(value: EncodedValue): readonly Member[] | undefined {
  if (Array.isArray(value)) return (value as readonly EncodedValue[]).map((v, i) => ({ key: String(i), value: v }));
  if (typeof value !== 'object' || value === null || !('$object' in value)) return undefined;
  return value.$object.map(([key, v]) => ({ key, value: v }));
}

/** A scalar as printed, or a short form of an object or array. */
export function briefly(value: EncodedValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const tagged = value as { readonly $date?: string; readonly $bigint?: string; readonly $number?: string };
  if (tagged.$date !== undefined) return tagged.$date;
  if (tagged.$bigint !== undefined) return `${tagged.$bigint}n`;
  if (tagged.$number !== undefined) return tagged.$number;
  const members = membersOf(value) ?? [];
  if (Array.isArray(value)) return members.length === 0 ? '[]' : `[…] ${members.length}`;
  return members.length === 0
    ? '{}'
    : `{ ${members
        .slice(0, 5)
        .map((m) => m.key)
        .join(', ')}${members.length > 5 ? ', …' : ''} }`;
}

/** The arguments of the console call; undefined if they are not available. */
export function valuesOf({ values }: ConsoleLine): readonly EncodedValue[] | undefined {
  if (values === undefined) return undefined;
  try {
    const read: unknown = JSON.parse(values);
    return Array.isArray(read) ? (read as readonly EncodedValue[]) : undefined;
  } catch {
    return undefined;
  }
}
