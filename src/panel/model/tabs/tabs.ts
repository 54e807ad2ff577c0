import { counted, showCount, t } from '../../../base/l10n.ts';
import type { Choices } from './tabChoices.ts';
import { tabIds, type TabId } from './tabIds.ts';
import { isRunning, isStream, type Run } from '../runModel.ts';

export interface Tab {
  readonly id: TabId;
  readonly label: string;
  /** Short, beside the label. */
  readonly count: string | null;
  /** The count in words, for screen readers. */
  readonly countWords: string | null;
  readonly tone: 'plain' | 'passed' | 'failed';
}

/** Creates each tab for a run; null if the tab does not apply. */
const tabOf: Readonly<Record<TabId, (run: Run) => Tab | null>> = {
  body: (run) => (run.body !== null || isRunning(run) || run.head !== null ? plain('body', t('Body')) : null),
  headers: (run) => {
    if (run.head !== null)
      return tab('headers', t('Headers'), run.head.headers.length, counted(run.head.headers.length, '{0} header', '{0} headers'));
    return isRunning(run) || run.redirects.length + run.informational.length > 0 ? plain('headers', t('Headers')) : null;
  },
  events: (run) =>
    isStream(run) ? tab('events', t('Events'), run.eventsTotal, counted(run.eventsTotal, '{0} event', '{0} events')) : null,
  timeline: ({ timeline: { hops, steps } }) => (hops.length + steps.length > 0 ? plain('timeline', t('Timeline')) : null),
  text: (run) => (isStream(run) || run.isChat || run.isLiveText ? plain('text', t('Text')) : null),
  tests: (run) => (run.tests.length > 0 ? testsTab(run) : null),
  console: (run) => {
    const lines = run.console.length + run.consoleDropped;
    return run.console.length > 0 ? tab('console', t('Console'), lines, counted(lines, '{0} line', '{0} lines')) : null;
  },
  request: (run) => (isRunning(run) || run.sending !== null ? plain('request', t('Request')) : null),
};

export function tabsOf(run: Run): readonly Tab[] {
  return tabIds.flatMap((id) => tabOf[id](run) ?? []);
}

/**
 * The tab clicked in this run, else Text of a text that takes time to arrive, else the one last clicked in a run of this kind, else Text of
 * a streamed chat and Events of another stream, else the first.
 */
export function activeTab(run: Run, choices: Choices): TabId | null {
  const tabs = tabsOf(run);
  const clicked = choices.clicked?.runId === run.started.runId ? choices.clicked.tab : null;
  const usual = run.isChat ? [choices.chat, 'text' as const] : [choices.stream, 'events' as const];
  const preferred = [clicked, ...(isStream(run) ? usual : run.isLiveText ? ['text' as const] : [choices.response])];
  for (const wish of preferred) if (wish !== null && tabs.some(({ id }) => id === wish)) return wish;
  return tabs[0]?.id ?? null;
}

export function chooseTab(run: Run, choices: Choices, id: TabId): Choices {
  const kept = { ...choices, clicked: { runId: run.started.runId, tab: id } };
  if (run.isLiveText) return kept;
  if (!isStream(run)) return { ...kept, response: id };
  return run.isChat ? { ...kept, chat: id } : { ...kept, stream: id };
}

function plain(id: TabId, label: string): Tab {
  return { id, label, count: null, countWords: null, tone: 'plain' };
}

function tab(id: TabId, label: string, count: number, countWords: string): Tab {
  return { id, label, count: showCount(count), countWords, tone: 'plain' };
}

function testsTab(run: Run): Tab {
  const failed = run.tests.filter((test) => !test.passed).length;
  const passed = run.tests.length - failed;
  return {
    id: 'tests',
    label: t('Tests'),
    count: failed === 0 ? t('{0} passed', passed) : t('{0} of {1} failed', failed, run.tests.length),
    countWords: failed === 0 ? t('{0} passed', passed) : t('{0} of {1} failed', failed, run.tests.length),
    tone: failed === 0 ? 'passed' : 'failed',
  };
}
