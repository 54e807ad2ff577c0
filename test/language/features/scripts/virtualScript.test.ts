import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parse, type ScriptNode } from '../../../../src/language/index.ts';
import { isOffered, scriptsIn, shownProblem, virtualScript } from '../../../../src/language/onDemand.ts';
import { absentGlobals } from '../../../../src/language/features/scripts/virtualScript.ts';
import { sandboxGlobals } from '../../../../src/language/features/scripts/typescriptAnswers.ts';
import { toValue } from '../../../support/toValue.ts';
import { runScript, valueOf } from '../../../support/scriptRun.ts';

function scriptOf(source: string, phase: ScriptNode['phase']): ScriptNode {
  const text = phase === 'response' ? `GET http://h/\n\n> {%${source}\n%}\n` : `< {%${source}\n%}\nGET http://h/\n`;
  return scriptsIn(parse(text).blocks[0] ?? assert.fail())[0] ?? assert.fail(text);
}

const phases = ['pre-request', 'response'] as const;

describe('a script as a file for TypeScript', () => {
  it('is in it unchanged, at the mapped place', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).map((s) => s.replace(/[\r\n]/g, ' ')),
        fc.constantFrom(...phases),
        fc.constantFrom('\n' as const, '\r\n' as const),
        (source, phase, eol) => {
          const script = scriptOf(`${eol}x ${source.replaceAll('%}', '')}`, phase);
          const { text, start } = virtualScript(script, '/types.d.ts', eol);
          assert.equal(text.slice(start, start + script.source.text.length), script.source.text);
        },
      ),
    );
  });

  it('has its imports before it, with absolute paths, and spaces in their place', () => {
    const script = scriptOf('\nimport { a }\n  from "./lib.js"; a();', 'response');
    const { text, start } = virtualScript(script, '/t.d.ts', '\n', '/ws/api');
    assert.ok(text.slice(0, start).includes('import { a }   from "/ws/api/lib.js";'));
    assert.equal(text.slice(start, start + script.source.text.length), `\n${' '.repeat(12)}\n${' '.repeat(18)} a();\n`);
  });

  it('loads the types of pm and bru only for scripts that use them', () => {
    const references = (source: string): readonly string[] =>
      virtualScript(scriptOf(source, 'response'), '/t/req.d.ts', '\n').text.match(/path=".*?"/g) ?? [];
    assert.deepEqual(references('\ntool.test("pm", () => 1);'), ['path="/t/req.d.ts"']);
    assert.deepEqual(references('\npm.test("a", () => 1);'), ['path="/t/req.d.ts"', 'path="/t/postman.d.ts"']);
    assert.deepEqual(references('\nres.getBody();'), ['path="/t/req.d.ts"', 'path="/t/bruno.d.ts"']);
  });

  it('keeps the offsets of a script that requires files', () => {
    const source = '\nconst { a } = require("./lib.js"); const b = require("lodash");\n';
    const { text, start } = virtualScript(scriptOf(source, 'response'), '/t.d.ts', '\n', '/ws/api');
    assert.ok(text.slice(0, start).includes('(path: "./lib.js"): typeof import("/ws/api/lib.js");'));
    assert.ok(text.slice(start).startsWith(source.replaceAll('require(', 'Require(')));
  });

  it('has the line ends of its file only', () => {
    assert.ok(!/[^\r]\n/.test(virtualScript(scriptOf('\r\nx();\r', 'response'), '/t.d.ts', '\r\n').text));
    assert.ok(!virtualScript(scriptOf('\nx();', 'response'), '/t.d.ts', '\n').text.includes('\r'));
  });

  for (const phase of phases) {
    it(`is JavaScript that lets a script await, return and name what it likes (${phase})`, async () => {
      const { text } = virtualScript(scriptOf('\nconst tool = 1, name = 2; await name; return tool;', phase), 'C:\\a "b"\\t.d.ts', '\n');
      const { result } = await runScript(text);
      assert.equal(result.failure, undefined);
    });
  }

  it('reports only names that the sandbox lacks, and offers only those that it has', async () => {
    const has = (names: readonly string[]): string =>
      `${JSON.stringify(names)}.filter((k) => k === 'undefined' || (0, eval)('typeof ' + k) !== 'undefined')`;
    assert.deepEqual(await valueOf(has(absentGlobals)), []);
    assert.deepEqual(
      await valueOf(
        "Object.getOwnPropertyNames(globalThis).filter((k) => !['tool', 'request', 'response', 'console', 'client'].includes(k)).sort()",
      ),
      toValue([...sandboxGlobals].toSorted()),
    );
  });
});

describe('the completion of TypeScript', () => {
  const script = scriptOf('\nconst name = 1; na; ev', 'response');
  for (const [name, isGlobal, offered] of [
    ['Map', true, true],
    ['HTMLElement', true, false],
    ['fetch', false, false],
    ['event', false, false],
    ['name', false, true],
    ['own', false, true],
    ['arguments', false, false],
  ] as const) {
    it(`${offered ? 'keeps' : 'leaves out'} ${name}`, () =>
      assert.equal(isOffered(name, isGlobal, script, script.source.text.indexOf('ev')), offered));
  }

  it('leaves out response before the request, where it has no value', () => {
    assert.equal(isOffered('response', false, scriptOf('\nres', 'pre-request'), 1), false);
    assert.equal(isOffered('response', false, scriptOf('\nres', 'response'), 1), true);
  });
});

describe('the messages of TypeScript', () => {
  const said = (source: string, under: string, phase: ScriptNode['phase'], code: number, message: string) => {
    const script = scriptOf(source, phase);
    const start = script.source.text.indexOf(under);
    return shownProblem({ code, message, start, end: start + under.length, kind: 'semantic' }, script);
  };

  it('is shown unchanged if it is about the script', () => {
    const message = "Property 'stat' does not exist on type 'Response'.";
    assert.deepEqual(said('\nresponse.stat', 'stat', 'response', 2339, message), { message, severity: 'warning' });
  });

  it('is no matter where it is about types alone', () => {
    assert.equal(said('\n(a) => a', 'a', 'response', 7006, "Parameter 'a' implicitly has an 'any' type."), undefined);
    assert.equal(said('\nx.y', 'x', 'response', 18047, "'x' is possibly 'null'."), undefined);
  });

  it('reports names that scripts do not have', () => {
    const called = said(
      '\nfetch("x")',
      'fetch',
      'response',
      2349,
      "This expression is not callable.\n  Type 'never' has no call signatures.",
    );
    assert.match(called?.message ?? '', /^Scripts have no fetch\. .*tool, request, console, client, response/);
    const member = said('\ndocument . title', 'title', 'response', 2339, "Property 'title' does not exist on type 'never'.");
    assert.match(member?.message ?? '', /^Scripts have no document/);
    const early = said('\nresponse.status', 'status', 'pre-request', 2339, "Property 'status' does not exist on type 'never'.");
    assert.match(early?.message ?? '', /^There is no response before/);
  });

  it('is an error where it is syntax', () => {
    const script = scriptOf('\nlet = ;', 'response');
    assert.deepEqual(shownProblem({ code: 1109, message: 'Expression expected.', start: 1, end: 2, kind: 'syntax' }, script), {
      message: 'Expression expected.',
      severity: 'error',
    });
  });
});
