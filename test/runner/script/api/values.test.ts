import assert from 'node:assert/strict';
import type { Value } from '../../../../src/base/values/value.ts';
import { failureOf, runScript, valueOf } from '../../../support/scriptRun.ts';

const object = (entries: Record<string, Value>): Value => new Map(Object.entries(entries));

describe('a value that leaves a script', () => {
  for (const [expression, expected] of [
    ['"text"', 'text'],
    ['"a\\0b"', 'a\0b'],
    ['"\\u0000"', '\0'],
    ['"é😀\\u2028\\u2029"', 'é😀\u2028\u2029'],
    ['"\\ud800 alone"', '\ud800 alone'],
    ['""', ''],
    ['1.5', 1.5],
    ['1e21', 1e21],
    ['5e-324', 5e-324],
    ['-0', -0],
    ['2n ** 70n', 2n ** 70n],
    ['-9007199254740993n', -9007199254740993n],
    ['true', true],
    ['null', null],
    ['new Date(86400000.5)', new Date(86400000)],
    ['new Date(-62198755200000)', new Date(-62198755200000)],
    ['new Date(8.64e15)', new Date(8.64e15)],
    ['new (class Later extends Date {})(5)', new Date(5)],
    ['[]', []],
    ['[[], [[1]]]', [[], [[1]]]],
    ['({})', object({})],
    ['({ a: undefined, b: 1 })', object({ b: 1 })],
    ['Object.assign(Object.create(null), { a: 1 })', object({ a: 1 })],
    ['new Proxy({ a: 1 }, {})', object({ a: 1 })],
    ['({ get a() { return 1 } })', object({ a: 1 })],
    ['({ [Symbol("s")]: 1, a: 1 })', object({ a: 1 })],
    ['Object.defineProperty({ a: 1 }, "hidden", { value: 2 })', object({ a: 1 })],
    ['({ toJSON() { return 1 } }).toJSON()', 1],
    ['({ $date: "x", $bigint: [1], $object: [] })', object({ $date: 'x', $bigint: [1], $object: [] })],
    ['(() => { const shared = [1]; return [shared, shared] })()', [[1], [1]]],
  ] as const) {
    it(`${expression} stays unchanged`, async () => {
      assert.deepEqual(await valueOf(expression), expected);
    });
  }

  it('loses undefined properties, and the console names their paths', async () => {
    const { printed, variables } = await runScript(
      'tool.setVar("a b", { a: undefined, b: [{ "c d": undefined }], e: 1 }); request.body = { x: undefined, y: 1 }; tool.setVar("b", { a: 1 });',
    );
    assert.deepEqual(printed, [
      ['info', 'tool.setVar("a b"): undefined is left out: value.a, value.b[0]["c d"]'],
      ['info', 'request.body: undefined is left out: value.x'],
    ]);
    assert.deepEqual(variables.get('b'), object({ a: 1 }));
    const many = await runScript(
      'for (let i = 0; i < 1000; i++) tool.setVar("a", Object.fromEntries([..."abcde"].map((k) => [k, undefined])))',
    );
    assert.equal(many.printed.length, 20);
    assert.equal(many.printed[0]?.[1], 'tool.setVar("a"): undefined is left out: value.a, value.b, value.c and 2 more');
  });

  it('keeps the order of its keys, those like __proto__ among them', async () => {
    const value = await valueOf('JSON.parse(\'{"z": 1, "__proto__": {"polluted": true}, "constructor": 2, "a": 3, "prototype": 4}\')');
    assert.deepEqual([...(value as Map<string, Value>).keys()], ['z', '__proto__', 'constructor', 'a', 'prototype']);
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });

  it('has keys that are whole numbers first, as JavaScript puts them', async () => {
    const value = await valueOf('({ b: 1, 10: 2, 9: 3, "01": 4 })');
    assert.deepEqual([...(value as Map<string, Value>).keys()], ['9', '10', 'b', '01']);
    const given = new Map<string, Value>(['b', '10', '9'].map((key) => [key, 1]));
    const { variables } = await runScript('tool.getVar("v"); tool.setVar("copy", tool.getVar("v"))', {
      variables: new Map([['v', given]]),
    });
    assert.deepEqual([...given.keys()], ['b', '10', '9']);
    assert.deepEqual([...(variables.get('copy') as Map<string, Value>).keys()], ['9', '10', 'b']);
  });

  it('is copied at the call', async () => {
    const { variables } = await runScript(
      'const a = [1]; tool.setVar("a", a); a.push(2); tool.setVar("seen", tool.getVar("a")); tool.getVar("a").push(3);',
    );
    assert.deepEqual(variables.get('a'), [1]);
    assert.deepEqual(variables.get('seen'), [1]);
  });

  for (const [expression, message] of [
    ['undefined', 'value is undefined'],
    ['() => 1', 'value is a function'],
    ['Symbol("s")', 'value is a symbol'],
    ['NaN', 'value is NaN'],
    ['-Infinity', 'value is -Infinity'],
    ['({ a: [1, { f() {} }] })', 'value.a[1].f is a function'],
    ['({ a: 1, b: { "odd key": NaN } })', 'value.b["odd key"] is NaN'],
    ['[1, undefined]', 'value[1] is undefined'],
    ['[1, , 2]', 'value[1] is undefined'],
    ['new Array(1e9)', 'value[0] is undefined'],
    ['new Date(NaN)', 'value is an invalid date'],
    ['[new Map([[1, 2]])]', 'value[0] is a Map'],
    ['new Set()', 'value is a Set'],
    ['new (class User {})()', 'value is a User'],
    ['new Error("x")', 'value is an Error'],
    ['/x/', 'value is a RegExp'],
    ['new Uint8Array(2)', 'value is a Uint8Array'],
    ['Promise.resolve(1)', 'value is a Promise'],
    ['new String("x")', 'value is a String'],
    ['Object(1)', 'value is a Number'],
    ['Object(1n)', 'value is a BigInt'],
    ['new ArrayBuffer(1)', 'value is an ArrayBuffer'],
    ['[new WeakMap()]', 'value[0] is a WeakMap'],
    ['({ tags: [1, 2, { fn() {} }] })', 'value.tags[2].fn is a function'],
    ['({ tags: [1, , 2] })', 'value.tags[1] is undefined'],
    ['(() => { const a = []; a.push({ a }); return a })()', 'value[0].a refers back to itself'],
  ] as const) {
    it(`${expression} is refused by its path`, async () => {
      assert.equal(
        await failureOf(`tool.setVar("x", ${expression})`),
        `TypeError: ${message}: only text, numbers, booleans, null, dates, arrays and plain objects can be kept`,
      );
    });
  }

  it("is refused with its getter's own error", async () => {
    assert.equal(await failureOf('tool.setVar("x", { get a() { throw new RangeError("mine") } })'), 'RangeError: mine');
  });

  it('may nest a thousand levels, no more', async () => {
    const nest = (levels: number): string =>
      `(() => { let v = 1; for (let i = 0; i < ${levels}; i++) v = i % 2 ? [v] : { v }; return v })()`;
    assert.equal(
      await valueOf(`(() => { tool.setVar("deep", ${nest(1000)}); return JSON.stringify(tool.getVar("deep")).length > 1000 })()`),
      true,
    );
    assert.equal(await failureOf(`tool.setVar("x", ${nest(1001)})`), 'RangeError: the value nests more than 1000 levels deep');
    assert.equal(await failureOf(`tool.setVar("x", ${nest(200_000)})`), 'RangeError: the value nests more than 1000 levels deep');
  });
});

describe('a value that a script reads', () => {
  const variables = new Map<string, Value>([
    ['long', 9007199254740993n],
    ['exact', { numberText: '1.0' }],
    ['date', new Date(5)],
    [
      'tree',
      new Map<string, Value>([
        ['__proto__', 1],
        ['list', [1, null, 'a\0b', true, new Map()]],
      ]),
    ],
  ]);

  for (const [expression, expected] of [
    ['tool.getVar("long") === 9007199254740993n', true],
    ['tool.getVar("exact") === 1', true],
    ['tool.getVar("date") instanceof Date && tool.getVar("date").getTime()', 5],
    ['Object.keys(tool.getVar("tree"))', ['__proto__', 'list']],
    ['Object.getPrototypeOf(tool.getVar("tree")) === Object.prototype', true],
    ['Array.isArray(tool.getVar("tree").list) && tool.getVar("tree").list[2]', 'a\0b'],
    ['tool.getVar("none") === undefined', true],
    ['[tool.hasVar("long"), tool.hasVar("none")]', [true, false]],
    ['Object.keys(tool.vars())', ['long', 'exact', 'date', 'tree']],
    ['[tool.deleteVar("long"), tool.deleteVar("long"), tool.hasVar("long")]', [true, false, false]],
    ['(tool.setVar("date", 1), tool.getVar("date"))', 1],
    ['tool.interpolate("<{{exact}}>")', '<1.0>'],
  ] as const) {
    it(expression, async () => {
      assert.deepEqual(await valueOf(expression, { variables }), expected);
    });
  }

  it('may nest a thousand levels', async () => {
    let deep: Value = 1;
    for (let i = 0; i < 1000; i++) deep = new Map([['v', deep]]);
    assert.equal(
      await valueOf('(() => { let v = tool.getVar("deep"), n = 0; while (typeof v === "object") { v = v.v; n++ } return n })()', {
        variables: new Map([['deep', deep]]),
      }),
      1000,
    );
  });
});
