import { variableName } from '../import/layout/fileNames.ts';
import type { AddNote } from '../import/importResult.ts';
import { scriptTokens, type ScriptToken } from '../../language/index.ts';
import { scriptRules, translateScript, type ScriptRule } from '../import/scripts/importedScripts.ts';

const none = (problem: string): ScriptRule => ({ problem });
const call = (text: (args: readonly string[]) => string | undefined): ScriptRule => ({ call: text });

/** `get`, `set`, `has` and `unset` of a store of Postman. Req has a single store for script variables. */
const store = (name: string): Readonly<Record<string, ScriptRule>> => ({
  [name]: none('Req has no such function.'),
  [`${name}.get`]: 'tool.getVar',
  [`${name}.set`]: 'tool.setVar',
  [`${name}.has`]: 'tool.hasVar',
  [`${name}.unset`]: 'tool.deleteVar',
  [`${name}.toObject`]: call(() => 'tool.vars()'),
  [`${name}.replaceIn`]: 'tool.interpolate',
});

const quoted = (arg: string | undefined): boolean => /^["'`]/.test(arg ?? '');

/** Translations of `pm.response.to.…`, with or without `not`. */
function responseWords(prefix: string, not: string): Readonly<Record<string, ScriptRule>> {
  const status = `tool.expect(response.status).to${not}`;
  const is = (low: number, high: number): ScriptRule => `${status}.be.within(${low}, ${high})`;
  const exactly = (code: number): ScriptRule => `${status}.equal(${code})`;
  return {
    [`${prefix}.have.status`]: call(([s]) =>
      s === undefined ? undefined : quoted(s) ? `tool.expect(response.statusText).to${not}.equal(${s})` : `${status}.equal(${s})`,
    ),
    [`${prefix}.have.header`]: call(([name, value]) =>
      value === undefined
        ? `tool.expect(response.headers.has(${name})).to${not}.equal(true)`
        : `tool.expect(response.headers.get(${name})).to${not}.equal(${value})`,
    ),
    [`${prefix}.have.body`]: call(([text]) =>
      text === undefined
        ? `tool.expect(response.text).to${not === '' ? '.not' : ''}.equal("")`
        : `tool.expect(response.text).to${not}.equal(${text})`,
    ),
    [`${prefix}.have.jsonBody`]: call(([path, value]) =>
      path === undefined
        ? `tool.expect(() => response.json()).to${not === '' ? '.not' : ''}.throw()`
        : quoted(path)
          ? `tool.expect(response.json()).to${not}.have.nested.property(${[path, value].filter((v) => v !== undefined).join(', ')})`
          : `tool.expect(response.json()).to${not}.eql(${path})`,
    ),
    [`${prefix}.be.ok`]: is(200, 299),
    [`${prefix}.be.success`]: is(200, 299),
    [`${prefix}.be.info`]: is(100, 199),
    [`${prefix}.be.redirection`]: is(300, 399),
    [`${prefix}.be.clientError`]: is(400, 499),
    [`${prefix}.be.serverError`]: is(500, 599),
    [`${prefix}.be.error`]: is(400, 599),
    [`${prefix}.be.accepted`]: exactly(202),
    [`${prefix}.be.badRequest`]: exactly(400),
    [`${prefix}.be.unauthorized`]: exactly(401),
    [`${prefix}.be.forbidden`]: exactly(403),
    [`${prefix}.be.notFound`]: exactly(404),
    [`${prefix}.be.rateLimited`]: exactly(429),
    [`${prefix}.be.json`]: `tool.expect(() => response.json()).to${not === '' ? '.not' : ''}.throw()`,
    [`${prefix}.be.withBody`]: `tool.expect(response.text).to${not === '' ? '.not' : ''}.equal("")`,
  };
}

const header = (change: string): ScriptRule =>
  call(([field, value]) => {
    if (field === undefined) return undefined;
    if (quoted(field) && value !== undefined) return `request.headers.${change}(${field}, ${value})`;
    return `((h) => request.headers.${change}(h.key, h.value))(${field})`;
  });

/** The variables as properties of an object. In Postman, assignments to it have no effect. */
const readOnly: ScriptRule = {
  property: (name) => `tool.getVar(${JSON.stringify(variableName(name))})`,
  problem: 'read a variable with tool.getVar(name), and set it with tool.setVar(name, value).',
};

const postmanNames = scriptRules(
  { pm: none('Req has no such function.'), postman: none('Req has no such function.') },
  store('pm.environment'),
  store('pm.globals'),
  store('pm.variables'),
  store('pm.collectionVariables'),
  store('pm.iterationData'),
  {
    'pm.environment.name': 'tool.env',
    'pm.test': 'tool.test',
    'pm.test.skip': none('Req cannot skip tests.'),
    'pm.expect': 'tool.expect',
    'pm.expect.fail': none('throw an error instead.'),
    'pm.response': none('Req has no such function.'),
    'pm.response.json': call(() => 'response.json()'),
    'pm.response.text': call(() => 'response.text'),
    'pm.response.reason': call(() => 'response.statusText'),
    'pm.response.code': 'response.status',
    'pm.response.status': 'response.statusText',
    'pm.response.responseTime': 'response.duration',
    'pm.response.responseSize': 'response.size',
    'pm.response.headers': none('Req has no such function.'),
    'pm.response.headers.get': 'response.headers.get',
    'pm.response.headers.has': 'response.headers.has',
    'pm.request': none('Req has no such function.'),
    'pm.request.url': none('the URL is a text: request.url.'),
    'pm.request.url.toString': call(() => 'request.url'),
    'pm.request.method': 'request.method',
    'pm.request.name': 'request.name',
    'pm.request.body': none('the body is a text: request.body.'),
    'pm.request.body.raw': 'request.body',
    'pm.request.body.toString': call(() => '(request.body ?? "")'),
    'pm.request.headers': none('Req has no such function.'),
    'pm.request.headers.get': 'request.headers.get',
    'pm.request.headers.has': 'request.headers.has',
    'pm.request.headers.remove': 'request.headers.delete',
    'pm.request.headers.add': header('append'),
    'pm.request.headers.upsert': header('set'),
    'pm.request.addHeader': header('append'),
    'pm.request.removeHeader': 'request.headers.delete',
    'pm.info.requestName': 'request.name',
    'pm.info': none('a script can read only its request.name.'),
    'pm.execution.skipRequest': call(() => 'tool.skip()'),
    'pm.execution': none('Req sends requests in the order of the file; # @ref sends one before.'),
    'pm.setNextRequest': none('Req sends requests in the order of the file; # @ref sends one before.'),
    'pm.sendRequest': none('write the request into a file and send it with await tool.send(name).'),
    'pm.cookies': none('it has no equivalent, and runs as before.'),
    'pm.visualizer': none('Req has no such view.'),
    'pm.vault': none('write {{$secret.NAME}} in the request.'),
    'pm.require': 'require',
    'postman.setEnvironmentVariable': 'tool.setVar',
    'postman.setGlobalVariable': 'tool.setVar',
    'postman.getEnvironmentVariable': 'tool.getVar',
    'postman.getGlobalVariable': 'tool.getVar',
    'postman.clearEnvironmentVariable': 'tool.deleteVar',
    'postman.clearGlobalVariable': 'tool.deleteVar',
    'postman.getResponseHeader': 'response.headers.get',
    'postman.setNextRequest': none('Req sends requests in the order of the file; # @ref sends one before.'),
    responseBody: 'response.text',
    'responseCode.code': 'response.status',
    'responseCode.name': 'response.statusText',
    responseCode: none('write response.status.'),
    responseTime: 'response.duration',
    responseHeaders: 'response.headers',
    environment: readOnly,
    globals: readOnly,
    eval: none('the text that it runs is not translated.'),
    btoa: 'tool.base64',
    atob: 'tool.fromBase64',
    fetch: none('scripts send with tool.send.'),
  },
  responseWords('pm.response.to', ''),
  responseWords('pm.response.to.not', '.not'),
);

/** Insomnia has the same functions under another name. */
const insomniaNames = new Map(
  [...postmanNames, ...scriptRules(store('pm.baseEnvironment'), store('pm.baseGlobals'))].map(
    ([name, rule]) => [name.replace(/^pm\b/, 'insomnia'), rule] as const,
  ),
);

const simpleTest =
  /^([ \t]*)tests\[((?:"[^"\r\n]*"|'[^'\r\n]*'|`[^`\r\n]*`)(?:[ \t]*\+[^\]\r\n]*)?)\][ \t]*=(?![=>])[ \t]*([^\r\n]*?);?[ \t]*$/gm;

/** Defines the object `tests` for a script, in which each assignment is a test. */
const testsObject = `const tests = new Proxy({}, {
  set(all, name, ok) {
    all[name] = ok;
    tool.test(String(name), () => tool.expect(!!ok).to.equal(true));
    return true;
  },
});
`;

/** Translates `tests["name"] = …` to a test if it is on a line of its own, else defines the object `tests`. */
function withTests(source: string): string {
  const lines = source.replace(simpleTest, (whole, indent: string, name: string, value: string) =>
    value === '' || /[{([,&|?:+]$/.test(value) ? whole : `${indent}tool.test(${name}, () => tool.expect(!!(${value})).to.equal(true));`,
  );
  const tokens = scriptTokens(lines, 0, lines.length);
  const isUsed = tokens.some(
    (t, i) =>
      t.kind === 'word' &&
      t.text === 'tests' &&
      /^\s*[[.]/.test(lines.slice(t.range.end, t.range.end + 20)) &&
      lines[t.range.start - 1] !== '.' &&
      !/^(?:const|let|var)$/.test(wordOf(tokens[i - 1])),
  );
  const isDeclared = tokens.some(
    (t, i) => t.kind === 'word' && t.text === 'tests' && /^(?:const|let|var|function)$/.test(wordOf(tokens[i - 1])),
  );
  return isUsed && !isDeclared ? testsObject + source : lines;
}

const wordOf = (token: ScriptToken | undefined): string => (token?.kind === 'word' ? token.text : '');

/** Translates a script of Postman from `pm.*` to `tool.*`. Unknown calls stay unchanged and are reported. */
export function postmanScript(source: string, addNote: AddNote, client: 'postman' | 'insomnia' = 'postman'): string {
  const tests = withTests(source);
  const added = tests.endsWith(source) ? tests.slice(0, tests.length - source.length).split('\n').length - 1 : 0;
  const { text, problems } = translateScript(tests, { names: client === 'postman' ? postmanNames : insomniaNames, variable: variableName });
  for (const p of problems) addNote('warning', `Script, line ${p.line - added}: ${p.message}`);
  return text;
}
