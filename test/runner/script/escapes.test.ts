import assert from 'node:assert/strict';
import type { ScriptResponse } from '../../../src/runner/script/scriptTypes.ts';
import { runScript, valueOf, type ScriptRun } from '../../support/scriptRun.ts';

const response: ScriptResponse = {
  status: 200,
  statusText: 'OK',
  headers: [['Content-Type', 'application/json']],
  text: '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}',
  size: 0,
  duration: 0,
  events: [{ index: 0, at: 0, event: 'message', data: 'x', id: '', retry: null, complete: true }],
};
const limits = { timeMs: 500, memory: 24 << 20 };

/** Runs a hostile script in a real worker, and checks the invariants. */
async function attack(source: string): Promise<ScriptRun> {
  const globals = Reflect.ownKeys(globalThis).length;
  const prototypes = [Object.prototype, Array.prototype, Function.prototype, Promise.prototype, Map.prototype, String.prototype];
  const keys = prototypes.map((p) => Reflect.ownKeys(p).length);
  const run = await runScript(source, {
    phase: 'response',
    response,
    limits,
    host: { send: () => Promise.resolve(response) },
  });
  assert.notEqual(run.result.failure?.kind, 'bug', run.result.failure?.message);
  assert.equal(Reflect.ownKeys(globalThis).length, globals);
  assert.deepEqual(
    prototypes.map((p) => Reflect.ownKeys(p).length),
    keys,
  );
  assert.equal(await valueOf('[1, 2].map((n) => n * 2).join()'), '2,4', 'the next script works');
  return run;
}

/** Expressions for all objects that a script can reach. */
const reachable = [
  'tool',
  'tool.setVar',
  'tool.expect(1)',
  'tool.expect(1).to',
  'tool.sleep(0)',
  'tool.send("x")',
  'await tool.send("x")',
  '(await tool.send("x")).body',
  'console.log',
  'client.global.set',
  'request',
  'request.headers',
  'response',
  'response.headers',
  'response.headers.entries()',
  'response.body',
  'response.json',
  'response.events[0]',
  '(() => { try { tool.setVar("a", () => 1) } catch (e) { return e } })()',
  '(() => { try { tool.skip() } catch (e) { return e } })()',
  '(() => { try { null.x } catch (e) { return e } })()',
  'new Error().stack',
  'globalThis',
  'import.meta',
  'Symbol.iterator',
  'new URL("http://a.b").searchParams',
  'crypto.subtle',
  'await crypto.subtle.generateKey({ name: "AES-CBC", length: 128 }, true, ["encrypt"])',
  'setTimeout(() => 1, 1)',
  'new Intl.NumberFormat()',
  'new TextDecoder()',
  'structuredClone({})',
  'Buffer',
  'Buffer.from("a")',
  'require("crypto")',
  'require("crypto").createHash("md5")',
  'eval',
  '(0, eval)("this")',
  'new Function("return this")()',
  'import("fs")',
  'Atomics',
  'new SharedArrayBuffer(8)',
  'new WeakRef({})',
  'new FinalizationRegistry(() => 1)',
  'async function () {}',
  'function* () {}',
  'async function* () {}',
];

describe('a hostile script', () => {
  describe('finds nothing of the host in the constructors of', () => {
    for (const what of reachable) {
      it(what, async () => {
        const { variables, result } = await attack(`
          const found = [];
          const seen = new Set();
          // What a function, a generator or an async one of either kind gives.
          const given = async (made) => {
            let value = made();
            if (typeof value?.next === "function") value = value.next();
            value = await value;
            return typeof value === "object" && value !== null && "value" in value ? value.value : value;
          };
          const look = async (value, depth) => {
            if ((typeof value !== "object" && typeof value !== "function") || value === null || depth > 3 || seen.has(value)) return;
            seen.add(value);
            for (const make of [value.constructor, value.constructor?.constructor, Object.getPrototypeOf(value)?.constructor]) {
              if (typeof make !== "function" || seen.has(make)) continue;
              seen.add(make);
              for (const name of ["process", "module", "fetch", "WebAssembly", "__filename", "host", "std", "os"]) {
                try { if ((await given(make("return typeof " + name))) === "object") found.push(name) } catch {}
                try { if ((await given(make("return globalThis." + name))) !== undefined) found.push("globalThis." + name) } catch {}
              }
            }
            for (const key of Reflect.ownKeys(value)) { try { await look(value[key], depth + 1) } catch {} }
            try { await look(Object.getPrototypeOf(value), depth + 1) } catch {}
          };
          try { await look((${what}), 0) } catch {}
          tool.setVar("found", found);
        `);
        // What ended the script or is no expression here has shown nothing either.
        if (result.failure === undefined && result.skipped === undefined) assert.deepEqual(variables.get('found'), []);
      });
    }
  });

  describe('pollutes nothing by', () => {
    for (const [what, source] of [
      [
        'a variable named __proto__',
        'tool.setVar("__proto__", { polluted: 1 }); tool.setVar("constructor", { prototype: { polluted: 1 } })',
      ],
      [
        'keys of a value',
        'tool.setVar("a", JSON.parse(\'{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}\'))',
      ],
      ['a response that says so', 'tool.setVar("a", response.body); Object.assign({}, response.body)'],
      [
        'prototypes that it changes',
        'Object.prototype.polluted = 1; Array.prototype.push = () => 1; tool.setVar("a", [1, { b: 2 }]); console.log({})',
      ],
      ['getters that run on the way out', 'tool.setVar("a", { get x() { Object.prototype.polluted = 1; return 1 } })'],
      [
        'setters on Object.prototype',
        'for (const k of ["ok", "value", "id", "then", "name", "message"]) Object.defineProperty(Object.prototype, k, { set() { throw 1 }, get() { return "x" }, configurable: true }); tool.setVar("a", 1); try { await tool.send("x") } catch {}',
      ],
      [
        'a thenable that the API awaits',
        'Object.prototype.then = function (f) { f(this) }; await tool.sleep(1); tool.test("t", () => ({ then(f) { f() } })); await tool.send("x")',
      ],
      [
        'a proxy in place of everything',
        'const p = new Proxy(function () {}, { get: () => p, apply: () => p, construct: () => p, has: () => true, ownKeys: () => ["a", "a"], getOwnPropertyDescriptor: () => { throw p } }); for (const f of [tool.setVar, tool.getVar, tool.test, tool.expect, tool.interpolate, tool.send, tool.sleep, console.log]) { try { f(p, p) } catch {} }',
      ],
      [
        'headers with hostile names',
        'for (const k of ["__proto__", "constructor", "toString"]) { try { response.headers[k] = "x" } catch {} void response.headers.get(k) }',
      ],
      ['the Promise that it replaces', 'globalThis.Promise = null; delete Promise; await null; tool.setVar("a", 1)'],
    ] as const) {
      it(what, async () => {
        await attack(source);
        assert.equal(({} as { polluted?: unknown }).polluted, undefined);
        assert.deepEqual(await valueOf('[typeof ({}).polluted, typeof [].polluted]'), ['undefined', 'undefined']);
      });
    }
  });

  describe('is over in time when it', () => {
    for (const [what, source, message] of [
      ['awaits what never comes', 'await new Promise(() => {})', /nothing will ever settle|ran longer/],
      // Which limit is met first, time or memory, depends on the machine; a job that finds no memory ends its chain.
      [
        'starts promises without end',
        'const go = () => Promise.resolve().then(go); go(); await new Promise(() => {})',
        /ran longer|memory|settle/,
      ],
      ['makes a thousand promises a turn', 'for (;;) await Promise.all(Array.from({ length: 1000 }, async () => {}))', /ran longer/],
      [
        'answers its own rejections',
        'const go = () => Promise.reject(1).catch(go); go(); for (;;) await null',
        /ran longer|memory|described/,
      ],
      ['doubles a text', 'let s = "x"; for (;;) s += s', /memory|string|length|ran longer/i],
      ['joins a huge text', 'const a = []; for (;;) a.push("x".repeat(1 << 20).split("").join("y"))', /memory|ran longer/],
      ['repeats a text beyond all limits', '"x".repeat(2 ** 30)', /./],
      ['pads and replaces', 'let s = "x".padEnd(1e6, "y"); for (;;) s = s.replace(/y/g, "yy")', /memory|ran longer|length/],
      ['nests JSON', 'let s = "[".repeat(1e6); JSON.parse(s)', /./],
      ['makes a regular expression think', '/^(a|a)*$/.test("a".repeat(60) + "b")', /ran longer/],
      ['sorts with a comparison that never ends', '[3, 2, 1].sort(() => { for (;;); })', /ran longer/],
      ['throws while it is described', 'class E extends Error { get message() { for (;;); } } throw new E()', /./],
      ['never ends in toString', 'tool.test({ toString() { for (;;); } }, () => 1)', /ran longer/],
      ['never ends in a proxy', 'tool.setVar("a", new Proxy({}, { ownKeys() { for (;;); } }))', /ran longer/],
      ['makes arrays of a billion', 'new Array(1e9).fill(0)', /memory|ran longer/],
      ['waits on shared memory', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', /./],
      ['imports what there is not', 'await import("node:fs")', /./],
      ['imports what a text says', 'await import("data:text/javascript,for(;;);")', /./],
      ['runs a generator that never ends', 'for (const _ of (function* () { for (;;) yield 1; })());', /ran longer/],
      ['runs code that it makes', 'eval("for(;;);")', /ran longer/],
      ['converts a huge number', '2n ** 2n ** 40n', /./],
    ] as const) {
      it(what, async () => {
        const { result } = await attack(source);
        assert.match(result.failure?.message ?? '', message);
      });
    }
  });

  describe('is described when it throws', () => {
    for (const thrown of [
      'new Proxy(new Error("x"), { get() { throw 1 } })',
      'Object.create(null)',
      '{ get stack() { throw 1 } }',
      '(() => { const e = new Error("x"); Object.setPrototypeOf(e, null); return e })()',
      '(() => { const e = new Error(); e.message = e; return e })()',
      '(() => { const a = []; a.push(a); return a })()',
      'new Error("\\0\\ud800\\u202e".repeat(1e5))',
      'Symbol()',
      '-0',
      '10n ** 50n',
      'function () {}',
      'new Date(NaN)',
      'globalThis',
      'Promise.reject(1)',
      'tool',
      'response',
    ]) {
      it(thrown, async () => {
        const { result } = await attack(`throw (${thrown})`);
        assert.equal(result.failure?.kind, 'script');
        assert.ok(result.failure.message.length > 0 && result.failure.message.length < 60_000);
      });
    }
  });

  it('floods the console in vain, with lines and with text, through every level', async () => {
    const lines = await attack('for (;;) for (const level of ["log", "info", "warn", "error", "debug"]) console[level]("x");');
    assert.ok(lines.printed.length <= 10_001);
    const texts = await attack('const s = "x".repeat(1e5); for (;;) console.error(s, { s });');
    assert.ok(texts.printed.reduce((sum, [, text]) => sum + text.length, 0) < 2 << 20);
    const objects = await attack('const o = {}; for (let i = 0; i < 1e4; i++) o["k" + i] = { o }; for (;;) console.log(o);');
    assert.ok(objects.printed.length <= 10_001);
  });

  it('calls the host a million times without effect', async () => {
    for (const call of [
      'tool.getVar("a")',
      'tool.setVar("a" + i, i)',
      'tool.uuid()',
      'tool.test("t" + i, () => 1)',
      'tool.interpolate("x")',
      'tool.sleep(6e4)',
      'tool.send("x")',
    ])
      await attack(`for (let i = 0; i < 1e6; i++) ${call};`);
  });
});
