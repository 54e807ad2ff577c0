import assert from 'node:assert/strict';
import { scriptCompletion, scriptHover } from '../../../../src/language/onDemand.ts';
import { inspect, type Around } from '../../../support/inspect.ts';

async function labels(marked: string, around: Around = {}): Promise<readonly string[]> {
  const { view, offset } = await inspect(marked, around);
  return scriptCompletion(view, offset)?.items.map((i) => i.label) ?? [];
}

const after = (script: string): string => `### one\n# @name one\nGET http://h/\n\n> {%\n${script}\n%}\n`;
const before = (script: string): string => `### one\n< {%\n${script}\n%}\nGET http://h/\n`;

const exchanges = { one: { request: {}, response: { status: 200, body: { id: 7, 'a-b': 1, items: [{ title: 'x' }] } } } };

describe('completion in a script without TypeScript', () => {
  for (const [what, marked, some, none] of [
    ['tool', after('tool.|'), ['setVar', 'test', 'sleep'], ['status']],
    ['tool with a part of a name', after('  tool.se|'), ['setVar'], []],
    ['tool behind a line break', after('tool\n  .|'), ['setVar'], []],
    ['the answer after the request', after('const x = response.|;'), ['status', 'json', 'events'], ['setVar']],
    ['no answer before it', before('response.|'), [], ['status']],
    ['a request that can be changed', before('request.headers.|'), ['set', 'append', 'get'], []],
    ['a request that cannot be', after('request.headers.|'), ['get'], ['set', 'append']],
    ['an event of a stream', after('response.events[0].|'), ['data', 'retry'], []],
    ['no member of an event on the list', after('response.events.|'), [], ['data']],
    ['the words of an expectation', after('tool.expect(response.json()).to.|'), ['be', 'equal', 'not'], []],
    ['a sentence that goes on', after('tool.expect("a)b").to.be.a("string").and.|'), ['match'], []],
    ['client and its variables', after('client.global.|'), ['set', 'clearAll'], []],
    ['a method that was not called', after('tool.expect.|'), [], ['to']],
    ['globals', after('to|'), ['tool', 'request', 'response', 'console', 'client'], []],
    ['globals before the request', before('|'), ['tool', 'request'], ['response']],
    ['a name of the script itself', after('const x = {}; x.|'), [], ['setVar']],
    ['a number', after('const x = 1.|'), [], ['tool']],
    ['the digits of a number', after('const x = 12|'), [], ['tool']],
    ['a comment', after('// tool.|'), [], ['setVar']],
    ['a text', after('"tool.|"'), [], ['setVar']],
    ['a text that is over', after('"a" + "b"; tool.|'), ['setVar'], []],
    ['a regular expression before', after('/["\']/.test(""); tool.|'), ['setVar'], []],
    ['inside a template text', after('`a ${tool.|} b`'), ['setVar'], []],
    ['beside it', after('`a ${1} tool.|`'), [], ['setVar']],
    ['outside scripts', 'GET http://h/tool.|', [], ['setVar', 'tool']],
  ] as const) {
    it(`offers what there is: ${what}`, async () => {
      const found = await labels(marked);
      for (const name of some) assert.ok(found.includes(name), `${name} is missing in ${found.join(' ')}`);
      for (const name of none) assert.ok(!found.includes(name), `${name} is there`);
    });
  }

  it('offers variables in the calls that accept one', async () => {
    const around: Around = { variables: { token: 'x' }, environments: { dev: { host: 'h' } }, environment: 'dev' };
    for (const call of ['tool.getVar("|")', "tool.hasVar('|')", 'tool . deleteVar( `t|`)', 'client.global.get("|")'])
      assert.deepEqual(await labels(`@page = 1\n${after(call)}`, around), ['host', 'page', 'token'], call);
    assert.deepEqual(await labels(after('tool.setVar("made", 1);\ntool.getVar("|")')), ['made']);
    assert.deepEqual(await labels(after('tool.test("|")')), []);
    assert.deepEqual(await labels(after('tool.setVar("a", "|")')), []);
  });

  it('replaces the whole name in a text', async () => {
    const { view, offset } = await inspect(after('tool.getVar("to|ken") + "x"'), { variables: { token: 1 } });
    const range = scriptCompletion(view, offset)?.items[0]?.range ?? assert.fail();
    assert.equal(view.tree.text.slice(range.start, range.end), 'token');
  });

  it('names requests for tool.send', async () => {
    assert.deepEqual(await labels(`### log in\nPOST http://h/login\n\n${after('await tool.send("|")')}`), ['log in', 'one']);
  });

  it('offers the parts of the last answer to this request, without its values', async () => {
    assert.deepEqual(await labels(after('response.body.|'), { exchanges }), ['id', 'items']);
    assert.deepEqual(await labels(after('response.json().items[0].|'), { exchanges }), ['title']);
    assert.deepEqual(await labels(after('response.body.items.|'), { exchanges }), []);
    assert.deepEqual(await labels(after('response.body.|')), []);
    const { view, offset } = await inspect(after('response.body.|'), { exchanges });
    assert.ok(!JSON.stringify(scriptCompletion(view, offset)).includes('7'));
  });

  it('survives any text and place', async () => {
    const { view } = await inspect(after('`${ "\'[(tool.expect((]).\n/* ` ${'), {});
    for (let i = 0; i <= view.tree.text.length; i++) {
      scriptCompletion(view, i);
      scriptHover(view, i);
    }
  });
});

describe('a hover in a script without TypeScript', () => {
  for (const [marked, expected] of [
    [after('tool.set|Var("a", 1)'), /setVar\(name: string, value: Data\): void[^]*Later requests of all its files/],
    [after('|tool.uuid()'), /tool: Tool/],
    [after('response.headers.get|("a")'), /get\(name: string\)/],
    [after('tool.expect(1).to.be.ab|ove(0)'), /greater/],
  ] as const) {
    it(`describes ${marked.split('\n')[5]}`, async () => {
      const { view, offset } = await inspect(marked);
      assert.match(scriptHover(view, offset)?.markdown ?? '', expected);
    });
  }

  for (const marked of [after('const setVar|= 1'), after('"tool.set|Var"'), before('resp|onse'), 'GET http://h/to|ol']) {
    it(`offers nothing at ${JSON.stringify(marked)}`, async () => {
      const { view, offset } = await inspect(marked);
      assert.equal(scriptHover(view, offset), undefined);
    });
  }
});
