import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as fc from 'fast-check';
import { runScript } from '../../support/scriptRun.ts';
import '../../support/seed.ts';

/** One step of a program; `p(n)` is an earlier promise. */
type Step = (p: () => string, k: number) => string;

const functions: readonly Step[] = [
  () => '() => 1',
  (_, k) => `() => { throw ${k} }`,
  (p) => `() => ${p()}`,
  (_, k) => `() => Promise.reject(${k})`,
  (_, k) => `async () => { throw ${k} }`,
  () => 'undefined',
];

const promises: readonly ((p: () => string, k: number, f: () => string) => string)[] = [
  (_, k) => `Promise.reject(${k})`,
  (_, k) => `Promise.resolve(${k})`,
  (_, k) => `new Promise((_, reject) => reject(${k}))`,
  (_, k) => `new Promise(() => { throw ${k} })`,
  (_, k) => `(async () => { throw ${k} })()`,
  (_, k) => `(async () => { await null; throw ${k} })()`,
  (p) => `(async () => await ${p()})()`,
  (p) => `(async () => ${p()})()`,
  (p) => `(async () => { try { await ${p()} } catch {} })()`,
  (p, k) => `(async () => { try { return ${p()} } catch {} finally { if (${k} % 7 === 0) throw ${k} } })()`,
  (p, k) => `(async () => { try { await ${p()} } catch (e) { throw ${k} } })()`,
  (p) => `(async () => { for await (const x of [${p()}, ${p()}]) x })()`,
  (p) => `(async () => { async function* g() { yield ${p()} } try { for await (const x of g()) x } catch {} })()`,
  (p, _, f) => `${p()}.then(${f()})`,
  (p, _, f) => `${p()}.then(${f()}, ${f()})`,
  (p, _, f) => `${p()}.catch(${f()})`,
  (p, _, f) => `${p()}.finally(${f()})`,
  (p) => `Promise.all([${p()}, ${p()}])`,
  (p) => `Promise.race([${p()}, ${p()}])`,
  (p) => `Promise.any([${p()}, ${p()}]).catch((e) => { throw e.errors[0] })`,
  (p) => `Promise.allSettled([${p()}, ${p()}])`,
  (p) => `Promise.resolve(${p()})`,
  (p) => `Sub.resolve(${p()})`,
  (_, k) => `Sub.reject(${k})`,
  (p, _, f) => `Sub.resolve(${p()}).then(${f()})`,
  (_, k) => `Promise.resolve({ then(resolve, reject) { reject(${k}) } })`,
  (_, k) => `Promise.resolve({ get then() { throw ${k} } })`,
  (p) => `new Promise((resolve) => resolve(${p()}))`,
  (p) => `new Promise((resolve) => { ${p()}.then(resolve, resolve) })`,
  (p) => `tool.sleep(1).then(() => ${p()})`,
  (_, k) => `tool.sleep(1).then(() => { throw ${k} })`,
  (p, k) => `Reflect.apply(Promise.prototype.then, ${p()}, [null, () => { throw ${k} }])`,
];

const statements: readonly ((p: () => string) => string)[] = [
  (p) => `try { await ${p()} } catch {}`,
  (p) => `${p()}.catch(() => {})`,
  () => 'await tool.sleep(1)',
  () => 'await null',
];

function program(choices: readonly number[]): string {
  let at = 0;
  const next = (below: number): number => (choices[at++ % choices.length] ?? 0) % below;
  const lines = ['class Sub extends Promise {}', 'const p0 = Promise.resolve(0);'];
  let count = 1;
  const p = (): string => `p${next(count)}`;
  while (at < choices.length) {
    const pick = next(promises.length + statements.length);
    const made = promises[pick];
    if (made === undefined) lines.push(`${statements[pick - promises.length]?.(p) ?? ''};`);
    else {
      const k = count * 10;
      lines.push(`const p${count} = ${made(p, k, () => functions[next(functions.length)]?.(p, k + 1) ?? '')};`);
      count++;
    }
  }
  return lines.join('\n');
}

/** The first unhandled rejection of each program in Node.js as text, or null. */
async function inNode(programs: readonly string[]): Promise<readonly (string | null)[]> {
  const harness = `
    const unhandled = new Map();
    process.on('unhandledRejection', (reason, promise) => unhandled.set(promise, reason));
    process.on('rejectionHandled', (promise) => unhandled.delete(promise));
    let timers = 0;
    const tool = { sleep: (ms) => new Promise((resolve) => { timers++; setTimeout(() => { timers--; resolve() }, ms) }) };
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const AsyncFunction = (async () => {}).constructor;
    (async () => {
      const found = [];
      for (const source of JSON.parse(require('node:fs').readFileSync(0, 'utf8'))) {
        unhandled.clear();
        await new AsyncFunction('tool', source)(tool);
        do await turn(); while (timers > 0);
        await turn();
        found.push(unhandled.size === 0 ? null : String([...unhandled.values()][0]));
      }
      process.stdout.write(JSON.stringify(found));
    })();`;
  const child = promisify(execFile)(process.execPath, ['-e', harness], { maxBuffer: 64 << 20 });
  child.child.stdin?.end(JSON.stringify(programs));
  return JSON.parse((await child).stdout) as (string | null)[];
}

describe('code that is not awaited, in any program of promises', () => {
  it('fails the script exactly where Node has an unhandled rejection', async () => {
    const numbers = fc.array(fc.nat(0xffff), { minLength: 4, maxLength: 40 });
    const programs = fc.sample(numbers, 1500).map(program);
    const expected = await inNode(programs);
    for (const [i, source] of programs.entries()) {
      const { result } = await runScript(source);
      const found = /^the script threw (\S+) \(in code that is not awaited\)$/.exec(result.failure?.message ?? '')?.[1] ?? null;
      assert.equal(found, expected[i], `${source}\n${result.failure?.message ?? ''}`);
    }
    const failing = expected.filter((reason) => reason !== null).length;
    assert.ok(failing > 300 && failing < 1400, `${failing} of the programs fail`);
  });
});
