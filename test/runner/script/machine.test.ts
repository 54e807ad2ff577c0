import assert from 'node:assert/strict';
import path from 'node:path';
import { readStartImage } from '../../../src/runner/script/engine/startImage.ts';
import { loadEngine } from '../../../src/runner/script/engine/engine.ts';
import { fill, imageOf, restore } from '../../../src/runner/script/engine/memoryImage.ts';
import { Machines, newEngine, type Machine } from '../../../src/runner/script/engine/machine.ts';
import type { ApiJob } from '../../../src/runner/script/thread/workerMessages.ts';
import { scriptWorkerBundle } from '../../support/scriptWorkerBundle.ts';

const limit = 32 << 20;

function valueOf({ context }: Machine, code: string): unknown {
  return context.dump(context.unwrapResult(context.evalCode(code)));
}

describe('the machine of a script', () => {
  let machines: Machines;
  let used: Machine;

  beforeEach(async () => {
    const { module, image } = await loadEngine(path.dirname(await scriptWorkerBundle()));
    machines = new Machines(module, readStartImage(image));
    // The second shows what the memory of those after it looks like.
    await machines.make(limit);
    used = await machines.make(limit);
  });

  it('is used again, without remains of the script before', async () => {
    assert.equal(valueOf(used, 'globalThis.left = "behind"; Array.prototype.left = 1; JSON.parse = null; typeof left'), 'string');
    const again = await machines.make(limit, used);
    assert.equal(again.context, used.context);
    assert.deepEqual(valueOf(again, '[typeof left, typeof [].left, typeof JSON.parse]'), ['undefined', 'undefined', 'function']);
  });

  it('is byte for byte as before when its memory is restored, whatever the script did', async () => {
    const { module, image } = await loadEngine(path.dirname(await scriptWorkerBundle()));
    const { layout, memory } = readStartImage(image);
    const engine = await newEngine(module, limit);
    // A quarter of what a worker has: the stack of this thread is smaller, too.
    engine.runtime.setMaxStackSize(64 * 1024);
    const content = (): Buffer => Buffer.from(engine.wasmMemory.buffer.slice(0));
    fill(engine.wasmMemory, memory);
    const whole = imageOf(engine.wasmMemory, layout);
    restore(engine.wasmMemory, whole, layout);
    const before = content();
    for (const code of [
      'globalThis.a = Array.from({ length: 1e5 }, (_, i) => ({ i })); 0',
      '{ let s = "x"; for (let i = 0; i < 21; i++) s += s; } 0',
      'JSON.stringify(Array.from({ length: 50_000 }, String)).length',
      'try { (function deep() { return 1 + deep(); })(); } catch { 0 }',
      'try { JSON.parse("[".repeat(1e5)); } catch { 0 }',
      'try { /^(?:a|(?:b|(?:c)*)*)*$/.test("abc".repeat(1e4)); } catch { 0 }',
    ]) {
      const { context } = engine;
      context.unwrapResult(context.evalCode(code));
      assert.ok(!content().equals(before), code);
      restore(engine.wasmMemory, whole, layout);
      const after = content();
      assert.ok(after.subarray(0, before.length).equals(before), code);
      assert.ok(
        after.subarray(before.length).every((byte) => byte === 0),
        code,
      );
    }
  });

  it('is stopped by its own handler each time', async () => {
    let machine = used;
    for (let i = 0; i < 3; i++) {
      let asked = 0;
      machine.runtime.setInterruptHandler(() => ++asked > 1);
      assert.ok(machine.context.evalCode('for (let i = 0; i < 3e7; i++);').error);
      assert.equal(asked, 2);
      machine = await machines.make(limit, machine);
    }
  });

  it('answers by who listens now', async () => {
    used.answerBy(() => 'before');
    const again = await machines.make(limit, used);
    const uuids: string[] = [];
    again.answerBy((text) => {
      uuids.push(text);
      return '=now';
    });
    const job: ApiJob = {
      seed: [1, 2, 3, 4],
      phase: 'pre-request',
      reportsLooks: false,
      env: null,
      request: { name: 'a', method: 'GET', url: '', headers: [], body: null },
      response: null,
    };
    const { context } = again;
    context.unwrapResult(context.callFunction(again.begin, context.undefined, context.newString(JSON.stringify(job))));
    assert.equal(valueOf(again, 'tool.uuid()'), 'now');
    assert.deepEqual(uuids, ['{"op":"uuid"}']);
  });

  it('is another one where the limit differs, or where it has grown', async () => {
    assert.notEqual((await machines.make(limit * 2, used)).context, used.context);
    valueOf(used, 'globalThis.much = new Uint8Array(20 << 20).fill(1); 0');
    assert.notEqual((await machines.make(limit, used)).context, used.context);
  });

  it('accepts every text unchanged', () => {
    for (const text of ['', 'é€😀', 'a\ud800b', '\udc00', 'x'.repeat(100_000), '😀'.repeat(1000) + '\udfff']) {
      used.context.setProp(used.context.global, 'text', used.context.newString(text));
      assert.equal(valueOf(used, 'text.split("").map((c) => c.charCodeAt(0).toString(16)).join()'), [...units(text)].join());
    }
  });
});

function* units(text: string): Generator<string> {
  for (let i = 0; i < text.length; i++) yield text.charCodeAt(i).toString(16);
}
