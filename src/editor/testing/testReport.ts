import * as vscode from 'vscode';
import { identify, listRequests, type DocumentTree } from '../../language/index.ts';
import type { CollectionEvent, CollectionFile, RequestResult, RequestRun } from '../../runner/index.ts';
import type { Chosen } from './chosen.ts';
import type { PlannedTurn } from './plannedTurns.ts';
import { messagesOf, outputOf } from './results.ts';
import type { TestItems } from './testItems.ts';

/**
 * Above this number of requests, only results are reported at once. VS Code re-renders the folders and the file of a test at each state,
 * and becomes slower with each, so three states of 2,000 tests block its window for a minute.
 */
const mostInFull = 200;
/** Milliseconds before a request of a longer run is reported as running. */
const slow = 300;

/** Reports a run to VS Code as a test run. */
export class TestReport {
  readonly #test: vscode.TestRun;
  readonly #items: TestItems;
  readonly #known = new Map<RequestRun, vscode.TestItem | undefined>();
  readonly #timers = new Map<RequestRun, NodeJS.Timeout>();
  #isLong = false;

  constructor(test: vscode.TestRun, items: TestItems) {
    this.#test = test;
    this.#items = items;
  }

  /** Marks the planned requests as waiting, and the chosen ones that are disabled as skipped. */
  planned(turns: readonly PlannedTurn[], chosen: readonly Chosen[], files: readonly CollectionFile[]): void {
    this.#isLong = turns.length > mostInFull;
    if (!this.#isLong) for (const turn of turns) this.#enqueue(turn);
    for (const part of chosen) this.#skip(part, files);
  }

  apply(e: CollectionEvent): void {
    if (e.kind === 'request-started') this.#started(e.of, this.#itemOf(e.of, e.context.tree));
    else if (e.kind === 'request-finished') this.#finished(e.result);
  }

  end(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#test.end();
  }

  #enqueue({ of, key, row, rowName }: PlannedTurn): void {
    const item = this.#items.requestItem(of.file, key);
    if (item !== undefined) this.#test.enqueued(row === undefined ? item : this.#items.rowItem(item, row, rowName ?? row.origin.option));
  }

  #skip({ requests }: Chosen, files: readonly CollectionFile[]): void {
    for (const { file, tree } of files) {
      for (const key of requests.get(file) ?? []) {
        const item = isDisabled(tree, key) ? this.#items.requestItem(file, key) : undefined;
        if (item !== undefined) this.#test.skipped(item);
      }
    }
  }

  #started(of: RequestRun, item: vscode.TestItem | undefined): void {
    if (item === undefined) return;
    if (!this.#isLong) this.#test.started(item);
    else
      this.#timers.set(
        of,
        setTimeout(() => this.#test.started(item), slow),
      );
  }

  #finished(result: RequestResult): void {
    const { of } = result;
    const item = this.#known.get(of);
    this.#known.delete(of);
    clearTimeout(this.#timers.get(of));
    this.#timers.delete(of);
    const output = outputOf(result, (file) => vscode.workspace.asRelativePath(file));
    this.#test.appendOutput(output, undefined, item);
    if (item === undefined) return;
    if (result.verdict === 'passed') this.#test.passed(item, result.elapsedMs);
    else if (result.verdict !== 'failed') this.#test.skipped(item);
    else if (result.failure !== undefined && result.tests.every(({ passed }) => passed))
      this.#test.errored(item, [...messagesOf(result)], result.elapsedMs);
    else this.#test.failed(item, [...messagesOf(result)], result.elapsedMs);
  }

  #itemOf(of: RequestRun, tree: DocumentTree): vscode.TestItem | undefined {
    const item = this.#items.requestItem(of.file, identify(tree, of.request).key);
    const shown = item === undefined || of.row === undefined ? item : this.#items.rowItem(item, of.row.row, of.row.name);
    this.#known.set(of, shown);
    return shown;
  }
}

const isDisabled = (tree: DocumentTree, key: string): boolean =>
  listRequests(tree).some((r) => r.disabled && identify(tree, r).key === key);
