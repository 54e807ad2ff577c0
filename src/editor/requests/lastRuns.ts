import * as vscode from 'vscode';
import { findAgain, identify, identityOf, type DocumentTree } from '../../language/index.ts';
import { requestKey } from '../../response/history/historyEntries.ts';
import { factsOf } from '../../response/history/keepRun.ts';
import type { StoredFacts } from '../../response/record/storedRun.ts';
import { quietly } from '../log/log.ts';
import type { Runs } from '../sending/runs.ts';
import { pathOf } from '../world/editorFiles.ts';

interface LastRun {
  readonly facts: StoredFacts;
  /** The request was sent in this window. */
  readonly isOwn: boolean;
}

/** The last run of each request: those of this window, and those of the history. */
export class LastRuns implements vscode.Disposable {
  readonly #stored: () => Promise<readonly StoredFacts[]>;
  /** By `requestKey`. */
  readonly #runs = new Map<string, LastRun>();
  /** The texts that the view shows, by the URI of the file. */
  readonly #trees = new Map<string, DocumentTree>();
  /** Keys of the requests that failed, by the path of their file; undefined after a change. */
  #failed: ReadonlyMap<string, readonly string[]> | undefined;
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
      const now = this.#followed({ facts, isOwn: true }, this.#trees.get(facts.uri), undefined);
      this.#runs.set(requestKey(now.facts), now);
      this.#failed = undefined;
      this.#changed.fire(now.facts);
    });
  }

  /** Reads the history in the background, once. */
  read(): void {
    if (this.#isRead) return;
    this.#isRead = true;
    void quietly('reading the last results', async () => {
      for (const facts of await this.#stored()) {
        const key = requestKey(facts);
        if (!this.#runs.has(key)) this.#runs.set(key, { facts, isOwn: false });
      }
      this.#failed = undefined;
      this.#changed.fire(undefined);
    });
  }

  /** Moves the results of renamed files. */
  move(move: (uri: string) => string): void {
    for (const [key, { facts, isOwn }] of Array.from(this.#runs)) {
      const uri = move(facts.uri);
      if (uri === facts.uri) continue;
      this.#runs.delete(key);
      this.#add({ facts: { ...facts, uri }, isOwn });
    }
    this.#failed = undefined;
    this.#changed.fire(undefined);
  }

  /**
   * Keeps the results of an edited file with their requests, whose keys change with their names and URLs.
   * @param now undefined if the view no longer shows the file
   */
  follow(uri: string, now: DocumentTree | undefined): void {
    const before = this.#trees.get(uri);
    if (now === before) return;
    if (now === undefined) this.#trees.delete(uri);
    else this.#trees.set(uri, now);
    const renamed: LastRun[] = [];
    for (const [key, run] of this.#runs) {
      if (run.facts.uri !== uri) continue;
      const followed = this.#followed(run, now, before);
      if (followed === run) continue;
      this.#runs.delete(key);
      renamed.push(followed);
    }
    for (const run of renamed) this.#add(run);
    if (renamed.length > 0) this.#failed = undefined;
  }

  /**
   * A run with the key that its request has now. Where the version with its last key is unknown, only runs of this window are followed: the
   * request of an older one may be gone, and another one at its place.
   */
  #followed(run: LastRun, now: DocumentTree | undefined, before: DocumentTree | undefined): LastRun {
    const { facts, isOwn } = run;
    const identity = (before && identityOf(before, facts.request.key)) ?? (isOwn ? facts.request : undefined);
    const found = now && identity && findAgain(now, identity);
    if (found === undefined) return run;
    const request = identify(now as DocumentTree, found);
    return request.key === facts.request.key ? run : { facts: { ...facts, request }, isOwn };
  }

  /** Adds a run, unless the request has a newer one. */
  #add(run: LastRun): void {
    const key = requestKey(run.facts);
    const known = this.#runs.get(key);
    if (known === undefined || known.facts.time < run.facts.time) this.#runs.set(key, run);
  }

  /** @param key see `RequestIdentity` */
  of(uri: vscode.Uri, key: string): StoredFacts | undefined {
    return this.#runs.get(requestKey({ uri: uri.toString(), request: { key, title: '', index: 0, count: 0 } }))?.facts;
  }

  /** Keys of the requests whose last run failed, by the path of their file. */
  failed(): ReadonlyMap<string, readonly string[]> {
    if (this.#failed !== undefined) return this.#failed;
    const failed = new Map<string, string[]>();
    for (const { facts } of this.#runs.values()) {
      if (!isFailed(facts)) continue;
      const path = pathOf(vscode.Uri.parse(facts.uri));
      const keys = failed.get(path) ?? [];
      keys.push(facts.request.key);
      failed.set(path, keys);
    }
    this.#failed = failed;
    return failed;
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }
}

/** Whether a run got no response, or one that its tests or its status reject. A cancelled run did not fail. */
export const isFailed = ({ outcome, status, tests }: StoredFacts): boolean =>
  outcome !== 'cancelled' && (outcome === 'failed' || status === null || status >= 500 || tests.failed > 0);
