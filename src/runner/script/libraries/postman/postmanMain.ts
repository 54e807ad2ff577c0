import { requirePackage } from '../clients/packages.ts';
import { refused, setNextRequest } from '../clients/sending.ts';
import { createScope, oldScope } from '../clients/variables.ts';
import { kit, useKit, type Kit } from '../kit.ts';
import { addAssertions, type Chai } from './assertions.ts';
import { createCookies } from './cookies.ts';
import { facts } from '../clients/facts.ts';
import { createRequest } from './request.ts';
import { requestData } from './requestData.ts';
import { PostmanResponse } from './response.ts';
import { sendRequest } from './sendRequest.ts';

/** `pm`, the globals of older Postman scripts and `insomnia`, based on Req's API. */
export function create(given: Kit): Readonly<Record<string, unknown>> {
  useKit(given);
  const { tool, request, response } = given;
  const chai = given.load('chai')['package'] as Chai;
  addAssertions(chai);
  const scope = createScope();
  const own = response === undefined ? undefined : new PostmanResponse(response);
  const ownRequest = createRequest(request);
  Object.defineProperty(ownRequest, 'to', { get: () => (chai.expect(ownRequest) as { readonly to: unknown }).to });
  if (own !== undefined) Object.defineProperty(own, 'to', { get: () => (chai.expect(own) as { readonly to: unknown }).to });
  const pm = {
    info: {
      requestName: request.name,
      requestId: tool.uuid(),
      eventName: response === undefined ? 'prerequest' : 'test',
      get iteration() {
        return facts().pass.index;
      },
      get iterationCount() {
        return facts().pass.count;
      },
    },
    environment: { ...scope, name: tool.env ?? '' },
    globals: scope,
    collectionVariables: scope,
    variables: scope,
    iterationData: scope,
    request: ownRequest,
    response: own,
    expect: chai.expect,
    test: Object.assign(test, { skip: () => pm }),
    sendRequest: (what: unknown, done?: unknown) => sendRequest(what, done, (sent) => new PostmanResponse(sent)),
    cookies: createCookies(own),
    require: (name: unknown) => packageOf(String(name)),
    execution: {
      skipRequest: () => tool.skip(),
      setNextRequest,
      get location() {
        return Object.assign([...facts().location], { current: request.name });
      },
    },
    setNextRequest,
    visualizer: { set: noView, clear: () => undefined },
    vault: { get: noVault, set: noVault, unset: noVault },
  };
  function test(name: unknown, body: TestBody): typeof pm {
    const run = promised(body);
    void tool.test(String(name), () => run());
    return pm;
  }
  /** Read on use, because most of them load a library, or read the request or the response. */
  const lazy = {
    get xml2Json() {
      return (given.load('xml2js') as { readonly xml2Json: unknown }).xml2Json;
    },
    get insomnia() {
      return insomniaOf(pm, scope);
    },
    get iteration() {
      return facts().pass.index;
    },
    get requestData() {
      return requestData(request);
    },
    get responseBody() {
      return own?.text();
    },
    get responseCode() {
      return own && { code: own.code, name: own.status, detail: '' };
    },
    get responseHeaders() {
      return own?.headers.toObject();
    },
    get responseTime() {
      return own?.responseTime;
    },
  };
  return Object.assign(Object.create(lazy) as object, { pm, ...oldGlobals(scope, own) });
}

type TestBody = (done?: (error?: unknown) => void) => unknown;

/** The function of a test without its callback, returning a promise. */
function promised(body: TestBody): () => unknown {
  if (body.length === 0) return body;
  return () => new Promise<void>((resolve, reject) => void body((e) => (e === undefined || e === null ? resolve() : reject(e))));
}

/** `insomnia`: `pm` with more stores. All are Req's script variables. */
const insomniaOf = (pm: object, scope: ReturnType<typeof createScope>): object =>
  Object.assign(Object.create(pm) as object, {
    baseEnvironment: scope,
    baseGlobals: scope,
    parentFolders: { get: () => ({ environment: scope }), getEnvironments: () => [scope] },
    vault: { get: noInsomniaVault },
  });

const noInsomniaVault = refused('insomnia.vault', 'write {{$secret.NAME}} in the request.');
const noVault = refused('pm.vault', 'write {{$secret.NAME}} in the request.');
// oxlint-disable-next-line no-console -- the script's own
const noView = (): void => console.warn('pm.visualizer: Req has no such view. The response panel shows tables, images and HTML.');

/** `pm.require`. */
function packageOf(name: string): unknown {
  const found = requirePackage(kit().load, name);
  if (found === undefined) throw new Error(`pm.require(${JSON.stringify(name)}): load files with require(path).`);
  return found.value;
}

/** Globals that Postman scripts used before there was `pm`, such as `tests` and `responseBody`. */
function oldGlobals(scope: ReturnType<typeof createScope>, response: PostmanResponse | undefined): Readonly<Record<string, unknown>> {
  const tests: Record<string, unknown> = {};
  kit().atEnd(() => {
    for (const [name, passed] of Object.entries(tests))
      void kit().tool.test(name, () => {
        if (!passed) throw new Error(`tests[${JSON.stringify(name)}] is ${String(passed)}`);
      });
  });
  const old = oldScope(scope);
  // Older scripts ask `responseBody.has("text")`.
  const has = function (this: unknown, part: unknown): boolean {
    return String(this).includes(String(part));
  };
  // The engine is this script's alone, and strings are what Postman extends too.
  // oxlint-disable-next-line no-extend-native
  Object.defineProperty(String.prototype, 'has', { value: has, writable: true, configurable: true, enumerable: false });
  return {
    tests,
    environment: old,
    globals: old,
    data: old,
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
      getResponseCookie: (name: string) => ({ name, value: response?.cookiesSet().find((c) => c.name === name)?.value }),
      setNextRequest,
    },
  };
}
