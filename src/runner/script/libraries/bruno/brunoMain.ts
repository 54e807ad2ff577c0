import { brunoChai } from './assertions.ts';
import { kit, useKit, type Kit, type KitResponse } from '../kit.ts';
import { createAxios, rawRequest, resultOf, validResult, type Result } from './axios.ts';
import { createCookies } from './cookies.ts';
import { facts, keepText } from '../clients/facts.ts';
import { createRequest } from './request.ts';
import { createResponse } from './response.ts';
import { refused, sendComposed, setNextRequest } from '../clients/sending.ts';
import { createScope } from '../clients/variables.ts';
import { filled, written } from './texts.ts';

/** `bru`, `req`, `res` and the other globals of Bruno's scripts, based on Req's API. */
export function create(given: Kit): Readonly<Record<string, unknown>> {
  useKit(given);
  const { tool, request, response } = given;
  const lazy = {
    // Chai is loaded by scripts that test.
    get expect() {
      return brunoChai().expect;
    },
    get assert() {
      return brunoChai().assert;
    },
  };
  return Object.assign(Object.create(lazy) as object, {
    bru: createBru(),
    req: createRequest(request),
    res: response === undefined ? undefined : createResponse(response, request),
    test: (name: unknown, body: () => unknown) => tool.test(String(name), body),
    axios: createAxios(),
  });
}

const stores = ['Var', 'EnvVar', 'GlobalEnvVar', 'CollectionVar', 'FolderVar', 'RequestVar'];

/** `getVar`, `setVar`, … of each store. Req has one kind of script variables. */
function variablesOf(): Readonly<Record<string, unknown>> {
  const scope = createScope();
  const one = (store: string): readonly (readonly [string, unknown])[] => [
    [`get${store}`, scope.get],
    [`set${store}`, (name: unknown, value: unknown) => scope.set(name, value)],
    [`has${store}`, scope.has],
    [`delete${store}`, scope.unset],
    [`getAll${store}s`, () => scope.toObject()],
    [`deleteAll${store}s`, scope.clear],
  ];
  return Object.fromEntries(stores.flatMap(one));
}

/**
 * Reads a value from outside of the collection; undefined if there is none. The runner requests permission before it is sent.
 * @throws {Error} if a file does not contain the name of the environment variable
 */
function outside(placeholder: string): string | undefined {
  try {
    return kit().tool.interpolate(placeholder);
  } catch (e) {
    if (e instanceof Error && e.message.includes('does not appear in any file')) throw e;
    return undefined;
  }
}

function interpolate(value: unknown): unknown {
  if (typeof value === 'string') return filled(value);
  if (typeof value !== 'object' || value === null) return value;
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) => (typeof inner === 'string' ? filled(inner) : inner));
}

/** `bru.runRequest(path)`: sends a request of the collection by its name, the last part of the path. */
async function runRequest(path: unknown): Promise<Result> {
  const name = String(path)
    .replace(/\.(?:bru|ya?ml)$/i, '')
    .replace(/^.*\//, '');
  return resultOf(await kit().tool.send(name));
}

function createBru(): object {
  const { tool } = kit();
  const runner = {
    skipRequest: () => tool.skip(),
    stopExecution: () => tool.stop(),
    setNextRequest,
    get iterationIndex() {
      return facts().pass.index;
    },
    get totalIterations() {
      return facts().pass.count;
    },
  };
  return {
    ...variablesOf(),
    getEnvName: () => tool.env ?? undefined,
    getProcessEnv: (name: unknown) => (/^[A-Za-z_]\w*$/.test(String(name)) ? outside(`{{$env.${String(name)}}}`) : undefined),
    getSecretVar: (name: unknown) => outside(`{{$secret.${String(name).replaceAll('.', '_')}}}`),
    interpolate,
    sleep: (ms: unknown) => tool.sleep(Number(ms)),
    sendRequest: (config: unknown, done?: unknown) =>
      sendComposed(
        'bru.sendRequest',
        () => rawRequest(config, written),
        done,
        (sent: KitResponse) =>
          validResult(sent, typeof config === 'object' && config !== null ? (config as Readonly<Record<string, unknown>>) : {}),
      ),
    runRequest,
    runner,
    setNextRequest,
    utils: {
      minifyJson: (json: unknown) => JSON.stringify(typeof json === 'string' ? JSON.parse(json) : json),
      minifyXml: (xml: unknown) => String(xml).replace(/>\s+</g, '><').trim(),
    },
    isSafeMode: () => true,
    disableParsingResponseJson: keepText,
    cwd: refused('bru.cwd', 'scripts have no file system. Load files of the collection with require("./file.js").'),
    cookies: createCookies(),
    getCollectionName: () => facts().collection,
    getOauth2CredentialVar: refused('bru.getOauth2CredentialVar', '# @auth oauth2 keeps the token.'),
    resetOauth2Credential: refused('bru.resetOauth2Credential', '# @auth oauth2 keeps the token.'),
    getTestResults: refused('bru.getTestResults', 'the Tests tab and the reports of req run list them.'),
    getAssertionResults: refused('bru.getAssertionResults', 'the Tests tab and the reports of req run list them.'),
    // oxlint-disable-next-line no-console -- the script's own
    visualize: () => console.warn('bru.visualize: Req has no such view. The response panel shows tables, images and HTML.'),
  };
}
