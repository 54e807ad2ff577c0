import assert from 'node:assert/strict';
import { runScript } from '../../../support/scriptRun.ts';

async function printed(...args: string[]): Promise<string | undefined> {
  return (await runScript(`console.log(${args.join(', ')})`)).printed[0]?.[1];
}

describe('console', () => {
  it('has levels, and keeps the order', async () => {
    const { printed: all } = await runScript('console.log(1); console.info(2); console.warn(3); console.error(4); console.debug(5);');
    assert.deepEqual(all, [
      ['log', '1'],
      ['info', '2'],
      ['warn', '3'],
      ['error', '4'],
      ['log', '5'],
    ]);
  });

  for (const [expression, expected] of [
    ['"text", 1, -0, 5n, true, null, undefined', 'text 1 -0 5n true null undefined'],
    ['["text"]', '[ "text" ]'],
    ['{ a: 1, "b c": { d: [] }, e: {} }', '{ a: 1, "b c": { d: [] }, e: {} }'],
    ['new Date(0), new Date(NaN)', '1970-01-01T00:00:00.000Z Invalid Date'],
    ['new Map([["a", { b: 1 }]]), new Set([1])', 'Map(1) { "a" => { b: 1 } } Set(1) { 1 }'],
    ['() => 1, function named() {}, class A {}, Symbol("s")', '[function] [function named] [class A] Symbol(s)'],
    ['new (class User { id = 1 })()', 'User { id: 1 }'],
    ['/a\\/b/g', '/a\\/b/g'],
    ['new TypeError("no"), [new Error("inner")]', 'TypeError: no [ [Error: inner] ]'],
    [
      'new Error("a", { cause: { code: 5 } }), [new Error("b", { cause: new Error("c") })]',
      'Error: a { cause: { code: 5 } } [ [Error: b { cause: [Error: c] }] ]',
    ],
    ['(() => { const e = new Error("x"); e.cause = e; return e })()', 'Error: x { cause: [Circular] }'],
    ['(() => { const a = { n: 1 }; a.self = a; return a })()', '{ n: 1, self: [Circular] }'],
    ['{ get a() { throw 1 } }', '{ a: [Getter] }'],
    ['[1, , 2]', '[ 1, empty, 2 ]'],
    ['Object.create(null)', '{}'],
    ['new Proxy({}, { ownKeys() { throw 1 } })', '[an object that cannot be shown]'],
    ['request', '{\n  name: "createUser",\n  method: "POST",\n  url: "http://localhost/users",\n  headers: {},\n  body: null\n}'],
    ['request.headers', '{}'],
    ['"a\\0b"', 'a\0b'],
  ] as const) {
    it(`shows ${expression}`, async () => {
      assert.equal(await printed(expression), expected);
    });
  }

  it('breaks long objects over lines', async () => {
    assert.equal(
      await printed('{ first: "x".repeat(40), second: ["y".repeat(40)] }'),
      `{\n  first: "${'x'.repeat(40)}",\n  second: [ "${'y'.repeat(40)}" ]\n}`,
    );
  });

  it('cuts deep, long or large values', async () => {
    assert.match((await printed('(() => { let a = 1; for (let i = 0; i < 5000; i++) a = { a }; return a })()')) ?? '', /\[Object\]/);
    assert.match((await printed('Array(1000).fill(1)')) ?? '', /… 800 more/);
    assert.ok(((await printed('Array.from({ length: 200 }, () => "x".repeat(10000))')) ?? '').length < 60_000);
  });

  it('is bounded by lines, and reports it once', async () => {
    const { printed: all, result } = await runScript('for (let i = 0; i < 50000; i++) console.log(i);');
    assert.equal(result.failure, undefined);
    assert.equal(all.length, 10_001);
    assert.deepEqual(all.at(-1), ['warn', 'the script printed more than 10,000 lines: the rest is not shown']);
  });

  it('is bounded by size, and reports it once', async () => {
    const { printed: all } = await runScript('for (let i = 0; i < 100; i++) console.log("x".repeat(100000));');
    assert.deepEqual(all.at(-1), ['warn', 'the script printed more than 1 MB: the rest is not shown']);
    assert.equal(all.length, 11);
  });

  it('has printed everything when the script is over, however it ends', async () => {
    const { printed: all } = await runScript('console.log("before"); throw 1');
    assert.deepEqual(all, [['log', 'before']]);
  });
});

describe('console, as in Node.js,', () => {
  const lines = async (source: string): Promise<readonly (readonly [string, string])[]> => (await runScript(source)).printed;

  for (const [source, expected] of [
    [
      'console.log("%s is %d years, %i, %f, %j%%", "Bo", "42", 4.7, "1.5", { a: 1 }, "rest")',
      [['log', 'Bo is 42 years, 4, 1.5, { a: 1 }% rest']],
    ],
    ['console.log("%s %s", "a")', [['log', 'a %s']]],
    ['console.log("100%", 1)', [['log', '100% 1']]],
    ['console.log("%cred", "color: red")', [['log', 'red']]],
    [
      'console.count(); console.count("a"); console.count(); console.countReset(); console.count()',
      [
        ['log', 'default: 1'],
        ['log', 'a: 1'],
        ['log', 'default: 2'],
        ['log', 'default: 1'],
      ],
    ],
    ['console.countReset("no")', [['warn', "Count for 'no' does not exist"]]],
    [
      'console.group("outer"); console.log("a\\nb"); console.group(); console.warn({ c: 1 }); console.groupEnd(); console.groupEnd(); console.groupEnd(); console.log("d")',
      [
        ['log', 'outer'],
        ['log', '  a\n  b'],
        ['warn', '    { c: 1 }'],
        ['log', 'd'],
      ],
    ],
    [
      'console.assert(1 === 1, "no"); console.assert(false); console.assert(false, "%s!", "wrong")',
      [
        ['error', 'Assertion failed'],
        ['error', 'Assertion failed: wrong!'],
      ],
    ],
    ['console.dir({ a: { b: 1 } }, { depth: 0 })', [['log', '{ a: { b: 1 } }']]],
    ['console.trace("here", 1)', [['log', 'Trace: here 1']]],
    ['console.timeEnd("no")', [['warn', "No such label 'no' for console.timeLog()"]]],
    [
      'console.table([{ a: 1, b: "x" }, { a: 2, c: true }])',
      [
        [
          'log',
          '┌─────────┬───┬───┬──────┐\n│ (index) │ a │ b │ c    │\n├─────────┼───┼───┼──────┤\n│ 0       │ 1 │ x │      │\n│ 1       │ 2 │   │ true │\n└─────────┴───┴───┴──────┘',
        ],
      ],
    ],
    [
      'console.table(["p", "q"])',
      [
        [
          'log',
          '┌─────────┬────────┐\n│ (index) │ Values │\n├─────────┼────────┤\n│ 0       │ p      │\n│ 1       │ q      │\n└─────────┴────────┘',
        ],
      ],
    ],
    [
      'console.table([{ a: 1, b: 2 }], ["b"])',
      [['log', '┌─────────┬───┐\n│ (index) │ b │\n├─────────┼───┤\n│ 0       │ 2 │\n└─────────┴───┘']],
    ],
    [
      'console.table([{ a: { text: "x".repeat(80), b: 1 }, c: Array(30).fill("four") }])',
      [
        [
          'log',
          '┌─────────┬──────────┬─────────┐\n│ (index) │ a        │ c       │\n├─────────┼──────────┼─────────┤\n│ 0       │ [Object] │ [Array] │\n└─────────┴──────────┴─────────┘',
        ],
      ],
    ],
    ['console.table(5)', [['log', '5']]],
  ] as const) {
    it(source, async () => assert.deepEqual(await lines(source), expected));
  }

  it('prints the milliseconds since console.time, and warns of an unknown label', async () => {
    const all = await lines('console.time("t"); console.timeLog("t", "so far"); console.timeEnd("t"); console.timeEnd("t")');
    assert.match(all[0]?.[1] ?? '', /^t: \d+ms so far$/);
    assert.match(all[1]?.[1] ?? '', /^t: \d+ms$/);
    assert.deepEqual(all[2], ['warn', "No such label 't' for console.timeLog()"]);
  });
});
