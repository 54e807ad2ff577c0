import { ReqError } from '../../base/reqError.ts';
import { visibleText } from '../../base/text/visible.ts';
import { isForeign, isRequest, type DataVariables, type RequestSummary } from '../../language/index.ts';
import { casesFile, contractCases, refuseProtected, type CasesFile } from '../../language/onDemand.ts';
import type { CollectionFile, Destination, Host, Runner, RunPlan, Selection } from '../../runner/index.ts';
import type * as RunnerBundle from '../../runner/index.ts';
import { ask, canAsk } from '../input/askInTerminal.ts';
import type { RunProgress } from '../output/runProgress.ts';
import type { Sink } from '../output/output.ts';
import { readText } from '../world/cliFiles.ts';
import { createWorkspace } from '../world/cliWorkspace.ts';

interface Wanted {
  readonly files: readonly CollectionFile[];
  readonly selection: Selection;
  readonly environment: string | undefined;
  readonly variables: DataVariables;
  /** `--yes`. */
  readonly isConfirmed: boolean;
  readonly runner: typeof RunnerBundle;
  readonly err: Sink;
}

export interface CasesRun {
  readonly plan: RunPlan;
  readonly over: (sender: Runner, host: Host, progress: RunProgress) => Pick<Runner, 'run'>;
}

/**
 * The plan of `req run --contract-cases`: the chosen request, and requests that its OpenAPI document does not allow.
 * @throws {ReqError} of kind `usage`; `refused` for a protected environment, or without a terminal for confirming the hosts
 */
export async function casesRun({ files, selection, environment, variables, isConfirmed, runner, err }: Wanted): Promise<CasesRun> {
  const { file, request } = chosenRequest(runner.planRun(files, { ...selection, ignoresData: true }));
  const { collection } = file;
  const known = environment !== undefined && collection.environments.includes(environment) ? environment : undefined;
  refuseProtected(known, collection.protectedEnvironments);
  if (!isConfirmed && !canAsk())
    throw new ReqError(
      'refused',
      'Nothing was sent: contract cases send invalid data, and without a terminal the hosts cannot be confirmed.',
      {
        hint: '--yes confirms the hosts of the request.',
      },
    );
  const text = isForeign(file.file) ? await readText(file.file) : file.tree.text;
  const workspace = createWorkspace({ files: [], variables, environment });
  const view = await workspace.know({ file: file.file, version: 1, getText: () => text }, { whole: true });
  const block = view.tree.blocks[file.tree.blocks.indexOf(request.block)];
  if (block === undefined || !isRequest(block)) throw new Error('The request is not in the file.');
  const made = contractCases(view, block);
  if (!made.ok) throw new ReqError('usage', made.problem);
  const { cases, leftOut } = made;
  if (leftOut > 0) err.write(`${cases.length} cases are sent. ${leftOut} more are left out.\n`);
  const copy = casesFile(view.tree, block, cases);
  return {
    plan: planOf(runner, { ...file, tree: copy.tree }, copy),
    over: (sender, host, progress) =>
      runner.casesRunner(sender, {
        ...copy,
        host,
        confirm: (to) => progress.whileHidden(() => confirmed(to, cases.length + 1, isConfirmed)),
      }),
  };
}

/** @throws {ReqError} of kind `usage` unless one request is chosen */
function chosenRequest({ files }: RunPlan): { readonly file: CollectionFile; readonly request: RequestSummary } {
  const all = files.flatMap((file) => file.requests.map((request) => ({ file, request })));
  const [chosen, ...others] = all;
  if (chosen !== undefined && others.length === 0) return chosen;
  throw new ReqError('usage', `Contract cases are those of one request, not of ${all.length}.`, {
    hint: 'Choose it with FILE#NAME or -n NAME.',
  });
}

const planOf = (runner: typeof RunnerBundle, file: CollectionFile, { base, cases }: CasesFile): RunPlan =>
  runner.planRun([file], { ignoresData: true, isChosen: (_, { block }) => block === base || cases.has(block) });

async function confirmed({ shown, proxy }: Destination, requests: number, isConfirmed: boolean): Promise<boolean> {
  if (isConfirmed) return true;
  const via = proxy === undefined ? '' : ` through ${visibleText(proxy.shown)}`;
  const answer = await ask(`Send up to ${requests} requests with invalid data to ${visibleText(shown)}${via}? (y/N)`);
  return /^y(?:es)?$/i.test(answer?.trim() ?? '');
}
