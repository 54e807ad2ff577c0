import * as vscode from 'vscode';
import { requestKey } from '../../response/history/historyEntries.ts';
import { factsOf } from '../../response/history/keepRun.ts';
import type { StoredFacts } from '../../response/record/storedRun.ts';
import { quietly } from '../log/log.ts';
import type { Runs } from '../sending/runs.ts';

/** The last run of each request: those of this window, and those of the history. */
export class LastRuns implements vscode.Disposable {
  readonly #stored: () => Promise<readonly StoredFacts[]>;
  readonly #runs = new Map<string, StoredFacts>();
  readonly #changed = new vscode.EventEmitter<StoredFacts | undefined>();
  readonly #listening: vscode.Disposable;
  #isRead = false;
  /** Fires with the run that finished, or with nothing after the history was read. */
  readonly onDidChange = this.#changed.event;

  /** @param stored the entries of the history, newest first */
  constructor(runs: Pick<Runs, 'onDidFinish'>, stored: () => Promise<readonly StoredFacts[]>) {
    this.#stored = stored;
    this.#listening = runs.onDidFinish((run) => {
      const facts = factsOf(run);
      if (facts === undefined) return;
      this.#runs.set(requestKey(facts), facts);
      this.#changed.fire(facts);
    });
  }

  /** Reads the history in the background, once. */
  read(): void {
    if (this.#isRead) return;
    this.#isRead = true;
    void quietly('reading the last results', async () => {
      for (const facts of await this.#stored()) {
        const key = requestKey(facts);
        if (!this.#runs.has(key)) this.#runs.set(key, facts);
      }
      this.#changed.fire(undefined);
    });
  }

  /** Moves the results of renamed files. */
  move(move: (uri: string) => string): void {
    for (const [key, facts] of Array.from(this.#runs)) {
      const uri = move(facts.uri);
      if (uri === facts.uri) continue;
      this.#runs.delete(key);
      this.#runs.set(requestKey({ ...facts, uri }), { ...facts, uri });
    }
    this.#changed.fire(undefined);
  }

  /** @param key see `RequestIdentity` */
  of(uri: vscode.Uri, key: string): StoredFacts | undefined {
    return this.#runs.get(requestKey({ uri: uri.toString(), request: { key, title: '', index: 0, count: 0 } }));
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }
}
