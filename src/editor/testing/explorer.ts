import { isRequestDocument } from '../world/httpFiles.ts';
import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { findAgain, identify, isAround, readRows, type DataRow, type RequestIdentity } from '../../language/index.ts';
import type { CollectionEvent, CollectionFile, RequestResult } from '../../runner/index.ts';
import { fileOf, pathOf, readFile } from '../world/editorFiles.ts';
import { quietly, reportErrors } from '../log/log.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import { trustedOr } from '../world/trust.ts';
import { chosenRequests, isAmong, type Chosen } from './chosen.ts';
import { runCollection, signalOf, storedSecrets, type RunParts } from './collectionRun.ts';
import { chooseDataFile, chooseRunEnvironment } from './testChoices.ts';
import { plannedTurns, type PlannedTurn } from './plannedTurns.ts';
import { subjectOf, type RunSubject } from './runSubject.ts';
import { TestItems } from './testItems.ts';
import { TestReport } from './testReport.ts';

/** Debounce of changes before the tree is refreshed, in milliseconds. */
const calm = 300;

/** Options of a run that differ from the editor's selection. */
interface Otherwise {
  readonly environment?: string;
  readonly rows?: readonly DataRow[];
  /** Runs only the requests of this file. */
  readonly only?: string;
  /** The files and folders of a command that started the run; undefined for the Test Explorer. */
  readonly paths?: readonly string[];
  /** The run whose failed requests run again. */
  readonly whole?: RunStart;
}

export interface RunStart extends RunSubject {
  /** Whether only the failed requests of an earlier run are sent. */
  readonly isPart: boolean;
  /** Null for no environment. */
  readonly environment: string | null;
  /** Whether a command started the run, instead of the Test Explorer. */
  readonly isAskedFor: boolean;
  readonly stop: () => void;
  /** Runs all requests again, those of the whole run after a part of it, or only some. */
  readonly again: (only: readonly FailedTurn[] | undefined) => Promise<unknown>;
}

/** A failed send of a run: a request, with the place of its row of data if it has one. */
export interface FailedTurn {
  /** Absolute path at the time of the run. */
  readonly file: string;
  readonly request: RequestIdentity;
  readonly row: string | undefined;
}

/** A second view of runs, besides the Test Explorer. */
export interface RunView {
  begin(run: RunStart): RunViewer;
}

export interface RunViewer {
  /** Called before anything is sent. */
  readonly planned: (turns: readonly PlannedTurn[]) => void;
  readonly begun: (record: RunRecord) => void;
  readonly emit: (e: CollectionEvent) => void;
  readonly ended: (cancelled: boolean, elapsedMs: number) => void;
}

/** Requests as tests: the tree of the Test Explorer and its run profiles. */
export class TestExplorer implements vscode.Disposable {
  readonly #parts: RunParts;
  readonly #controller: vscode.TestController;
  readonly #items: TestItems;
  readonly #view: RunView | undefined;
  readonly #listening: vscode.Disposable[] = [];
  readonly #stops = new Set<AbortController>();
  readonly #profile: vscode.TestRunProfile;
  #timer: NodeJS.Timeout | undefined;

  /** @param controller disposed with this object */
  constructor(parts: RunParts, controller: vscode.TestController, view?: RunView) {
    this.#parts = parts;
    this.#controller = controller;
    this.#view = view;
    this.#items = new TestItems(controller, parts.surroundings);
    controller.resolveHandler = async (item) => {
      if (item === undefined) await quietly('finding tests', () => this.#items.refresh());
      else await quietly('finding tests', () => this.#items.resolve(item));
    };
    controller.refreshHandler = async () => void (await reportErrors(() => this.#items.refresh()));
    const { Run } = vscode.TestRunProfileKind;
    const profile = (name: string, ask: () => Promise<Otherwise | undefined>, isDefault = false): vscode.TestRunProfile =>
      controller.createRunProfile(name, Run, (request, token) => this.#asked(request, token, ask), isDefault, undefined, isDefault);
    this.#profile = profile(t('Run'), async () => ({}), true);
    profile(t('Run in Another Environment…'), () => this.#askEnvironment());
    profile(t('Run with Data…'), () => this.#askRows());
    const { surroundings } = parts;
    this.#listening.push(
      surroundings.onDidChange(() => this.#refreshSoon()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => isRequestDocument(document) && this.#refreshSoon()),
      vscode.workspace.onDidOpenTextDocument((document) => this.#opened(document)),
    );
    for (const document of vscode.workspace.textDocuments) this.#opened(document);
  }

  /**
   * Runs files and all files in folders without revealing the Test Explorer. Resolves with the results in order, or undefined if nothing
   * was run.
   */
  async run(paths: readonly string[], otherwise: Otherwise = {}): Promise<readonly RequestResult[] | undefined> {
    const files = await this.#items.refresh();
    const isIn = (file: string): boolean =>
      paths.some((p) => file === p || file.startsWith(/[\\/]$/.test(p) ? p : `${p}/`) || file.startsWith(`${p}\\`));
    const include = files.filter((f) => isIn(f.file)).flatMap((f) => this.#items.fileItem(f.file) ?? []);
    if (include.length === 0) {
      void vscode.window.showInformationMessage(t('There are no requests to run.'));
      return undefined;
    }
    const request = new vscode.TestRunRequest(include, undefined, this.#profile);
    return this.#run(request, new AbortController().signal, { ...otherwise, paths });
  }

  cancelAll(): void {
    for (const stop of this.#stops) stop.abort();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.cancelAll();
    for (const part of this.#listening) part.dispose();
    this.#items.dispose();
    this.#controller.dispose();
  }

  async #asked(request: vscode.TestRunRequest, token: vscode.CancellationToken, ask: () => Promise<Otherwise | undefined>): Promise<void> {
    await reportErrors(async () => {
      if (request.continuous === true) return this.#watch(request, token);
      const otherwise = await ask();
      if (otherwise !== undefined) await this.#run(request, signalOf(token), otherwise);
    });
  }

  /** Runs again after a file is saved: its own requests, or all if it affects other files. */
  #watch(request: vscode.TestRunRequest, token: vscode.CancellationToken): void {
    const signal = signalOf(token);
    let last: Promise<unknown> = Promise.resolve();
    const saved = vscode.workspace.onDidSaveTextDocument((document) => {
      const file = fileOf(document);
      if (!isAround(file) && !isRequestDocument(document)) return;
      last = last.then(() => reportErrors(() => this.#run(request, signal, isAround(file) ? {} : { only: file })));
    });
    this.#listening.push(saved);
    token.onCancellationRequested(() => saved.dispose());
  }

  async #run(request: vscode.TestRunRequest, signal: AbortSignal, otherwise: Otherwise): Promise<readonly RequestResult[] | undefined> {
    const { environment, rows, only, paths, whole } = otherwise;
    if (!(await trustedOr(t('Nothing is sent and no script runs until this workspace is trusted.')))) return undefined;
    const files = await this.#items.refresh({ reload: true });
    const inReach = only === undefined ? files : files.filter((f) => f.file === only);
    const items = this.#items;
    const chosen = chosenRequests(request, inReach, {
      meaningOf: (item) => items.meaningOf(item),
      fileItem: (file) => items.fileItem(file),
      requestItem: (file, key) => items.requestItem(file, key),
    });
    if (chosen.length === 0) {
      if (only === undefined) void vscode.window.showInformationMessage(t('There are no requests to run.'));
      return undefined;
    }
    const since = Date.now();
    const stop = new AbortController();
    this.#stops.add(stop);
    const test = this.#controller.createTestRun(request);
    const stopped = test.token.onCancellationRequested(() => stop.abort());
    const start: RunStart = {
      ...(whole ?? subjectOf(chosen, request.include, paths, (item) => items.meaningOf(item))),
      isPart: whole !== undefined,
      environment: environment ?? this.#environmentOf(chosen, files) ?? null,
      isAskedFor: paths !== undefined,
      stop: () => stop.abort(),
      again: async (some) => {
        if (some !== undefined) return this.#runTurns(some, since, { ...otherwise, whole: whole ?? start });
        if (whole !== undefined) return whole.again(undefined);
        if (paths === undefined) return this.#run(request, new AbortController().signal, otherwise);
        return this.run(
          paths.map((p) => this.#parts.moved.pathNow(p, since)),
          otherwise,
        );
      },
    };
    const viewer = this.#view?.begin(start);
    const report = new TestReport(test, items);
    const results: RequestResult[] = [];
    let elapsedMs = 0;
    try {
      const stored = await storedSecrets(this.#parts.secrets, inReach);
      const turns = plannedTurns(inReach, chosen, rows, stored);
      viewer?.planned(turns);
      report.planned(turns, chosen, files);
      const emit = (e: CollectionEvent): void => {
        report.apply(e);
        viewer?.emit(e);
        if (e.kind === 'request-finished') results.push(e.result);
      };
      const within = AbortSignal.any([signal, stop.signal]);
      for (const part of chosen) {
        const partRows = part.row === undefined ? rows : [part.row];
        const wanted = { files, isChosen: isAmong(part), environment, rows: partRows, secrets: stored };
        const summary = await runCollection(this.#parts, wanted, { emit, begun: (record) => viewer?.begun(record) }, within);
        elapsedMs += summary.elapsedMs;
      }
      return results;
    } finally {
      stopped.dispose();
      this.#stops.delete(stop);
      report.end();
      viewer?.ended(signal.aborted || stop.signal.aborted, elapsedMs);
    }
  }

  /** Runs requests of an earlier run again. Their files may have been edited or renamed since. */
  async #runTurns(turns: readonly FailedTurn[], since: number, otherwise: Otherwise): Promise<readonly RequestResult[] | undefined> {
    const trees = new Map((await this.#items.refresh()).map(({ file, tree }) => [file, tree]));
    const itemOf = ({ file, request, row }: FailedTurn): vscode.TestItem | undefined => {
      const now = this.#parts.moved.pathNow(file, since);
      const tree = trees.get(now);
      const found = tree && findAgain(tree, request);
      const item = tree && found && this.#items.requestItem(now, identify(tree, found).key);
      return row === undefined ? item : (item?.children.get(row) ?? item);
    };
    const include = turns.flatMap((turn) => itemOf(turn) ?? []);
    return this.#run(new vscode.TestRunRequest(include, undefined, this.#profile), new AbortController().signal, otherwise);
  }

  #environmentOf(chosen: readonly Chosen[], files: readonly CollectionFile[]): string | undefined {
    const first = files.find((f) => chosen.some((c) => c.requests.has(f.file)));
    return first && this.#parts.environments.of(first.collection.root, first.collection.environments);
  }

  async #askEnvironment(): Promise<Otherwise | undefined> {
    const environment = await chooseRunEnvironment(await this.#items.refresh());
    return environment === undefined ? undefined : { environment };
  }

  async #askRows(): Promise<Otherwise | undefined> {
    const uri = await chooseDataFile();
    return uri === undefined ? undefined : { rows: await this.rowsOf(uri) };
  }

  /**
   * The rows of a data file.
   * @throws {ReqError} if it cannot be read
   */
  async rowsOf(uri: vscode.Uri): Promise<readonly DataRow[]> {
    const file = pathOf(uri);
    const bytes = await readFile(file);
    return readRows({ file, shown: vscode.workspace.asRelativePath(uri), text: new TextDecoder().decode(bytes) });
  }

  /** Creates the items of an opened file, so that its requests get their icons in the gutter. */
  #opened(document: vscode.TextDocument): void {
    if (!isRequestDocument(document)) return;
    void quietly('finding tests', async () => {
      if (!this.#items.isRead) await this.#items.refresh();
      if (this.#items.fileItem(fileOf(document)) === undefined) this.#refreshSoon();
      else this.#items.resolveOpen(fileOf(document));
    });
  }

  #refreshSoon(): void {
    if (!this.#items.isRead || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void quietly('finding tests', async () => {
        await this.#items.refresh();
        for (const d of vscode.workspace.textDocuments) if (isRequestDocument(d)) this.#items.resolveOpen(fileOf(d));
      });
    }, calm);
  }
}
