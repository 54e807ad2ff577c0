import type { Block } from '../../language/index.ts';
import type { RunEvent } from '../ports/events.ts';
import type { Destination, Host } from '../ports/host.ts';
import type { RunInput } from '../ports/input.ts';
import type { Runner } from '../ports/runner.ts';
import type { RunResult } from '../run/runResult.ts';

/** A run of requests that an OpenAPI document does not allow. */
export interface CasesOfRun {
  /** The original request. If the server rejects it, its cases would prove nothing. */
  readonly base: Block;
  /** The description of each case. */
  readonly cases: ReadonlyMap<Block, string>;
  readonly host: Host;
  /** Asks the user for confirmation of a destination. Called once for each; a refusal ends the run. */
  readonly confirm: (to: Destination) => Promise<boolean>;
}

/** A runner that evaluates the responses to cases, and only sends to hosts that the user confirmed. */
export function casesRunner(runner: Pick<Runner, 'run'>, of: CasesOfRun): Pick<Runner, 'run'> {
  const host = confirmingHost(of);
  return {
    run(input, signal) {
      const { block } = input.context;
      const what = of.cases.get(block);
      const isBase = block === of.base;
      let problem: string | undefined;
      const emit = checking(input, (status, isFailed) => {
        if (isBase) {
          problem = baseProblem(status, isFailed);
          return { name: 'is accepted', message: problem };
        }
        return what === undefined || status === undefined ? undefined : { name: 'is refused', message: caseProblem(status, what) };
      });
      const run = runner.run({ ...input, host, emit, skipsResponseScripts: isBase || what !== undefined }, signal);
      // Nothing more is sent then.
      const stopOf = ({ failure }: RunResult): string | undefined => problem ?? (failure?.kind === 'refused' ? failure.message : undefined);
      return { ...run, done: run.done.then((result) => ({ ...result, stopped: result.stopped ?? stopOf(result) })) };
    },
  };
}

type CaseCheck = (
  status: number | undefined,
  isFailed: boolean,
) => { readonly name: string; readonly message: string | undefined } | undefined;

/** Adds a test result before the end of a run. It has no line, because the line of the request would be marked until it is edited. */
function checking({ emit }: RunInput, check: CaseCheck): (e: RunEvent) => void {
  let status: number | undefined;
  return (e) => {
    if (e.kind === 'head') ({ status } = e.head);
    if (e.kind === 'finished' && e.outcome !== 'cancelled') {
      const checked = check(status, e.outcome === 'failed');
      if (checked !== undefined)
        emit({
          kind: 'test',
          at: e.timings.total,
          result: { name: checked.name, passed: checked.message === undefined, message: checked.message ?? null },
        });
    }
    emit(e);
  };
}

function baseProblem(status: number | undefined, isFailed: boolean): string | undefined {
  if (status === undefined || isFailed) return 'the server did not answer the request as written';
  return status >= 200 && status < 300
    ? undefined
    : `the server answered ${status} to the request as written, so its cases would prove nothing`;
}

/** Statuses that do not depend on the data: authentication, time-outs, rate limits. */
const independentOfData: ReadonlySet<number> = new Set([401, 403, 407, 408, 429]);

function caseProblem(status: number, what: string): string | undefined {
  if (independentOfData.has(status)) return `the server answered ${status} to ${what}: the data was not checked`;
  if (status >= 400 && status < 500) return undefined;
  return `the server answered ${status} to ${what}${status >= 500 ? ': it failed instead of refusing it' : ''}`;
}

/** Requests confirmation of each destination once, and never sends a request that changes data with a protected environment. */
function confirmingHost({ host, confirm }: CasesOfRun): Host {
  const known = new Map<string, Promise<boolean>>();
  const isConfirmed = (to: Destination): Promise<boolean> => {
    const key = JSON.stringify([to.host, to.proxy?.host, to.addresses?.map((a) => a.host), to.unchecked]);
    let answer = known.get(key);
    if (answer === undefined) {
      answer = confirm(to);
      known.set(key, answer);
    }
    return answer;
  };
  return {
    ...host,
    maySendProtected: () => Promise.resolve(false),
    maySend: async (message) => (await isConfirmed(message.to)) && ((await host.maySend?.(message)) ?? true),
  };
}
