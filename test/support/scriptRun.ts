import { type Value, valueToText } from '../../src/base/values/value.ts';
import { ReqError } from '../../src/base/reqError.ts';
import type { ConsoleLevel, TestResult } from '../../src/runner/ports/events.ts';
import { createSandbox } from '../../src/runner/script/sandbox.ts';
import type { Sandbox, ScriptHost, ScriptJob, ScriptResult } from '../../src/runner/script/scriptTypes.ts';
import { scriptWorkerBundle } from './scriptWorkerBundle.ts';

/** The result of a script. */
export interface ScriptRun {
  readonly result: ScriptResult;
  readonly variables: ReadonlyMap<string, Value>;
  /** Line of the `tool.setVar` call of each variable. */
  readonly lines: ReadonlyMap<string, number>;
  readonly printed: readonly (readonly [ConsoleLevel, string])[];
  readonly tests: readonly TestResult[];
}

export interface ScriptOptions extends Partial<Omit<ScriptJob, 'source'>> {
  readonly variables?: ReadonlyMap<string, Value>;
  readonly sandbox?: Sandbox;
  readonly signal?: AbortSignal;
  readonly host?: Partial<ScriptHost>;
}

let shared: Sandbox | undefined;

/** The sandbox that most tests share. Its idle worker does not keep the process alive. */
export async function sharedSandbox(): Promise<Sandbox> {
  const workerFile = await scriptWorkerBundle();
  return (shared ??= createSandbox({ workerFile }));
}

/** A host without variables, which stores nothing. */
export const emptyScriptHost: ScriptHost = {
  jwt: () => Promise.reject(new ReqError('script', 'no keys')),
  cookies: () => Promise.resolve('null'),
  request: () => 'null',
  next: () => undefined,
  getVar: () => undefined,
  vars: () => new Map(),
  setVar: () => undefined,
  deleteVar: () => false,
  interpolate: (text) => text,
  look: () => undefined,
  module: (_, specifier) => Promise.reject(new ReqError('script', `there is no ${specifier}`)),
  send: (name) => Promise.reject(new ReqError('parse', `there is no request ${name}`)),
  heard: () => undefined,
  console: () => undefined,
  test: () => undefined,
};

/** Runs a script in a real sandbox, with variables in a map. */
export async function runScript(source: string, options: ScriptOptions = {}): Promise<ScriptRun> {
  const { variables: given, sandbox = await sharedSandbox(), signal = new AbortController().signal, host, ...more } = options;
  const variables = new Map(given);
  const lines = new Map<string, number>();
  const printed: (readonly [ConsoleLevel, string])[] = [];
  const tests: TestResult[] = [];
  const result = await sandbox.run(
    scriptJob(source, more),
    {
      ...emptyScriptHost,
      getVar: (name) => variables.get(name),
      vars: () => variables,
      setVar: (name, value, line) => {
        variables.set(name, value);
        lines.set(name, line);
      },
      deleteVar: (name) => variables.delete(name),
      interpolate: (text) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => valueToText(variables.get(name) ?? null)),
      console: (level, text) => printed.push([level, text]),
      test: (t) => tests.push(t),
      ...host,
    },
    signal,
  );
  return { result, variables, lines, printed, tests };
}

/** A pre-request script at line 10, column 5 of `/ws/users.req`. */
export function scriptJob(source: string, more: Partial<ScriptJob> = {}): ScriptJob {
  return {
    source,
    file: '/ws/users.req',
    line: 10,
    column: 5,
    phase: 'pre-request',
    request: { name: 'createUser', method: 'POST', url: 'http://localhost/users', headers: [], body: undefined },
    response: undefined,
    env: null,
    nested: false,
    reportsLooks: false,
    limits: { timeMs: 10_000, memory: 64 << 20 },
    ...more,
  };
}

/** The value of a script's expression, after the conversion from the sandbox. Fails if the script fails. */
export async function valueOf(expression: string, options: ScriptOptions = {}): Promise<Value | undefined> {
  const { result, variables } = await runScript(`tool.setVar("probe", (${expression}\n));`, options);
  if (result.failure !== undefined) throw new Error(result.failure.message);
  return variables.get('probe');
}

export async function failureOf(source: string, options: ScriptOptions = {}): Promise<string | undefined> {
  return (await runScript(source, options)).result.failure?.message;
}
