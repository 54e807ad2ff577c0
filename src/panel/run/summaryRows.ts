import { counted, showCount, t } from '../../base/l10n.ts';
import type { RowState, RunRow, RunSnapshot } from '../../protocol/runMessages.ts';

export interface RowFilter {
  /** Only rows in this state. */
  readonly only: RowState | null;
  /** Only rows that contain this text, ignoring case. */
  readonly text: string;
}

export function countsOf(rows: readonly RunRow[]): Readonly<Record<RowState, number>> {
  const counts = { waiting: 0, running: 0, passed: 0, failed: 0, skipped: 0, cancelled: 0 };
  for (const { state } of rows) counts[state]++;
  return counts;
}

const ofAll = (some: number, all: number): string => counted(all, '{1} of {0} request', '{1} of {0} requests', showCount(some));

/** How many requests have a result. */
export const doneOf = ({ passed, failed, skipped }: ReturnType<typeof countsOf>): number => passed + failed + skipped;

/** The result of a run in one line, and its state; undefined while it is running. */
export function outcomeOf(
  counts: ReturnType<typeof countsOf>,
  state: RunSnapshot['state'],
): { readonly ended: RowState | undefined; readonly text: string } {
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const done = doneOf(counts);
  if (state === 'running') return { ended: undefined, text: ofAll(done, total) };
  const ended =
    state === 'cancelled' ? 'cancelled' : counts.failed > 0 ? 'failed' : counts.passed > 0 || total === 0 ? 'passed' : 'skipped';
  if (ended === 'cancelled')
    return { ended, text: counted(total, 'Cancelled after {1} of {0} request', 'Cancelled after {1} of {0} requests', showCount(done)) };
  const some = counts[ended];
  const all = ended === 'failed' || some < total ? ofAll(some, total) : counted(total, '{0} request', '{0} requests');
  return { ended, text: `${stateWord(ended)}: ${all}` };
}

/** The indices of the rows that match a filter, in order. */
export function shownRows(rows: readonly RunRow[], { only, text }: RowFilter): readonly number[] {
  const wanted = text.trim().toLowerCase();
  const holds = ({ name, method, url, file, note, status }: RunRow): boolean =>
    [name, method, url, file, note, String(status ?? '')].some((part) => part.toLowerCase().includes(wanted));
  return rows.flatMap((row, i) => ((only === null || row.state === only) && (wanted === '' || holds(row)) ? [i] : []));
}

/** The row that a key moves to, as an index in the visible rows; undefined for other keys. */
export function rowAtKey(key: string, at: number, count: number): number | undefined {
  const page = 10;
  const places: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  const to = Object.hasOwn(places, key) ? places[key] : undefined;
  return to === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, to));
}

const words: Readonly<Record<RowState, () => string>> = {
  waiting: () => t('Waiting'),
  running: () => t('Running'),
  passed: () => t('Passed'),
  failed: () => t('Failed'),
  skipped: () => t('Skipped'),
  cancelled: () => t('Cancelled'),
};

export const stateWord = (state: RowState): string => words[state]();
