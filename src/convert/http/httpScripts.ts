import {
  scriptRules,
  translateScript,
  withoutScriptMarks,
  type CallRule,
  type ScriptRule,
  type ScriptRules,
  type TranslatedScript,
} from '../import/scripts/importedScripts.ts';
import { missingPackage } from '../../base/scriptPackages.ts';
import { scriptTokens } from '../../language/index.ts';
import type { FileFacts } from './fileFacts.ts';

const none = (problem: string): ScriptRule => ({ problem });

/** Calls that load files of the collection and packages of Req; others are reported. */
const loads: ScriptRule = {
  problemOf([given = '']) {
    const name = /^(["'`])([^"'`$]*)\1$/.exec(given)?.[2];
    if (name === undefined) return 'only packages and files that are named by a text are known before the script runs.';
    return /^\.{0,2}\//.test(name) ? undefined : missingPackage(name);
  },
};

/** The headers of the request as JetBrains has them. */
const headersOfRequest =
  '[...request.headers].map(([name, value]) => ({ name: () => name, value: () => value, getRawValue: () => value, tryGetSubstitutedValue: () => tool.interpolate(value) }))';

/** API names of JetBrains and Kulala, except those that Req has too. */
const handlers: Readonly<Record<string, ScriptRule>> = {
  client: none('Req has no such function.'),
  'client.test': 'client.test',
  'client.assert': 'client.assert',
  'client.log': 'client.log',
  'client.responses': none('write tool.send(name), which gives a response.'),
  'client.global.set': 'client.global.set',
  'client.global.get': 'client.global.get',
  'client.global.clear': 'client.global.clear',
  'client.global.clearAll': 'client.global.clearAll',
  'client.global.isEmpty': 'client.global.isEmpty',
  'client.global.headers': 'client.global.headers',
  'client.variables': 'client.variables',
  'client.exit': 'client.exit',
  'request.variables.set': 'tool.setVar',
  'request.variables.get': 'tool.getVar',
  'request.variables': 'request.variables',
  'request.environment.get': 'tool.getVar',
  'request.environment': 'request.environment',
  'request.body.getRaw': { call: () => 'request.body' },
  'request.body.tryGetSubstituted': { call: () => 'tool.interpolate(request.body ?? "")' },
  'request.url.getRaw': { call: () => 'request.url' },
  'request.url.tryGetSubstituted': { call: () => 'tool.interpolate(request.url)' },
  'request.skip': { call: () => 'tool.skip()' },
  'request.replay': none('a request is sent once.'),
  'request.iteration': none('a request is sent once.'),
  'request.templateValue': none('a request is sent once.'),
  'request.headers.all': { call: () => headersOfRequest },
  'request.headers.findByName': {
    call: ([name]) =>
      name === undefined
        ? undefined
        : `(${headersOfRequest}.find((header) => header.name().toLowerCase() === String(${name}).toLowerCase()) ?? null)`,
  },
  request: 'request',
  'response.body': 'response.body',
  'response.status': 'response.status',
  'response.headers': 'response.headers',
  'response.contentType': 'response.contentType',
  // Kulala's name.
  'response.responseCode': 'response.status',
  response: 'response',
  $env: { property: (name) => `tool.interpolate("{{$env.${name.replace(/["'`\\]/g, '')}}}")`, problem: 'name the variable: $env.NAME.' },
  require: loads,
  fetch: none('scripts send with tool.send.'),
};

const passed = (given: string, message: string | undefined): string =>
  `client.assert(${given}${message === undefined ? '' : `, ${message}`})`;
const expected =
  (matcher: string): CallRule =>
  ([value, wanted, message]) =>
    wanted === undefined ? undefined : `tool.expect(${value}${message === undefined ? '' : `, ${message}`}).to.${matcher}(${wanted})`;

/** Additional assertions of Kulala. */
const kulala: Readonly<Record<string, ScriptRule>> = {
  'client.assert.true': { call: ([given = '', message]) => passed(given, message) },
  'client.assert.false': { call: ([given = '', message]) => passed(`!(${given})`, message) },
  ...Object.fromEntries(
    ['assert', 'client.assert'].flatMap((name): readonly (readonly [string, ScriptRule])[] => [
      [`${name}.same`, { call: expected('eql') }],
      [`${name}.hasString`, { call: expected('include') }],
      [`${name}.responseHas`, none('write ?? below the body.')],
      [`${name}.headersHas`, none('write ?? header below the body.')],
      [`${name}.bodyHas`, none('write ?? body below the body.')],
      [`${name}.jsonHas`, none('write ?? body.path below the body.')],
      [`${name}.error`, none('Req has no such function.')],
      [`${name}.save`, none('Req has no such function.')],
    ]),
  ),
  'assert.true': { call: ([given = '', message]) => passed(given, message) },
  'assert.false': { call: ([given = '', message]) => passed(`!(${given})`, message) },
  assert: { call: ([given = '', message]) => passed(given, message) },
};

const httpyac: Readonly<Record<string, ScriptRule>> = {
  'response.parsedBody': 'response.body',
  'response.body': 'response.text',
  'response.statusCode': 'response.status',
  'response.statusMessage': 'response.statusText',
  'response.contentType': 'response.contentType',
  'response.headers': 'response.headers',
  'response.timings': none('write response.duration.'),
  'response.rawBody': none('Req gives scripts text.'),
  response: 'response',
  request: 'request',
  test: { call: (args) => (args.length === 2 ? `tool.test(${args.join(', ')})` : undefined) },
  'test.status': {
    call: ([status]) =>
      `tool.test("status is ${(status ?? '').replace(/["\\]/g, '')}", () => tool.expect(response.status).to.equal(${status}))`,
  },
  'test.header': none('write tool.test.'),
  'test.responseBody': none('write tool.test.'),
  'test.hasResponseBody': none('write tool.test.'),
  expect: 'tool.expect',
  sleep: { call: ([ms]) => `await tool.sleep(${ms})` },
  exports: none('write tool.setVar(name, value).'),
  module: none('write tool.setVar(name, value).'),
  require: loads,
  $global: none('write tool.setVar(name, value).'),
  oauth2Session: none('write # @auth oauth2.'),
  httpRegion: none('Req has no such object.'),
  variables: none('write tool.getVar(name).'),
  fetch: none('scripts send with tool.send.'),
};

const variable = (name: string): string => name;
const handlerRules: ScriptRules = { names: scriptRules(handlers, kulala), variable };
const httpyacRules: ScriptRules = {
  names: scriptRules(httpyac),
  variable,
  undeclared: (name) => `${name} is not declared: other scripts and placeholders do not have it. Write tool.setVar("${name}", value).`,
};

/**
 * Translates a script of a `.http` file.
 * @param block whether it is a block of httpYac in double braces
 */
export function translateHttpScript(source: string, { variables }: Pick<FileFacts, 'variables'>, block: boolean): TranslatedScript {
  if (!block) return translateScript(source, { ...handlerRules, readsOwn: true });
  // A line `exports.name = value;` sets a variable.
  const set = source.replace(
    /^([ \t]*)(?:exports|\$global)\.([A-Za-z_$][\w$]*)[ \t]*=(?![=>])([^\r\n]*)$/gm,
    (whole, indent: string, name: string, written: string) => {
      const value = written.trim().replace(/;$/, '');
      return isWhole(value) ? `${indent}tool.setVar("${name}", ${value});` : whole;
    },
  );
  const { text, problems } = translateScript(set, { ...httpyacRules, readsOwn: true });
  return { text: variablesAsGlobals(source, variables) + withoutScriptMarks(text), problems };
}

/** The start of a script of httpYac, where variables are globals: a property for each that the script uses. Empty if it uses none. */
function variablesAsGlobals(source: string, variables: ReadonlySet<string> | undefined): string {
  if (variables === undefined) return '';
  const tokens = scriptTokens(source, 0, source.length);
  const used = new Set<string>();
  for (const [i, t] of tokens.entries()) {
    const before = tokens[i - 1];
    if (t.kind === 'word' && variables.has(t.text) && !(before?.kind === 'sign' && before.text === '.') && !httpyacRules.names.has(t.text))
      used.add(t.text);
  }
  if (used.size === 0) return '';
  const property = '{ get: () => tool.getVar(name), set: (value) => tool.setVar(name, value), configurable: true }';
  return ` for (const name of ${JSON.stringify([...used])}) if (!(name in globalThis)) Object.defineProperty(globalThis, name, ${property});`;
}

function isWhole(text: string): boolean {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g, '');
  return text !== '' && ['()', '[]', '{}'].every((pair) => bare.split(pair[0] as string).length === bare.split(pair[1] as string).length);
}
