import assert from 'node:assert/strict';
import { failureOf, runScript, valueOf } from '../../support/scriptRun.ts';

const host = { send: () => Promise.reject(Object.assign(new Error('nobody is there'), { name: 'ReqError', kind: 'network' })) };

describe('code that is not awaited', () => {
  for (const [what, source, message, line, column] of [
    ['an async function', 'async function f() {\n  null.x;\n}\nf();', "TypeError: cannot read property 'x' of null", 11, 7],
    ['an arrow with an expression', 'const f = async (x) => x.y.z;\nf({});', "TypeError: cannot read property 'z' of undefined", 10, 31],
    [
      'an arrow in parentheses',
      'const f = async (x) => ({ a: x.y.z });\n f({});',
      "TypeError: cannot read property 'z' of undefined",
      10,
      37,
    ],
    ['a callback', '[1].forEach(async (n) => {\n  await tool.sleep(1);\n  throw new Error("n" + n);\n});', 'Error: n1', 12, 18],
    ['a method', 'class A { async go() { "use strict"; throw new RangeError("r") } }\nnew A().go();', 'RangeError: r', 10, 62],
    ['what it returns', 'async function f() { return g() }\nasync function g() { throw new Error("deep") }\nf();', 'Error: deep', 11, 37],
    ['a chain without an end', '(async () => { throw new Error("c") })().then(() => 1);', 'Error: c', 10, 35],
    ['a call of the API', '\ntool.send("x");', 'Error: nobody is there', 11, 10],
    ['what is thrown again', '(async () => { try { throw 1 } catch (e) { throw new Error("again " + e) } })();', 'Error: again 1', 10, 63],
    ['what finally lets through', '(async () => { try { throw new Error("f") } finally { 1; } })();', 'Error: f', 10, 41],
  ] as const)
    it(`fails the script with its error at its place: ${what}`, async () => {
      const { result } = await runScript(source, { host });
      assert.equal(result.failure?.message, `${message} (in code that is not awaited)`);
      assert.deepEqual([result.failure.at?.line, result.failure.at?.column], [line, column]);
    });

  for (const [what, source, message] of [
    [
      'an expectation in a chain',
      'Promise.resolve(200).then((s) => tool.expect(s).to.equal(201))',
      'AssertionError: expected 200 to equal 201',
    ],
    ['a promise rejected at once', 'Promise.reject(new Error("lost"))', 'Error: lost'],
    ['a promise rejected by its executor', 'new Promise((_, reject) => reject(new Error("lost")))', 'Error: lost'],
    ['an executor that throws', 'new Promise(() => null.x)', "TypeError: cannot read property 'x' of null"],
    ['all', 'Promise.all([1, Promise.reject(new Error("lost"))])', 'Error: lost'],
    ['race', 'Promise.race([Promise.reject(new Error("lost"))])', 'Error: lost'],
    ['any', 'Promise.any([Promise.reject(new Error("lost"))]).catch((e) => { throw e.errors[0] })', 'Error: lost'],
    ['finally', 'Promise.resolve().finally(() => { throw new Error("lost") })', 'Error: lost'],
    ['a handler that throws', 'Promise.reject(1).catch(() => { throw new Error("lost") })', 'Error: lost'],
    ['a subclass', 'class P extends Promise {}\nP.reject(new Error("lost"))', 'Error: lost'],
    ['a thenable', 'Promise.resolve({ then(_, reject) { reject(new Error("lost")) } })', 'Error: lost'],
    ['one of two branches', 'const p = Promise.reject(new Error("lost"));\np.catch(() => 1);\np.then(() => 2);', 'Error: lost'],
    ['a job after the end of the script', 'tool.sleep(5).then(() => tool.sleep(5)).then(() => { throw new Error("lost") })', 'Error: lost'],
    ['a test that does not return it', 'tool.test("t", () => { Promise.reject(new Error("lost")) })', 'Error: lost'],
    ['what keeps it from going on', 'await new Promise((go) => Promise.reject(new Error("lost")).then(go))', 'Error: lost'],
    [
      'a callback of a FinalizationRegistry',
      `globalThis.r = new FinalizationRegistry(() => { throw new Error("lost") });
       (() => { const o = {}; o.o = o; r.register(o, 1); })();
       for (let i = 0; i < 200000; i++) { const o = {}; o.o = o }`,
      'Error: lost',
    ],
    ['a promise whose then was replaced', 'Promise.prototype.then = () => {};\nPromise.reject(new Error("lost"))', 'Error: lost'],
  ] as const)
    it(`fails the script: ${what}`, async () => {
      assert.equal(await failureOf(source), `${message} (in code that is not awaited)`);
    });

  it('fails a test that is not awaited', async () => {
    const { tests, result } = await runScript('tool.test("async", async () => { await tool.sleep(1); throw new Error("late") });');
    assert.equal(result.failure, undefined);
    assert.deepEqual(
      tests.map(({ passed, message }) => [passed, message]),
      [[false, 'Error: late']],
    );
  });

  it('finds nothing of the script before on the same thread', async () => {
    for (let i = 0; i < 5; i++) {
      assert.match((await failureOf(`Promise.reject(${i})`)) ?? '', new RegExp(`threw ${i} `));
      assert.equal(await failureOf('await 1'), undefined);
    }
  });

  it('describes a value that is no error', async () => {
    assert.equal(await failureOf('(async () => { throw 5 })()'), 'the script threw 5 (in code that is not awaited)');
  });

  for (const [what, source] of [
    ['awaited in a try', 'try { await f() } catch {}'],
    ['awaited in a try that names it', 'try { await f() } catch (e) { tool.setVar("m", e.message) }'],
    ['awaited in a try that takes it apart', 'try { await f() } catch ({ message,\n  stack: [...s] = [] }) { tool.setVar("m", message) }'],
    ['awaited later', 'const p = f(); await tool.sleep(1); try { await p } catch {}'],
    ['returned within a try', 'await (async () => { try { return await f() } catch { return 1 } })()'],
    ['caught', 'f().catch(() => {})'],
    ['caught at the end of a chain', 'f().then(() => 1).then(() => 2, () => 3)'],
    ['settled with others', 'tool.setVar("s", (await Promise.allSettled([f(), f()])).map((s) => s.status))'],
    ['part of all', 'try { await Promise.all([f(), f()]) } catch {}'],
    ['part of any', 'try { await Promise.any([f(), f()]) } catch {}'],
    ['raced', 'await Promise.race([1, f()])'],
    ['a test', 'await tool.test("t", f)'],
    ['the same twice', 'const p = f(); p.catch(() => {}); try { await p } catch {}'],
    ['handled later', 'const p = Promise.reject(1); await tool.sleep(2); await p.catch(() => 1)'],
    ['skipping', '(async () => { tool.skip("s") })()'],
    ['caught by a function', 'async function g() { try { await f() } catch { return 2 } } g()'],
    ['caught in a for await', 'async function* g() { yield await f() } try { for await (const x of g()) x } catch {}'],
    ['of a call of the API', 'try { await tool.send("x") } catch {} tool.send("x").catch(() => {})'],
  ] as const)
    it(`is not what is ${what}`, async () => {
      assert.equal(await failureOf(`const f = async () => { throw new Error("x") };\n${source}`, { host }), undefined);
    });

  it('leaves a script what it means', async () => {
    assert.deepEqual(
      await valueOf(`await (async () => {
        const out = [];
        const nested = async (a = async () => "d") => async () => async () => (await a()) + "e";
        out.push(await (await (await nested())())());
        const empty = async () => {}; out.push((await empty()) === undefined);
        const object = async () => ({ a: 1 }); out.push((await object()).a);
        const commented = async () => { return 3 // three
        }; out.push(await commented());
        const spread = async (...all) => { return all, all.length }; out.push(await spread(1, 2));
        class A { static async s() { return this === A } async *g() { yield 1; return 2 } async #p() { return 7 } p() { return this.#p() } }
        out.push(await A.s(), await new A().p());
        for await (const x of new A().g()) out.push(x);
        const own = async () => { try { return bad() } catch { return "outer" } };
        const bad = async () => { throw 1 };
        try { out.push(await own()) } catch (e) { out.push("not caught inside " + e) }
        async function hoisted() { return later(); function later() { return "hoisted" } } out.push(await hoisted());
        const template = async () => \`\${await (async () => "t")()}\`; out.push(await template());
        const regular = async () => /[)}]async .. => {/.test("}async () => {"); out.push(await regular());
        label: for (const x of [1, 2]) { try { if (x === 1) continue label; throw x } catch (e) { out.push(e); break label } }
        return out;
      })()`),
      ['de', true, 1, 3, 2, true, 7, 1, 'not caught inside 1', 'hoisted', 't', true, 2],
    );
  });

  it('of a script that cannot be read is a syntax error, at its place', async () => {
    const { result } = await runScript('const f = async () => { await 1 };\nlet b = ;');
    assert.match(result.failure?.message ?? '', /^SyntaxError: /);
    assert.deepEqual([result.failure?.at?.line, result.failure?.at?.column], [11, 9]);
  });

  it('does not shift the places of a script after the watched code', async () => {
    const { result } = await runScript('const f = async () => { return 1 }; try { 1 } catch {} nope();');
    assert.deepEqual(result.failure?.at, { file: '/ws/users.req', line: 10, column: 60 });
  });

  it('reads a script of ten thousand functions, and one that nests deeply, in time', async () => {
    assert.equal(await failureOf(Array.from({ length: 10_000 }, (_, i) => `async function f${i}() { return ${i} }`).join('\n')), undefined);
    assert.notEqual(await failureOf(`async () => ${'('.repeat(100_000)}1${')'.repeat(100_000)}`), undefined);
    assert.equal(await failureOf(`const f = ${'async () => '.repeat(200)}1`), undefined);
  });
});
