import { listRequests, sendDefaults } from '../../src/language/index.ts';
import {
  createRunner,
  memoryCookies,
  memoryExchanges,
  memoryTokens,
  ScriptVariables,
  type Host,
  type RunEvent,
  type RunInput,
  type Runner,
  type RunResult,
  type VariableStore,
} from '../../src/runner/index.ts';
import type { Value } from '../../src/base/values/value.ts';
import { memoryWorkspace, root } from './memoryWorkspace.ts';
import { scriptWorkerBundle } from './scriptWorkerBundle.ts';

export interface SendRun {
  readonly result: RunResult;
  readonly events: readonly RunEvent[];
  /** Lines of the console; `warn: text` for levels other than log and info. */
  readonly console: readonly string[];
  readonly tests: readonly string[];
  readonly variable: (name: string) => Value | undefined;
}

export interface SendOptions extends Partial<Pick<RunInput, 'mode' | 'limits' | 'body' | 'network' | 'snapshots' | 'pass'>> {
  readonly signal?: AbortSignal;
  readonly variables?: VariableStore;
  readonly onEvent?: (e: RunEvent) => void;
  /** Overrides of the host, such as a user's answers. */
  readonly host?: Partial<Host>;
  readonly environment?: string;
  /** A runner shared by several sends, with its own host. */
  readonly runner?: Runner;
  /** The host of this run alone, such as an agent's. */
  readonly as?: Host;
  /** The file whose last request is sent; `a.req` if absent. */
  readonly file?: string;
}

/** A host with only these files. */
export function memoryHost(files: ReadonlyMap<string, string>, more: Partial<Host>): Host {
  return {
    readFile: (path) => Promise.resolve(files.has(path) ? Buffer.from(files.get(path) as string) : undefined),
    env: () => undefined,
    asks: false,
    secret: () => Promise.resolve(undefined),
    ask: () => Promise.resolve(undefined),
    mayRead: () => Promise.resolve(true),
    maySendEnvironment: () => Promise.resolve(true),
    maySendProtected: () => Promise.resolve(true),
    signIn: {
      tokens: memoryTokens(),
      open: () => Promise.reject(new Error('nobody is there')),
      mayRun: () => Promise.resolve(false),
    },
    cookies: memoryCookies(),
    now: () => 0,
    random: () => 0.5,
    uuid: () => '0',
    ...more,
  };
}

/** A runner with a real sandbox. The caller disposes of it. */
export async function testRunner(host = memoryHost(new Map(), {})): Promise<Runner> {
  return createRunner({ host, workerFile: await scriptWorkerBundle(), userAgent: 'Req/test' });
}

/** Sends the last request of a file, with scripts in a real sandbox; files by their path under the collection's root. */
export async function sendRun(files: Readonly<Record<string, string>>, options: SendOptions = {}): Promise<SendRun> {
  const {
    signal = new AbortController().signal,
    variables = new ScriptVariables(),
    onEvent,
    host = {},
    environment,
    runner: given,
    file: sent = 'a.req',
    as,
    ...more
  } = options;
  const all = new Map(Object.entries(files).map(([name, text]) => [`${root}/${name}`, text]));
  const { workspace } = memoryWorkspace(all, { variables, environment });
  const file = `${root}/${sent}`;
  const view = await workspace.know({ file, version: 1, getText: () => all.get(file) ?? '' });
  const request = listRequests(view.tree).at(-1);
  if (request === undefined) throw new Error(`${sent} contains no request`);
  const runner = given ?? (await testRunner(memoryHost(all, host)));
  const events: RunEvent[] = [];
  try {
    const run = runner.run(
      {
        context: view.contextOf(request.block),
        variables,
        exchanges: memoryExchanges(),
        requests: () => workspace.requests(view),
        defaults: sendDefaults,
        mode: 'send',
        ...(as === undefined ? {} : { host: as }),
        ...more,
        emit(e) {
          events.push(e);
          onEvent?.(e);
        },
      },
      signal,
    );
    const result = await run.done;
    return {
      result,
      events,
      console: events.flatMap((e) => {
        if (e.kind !== 'console') return [];
        return [e.level === 'log' || e.level === 'info' ? e.text : `${e.level}: ${e.text}`];
      }),
      tests: events.flatMap((e) => (e.kind === 'test' ? [`${e.result.passed ? '+' : '-'} ${e.result.name}`] : [])),
      variable: (name) => variables.find(name)?.value,
    };
  } finally {
    if (given === undefined) await runner.dispose();
  }
}
