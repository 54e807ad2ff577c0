import type * as vscode from 'vscode';
import type { CollectionRequests, DataRow } from '../../language/index.ts';
import type { CasesOfRun, CollectionEvent, CollectionFile, RunSummary, Selection } from '../../runner/index.ts';
import type { Environments } from '../world/environments.ts';
import type { MovedFiles } from '../world/movedFiles.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import type { Runs } from '../sending/runs.ts';
import { runLimitsOf, sendDefaultsOf } from '../world/settings.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import type { SecretStore } from '../secrets/secretStore.ts';
import type { VariableStores } from '../sending/variableStores.ts';

/** Default time limit of a stream in milliseconds, as in `req run`. */
const streamTimeMs = 30_000;

export interface RunParts {
  readonly moved: MovedFiles;
  readonly surroundings: Surroundings;
  readonly runs: Runs;
  readonly variables: VariableStores;
  readonly environments: Environments;
  readonly secrets: SecretStore;
}

export interface WantedRun {
  readonly files: readonly CollectionFile[];
  readonly isChosen: NonNullable<Selection['isChosen']>;
  /** Overrides the environment chosen in the editor. */
  readonly environment?: string | undefined;
  /** All requests run once per row; undefined runs them once. */
  readonly rows?: readonly DataRow[] | undefined;
  /** Of a run of contract cases. */
  readonly cases?: Omit<CasesOfRun, 'host'>;
  readonly ignoresData?: boolean;
  /** Secrets to mask in the names of rows, besides those that the run uses. */
  readonly secrets?: ReadonlySet<string>;
}

export interface RunListener {
  readonly emit: (e: CollectionEvent) => void;
  /** Called with each record before its first event. Share it to keep it. */
  readonly begun: (record: RunRecord) => void;
}

/** Runs request files in the editor: the core of `req run` with the variables, cookies and secrets of the editor. */
export async function runCollection(
  { surroundings, runs, variables, environments }: Omit<RunParts, 'moved'>,
  { files, isChosen, environment, rows, cases, ignoresData = rows !== undefined, secrets = new Set() }: WantedRun,
  { emit, begun }: RunListener,
  signal: AbortSignal,
): Promise<RunSummary> {
  const runner = await runs.recording(begun, cases);
  const plan = runner.planRun(files, { isChosen, ignoresData });
  const environmentOf = ({ root, environments: known }: CollectionFile['collection']): string | undefined =>
    environment === undefined ? environments.of(root, known) : known.includes(environment) ? environment : undefined;
  const roots = [...new Set(plan.files.map((f) => f.collection.root))];
  const states = new Map(
    await Promise.all(roots.map(async (root) => [root, { variables: variables.of(root), exchanges: await runs.exchanges(root) }] as const)),
  );
  const requests = new Map<string, Promise<CollectionRequests>>();
  const requestsOf = (file: CollectionFile): Promise<CollectionRequests> => {
    const { root } = file.collection;
    const known = requests.get(root) ?? surroundings.requestsAround(file, files, environmentOf(file.collection));
    requests.set(root, known);
    return known;
  };
  return runner.runCollection(
    {
      runner,
      plan,
      iterations: runner.iterationsOf(rows, 1),
      secrets,
      stateOf(collection) {
        const state = states.get(collection.root);
        if (state === undefined) throw new Error(`${collection.root} is not in the run.`);
        return { ...state, environment: environmentOf(collection) };
      },
      requestsOf,
      defaults: { ...sendDefaultsOf(), streamTimeMs },
      limits: runLimitsOf(),
      parallel: 1,
      bail: false,
      delayMs: 0,
      retries: 0,
      now: () => Date.now(),
      emit,
    },
    signal,
  );
}

/** The stored secrets of the collections of files. */
export async function storedSecrets(store: SecretStore, files: readonly CollectionFile[]): Promise<ReadonlySet<string>> {
  const roots = [...new Set(files.map(({ collection }) => collection.root))];
  const all = await Promise.all(roots.map((root) => store.valuesIn(root)));
  return new Set(all.flat());
}

export function signalOf(token: vscode.CancellationToken): AbortSignal {
  const stop = new AbortController();
  if (token.isCancellationRequested) stop.abort();
  token.onCancellationRequested(() => stop.abort());
  return stop.signal;
}
