import assert from 'node:assert/strict';
import { root } from '../../support/memoryWorkspace.ts';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { sendRun, type SendRun } from '../../support/sendRun.ts';

describe('files that scripts load', () => {
  let server: Recorder;
  before(async () => (server = await startRecorder()));
  after(() => server.close());

  /** Runs a pre-request script, with these files beside the request. */
  const run = (script: string, files: Readonly<Record<string, string>>, more: Parameters<typeof sendRun>[1] = {}): Promise<SendRun> =>
    sendRun({ 'a.req': `< {%\n${script}\n%}\nGET ${server.url}\n`, ...files }, more);

  const failureOf = ({ result }: SendRun): { readonly message?: string; readonly at?: unknown } => result.failure ?? {};

  for (const [what, script, files, expected] of [
    [
      'import of names',
      'import { twice } from "./lib.js";\ntool.setVar("x", twice(2));',
      { 'lib.js': 'export const twice = (n) => 2 * n;' },
      4,
    ],
    [
      'default import',
      'import twice, { one as uno } from "./lib.js"\ntool.setVar("x", twice(uno))',
      { 'lib.js': 'export const one = 1;\nexport default function (n) { return 2 * n }' },
      2,
    ],
    [
      'import of all, over lines',
      '// The library.\nimport * as lib\n  from "./sub/lib.js";\ntool.setVar("x", Object.keys(lib))',
      { 'sub/lib.js': 'export { a, b } from "./other.js"', 'sub/other.js': 'export const a = 1, b = 2;' },
      ['a', 'b'],
    ],
    ['import without names', 'import "./lib.js"; tool.setVar("x", globalThis.set)', { 'lib.js': 'globalThis.set = 5' }, 5],
    [
      'live bindings',
      'import { n, add } from "./lib.js"; add(); tool.setVar("x", n)',
      { 'lib.js': 'export let n = 1; export const add = () => n++;' },
      2,
    ],
    [
      'import()',
      'const { a } = await import("./lib.js"); tool.setVar("x", a)',
      { 'lib.js': 'export const a = await Promise.resolve(3);' },
      3,
    ],
    [
      'import of CommonJS',
      'import lib, { a, b } from "./lib.js"; tool.setVar("x", [a, b, lib.a])',
      { 'lib.js': 'exports.a = 1; module.exports.b = 2;' },
      [1, 2, 1],
    ],
    [
      'import of CommonJS that exports an object',
      'import { a, b } from "./lib.js"; tool.setVar("x", [a, b()])',
      { 'lib.js': 'const a = 1;\nmodule.exports = { a, b: () => 2 };' },
      [1, 2],
    ],
    ['import of JSON', 'import data from "./data.json"; tool.setVar("x", data.a)', { 'data.json': '{"a": [1]}' }, [1]],
    ['require', 'const { twice } = require("./lib.js"); tool.setVar("x", twice(3))', { 'lib.js': 'exports.twice = (n) => 2 * n;' }, 6],
    [
      'require without an ending',
      'tool.setVar("x", [require("./lib"), require("./dir"), require("./data").a])',
      { 'lib.js': 'module.exports = 1', 'dir/index.js': 'module.exports = 2', 'data.json': '{"a":3}' },
      [1, 2, 3],
    ],
    [
      'require in a required file',
      'tool.setVar("x", require("./sub/a.js"))',
      { 'sub/a.js': 'module.exports = require("./b.js") + __filename + __dirname', 'sub/b.js': 'module.exports = 1' },
      `1${root}/sub/a.js${root}/sub`,
    ],
    [
      'require in a cycle',
      'tool.setVar("x", require("./a.js").b)',
      { 'a.js': 'exports.early = 1; exports.b = require("./b.js").early;', 'b.js': 'exports.early = require("./a.js").early + 1;' },
      2,
    ],
    [
      'a required file that runs once',
      'require("./a.js"); require("./a"); tool.setVar("x", globalThis.count)',
      { 'a.js': 'globalThis.count = (globalThis.count ?? 0) + 1;' },
      1,
    ],
    ['the API in them', 'import { go } from "./lib.js"; go()', { 'lib.js': 'export const go = () => tool.setVar("x", 7);' }, 7],
  ] as const) {
    it(`are known to ${what}`, async () => {
      const sent = await run(script, files);
      assert.equal(failureOf(sent).message, undefined);
      assert.deepEqual(sent.variable('x'), expected);
    });
  }

  it('are named in their errors, with the line', async () => {
    const thrown = await run('import { go } from "./lib.js";\n\ngo();', { 'lib.js': 'export const go = () => {\n  null.x;\n};' });
    assert.deepEqual(
      [failureOf(thrown).message, failureOf(thrown).at],
      ["TypeError: cannot read property 'x' of null", { file: `${root}/lib.js`, line: 2, column: 7 }],
    );
    const required = await run('require("./lib.js").go();', { 'lib.js': 'exports.go = () => null.x;' });
    assert.deepEqual(failureOf(required).at, { file: `${root}/lib.js`, line: 1, column: 24 });
  });

  it('leave the lines and columns of the script unchanged', async () => {
    const sent = await run('import { a } from "./lib.js"; a.b.c;\na;', { 'lib.js': 'export const a = {};' });
    assert.deepEqual(failureOf(sent).at, { file: `${root}/a.req`, line: 2, column: 34 });
  });

  for (const [what, script, files, message] of [
    [
      'a file that does not exist',
      'require("./no.js")',
      {},
      `Error: The file ${root}/no.js does not exist. Paths are relative to ${root}/a.req.`,
    ],
    [
      'a package',
      'require("left-pad")',
      {},
      'Error: Req has no package left-pad. Scripts can load files of the collection, such as ./lib.js, and ajv, ajv-formats, atob, axios, btoa, buffer, chai, cheerio, crypto, crypto-js, dayjs, lodash, moment, nanoid, tv4, url, uuid, xml2js.',
    ],
    [
      'a package of which Req does the work',
      'require("jsonwebtoken")',
      {},
      'Error: Req has no package jsonwebtoken: use tool.jwt.sign, tool.jwt.verify and tool.jwt.decode.',
    ],
    [
      'a package that reads files',
      'require("csv-parse/lib/sync")',
      {},
      'Error: Req has no package csv-parse/lib/sync: name the CSV file with # @data, and the request is sent for each row.',
    ],
    [
      'a module of Node.js',
      'import fs from "node:fs"',
      {},
      'Error: could not load module node:fs: There is no module node:fs. Scripts can load files of the collection, such as ./lib.js.',
    ],
    [
      'an ES module by require',
      'require("./lib.js")',
      { 'lib.js': 'export const a = 1' },
      `Error: SyntaxError in ${root}/lib.js:1: unsupported keyword: export: it is an ES module, load it with import`,
    ],
    ['a file with wrong syntax', 'require("./lib.js")', { 'lib.js': '\n\nlet 5' }, `Error: SyntaxError in ${root}/lib.js:3: expecting ';'`],
  ] as const) {
    it(`cannot be ${what}`, async () => assert.equal(failureOf(await run(script, files)).message, message));
  }

  it('are refused outside the collection unless the user allows it, as scripts are', async () => {
    const asked: string[] = [];
    const host = (may: boolean): Parameters<typeof sendRun>[1] => ({
      host: {
        mayRead: (path) => {
          asked.push(path);
          return Promise.resolve(may);
        },
        readFile: () => Promise.resolve(Buffer.from('exports.a = 1')),
      },
    });
    const refused = await run('require("../../outside.js")', {}, host(false));
    assert.match(failureOf(refused).message ?? '', /outside\.js is outside .*, and reading it was not allowed/);
    assert.equal(asked.length, 1);
    assert.equal(failureOf(await run('require("../../outside.js")', {}, host(true))).message, undefined);
  });

  it('are bounded in number', async () => {
    const sent = await run('for (;;) require("./a.json")', { 'a.json': '1' });
    assert.equal(failureOf(sent).message, 'Error: a script can load at most 1000 files');
  });
});
