import { kit, useKit, type Kit } from '../kit.ts';
import { addAssertions, type Chai } from './assertions.ts';
import { createRequest, sendRequest } from './request.ts';
import { PostmanResponse } from './response.ts';
import { createScope, oldScope } from './variables.ts';

/** Packages that scripts of Postman can require, and the libraries that have them. */
const packages: Readonly<Record<string, string>> = {
  lodash: 'lodash',
  'crypto-js': 'crypto-js',
  moment: 'moment',
  uuid: 'uuid',
  ajv: 'ajv',
  chai: 'chai',
};

/** `pm` and the globals of older scripts of Postman, over the API of Req. */
export function create(given: Kit): Readonly<Record<string, unknown>> {
  useKit(given);
  const { tool, request, response } = given;
  const chai = given.load('chai')['package'] as Chai;
  addAssertions(chai);
  const scope = createScope();
  const own = response === undefined ? undefined : new PostmanResponse(response);
  if (own !== undefined) Object.defineProperty(own, 'to', { get: () => (chai.expect(own) as { readonly to: unknown }).to });
  const pm = {
    info: {
      requestName: request.name,
      requestId: tool.uuid(),
      eventName: response === undefined ? 'prerequest' : 'test',
      iteration: 0,
      iterationCount: 1,
    },
    environment: { ...scope, name: tool.env ?? '' },
    globals: scope,
    collectionVariables: scope,
    variables: scope,
    iterationData: scope,
    request: createRequest(request),
    response: own,
    expect: chai.expect,
    test: Object.assign(test, { skip: () => pm }),
    sendRequest: (what: unknown, done?: unknown) => sendRequest(what, done, (sent) => new PostmanResponse(sent)),
    cookies: own === undefined ? { get: () => undefined, has: () => false, toObject: () => ({}) } : cookiesOf(own),
    require: (name: unknown) => packageOf(String(name)),
    execution: { skipRequest: () => tool.skip(), setNextRequest, location: { current: request.name } },
    setNextRequest,
  };
  function test(name: unknown, body: (done?: (error?: unknown) => void) => unknown): typeof pm {
    const run =
      body.length === 0
        ? body
        : () => new Promise<void>((resolve, reject) => void body((e) => (e === undefined || e === null ? resolve() : reject(e))));
    void tool.test(String(name), () => run());
    return pm;
  }
  return { pm, ...oldGlobals(scope, own) };
}

const packageOf = (name: string): unknown => {
  const library = packages[name.replace(/^npm:|@[\d.]+$/g, '')];
  if (library === undefined) throw new Error(`pm.require: there is no package ${name}. There are ${Object.keys(packages).join(', ')}.`);
  return kit().load(library)['package'];
};

/** The order of requests is that of the files. `null` stops the run. */
function setNextRequest(name: unknown): void {
  if (name === null) kit().tool.stop('the script set no next request');
  throw new Error(
    `setNextRequest(${JSON.stringify(name)}) is not possible: requests run in the order of their files. Use tool.send(name).`,
  );
}

function cookiesOf(response: PostmanResponse): object {
  const cookies = response.cookies();
  return {
    get: (name: string) => cookies.get(name),
    has: (name: string) => cookies.has(name),
    toObject: () => Object.fromEntries(cookies),
  };
}

/** Globals of scripts before `pm`. */
function oldGlobals(scope: ReturnType<typeof createScope>, response: PostmanResponse | undefined): Readonly<Record<string, unknown>> {
  const tests: Record<string, unknown> = {};
  kit().atEnd(() => {
    for (const [name, passed] of Object.entries(tests))
      void kit().tool.test(name, () => {
        if (!passed) throw new Error(`tests[${JSON.stringify(name)}] is ${String(passed)}`);
      });
  });
  const old = oldScope(scope);
  return {
    tests,
    environment: old,
    globals: old,
    responseBody: response?.text(),
    responseCode: response === undefined ? undefined : { code: response.code, name: response.status, detail: '' },
    responseHeaders: response?.headers.toObject(),
    responseTime: response?.responseTime,
    postman: {
      setEnvironmentVariable: scope.set,
      getEnvironmentVariable: scope.get,
      clearEnvironmentVariable: scope.unset,
      clearEnvironmentVariables: scope.clear,
      setGlobalVariable: scope.set,
      getGlobalVariable: scope.get,
      clearGlobalVariable: scope.unset,
      clearGlobalVariables: scope.clear,
      getResponseHeader: (name: string) => response?.headers.get(name),
      getResponseCookie: (name: string) => ({ name, value: response?.cookies().get(name) }),
      setNextRequest,
    },
  };
}
