import assert from 'node:assert/strict';
import { ReqError } from '../../../src/base/reqError.ts';
import { givingTime } from '../../support/givingTime.ts';
import { failureOf, runScript, valueOf } from '../../support/scriptRun.ts';

const short = { limits: { timeMs: 300, memory: 64 << 20 } };
/** A time limit that no machine reaches before the memory is full. */
const small = { limits: { timeMs: 100_000, memory: 24 << 20 } };

describe('a script', () => {
  it('can await and return at its top level', async () => {
    const { result, variables } = await runScript('tool.setVar("a", await Promise.resolve(1)); if (true) return; tool.setVar("a", 2);');
    assert.equal(result.failure, undefined);
    assert.equal(variables.get('a'), 1);
  });

  it('can end with a comment', async () => {
    assert.equal(await failureOf('tool.setVar("a", 1) // done'), undefined);
  });

  it('can set globals without declaring them, as in older handlers', async () => {
    assert.equal(await failureOf('x = 5; tool.setVar("x", x)'), undefined);
  });

  it('sleeps really, and sleeping is not counted', async () => {
    await givingTime(async (times) => {
      const ms = 400 * times;
      const { result, variables } = await runScript(
        `const t = Date.now(); await tool.sleep(${ms}); tool.setVar("slept", Date.now() - t >= ${ms - 5});`,
        { limits: { timeMs: 300 * times, memory: 64 << 20 } },
      );
      assert.equal(result.failure, undefined);
      assert.equal(variables.get('slept'), true);
    });
  });

  it('wakes sleepers in the order of their times', async () => {
    await givingTime(async (times) =>
      assert.deepEqual(
        await valueOf(`await (async () => {
          const out = [];
          await Promise.all([30, 10, 20].map(async (ms) => { await tool.sleep(ms * ${times}); out.push(ms); }));
          return out;
        })()`),
        [10, 20, 30],
      ),
    );
  });

  it('ends only after all that it started without awaiting', async () => {
    const { variables } = await runScript('(async () => { await tool.sleep(5); tool.setVar("late", 1); })();');
    assert.equal(variables.get('late'), 1);
  });

  it('fails if it awaits a promise that never settles', async () => {
    assert.match((await failureOf('await new Promise(() => {})')) ?? '', /nothing will ever settle/);
  });

  describe('that fails', () => {
    it('names message, place in the file and source line', async () => {
      const { result } = await runScript('const user = {};\nconst id =\n  user.profile.id;');
      assert.deepEqual(result.failure, {
        kind: 'script',
        message: "TypeError: cannot read property 'id' of undefined",
        at: { file: '/ws/users.req', line: 12, column: 15 },
        hint: '12 | user.profile.id;',
      });
    });

    it('has its column counted from the beginning of the script on its first line', async () => {
      const { result } = await runScript('nope();');
      assert.deepEqual(result.failure?.at, { file: '/ws/users.req', line: 10, column: 5 });
    });

    it('has columns counted as editors count them', async () => {
      const { result } = await runScript('1;\n"é😀"; nope();');
      assert.deepEqual(result.failure?.at, { file: '/ws/users.req', line: 11, column: 8 });
    });

    it('gets the place of a syntax error', async () => {
      const { result } = await runScript('let a = 1;\nlet b = ;\n');
      assert.match(result.failure?.message ?? '', /^SyntaxError: /);
      assert.deepEqual(result.failure?.at, { file: '/ws/users.req', line: 11, column: 9 });
      assert.equal(result.failure?.hint, '11 | let b = ;');
    });

    it('gets the place of a missing brace within its own lines', async () => {
      const { result } = await runScript('if (true) {\n');
      assert.match(result.failure?.message ?? '', /^SyntaxError: /);
      assert.ok((result.failure?.at?.line ?? 99) <= 11);
    });

    it('names its own line when the API refuses', async () => {
      const { result } = await runScript('\n  tool.setVar("a", () => 1);');
      assert.match(result.failure?.message ?? '', /^TypeError: value is a function/);
      assert.equal(result.failure?.at?.line, 11);
    });

    const called: readonly (readonly [source: string, name: string])[] = [
      ['tool.setvar("a", 1)', 'tool.setvar'],
      ['const 𝒙 = 1;\n  request.headers.gett("a")', 'request.headers.gett'],
      ['const list = [{}]; list[0]["a"](1)', 'list[0]["a"]'],
      ['tool.uuid().trimm()', 'trimm'],
      ['(() => 5)()()', ''],
    ];
    for (const [source, name] of called)
      it(`names the function that does not exist: ${source}`, async () => {
        const expected = name === '' ? 'TypeError: not a function' : `TypeError: ${name} is not a function`;
        assert.equal(await failureOf(source), expected);
        const { tests } = await runScript(`tool.test("t", () => { ${source} })`);
        assert.equal(tests[0]?.message, expected);
      });

    it('explains the globals of other environments', async () => {
      assert.equal(
        await failureOf('await fetch("http://h")'),
        `ReferenceError: 'fetch' is not defined: scripts have no network, but tool.send("NAME") sends a request of the collection`,
      );
      assert.match((await failureOf('process.env.HOME')) ?? '', /: tool\.interpolate\("\{\{\$env\.NAME\}\}"\) reads/);
      assert.equal(await failureOf('constructor2()'), "ReferenceError: 'constructor2' is not defined");
      assert.equal(await failureOf('toString2()'), "ReferenceError: 'toString2' is not defined");
    });

    it('shows the refusal of the host, and can catch it', async () => {
      const host = {
        interpolate: () => {
          throw new ReqError('undefined-variable', 'emial is not defined');
        },
      };
      assert.equal(await failureOf('tool.interpolate("{{emial}}")', { host }), 'Error: emial is not defined');
      assert.equal(
        await valueOf('(() => { try { tool.interpolate("x") } catch (e) { return e.message } })()', { host }),
        'emial is not defined',
      );
    });

    it('keeps the values that it set before', async () => {
      assert.equal((await runScript('tool.setVar("a", 1); throw new Error("x")')).variables.get('a'), 1);
    });

    it('with an endless message is reported in part', async () => {
      assert.equal((await failureOf('throw new Error("x".repeat(1e6))'))?.length, 10_007);
    });

    for (const [source, message] of [
      ['throw undefined', 'the script threw undefined'],
      ['throw null', 'the script threw null'],
      ['throw "text"', 'the script threw "text"'],
      ['throw Symbol("s")', 'the script threw Symbol(s)'],
      ['throw { a: 1 }', 'the script threw { a: 1 }'],
      [
        'throw { get message() { throw 1 }, toString() { throw 2 } }',
        'the script threw { message: [Getter], toString: [function toString] }',
      ],
      [
        'throw new Proxy({}, { get() { throw 1 }, ownKeys() { throw 2 }, getPrototypeOf() { throw 3 } })',
        'the script threw [an object that cannot be shown]',
      ],
      ['const e = new Error("x"); Object.defineProperty(e, "message", { get() { throw 1 } }); throw e', 'Error'],
      ['const e = new Error("x"); e.name = { toString() { throw 1 } }; throw e', 'Error: x'],
      ['const e = new Error("x"); e.stack = 5; throw e', 'Error: x'],
      ['const e = new RangeError("a\\0b"); throw e', 'RangeError: a\0b'],
      ['class Odd extends Error { get name() { return "Odd" } } throw new Odd("y")', 'Odd: y'],
      ['await Promise.reject(new Error("later"))', 'Error: later'],
    ] as const) {
      it(`by ${source} is described`, async () => {
        const { result } = await runScript(source);
        assert.equal(result.failure?.kind, 'script');
        assert.equal(result.failure.message, message);
      });
    }
  });

  describe('that runs too long is stopped', () => {
    for (const [what, source] of [
      ['in a loop', 'for (;;);'],
      ['in a loop that catches everything', 'for (;;) { try { for (;;) Math.abs(1); } catch {} }'],
      ['in async functions whose rejection it catches', 'for (;;) { try { await (async () => { for (;;); })(); } catch {} }'],
      ['in promise jobs without end', 'function next() { Promise.resolve().then(next); } next();'],
      ['in a getter the API reads', 'tool.setVar("a", { get x() { for (;;); } })'],
      ['in an error message the API reads', 'throw { __proto__: Error.prototype, get message() { for (;;); } }; for (;;);'],
      ['after a sleep', 'await tool.sleep(1); for (;;);'],
      ['in a regular expression', '/(a+)+$/.test("a".repeat(40) + "b")'],
      ['in a built-in function that never looks up', 'Array(1e9).join("x")'],
      ['in a sort', 'const a = Array.from({ length: 1e5 }, (_, i) => i); for (;;) a.sort(() => 0.5 - Math.random());'],
    ] as const) {
      it(what, async () => {
        const { result } = await runScript(source, short);
        if (what === 'in an error message the API reads') assert.ok(result.failure);
        else assert.equal(result.failure?.message, 'the script ran longer than 300 ms and was stopped');
        assert.equal(await valueOf('"next"'), 'next');
      });
    }

    it('with advice, in its function', async () => {
      // A worker that gets no processor when its time is up is stopped from outside, which does not see the function.
      await givingTime(async (times) => {
        const { result } = await runScript('let i = 0;\nfunction count() {\n  while (true) i = Math.abs(i);\n}\ncount();', {
          limits: { timeMs: 1000 * times, memory: 64 << 20 },
        });
        assert.equal(result.failure?.message, `the script ran longer than ${times} s and was stopped`);
        assert.match(result.failure.hint ?? '', /loop/);
        // QuickJS tells the place of the last call or, in a loop without calls, of the function.
        assert.ok(result.failure.at?.line === 11 || result.failure.at?.line === 12);
      });
    });
  });

  describe('that uses too much memory is stopped', () => {
    for (const [what, source] of [
      ['by an array that grows', 'const a = []; for (;;) a.push({});'],
      ['by a chain of objects', 'let o = {}; for (;;) o = { o };'],
      ['by a typed array', 'const a = []; for (;;) a.push(new Uint8Array(1 << 20).fill(1));'],
      [
        'by promises',
        'const kept = []; const go = () => { kept.push(Array(1e4).fill(1)); return Promise.resolve().then(go); }; await go();',
      ],
      [
        'by promises that are not awaited',
        'const kept = []; const go = () => { kept.push(Array(1e4).fill(1)); return Promise.resolve().then(go); }; go(); await new Promise(() => {});',
      ],
      [
        'by rejections that it answers',
        'const kept = []; const go = () => { kept.push({}); return Promise.reject(kept).catch(go); }; await go();',
      ],
      [
        'before a rejection could be described',
        `const rejected = Promise.reject("\\u0001".repeat(20_000));
        for (let n = 1 << 18; n >= 1; n >>= 1) try { for (;;) globalThis.kept = [globalThis.kept, new Array(n).fill(1)]; } catch {}`,
      ],
      [
        'before the error of a rejection could be described',
        `const rejected = Promise.reject(new Error("\\u0001".repeat(20_000)));
        for (let n = 1 << 18; n >= 1; n >>= 1) try { for (;;) globalThis.kept = [globalThis.kept, new Array(n).fill(1)]; } catch {}`,
      ],
      ['by texts', 'const a = []; const list = Array(1e5).fill(1); for (;;) a.push(JSON.stringify(list));'],
    ] as const) {
      it(what, async () => {
        const { result } = await runScript(source, small);
        assert.equal(result.failure?.message, 'the script used more than 24 MB of memory and was stopped');
        assert.equal(result.failure.kind, 'script');
        assert.equal(await valueOf('"next"'), 'next');
      });
    }

    it('but not if it throws null afterwards', async () => {
      await runScript('const a = []; for (;;) a.push({});', small);
      assert.equal(await failureOf('throw null', small), 'the script threw null');
    });

    it('also with its variables, which the host keeps', async () => {
      const { result } = await runScript('const s = "x".repeat(4 << 20); for (let i = 0; ; i++) tool.setVar("v" + i, s);', small);
      assert.equal(result.failure?.message, 'Error: the script has stored more than 24 MB in variables and tests');
    });

    it('unless it catches that and does with less', async () => {
      assert.equal(
        await failureOf('try { (() => { const a = []; for (;;) a.push({}); })(); } catch {} tool.setVar("a", 1)', small),
        undefined,
      );
      assert.equal(await valueOf('"next"'), 'next');
    });
  });

  describe('that nests too deeply fails cleanly', () => {
    for (const [what, source] of [
      ['by recursion', 'function f() { return f() + 1; } f();'],
      ['by JSON.stringify', 'let a = []; for (let i = 0; i < 20000; i++) a = [a]; JSON.stringify(a);'],
      ['by JSON.parse', 'JSON.parse("[".repeat(100000) + "]".repeat(100000));'],
      ['by a regular expression', 'new RegExp("(".repeat(100000) + ")".repeat(100000));'],
      ['by its own syntax', 'eval("(".repeat(100000) + ")".repeat(100000));'],
      ['by toString', 'let a = []; for (let i = 0; i < 20000; i++) a = [a]; String(a);'],
      ['by getters', 'const o = { get o() { return this.o; } }; o.o;'],
      ['by proxies', 'let p = {}; for (let i = 0; i < 100000; i++) p = new Proxy(p, {}); p.x;'],
      ['by bound functions', 'let f = () => 1; for (let i = 0; i < 100000; i++) f = f.bind(); f();'],
    ] as const) {
      it(what, async () => {
        const { result } = await runScript(source);
        assert.ok(result.failure !== undefined, 'it should fail');
        assert.notEqual(result.failure.kind, 'bug', result.failure.message);
        assert.equal(await valueOf('"next"'), 'next');
      });
    }
  });
});
