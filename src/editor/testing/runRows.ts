import { t } from '../../base/l10n.ts';
import { identify, type DocumentTree, type RequestIdentity } from '../../language/index.ts';
import type { RunRow } from '../../protocol/runMessages.ts';
import type { CollectionEvent, RequestResult, RequestRun } from '../../runner/index.ts';
import type { PlannedTurn } from './plannedTurns.ts';

export interface RowPlace {
  /** Absolute path. */
  readonly file: string;
  readonly request: RequestIdentity;
  readonly line: number;
  /** The place of its row of data. */
  readonly row: string | undefined;
}

/** The rows of a run's summary, updated from its events. Requests that run only as dependencies are added at the end. */
export class RunRows {
  readonly #rows: RunRow[] = [];
  readonly #places: RowPlace[] = [];
  readonly #runIds = new Map<number, string>();
  readonly #byName = new Map<string, number>();
  readonly #running = new Map<RequestRun, number>();
  readonly #display: (file: string) => string;
  #changed = new Set<number>();

  /** @param display the path of a file for the user */
  constructor(turns: readonly PlannedTurn[], display: (file: string) => string) {
    this.#display = display;
    for (const { of, request, row, rowName } of turns)
      this.#add(of.file, of.tree, request, row && { place: row.origin.option, name: rowName ?? '' });
    this.#changed.clear();
  }

  get all(): readonly RunRow[] {
    return this.#rows;
  }

  placeOf(index: number): RowPlace | undefined {
    return this.#places[index];
  }

  runIdOf(index: number): string | undefined {
    return this.#runIds.get(index);
  }

  get failed(): readonly RowPlace[] {
    return this.#places.filter((_, i) => this.#rows[i]?.state === 'failed');
  }

  /** Shows renamed files by their new names. @param now the path that a file has now */
  renamed(now: (file: string) => string): void {
    const shown = new Map<string, string>();
    for (const [i, { file }] of this.#places.entries()) {
      const name = shown.get(file) ?? this.#display(now(file));
      shown.set(file, name);
      if (this.#rows[i]?.file !== name) this.#put(i, { file: name });
    }
  }

  takeChanged(): readonly number[] {
    const changed = [...this.#changed].sort((a, b) => a - b);
    this.#changed = new Set();
    return changed;
  }

  /** @param runId id of the run that sends the request */
  begun(of: RequestRun, runId: string): void {
    const index = this.#running.get(of);
    if (index !== undefined) this.#runIds.set(index, runId);
  }

  /** Marks what a cancelled run did not send. */
  cancel(): void {
    for (const [i, { state }] of this.#rows.entries()) if (state === 'waiting') this.#put(i, { state: 'cancelled', note: t('Not sent.') });
  }

  apply(e: CollectionEvent): void {
    if (e.kind === 'request-started') {
      const { of, context } = e;
      const pass = passOf(of);
      const { key } = identify(context.tree, of.request);
      const index = this.#byName.get(nameOf(of.file, key, pass?.place)) ?? this.#add(of.file, context.tree, of.request, pass);
      this.#running.set(of, index);
      this.#put(index, { state: 'running', note: noteOf(of, pass?.name, undefined) });
    }
    if (e.kind !== 'request-finished') return;
    const { result } = e;
    const index = this.#running.get(result.of);
    this.#running.delete(result.of);
    if (index === undefined) return;
    this.#put(index, {
      state: result.verdict,
      status: result.status ?? null,
      timeMs: timeOf(result),
      ...(result.sent === undefined ? {} : { method: result.sent.method, url: result.sent.url }),
      passed: result.tests.filter((test) => test.passed).length,
      failed: result.tests.filter((test) => !test.passed).length,
      note: noteOf(result.of, passOf(result.of)?.name, result),
      hasExchange: this.#runIds.has(index),
    });
  }

  #add(file: string, tree: DocumentTree, request: RequestRun['request'], pass: Pass | undefined): number {
    const identity = identify(tree, request);
    const index = this.#rows.length;
    this.#byName.set(nameOf(file, identity.key, pass?.place), index);
    this.#places.push({ file, request: identity, line: request.line, row: pass?.place });
    this.#rows.push({
      name: request.name || request.title || `${request.method} ${request.urlTemplate}`,
      method: request.method,
      url: request.urlTemplate,
      file: this.#display(file),
      line: request.line,
      state: 'waiting',
      status: null,
      timeMs: null,
      passed: 0,
      failed: 0,
      note: pass?.name ?? '',
      hasExchange: false,
    });
    this.#changed.add(index);
    return index;
  }

  #put(index: number, change: Partial<RunRow>): void {
    const row = this.#rows[index];
    if (row === undefined) return;
    this.#rows[index] = { ...row, ...change };
    this.#changed.add(index);
  }
}

/** Null for a request that was not meant to be sent. */
function timeOf({ verdict, status, elapsedMs, durationMs }: RequestResult): number | null {
  if (verdict === 'skipped') return null;
  return status === undefined ? elapsedMs : durationMs;
}

/** A row of data: its place identifies it. */
interface Pass {
  readonly place: string;
  readonly name: string;
}

const passOf = ({ row }: RequestRun): Pass | undefined => row && { place: row.row.origin.option, name: row.name };

const nameOf = (file: string, key: string, pass: string | undefined): string => JSON.stringify([file, key, pass]);

/** Maximum length of a note in UTF-16 code units. */
const longestNote = 300;

function noteOf(of: RequestRun, pass: string | undefined, result: RequestResult | undefined): string {
  const failed = result?.tests.find((test) => !test.passed);
  const why =
    result?.failure?.message ??
    (failed === undefined ? result?.reason : `${failed.name}${failed.message === null ? '' : `: ${failed.message}`}`);
  const parts = [why, pass, of.neededBy === undefined ? undefined : t('needed by {0}', of.neededBy)];
  const text = parts
    .filter((p) => p !== undefined && p !== '')
    .join(' – ')
    .replaceAll(/(?<!\s)\s*\n\s*/g, '\n');
  return text.length > longestNote ? `${text.slice(0, longestNote)}…` : text;
}
