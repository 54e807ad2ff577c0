import assert from 'node:assert/strict';
import { failureOf, runScript } from '../../../support/scriptRun.ts';

describe('a variable', () => {
  for (const name of [
    'a',
    'user.name',
    '__proto__',
    'constructor',
    'prototype',
    'ünïcode',
    'with space',
    '1',
    'x'.repeat(256),
    'a-b',
    'o$dd',
    'a,b;c',
  ]) {
    it(`may be named ${name.slice(0, 20)}`, async () => {
      const { result, variables } = await runScript(
        `tool.setVar(${JSON.stringify(name)}, 1); tool.setVar("back", tool.getVar(${JSON.stringify(name)}))`,
      );
      assert.equal(result.failure, undefined);
      assert.equal(variables.get(name), 1);
      assert.equal(variables.get('back'), 1);
    });
  }

  for (const [name, message] of [
    ['""', 'the name of a variable has 1 to 256 characters, this one has 0'],
    ['"x".repeat(257)', 'the name of a variable has 1 to 256 characters, this one has 257'],
    ['"a{b"', 'the name of a variable cannot hold braces, brackets, quotes, pipes or control characters'],
    ['"a[0]"', 'the name of a variable cannot hold braces, brackets, quotes, pipes or control characters'],
    [String.raw`'a"b'`, 'the name of a variable cannot hold braces, brackets, quotes, pipes or control characters'],
    ['"a|b"', 'the name of a variable cannot hold braces, brackets, quotes, pipes or control characters'],
    [String.raw`"a\nb"`, 'the name of a variable cannot hold braces, brackets, quotes, pipes or control characters'],
    ['" a"', 'the name of a variable cannot begin or end with white space'],
    [String.raw`"a\u00a0"`, 'the name of a variable cannot begin or end with white space'],
    ['5', 'the name of a variable must be text, not number'],
    ['null', 'the name of a variable must be text, not null'],
    ['undefined', 'the name of a variable must be text, not undefined'],
  ] as const) {
    it(`may not be named ${name}`, async () => {
      for (const call of [`setVar(${name}, 1)`, `getVar(${name})`, `hasVar(${name})`, `deleteVar(${name})`])
        assert.equal(await failureOf(`tool.${call}`), `TypeError: ${message}`);
    });
  }

  it('may not be set under a name that begins with $, which is reserved', async () =>
    assert.equal(
      await failureOf('tool.setVar("$odd", 1)'),
      'TypeError: names that begin with $ are reserved: a placeholder cannot read the variable $odd',
    ));

  it('remembers the line of the call that set it, through functions and awaits', async () => {
    const { lines } = await runScript(`tool.setVar("a", 1);
function set(name) {
  tool.setVar(name, 1);
}
set("b");
await tool.sleep(1);
  tool.setVar("c",
    2);
eval('tool.setVar("d", 1)');`);
    assert.deepEqual(Object.fromEntries(lines), { a: 10, b: 12, c: 16, d: 18 });
  });
});
