import type { BodyMode } from '../../../protocol/messages.ts';
import { readKeptEvents, type KeptEvents } from '../stream/eventsView.ts';
import { tabIds, type TabId } from './tabIds.ts';

/** The user's choices of views, which outlive a hidden page. Small: contains no response. */
export interface Choices {
  readonly stream: TabId | null;
  readonly chat: TabId | null;
  readonly response: TabId | null;
  /** The run shown last, which the editor shows again after a reload of the window. */
  readonly runId: string | null;
  /** A pinned panel keeps its response. */
  readonly pinned: boolean;
  /** The tab clicked in the run with this id. */
  readonly clicked: { readonly runId: string; readonly tab: TabId } | null;
  /** Modes of bodies by media type, the latest choice first. */
  readonly modes: readonly (readonly [mediaType: string, mode: BodyMode])[];
  readonly wrap: boolean;
  /** The view of the events of one run. */
  readonly events: KeptEvents | null;
  /** The JSONPath filter of the body of one run. */
  readonly filter: { readonly runId: string; readonly path: string } | null;
}

/** Maximum media types in `modes`. */
const mostTypes = 50;
const bodyModes: readonly BodyMode[] = ['pretty', 'raw', 'hex', 'preview'];

export const firstChoices: Choices = {
  stream: null,
  chat: null,
  response: null,
  runId: null,
  pinned: false,
  clicked: null,
  modes: [],
  wrap: false,
  events: null,
  filter: null,
};

/** Reads stored choices; invalid ones get their default. */
export function readChoices(kept: unknown): Choices {
  if (typeof kept !== 'object' || kept === null) return firstChoices;
  const fields = kept as Readonly<Record<string, unknown>>;
  return {
    stream: readTab(fields['stream']),
    chat: readTab(fields['chat']),
    response: readTab(fields['response']),
    runId: typeof fields['runId'] === 'string' ? fields['runId'] : null,
    pinned: fields['pinned'] === true,
    clicked: readClicked(fields['clicked']),
    modes: readModes(fields['modes']),
    wrap: fields['wrap'] === true,
    events: readKeptEvents(fields['events']),
    filter: readFilter(fields['filter']),
  };
}

function readClicked(kept: unknown): Choices['clicked'] {
  if (typeof kept !== 'object' || kept === null) return null;
  const { runId, tab } = kept as Readonly<Record<string, unknown>>;
  const read = readTab(tab);
  return typeof runId === 'string' && read !== null ? { runId, tab: read } : null;
}

function readFilter(kept: unknown): Choices['filter'] {
  if (typeof kept !== 'object' || kept === null) return null;
  const { runId, path } = kept as Readonly<Record<string, unknown>>;
  return typeof runId === 'string' && typeof path === 'string' ? { runId, path } : null;
}

function readTab(kept: unknown): TabId | null {
  return tabIds.find((id) => id === kept) ?? null;
}

/** The mode that the user chose for a media type, if the body has it; else the first of `modes`. */
export function modeFor(choices: Choices, contentType: string, modes: readonly BodyMode[]): BodyMode {
  const type = typeOf(contentType);
  const chosen = choices.modes.find(([known]) => known === type)?.[1];
  return chosen !== undefined && modes.includes(chosen) ? chosen : (modes[0] ?? 'raw');
}

export function chooseMode(choices: Choices, contentType: string, mode: BodyMode): Choices {
  const type = typeOf(contentType);
  const others = choices.modes.filter(([known]) => known !== type);
  return { ...choices, modes: [[type, mode], ...others.slice(0, mostTypes - 1)] };
}

const typeOf = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase().slice(0, 100);

function readModes(kept: unknown): Choices['modes'] {
  if (!Array.isArray(kept)) return [];
  const pairs: readonly unknown[] = [...kept];
  return pairs.slice(0, mostTypes).flatMap((pair) => {
    const [type, mode] = Array.isArray(pair) ? (pair as readonly unknown[]) : [];
    const known = bodyModes.find((m) => m === mode);
    return typeof type === 'string' && known !== undefined ? [[type, known] as const] : [];
  });
}
