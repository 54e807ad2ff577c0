import { percentDecoded } from '../../base/text/percentDecoding.ts';
import { showDate, t } from '../../base/l10n.ts';
import { visibleText } from '../../base/text/visible.ts';
import type { RunRecord } from '../record/runRecord.ts';
import type { StoredFacts } from '../record/storedRun.ts';

export const endings = ['1xx', '2xx', '3xx', '4xx', '5xx', 'failed', 'cancelled', 'tests'] as const;
export type Ending = (typeof endings)[number];

export const endingWords: Readonly<Record<Ending, () => string>> = {
  '1xx': () => t('1xx Informational'),
  '2xx': () => t('2xx Successful'),
  '3xx': () => t('3xx Redirection'),
  '4xx': () => t('4xx Client error'),
  '5xx': () => t('5xx Server error'),
  failed: () => t('Failed without a whole response'),
  cancelled: () => t('Cancelled'),
  tests: () => t('With failing tests'),
};

/** An empty set of outcomes matches all. */
export interface HistoryFilter {
  readonly text: string;
  readonly endings: ReadonlySet<Ending>;
}

export const noFilter: HistoryFilter = { text: '', endings: new Set() };

export type HistoryNode =
  | { readonly kind: 'collection'; readonly id: string; readonly root: string; readonly children: readonly HistoryNode[] }
  | { readonly kind: 'day'; readonly id: string; readonly label: string; readonly children: readonly HistoryNode[] }
  | { readonly kind: 'request'; readonly id: string; readonly newest: StoredFacts; readonly children: readonly EntryNode[] }
  | EntryNode;

/** A row of the history's view. */
export type HistoryRow = RunningNode | HistoryNode;

/** A run in progress. */
export interface RunningNode {
  readonly kind: 'running';
  readonly id: string;
  readonly record: Pick<RunRecord, 'uri' | 'request' | 'environment'>;
  /** Milliseconds since 1970. */
  readonly since: number;
}

export interface EntryNode {
  readonly kind: 'entry';
  readonly id: string;
  readonly facts: StoredFacts;
  /** The only entry of its request on that day, shown without a parent node. */
  readonly alone: boolean;
}

export function endingsOf({ outcome, status, tests }: StoredFacts): readonly Ending[] {
  const found: Ending[] = [];
  if (outcome === 'failed' || outcome === 'cancelled') found.push(outcome);
  const ending = status === null ? undefined : endings.find((e) => e === `${Math.floor(status / 100)}xx`);
  if (ending !== undefined) found.push(ending);
  if (tests.failed > 0) found.push('tests');
  return found;
}

/** The filter as text: `“users”, 4xx Client error`. */
export function filterWords({ text, endings: wanted }: HistoryFilter): string {
  const words = text === '' ? [] : [`“${visibleText(text)}”`];
  return [...words, ...endings.filter((ending) => wanted.has(ending)).map((ending) => endingWords[ending]())].join(', ');
}

/** Whether an entry matches a filter: it must contain each word of the text. */
export function matchesFilter(facts: StoredFacts, filter: HistoryFilter): boolean {
  if (filter.endings.size > 0 && !endingsOf(facts).some((e) => filter.endings.has(e))) return false;
  const { request, method, url, environment, status, statusText, uri, failure } = facts;
  return hasWords([request.title, method, url, environment, status, statusText, fileName(uri), failure], filter.text);
}

/** Like `matchesFilter`. A run in progress matches no status. */
export const runningMatchesFilter = ({ record: { request, environment, uri } }: RunningNode, filter: HistoryFilter): boolean =>
  filter.endings.size === 0 && hasWords([request.title, environment, fileName(uri.toString())], filter.text);

function hasWords(searched: readonly unknown[], words: string): boolean {
  const text = searched.join('\n').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/**
 * Entries as a tree: by collection if there are several, by day, by request.
 * @param entries newest first
 * @param now milliseconds since 1970
 */
export function historyTree(entries: readonly StoredFacts[], now: number): readonly HistoryNode[] {
  const collections = [...grouped(entries, ({ root }) => root)];
  if (collections.length === 1) return daysOf(entries, now);
  return collections.map(([root, its]) => ({ kind: 'collection', id: root, root, children: daysOf(its, now) }));
}

function daysOf(entries: readonly StoredFacts[], now: number): readonly HistoryNode[] {
  return Array.from(
    grouped(entries, ({ time }) => new Date(time).setHours(0, 0, 0, 0)),
    ([day, its]) => {
      const id = `${its[0]?.root ?? ''}\n${day}`;
      return { kind: 'day', id, label: dayWords(day, now), children: requestsOf(its, id) };
    },
  );
}

function requestsOf(entries: readonly StoredFacts[], day: string): readonly HistoryNode[] {
  return Array.from(
    grouped(entries, (facts) => requestKey(facts)),
    ([key, its]) => {
      const [newest] = its;
      if (newest !== undefined && its.length === 1) return entryNode(newest, true);
      const children = its.map((facts) => entryNode(facts, false));
      return { kind: 'request', id: `${day}\n${key}`, newest: newest as StoredFacts, children };
    },
  );
}

const entryNode = (facts: StoredFacts, alone: boolean): EntryNode => ({ kind: 'entry', id: facts.id, facts, alone });

export const requestKey = ({ uri, request }: Pick<StoredFacts, 'uri' | 'request'>): string => `${uri}\n${request.key}`;

/**
 * Today, Yesterday, or the date.
 * @param day the local midnight in milliseconds since 1970
 */
function dayWords(day: number, now: number): string {
  const today = new Date(now).setHours(0, 0, 0, 0);
  if (day === today) return t('Today');
  const yesterday = new Date(today);
  yesterday.setDate(yesterday.getDate() - 1);
  if (day === yesterday.getTime()) return t('Yesterday');
  return showDate(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
}

function grouped<K>(entries: readonly StoredFacts[], keyOf: (facts: StoredFacts) => K): ReadonlyMap<K, readonly StoredFacts[]> {
  const groups = new Map<K, StoredFacts[]>();
  for (const facts of entries) {
    const key = keyOf(facts);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [facts]);
    else group.push(facts);
  }
  return groups;
}

/** The decoded last segment of a URI's path. */
export function fileName(uri: string): string {
  const path = uri.replace(/[?#].*$/, '');
  return percentDecoded(path.slice(path.lastIndexOf('/') + 1));
}
