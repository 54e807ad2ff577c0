import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse, type ScriptNode } from '../../src/language/index.ts';
import { scriptsIn, virtualScript } from '../../src/language/onDemand.ts';

const root = path.join(import.meta.dirname, '../..');
const types = path.join(root, 'types/req-script.d.ts');

/** TypeScript's messages for scripts, as `script: message`. Each script is checked in the form that the editor creates. */
function said(
  scripts: readonly (readonly [ScriptNode['phase'], string])[],
  modules: Readonly<Record<string, string>> = {},
): readonly string[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-types-'));
  try {
    for (const [name, text] of Object.entries(modules)) fs.writeFileSync(path.join(folder, name), text);
    for (const [i, [phase, source]] of scripts.entries()) {
      const file = phase === 'response' ? `GET http://h/\n\n> {%\n${source}\n%}\n` : `< {%\n${source}\n%}\nGET http://h/\n`;
      const script = parse(file).blocks.flatMap(scriptsIn)[0] ?? assert.fail(file);
      fs.writeFileSync(path.join(folder, `${i}.js`), virtualScript(script, types, '\n', folder).text);
    }
    const files = scripts.map((_, i) => `${i}.js`);
    const options = ['--allowJs', '--noEmit', '--strict', '--noImplicitAny', 'false', '--target', 'es2023', '--pretty', 'false'];
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, ...options, ...files], { cwd: folder, encoding: 'utf8' });
    return stdout.split('\n').flatMap((line) => {
      const [, i, message] = /^(\d+)\.js\(.*?\): error (.*)$/.exec(line) ?? [];
      return i === undefined ? (line.startsWith(' ') || line === '' ? [] : [line]) : [`${scripts[Number(i)]?.[1]}: ${message}`];
    });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

describe('the types of scripts', () => {
  it('report no problem in working scripts, nor in the examples of the documentation', () => {
    const examples = [...fs.readFileSync(types, 'utf8').matchAll(/```js\n([^]*?)```/g)].map((m) =>
      (m[1] ?? '').replaceAll(/^\s*\* ?/gm, ''),
    );
    assert.ok(examples.length >= 10);
    const both = examples.map((e) => [/\brequest\.headers(?:\[|\.delete)/.test(e) ? 'pre-request' : 'response', e] as const);
    assert.deepEqual(
      said([
        ...both,
        ['pre-request', 'request.method = "PUT"; request.body = { a: [1, null], since: new Date() }; request.body = null;'],
        [
          'pre-request',
          'request.headers.set("X", 5); request.headers["Y"] = 5; for (const [k, v] of request.headers) console.log(k, v.length);',
        ],
        ['response', 'tool.expect(response.body).to.be.an("object").that.has.all.keys("a", "b").and.not.empty;'],
        [
          'response',
          'tool.expect([1]).to.include.members([1]); tool.expect("abc").to.have.length.above(2); tool.expect(1).to.be.a("number");',
        ],
        ['response', 'tool.expect(() => null).to.not.throw(TypeError, /x/); tool.expect(3).to.be.within(1, 5).and.deep.equal(3);'],
        [
          'response',
          'client.test("x", () => client.assert(response.contentType.mimeType === "a", "b")); client.global.set("t", response.body.t);',
        ],
        ['response', 'const tool2 = await Promise.resolve(tool.vars()["x"].y); return tool2;'],
        [
          'response',
          'const name = response.headers.valueOf("A"); let response2 = response.events.map((e) => e.data.length + (e.retry ?? 0));',
        ],
      ]),
      [],
    );
  });

  it('cover files that a script requires by a relative path', () => {
    const lib = '/** @param {string} text */\nfunction sign(text) { return text.length; }\nmodule.exports = { sign, version: 1 };\n';
    assert.deepEqual(
      said(
        [
          [
            'response',
            'const { sign } = require("./lib.js"); const n = sign("a").toFixed(); const m = require("./lib").version.toFixed();',
          ],
          ['response', 'const { sign } = require("./lib.js"); sign(5);'],
          ['response', 'require("./lib.js").version.toUpperCase();'],
          ['response', 'const _ = require("lodash"); _.map([1], (x) => x);'],
        ],
        { 'lib.js': lib },
      ).map((f) => f.replace(/^.*; ?(\S.*?)?: (TS\d+).*/, '$2').replace(/.*: (TS\d+).*/, '$1')),
      ['TS2345', 'TS2339'],
    );
  });

  it('cover pm and bru if a script uses them', () => {
    assert.deepEqual(
      said([
        [
          'response',
          'pm.test("a", () => { pm.expect(pm.response.json().a).to.equal(1); pm.environment.set("a", pm.response.code + 1); }); data = 1;',
        ],
        ['response', 'test("a", () => expect(res("a.b")).to.equal(res.getStatus() + 1)); bru.setVar("a", req.getUrl().length);'],
      ]),
      [],
    );
    const found = said([
      ['response', 'pm.environment.sett("a", 1);'],
      ['response', 'res.getStatuss();'],
    ]);
    assert.deepEqual(
      found.map((f) => f.replace(/.*: (TS\d+).*/, '$1')),
      ['TS2551', 'TS2551'],
    );
  });

  it('report unknown members, writes to constants, and wrong arguments', () => {
    const wrong = [
      ['response', 'response.stat', 'TS2339'],
      ['response', 'response.status = 5', 'TS2540'],
      ['response', 'request.headers.set("a", "b")', 'TS2349'],
      ['response', 'request.headers.set("a", "b")', 'TS2722'],
      ['response', 'tool.setVar("f", () => 1)', 'TS2345'],
      ['response', 'tool.setVar("a")', 'TS2554'],
      ['response', 'tool.hash("sha3", "x")', 'TS2345'],
      ['response', 'tool.expect(1).to.bee', 'TS2551'],
      ['pre-request', 'response.status', 'TS2339'],
      ['pre-request', 'fetch("x")', 'TS2349'],
      ['pre-request', 'request.name = "x"', 'TS2540'],
      ['pre-request', 'noSuch()', 'TS2304'],
    ] as const;
    const found = said([...new Map(wrong.map(([phase, source]) => [source, phase]))].map(([source, phase]) => [phase, source]));
    assert.deepEqual(
      found.map((f) => f.replace(/(TS\d+).*/, '$1')).toSorted(),
      wrong.map(([, source, code]) => `${source}: ${code}`).toSorted(),
    );
  });
});
