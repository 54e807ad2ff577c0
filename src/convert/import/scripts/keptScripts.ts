import { missingPackage } from '../../../base/scriptPackages.ts';
import { scriptRules, translateScript, type ScriptRule } from './importedScripts.ts';
import type { AddNote } from '../importResult.ts';

/** Clients whose scripts run unchanged. */
export type ScriptClient = 'postman' | 'bruno' | 'insomnia';

const none = (problem: string): ScriptRule => ({ problem });
const unknown = none('Req has no such function.');
const order = none('Req sends requests in the order of the files; # @ref sends one before.');
const noView = none('Req has no such view; the call does nothing.');

const packages: ScriptRule = {
  problemOf([given = '']) {
    const name = /^(["'`])([^"'`$]*)\1$/.exec(given)?.[2];
    if (name === undefined) return 'only packages and files that are named by a text are known before the script runs.';
    return missingPackage(name);
  },
};

const common: Readonly<Record<string, ScriptRule>> = {
  require: packages,
  fetch: none('scripts send with tool.send, or with axios.'),
  process: none('write {{$env.NAME}} in the request.'),
};

/** Rules of names that Req supports. */
const kept = (...names: readonly string[]): Readonly<Record<string, ScriptRule>> => Object.fromEntries(names.map((name) => [name, name]));
const inside = (root: string, names: string): Readonly<Record<string, ScriptRule>> =>
  kept(...names.split(' ').map((name) => `${root}.${name}`));

const postman = scriptRules(common, kept('pm', 'postman'), {
  pm: unknown,
  ...inside('pm', 'info environment globals collectionVariables variables iterationData request response expect test sendRequest'),
  ...inside('pm', 'cookies execution.skipRequest execution.setNextRequest execution.location setNextRequest'),
  'pm.require': packages,
  'pm.execution': order,
  'pm.visualizer': noView,
  // The object of old scripts: `request` is the one of Req.
  request: 'request',
  'request.description': none('write pm.request.description.'),
  'request.id': unknown,
  'pm.vault': none('write {{$secret.NAME}} in the request.'),
});

const stores = 'Var EnvVar GlobalEnvVar CollectionVar FolderVar RequestVar'.split(' ');
const ofStores = stores.flatMap((store) => [
  `get${store}`,
  `set${store}`,
  `has${store}`,
  `delete${store}`,
  `getAll${store}s`,
  `deleteAll${store}s`,
]);

const bruno = scriptRules(common, kept('req', 'res'), {
  bru: unknown,
  ...inside('bru', ofStores.join(' ')),
  ...inside(
    'bru',
    'cookies getEnvName getProcessEnv getSecretVar interpolate sleep sendRequest runRequest isSafeMode utils.minifyJson utils.minifyXml getCollectionName disableParsingResponseJson',
  ),
  ...inside(
    'bru',
    'setNextRequest runner.skipRequest runner.stopExecution runner.setNextRequest runner.iterationIndex runner.totalIterations',
  ),
  'bru.runner': order,
  'bru.visualize': noView,
  'bru.cwd': none('scripts have no file system.'),
  'bru.getOauth2CredentialVar': none('# @auth oauth2 keeps the token.'),
  'req.onFail': unknown,
});

/** Insomnia has the functions of Postman under another name, and more stores. */
const insomnia = new Map([
  ...[...postman].map(([name, rule]) => [name.replace(/^pm\b/, 'insomnia'), rule] as const),
  ...scriptRules(inside('insomnia', 'baseEnvironment baseGlobals parentFolders'), {
    'insomnia.settings': unknown,
    'insomnia.clientCertificates': none('write # @cert above the request.'),
    'insomnia.request.auth': none('write # @auth above the request.'),
    'insomnia.request.proxy': none('write # @proxy above the request.'),
  }),
]);

const rules = { postman, bruno, insomnia };

/** A script that Req runs unchanged. Reports parts of the API that it uses and Req lacks. */
export function keptScript(source: string, client: ScriptClient, addNote: AddNote): string {
  const { problems } = translateScript(source, { names: rules[client], variable: (name) => name, readsOwn: true });
  for (const p of problems) addNote('warning', `Script, line ${p.line}: ${p.message}`);
  return source;
}
