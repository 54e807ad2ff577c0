import type { KitRequest, KitResponse, KitTool } from '../libraries/kit.ts';
import type { ApiJob, ApiState, Thrown } from '../thread/workerMessages.ts';
import { createJetBrains } from './client.ts';
import { createConsole } from './console.ts';
import { createEnding, type Ending } from './apiEnding.ts';
import { createAsk } from './hostFunction.ts';
import { createPending } from './pending.ts';
import { createHints } from './hints.ts';
import { createListeners } from './listeners.ts';
import { createLooks } from './looks.ts';
import { plainJson } from './plainJson.ts';
import { append, jsonParse, setOwn } from './primordials.ts';
import { installRandom } from './random.ts';
import { createRequest } from './apiRequest.ts';
import { createResponse } from './apiResponse.ts';
import { createTests } from './apiTests.ts';
import { createVariables } from './apiVariables.ts';
import { describeThrown } from './thrown.ts';
import { prepareTool } from './tool.ts';
import { createLoad, defineWebGlobals } from './webGlobals.ts';
import { inspect, printAs } from './inspect.ts';

/** The worker's interface to the API. Texts are JSON. */
export interface Control {
  start(script: () => unknown): void;
  /** Runs the default export of a module, or of a promise of one. */
  startModule(module: unknown): void;
  /** Completes a wait. `message` is its result. */
  wake(id: number, message: string): void;
  /** Calls the listeners of `tool.onEvent` in sequence, and awaits each. `event` is a StreamEvent. */
  hear(event: string): void;
  state(): string;
  /** The request with the script's changes. */
  request(): string;
  /** Call when the script is over. */
  finish(): void;
  /** A Thrown for an error from evaluating the script, or for the reason of a rejected promise. */
  describe(thrown: unknown): string;
}

defineWebGlobals();

/**
 * Defines the globals of scripts that are the same for every job. Runs at build time: they are part of the memory's image.
 * @returns a function that begins a script: it takes an ApiJob as JSON text, and runs once, before the user's code
 */
export function install(host: (json: string) => string): (jobJson: string) => Control {
  const ask = createAsk(host);
  const ending = createEnding();
  const tests = createTests(ask, ending);
  const console = createConsole(ask);
  const pending = createPending(ask);
  const hints = createHints(ask);
  const looks = createLooks(ask);
  const { look } = looks;
  const request = createRequest(ask, hints, look);
  const listeners = createListeners(ending);
  const variables = createVariables(ask, hints);
  const createTool = prepareTool({ ask, ending, tests, pending, listeners, variables });

  const jetBrains = createJetBrains({ variables, tests, ending, console });
  request.extend(jetBrains);

  const execution = createExecution(ending);
  const { run } = execution;
  setGlobal('console', console);
  setGlobal('request', request.view);
  setGlobal('client', jetBrains.client);

  const control: Control = {
    start: (script) => void run(script),
    startModule: (module) =>
      void run(async () => {
        const { default: script } = (await module) as { readonly default: () => unknown };
        await script();
      }),
    hear: (event) => void run(() => listeners.hear(event)),
    wake: pending.wake,
    state: () => {
      const state: ApiState = { ...execution.now(), listens: listeners.any(), end: ending.current() };
      return plainJson(state);
    },
    request: () => plainJson(request.current()),
    finish: tests.failUnsettled,
    describe: (e) => plainJson(describeThrown(e)),
  };

  return (jobJson) => {
    const job = jsonParse(jobJson) as ApiJob;
    installRandom(job.seed);
    looks.begin(job.reportsLooks);
    request.begin(job);
    listeners.begin(job.phase);
    const tool = createTool(job.env);
    const response = job.response === null ? undefined : createResponse(job.response, ask, 'own', look);
    const load = createLoad({
      ask,
      wait: pending.wait,
      cancel: pending.cancel,
      fail: execution.fail,
      inspect,
      printAs,
      tool: tool as unknown as KitTool,
      request: request.view as KitRequest,
      response: response as KitResponse | undefined,
      send: (name, composed) => pending.send(name, composed) as Promise<KitResponse>,
      atEnd: execution.atEnd,
      load: (name) => load(name),
    });
    setGlobal('tool', tool);
    setGlobal('response', response);
    return control;
  };
}

/** Runs the script's code and stores its result. */
function createExecution(ending: Ending) {
  /** Calls of libraries after the script. */
  const atEnd: (() => void)[] = [];
  let settled = false;
  let thrown: Thrown | null = null;
  return {
    run: async (script: () => unknown): Promise<void> => {
      settled = false;
      try {
        await script();
        for (let i = 0; i < atEnd.length; i++) (atEnd[i] as () => void)();
      } catch (e) {
        if (!ending.isEnd(e)) {
          thrown = { text: 'the script threw a value that cannot be shown', stack: '' };
          thrown = describeThrown(e);
        }
      }
      settled = true;
    },
    fail: (e: unknown): void => {
      if (!ending.isEnd(e)) thrown ??= describeThrown(e);
    },
    atEnd: (call: () => void): void => append(atEnd, call),
    now: (): Pick<ApiState, 'settled' | 'thrown'> => ({ settled, thrown }),
  };
}

function setGlobal(name: string, value: unknown): void {
  setOwn(globalThis, name, value);
}
