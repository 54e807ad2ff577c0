import type { Choices } from './choices.ts';
import { showCount } from './measures.ts';
import { isRunning, isStream, type Run } from './run.ts';

export const tabIds = ['body', 'events', 'headers', 'request', 'tests', 'console'] as const;
export type TabId = (typeof tabIds)[number];

export interface Tab {
  readonly id: TabId;
  readonly label: string;
  /** Short, beside the label. */
  readonly count: string | null;
  /** The count in words, for who cannot see its colour or place. */
  readonly countWords: string | null;
  readonly tone: 'plain' | 'passed' | 'failed';
}

/** The tabs that apply to a run, in order of relevance. */
export function tabsOf(run: Run): readonly Tab[] {
  const tabs: Tab[] = [];
  const stream = isStream(run);
  if (stream) tabs.push(tab('events', 'Events', run.eventsTotal, 'events'));
  const mayHaveBody = isRunning(run) || run.head !== null;
  if (run.body !== null || mayHaveBody) tabs.push(plain('body', 'Body'));
  if (run.head !== null) tabs.push(tab('headers', 'Headers', run.head.headers.length, 'headers'));
  else if (isRunning(run) || run.redirects.length + run.informational.length > 0) tabs.push(plain('headers', 'Headers'));
  if (isRunning(run) || run.sending !== null) tabs.push(plain('request', 'Request'));
  if (run.tests.length > 0) tabs.push(testsTab(run));
  if (run.console.length > 0) tabs.push(tab('console', 'Console', run.console.length + run.consoleDropped, 'lines'));
  return tabs;
}

/** The tab to show: the one clicked in this run, else the one last clicked in a run of this kind, else the first. */
export function activeTab(run: Run, choices: Choices): TabId | null {
  const tabs = tabsOf(run);
  const clicked = choices.clicked?.runId === run.started.runId ? choices.clicked.tab : null;
  const usual = isStream(run) ? choices.stream : choices.response;
  for (const wish of [clicked, usual]) if (wish !== null && tabs.some((t) => t.id === wish)) return wish;
  return tabs[0]?.id ?? null;
}

/** The choices after a click on a tab. */
export function chooseTab(run: Run, choices: Choices, id: TabId): Choices {
  const kept = { ...choices, clicked: { runId: run.started.runId, tab: id } };
  return isStream(run) ? { ...kept, stream: id } : { ...kept, response: id };
}

function plain(id: TabId, label: string): Tab {
  return { id, label, count: null, countWords: null, tone: 'plain' };
}

function tab(id: TabId, label: string, count: number, noun: string): Tab {
  return { id, label, count: showCount(count), countWords: `${showCount(count)} ${noun}`, tone: 'plain' };
}

function testsTab(run: Run): Tab {
  const failed = run.tests.filter((t) => !t.passed).length;
  const passed = run.tests.length - failed;
  return {
    id: 'tests',
    label: 'Tests',
    count: failed === 0 ? `✓ ${passed}` : `✗ ${failed}/${run.tests.length}`,
    countWords: failed === 0 ? `${passed} passed` : `${failed} of ${run.tests.length} failed`,
    tone: failed === 0 ? 'passed' : 'failed',
  };
}
