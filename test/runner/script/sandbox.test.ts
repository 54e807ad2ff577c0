import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ReqError } from '../../../src/base/reqError.ts';
import { createSandbox } from '../../../src/runner/script/sandbox.ts';
import { makeFolder } from '../../support/command.ts';
import { givingTime } from '../../support/givingTime.ts';
import { runScript, scriptJob, sharedSandbox, valueOf } from '../../support/scriptRun.ts';
import { scriptWorkerBundle } from '../../support/scriptWorkerBundle.ts';

describe('sandbox', () => {
  it('runs a script and returns the values that it set', async () => {
    const { result, variables } = await runScript('tool.setVar("greeting", "hello");');
    assert.equal(result.failure, undefined);
    assert.deepEqual([...variables], [['greeting', 'hello']]);
  });

  it('runs every script in a new realm', async () => {
    await runScript('globalThis.leak = 1; Array.prototype.leak = 2; tool.constructor.prototype.leak = 3; JSON.stringify = null;');
    assert.deepEqual(await valueOf('[typeof leak, typeof [].leak, typeof ({}).leak, typeof JSON.stringify]'), [
      'undefined',
      'undefined',
      'undefined',
      'function',
    ]);
  });

  it('leaves nothing of a script in the API that all scripts share', async () => {
    const source = `
      console.count("seen");
      console.group("inner");
      console.log("within");
      console.time("clock");
      request.headers.append("X-Seen", "1");
      tool.onEvent(() => {});
      const same = [tool, client, console, request, request.headers, tool.setVar, client.global.headers].map((o) => o.seen ?? "new");
      tool.setVar.seen = request.headers.get.seen = "again";
      tool.setVar("same", [...same, request.headers.get("X-Seen"), request.body, request.url, tool.env, response === undefined]);
      tool.test("counted", () => {});
      tool.stop("over");`;
    const bodies = ['one', undefined, 'three', undefined];
    for (const [i, body] of bodies.entries()) {
      const request = { name: 'r', method: 'POST', url: `http://localhost/${i}`, headers: [], body };
      const { result, variables, printed } = await runScript(source, { request, env: i === 1 ? 'dev' : null });
      assert.equal(result.failure, undefined);
      assert.deepEqual(result.skipped, { kind: 'stop', reason: 'over' });
      const fresh = Array.from({ length: 7 }, () => 'new');
      assert.deepEqual(variables.get('same'), [...fresh, '1', body ?? null, `http://localhost/${i}`, i === 1 ? 'dev' : null, true]);
      assert.deepEqual(printed, [
        ['log', 'seen: 1'],
        ['log', 'inner'],
        ['log', '  within'],
      ]);
      const { variables: after } = await runScript('tool.setVar("skipped", typeof request.headers.get("X-Seen"));', { request });
      assert.equal(after.get('skipped'), 'object');
    }
  });

  it('shows scripts nothing of the host', async () => {
    const names = ['process', 'fetch', 'std', 'os', 'module', 'WebAssembly'];
    assert.deepEqual(await valueOf(`${JSON.stringify(names)}.filter((name) => name in globalThis)`), []);
    assert.equal(await valueOf('typeof tool.setVar.constructor("return this")().process'), 'undefined');
  });

  it('loads no modules', async () => {
    const { result } = await runScript('await import("node:fs")');
    assert.match(result.failure?.message ?? '', /could not load module/);
  });

  it('runs scripts beside one another, each with its own host', async () => {
    const runs = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        runScript(`await tool.sleep(${10 - 2 * n}); tool.setVar("n", ${n} + tool.getVar("n"))`, { variables: new Map([['n', n * 10]]) }),
      ),
    );
    assert.deepEqual(
      runs.map((r) => r.variables.get('n')),
      [11, 22, 33, 44],
    );
  });

  it('lets a script that waits hold up no other, and one that another waits for take no turn', async () => {
    const stops = Array.from({ length: 8 }, () => new AbortController());
    const sleep = ({ signal }: AbortController): ReturnType<typeof runScript> => runScript('await tool.sleep(60000)', { signal });
    const waiting = stops.slice(1).map(sleep);
    assert.equal(await valueOf('1'), 1);
    const eighth = sleep(stops[0] as AbortController);
    let ninthIsOver = false;
    const ninth = runScript('1').then(() => (ninthIsOver = true));
    assert.equal(await valueOf('2', { nested: true }), 2);
    assert.equal(ninthIsOver, false);
    for (const stop of stops) stop.abort();
    for (const { result } of await Promise.all([...waiting, eighth])) assert.equal(result.failure?.kind, 'cancelled');
    await ninth;
  });

  it('runs two hundred scripts in a row in one worker', async () => {
    for (let i = 0; i < 200; i++) assert.equal(await valueOf(`${i} + ({ a: [${i}] }).a[0]`), 2 * i);
  });

  it('has sandboxes that do not share anything', async () => {
    const other = createSandbox({ workerFile: await scriptWorkerBundle() });
    try {
      const endless = runScript('for (;;);', { sandbox: other, limits: { timeMs: 300, memory: 64 << 20 } });
      assert.equal(await valueOf('1 + 1'), 2);
      assert.match((await endless).result.failure?.message ?? '', /ran longer/);
    } finally {
      await other.dispose();
    }
  });

  it('is usable after it was warmed, and warming twice does nothing more', async () => {
    const sandbox = createSandbox({ workerFile: await scriptWorkerBundle() });
    sandbox.warm();
    sandbox.warm();
    assert.equal(await valueOf('3', { sandbox }), 3);
    await sandbox.dispose();
  });

  it('fails every script where its engine is missing, warmed or not', async () => {
    const folder = makeFolder({ 'scriptWorker.cjs': fs.readFileSync(await scriptWorkerBundle()) });
    const sandbox = createSandbox({ workerFile: path.join(folder.path, 'scriptWorker.cjs') });
    try {
      sandbox.warm();
      for (let i = 0; i < 2; i++) await assert.rejects(runScript('1', { sandbox }), /quickjs\.(?:wasm|image)\.br/);
    } finally {
      await sandbox.dispose();
      folder.remove();
    }
  });

  it('runs nothing after it was disposed', async () => {
    const sandbox = createSandbox({ workerFile: await scriptWorkerBundle() });
    await sandbox.dispose();
    assert.equal((await runScript('1', { sandbox })).result.failure?.kind, 'cancelled');
  });

  describe('cancel', () => {
    for (const [what, source] of [
      ['an endless loop', 'tool.setVar("started", true); for (;;);'],
      ['a sleep', 'tool.setVar("started", true); await tool.sleep(60000);'],
      ['a built-in function that never looks up', 'tool.setVar("started", true); Array(1e9).join("x");'],
    ] as const) {
      it(`stops ${what}, and the next script works`, async () => {
        const controller = new AbortController();
        const { result, variables } = await runScript(source, {
          signal: controller.signal,
          host: { console: () => undefined, setVar: () => setImmediate(() => controller.abort()) },
        });
        assert.equal(result.failure?.kind, 'cancelled');
        assert.equal(variables.size, 0);
        assert.equal(await valueOf('"alive"'), 'alive');
      });
    }

    it('ends a script at once that waits for its turn', async () => {
      const first = new AbortController();
      const sleeping = runScript('await tool.sleep(60000)', { signal: first.signal });
      const second = new AbortController();
      const waiting = runScript('1', { signal: second.signal });
      second.abort();
      assert.equal((await waiting).result.failure?.kind, 'cancelled');
      first.abort();
      assert.equal((await sleeping).result.failure?.kind, 'cancelled');
    });

    it('runs nothing for a signal that is aborted already', async () => {
      const { result, variables } = await runScript('tool.setVar("a", 1)', { signal: AbortSignal.abort() });
      assert.equal(result.failure?.kind, 'cancelled');
      assert.equal(variables.size, 0);
    });
  });

  it('waits for the questions of the host, without counting this as time of the script', async () => {
    await givingTime(async (times) => {
      const { result, variables } = await runScript(
        'tool.setVar("a", [tool.getVar("slow"), tool.interpolate("x")]); while (tool.getVar("go"));',
        {
          limits: { timeMs: 200 * times, memory: 64 << 20 },
          host: {
            getVar: (name) => (name === 'go' ? false : wait(900 * times, 'later')),
            interpolate: () => Promise.resolve('soon'),
          },
        },
      );
      assert.equal(result.failure, undefined);
      assert.deepEqual(variables.get('a'), ['later', 'soon']);
    });
  });

  it('gives a script the failure of the host, later too', async () => {
    const { variables } = await runScript('try { tool.interpolate("x") } catch (e) { tool.setVar("why", e.message) }', {
      host: { interpolate: () => Promise.reject(new ReqError('undefined-variable', 'nobody knows')) },
    });
    assert.equal(variables.get('why'), 'nobody knows');
  });

  it('rejects with a defect of the host instead of hanging, and works on', async () => {
    const sandbox = await sharedSandbox();
    const broken = sandbox.run(
      scriptJob('tool.getVar("x")'),
      {
        jwt: () => Promise.resolve(''),
        cookies: () => Promise.resolve('null'),
        request: () => 'null',
        next: () => undefined,
        getVar: () => {
          throw new Error('defect');
        },
        vars: () => new Map(),
        setVar: () => undefined,
        deleteVar: () => false,
        interpolate: (t) => t,
        look: () => undefined,
        module: () => Promise.reject(new Error('defect')),
        console: () => undefined,
        test: () => undefined,
        send: () => Promise.reject(new Error('defect')),
        heard: () => undefined,
      },
      new AbortController().signal,
    );
    await assert.rejects(broken, /defect/);
    assert.equal(await valueOf('1'), 1);
  });
});
