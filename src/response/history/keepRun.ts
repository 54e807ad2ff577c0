import { headerValue } from '../../base/text/headerValue.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { t } from '../../base/l10n.ts';
import type { BodyReader, StreamEvent } from '../../runner/index.ts';
import type { FinishedRun } from '../record/finishedRun.ts';
import { masked, maskedBytes, type Hiding } from '../record/hiding.ts';
import type { Note, NotedEvent } from '../record/runNotes.ts';
import type { StoredFacts, StoredRun } from '../record/storedRun.ts';

/** Bytes to mask at once, and bytes around them to find secrets that cross the border. */
const sliceSize = 256 * 1024;
const around = 4096;
const eventsAtOnce = 1000;
/** Maximum UTF-16 units of a stored URL. */
const longestUrl = 4000;

/**
 * A run for the history, with all secrets masked. Undefined if it neither sent anything nor failed.
 * @param limit maximum bytes of the body, and UTF-16 units of the events
 */
export async function storedRunOf(run: FinishedRun, limit: number): Promise<StoredRun | undefined> {
  const { record, hiding } = run;
  const facts = factsOf(run);
  if (facts === undefined) return undefined;
  const { bytes } = record;
  const contentType = headerValue(lastOf(run, 'head')?.head.headers ?? [], 'content-type') ?? '';
  const unreadable = encodedSecret(run, contentType);
  const body = bytes === undefined || unreadable !== null ? new Uint8Array() : await maskedBody(bytes, limit, hiding);
  const lost = unreadable ?? (body.length < facts.size ? t('the history has a size limit for responses') : null);
  // The body as sent is in `bodyText`; files are not stored.
  const notes = run.notes.map(({ event, after }) => ({ after, event: event.kind === 'sending' ? { ...event, body: [] } : event }));
  return {
    facts: { ...facts, lost },
    notes: notes.map((n) => maskedNote(n, hiding)),
    events: await keptEvents(run, limit),
    body,
  };
}

/** The summary of a run, with all secrets masked. Undefined if it neither sent anything nor failed. */
export function factsOf(run: FinishedRun): StoredFacts | undefined {
  const { record, root, hiding } = run;
  const [started, sending, head, finished] = [lastOf(run, 'started'), lastOf(run, 'sending'), lastOf(run, 'head'), lastOf(run, 'finished')];
  if (started === undefined || finished === undefined || (sending === undefined && finished.outcome !== 'failed')) return undefined;
  const tests = run.notes.flatMap(({ event }) => (event.kind === 'test' ? [event.result.passed] : []));
  const facts: StoredFacts = {
    version: 1,
    id: record.id,
    time: started.time,
    root,
    uri: record.uri.toString(),
    request: record.request,
    line: started.line,
    directives: run.directives,
    method: sending?.request.method ?? started.method,
    // Masked first: the beginning of a secret that is cut would not be found.
    url: hiding.mask(sending?.request.url ?? started.urlTemplate).slice(0, longestUrl),
    environment: record.environment,
    outcome: finished.outcome,
    status: head?.head.status ?? null,
    statusText: head?.head.statusText ?? '',
    failure: finished.failure?.message ?? null,
    duration: finished.timings.total,
    size: record.bytes?.received ?? 0,
    tests: { passed: tests.filter((passed) => passed).length, failed: tests.filter((passed) => !passed).length },
    events: record.events.total,
    lost: null,
  };
  // Not masked: file names and ids, because the entry is found by them.
  const { id, uri } = facts;
  return { ...masked(facts, hiding.mask), id, root, uri };
}

const lastOf = <K extends NotedEvent['kind']>({ notes }: FinishedRun, kind: K): Extract<NotedEvent, { kind: K }> | undefined =>
  notes.findLast(({ event }) => event.kind === kind)?.event as Extract<NotedEvent, { kind: K }> | undefined;

function maskedNote(note: Note, { mask }: Hiding): Note {
  if (note.event.kind === 'console' && note.event.values !== undefined && mask(note.event.values) !== note.event.values) {
    // Masked JSON may be invalid, so only the line's text is kept.
    const { values: _, ...event } = note.event;
    return masked({ event, after: note.after }, mask);
  }
  const { event, after } = masked(note, mask);
  return note.event.kind === 'started' && event.kind === 'started'
    ? { event: { ...event, file: note.event.file }, after }
    : { event, after };
}

async function keptEvents({ record, hiding }: FinishedRun, limit: number): Promise<readonly StreamEvent[]> {
  const { events } = record;
  const kept: StreamEvent[] = [];
  let units = 0;
  for (let at = events.first; at < events.total; at += eventsAtOnce) {
    for (const event of events.page(at, eventsAtOnce)) {
      units += event.data.length + event.event.length + event.id.length;
      if (units > limit) return kept;
      kept.push(masked(event, hiding.mask));
    }
    await nextTurn();
  }
  return kept;
}

/** The first bytes of a body, with secrets masked. Works in slices, so that it does not block the thread. */
async function maskedBody(body: BodyReader, limit: number, { find, secretsMet }: Hiding): Promise<Uint8Array> {
  if (secretsMet() === 0) return body.read(0, limit);
  const out = new Uint8Array(Math.min(limit, body.size));
  for (let at = 0; at < out.length; at += sliceSize) {
    const end = Math.min(out.length, at + sliceSize);
    const from = Math.max(0, at - around);
    const maskedPart = maskedBytes(body.read(from, end + around), find);
    out.set(maskedPart.subarray(at - from, end - from), at);
    await nextTurn();
  }
  return out;
}

/** Why a body in another encoding is not stored: a search would not find its secrets. Null if it contains none. */
function encodedSecret({ record: { body }, hiding }: FinishedRun, contentType: string): string | null {
  if (body === undefined || body.isLarge || body.view === 'hex' || body.view === 'image') return null;
  const charset = /charset=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  if (/^(?:utf-?8|us-ascii|iso-8859-1|latin1)$/i.test(charset)) return null;
  const text = body.original();
  return hiding.mask(text) === text ? null : t('it contains a secret, in {0}', charset);
}
