import type { ApiJob, ApiState, Thrown } from '../workerMessages.ts';
import { createClient } from './client.ts';
import { createConsole } from './console.ts';
import { createEnding } from './apiEnding.ts';
import { createAsk } from './hostFunction.ts';
import { createPending } from './pending.ts';
import { createHints } from './hints.ts';
import { createListeners } from './listeners.ts';
import { createLook } from './looks.ts';
import { plainJson } from './plainJson.ts';
import { jsonParse, setOwn } from './primordials.ts';
import { installRandom } from './random.ts';
import { createRequest } from './apiRequest.ts';
import { createResponse } from './apiResponse.ts';
import { createTests } from './apiTests.ts';
import { describeThrown } from './thrown.ts';
import { createTool } from './tool.ts';

/** What the worker holds of the API. Texts are JSON. */
export interface Control {
  /** Runs the script's function. */
  start(script: () => unknown): void;
  /** A wait is over; `message` is what it brought. */
  wake(id: number, message: string): void;
  /** Calls the listeners of `tool.onEvent`, one after another, each to the end of its promise. `event` is a StreamEvent. */
  hear(event: string): void;
  /** An ApiState. */
  state(): string;
  /** The request as the script left it. */
  request(): string;
  /** The script is over: nothing runs any more. */
  finish(): void;
  /** A Thrown: of what evaluating the script threw, or of why a promise was rejected. */
  describe(thrown: unknown): string;
}

/** Sets up the globals of scripts. Evaluated in every fresh context, before the user's code. */
export function install(host: (json: string) => string, jobJson: string): Control {
  const job = jsonParse(jobJson) as ApiJob;
  installRandom(job.seed);
  const ask = createAsk(host);
  const ending = createEnding();
  const tests = createTests(ask, ending);
  const console = createConsole(ask);
  const pending = createPending(ask);
  const hints = createHints(ask);
  const look = createLook(ask, job.reportsLooks);
  const request = createRequest(job, ask, hints, look);
  const listeners = createListeners(job.phase, ending);
  const tool = createTool({ ask, ending, tests, pending, listeners, hints, env: job.env });

  let settled = false;
  let thrown: Thrown | null = null;

  setGlobal('tool', tool);
  setGlobal('console', console);
  setGlobal('request', request.view);
  setGlobal('response', job.response === null ? undefined : createResponse(job.response, ask, 'own', look));
  setGlobal('client', createClient({ tool, tests, console }));

  async function run(script: () => unknown): Promise<void> {
    try {
      await script();
    } catch (e) {
      if (!ending.isEnd(e)) {
        thrown = { text: 'the script threw what cannot be described', stack: '' };
        thrown = describeThrown(e);
      }
    }
    settled = true;
  }

  return {
    start: (script) => void run(script),
    hear: (event) => {
      settled = false;
      void run(() => listeners.hear(event));
    },
    wake: pending.wake,
    state: () => {
      const state: ApiState = { settled, thrown, listens: listeners.any(), end: ending.current() };
      return plainJson(state);
    },
    request: () => plainJson(request.current()),
    finish: tests.failUnsettled,
    describe: (e) => plainJson(describeThrown(e)),
  };
}

function setGlobal(name: string, value: unknown): void {
  setOwn(globalThis, name, value);
}
