import { t } from '../../base/l10n.ts';
import { identify, listRequests, type DocumentTree } from '../../language/index.ts';
import type { RunRow } from '../../protocol/runMessages.ts';
import type { CollectionEvent, CollectionFile, DataRow, RequestResult, RequestRun } from '../../runner/index.ts';
import type { Chosen } from './chosen.ts';

export interface RowPlace {
  /** Absolute path. */
  readonly file: string;
  readonly key: string;
  readonly line: number;
}

export interface PlannedRows {
  readonly files: readonly CollectionFile[];
  readonly chosen: readonly Chosen[];
  readonly rows: readonly DataRow[] | undefined;
  readonly display: (file: string) => string;
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

  constructor({ files, chosen, rows, display }: PlannedRows) {
    this.#display = display;
    for (const part of chosen) {
      const passes: readonly (DataRow | undefined)[] = part.row === undefined ? (rows ?? [undefined]) : [part.row];
      for (const pass of passes) {
        for (const { file, tree } of files) {
          for (const request of listRequests(tree)) {
            const { key } = identify(tree, request);
            if (part.requests.get(file)?.has(key) === true && !request.disabled) this.#add(file, tree, request, pass?.origin.option);
          }
        }
      }
    }
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

  apply(e: CollectionEvent): void {
    if (e.kind === 'request-started') {
      const { of, context } = e;
      const pass = of.unit.iteration.row?.origin.option;
      const { key } = identify(context.tree, of.request);
      const index = this.#byName.get(nameOf(of.file, key, pass)) ?? this.#add(of.file, context.tree, of.request, pass);
      this.#running.set(of, index);
      this.#put(index, { state: 'running', note: noteOf(of, pass, undefined) });
    }
    if (e.kind !== 'request-finished') return;
    const { result } = e;
    const index = this.#running.get(result.of);
    this.#running.delete(result.of);
    if (index === undefined) return;
    this.#put(index, {
      state: result.verdict,
      status: result.status ?? null,
      elapsedMs: result.elapsedMs,
      ...(result.sent === undefined ? {} : { method: result.sent.method, url: result.sent.url }),
      passed: result.tests.filter((test) => test.passed).length,
      failed: result.tests.filter((test) => !test.passed).length,
      note: noteOf(result.of, result.of.unit.iteration.row?.origin.option, result),
      hasExchange: this.#runIds.has(index),
    });
  }

  #add(file: string, tree: DocumentTree, request: RequestRun['request'], pass: string | undefined): number {
    const { key } = identify(tree, request);
    const index = this.#rows.length;
    this.#byName.set(nameOf(file, key, pass), index);
    this.#places.push({ file, key, line: request.line });
    this.#rows.push({
      name: request.name || request.title || `${request.method} ${request.urlTemplate}`,
      method: request.method,
      url: request.urlTemplate,
      file: this.#display(file),
      line: request.line,
      state: 'waiting',
      status: null,
      elapsedMs: null,
      passed: 0,
      failed: 0,
      note: pass ?? '',
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
    .replaceAll(/\s*\n\s*/g, ' ');
  return text.length > longestNote ? `${text.slice(0, longestNote)}…` : text;
}
