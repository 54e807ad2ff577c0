import type { BodyMode } from '../../protocol/messages.ts';
import { tabIds, type TabId } from './tabs.ts';

/** What the user chose to see: all that outlives a hidden page. Kept small, no response is in it. */
export interface Choices {
  readonly stream: TabId | null;
  readonly response: TabId | null;
  /** The run shown last: the editor shows it again after a reload of the window. */
  readonly runId: string | null;
  /** The panel keeps what it shows. */
  readonly pinned: boolean;
  /** The tab clicked in the run with this id. */
  readonly clicked: { readonly runId: string; readonly tab: TabId } | null;
  /** Of the body, where it can be looked at so. */
  readonly mode: BodyMode;
  readonly wrap: boolean;
}

const bodyModes: readonly BodyMode[] = ['pretty', 'raw', 'hex', 'preview'];

export const firstChoices: Choices = {
  stream: null,
  response: null,
  runId: null,
  pinned: false,
  clicked: null,
  mode: 'pretty',
  wrap: false,
};

/** Reads kept choices; what is not one is as at first. */
export function readChoices(kept: unknown): Choices {
  if (typeof kept !== 'object' || kept === null) return firstChoices;
  const fields = kept as Readonly<Record<string, unknown>>;
  return {
    stream: readTab(fields['stream']),
    response: readTab(fields['response']),
    runId: typeof fields['runId'] === 'string' ? fields['runId'] : null,
    pinned: fields['pinned'] === true,
    clicked: readClicked(fields['clicked']),
    mode: bodyModes.find((mode) => mode === fields['mode']) ?? 'pretty',
    wrap: fields['wrap'] === true,
  };
}

function readClicked(kept: unknown): Choices['clicked'] {
  if (typeof kept !== 'object' || kept === null) return null;
  const { runId, tab } = kept as Readonly<Record<string, unknown>>;
  const read = readTab(tab);
  return typeof runId === 'string' && read !== null ? { runId, tab: read } : null;
}

function readTab(kept: unknown): TabId | null {
  return tabIds.find((id) => id === kept) ?? null;
}
