import assert from 'node:assert/strict';
import path from 'node:path';
import { readStartImage } from '../../../src/runner/script/startImage.ts';
import { loadEngine } from '../../../src/runner/script/engine.ts';
import { Machines, type Machine } from '../../../src/runner/script/machine.ts';
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

  it('is used again, and nothing is left in it of what it did', async () => {
    assert.equal(valueOf(used, 'globalThis.left = "behind"; Array.prototype.left = 1; JSON.parse = null; typeof left'), 'string');
    const again = await machines.make(limit, used);
    assert.equal(again.context, used.context);
    assert.deepEqual(valueOf(again, '[typeof left, typeof [].left, typeof JSON.parse]'), ['undefined', 'undefined', 'function']);
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
    again.answerBy((text) => `${text} now`);
    again.context.setProp(again.context.global, 'ask', again.host);
    assert.equal(valueOf(again, 'ask("here and")'), 'here and now');
  });

  it('is another one where the limit differs, or where it has grown', async () => {
    assert.notEqual((await machines.make(limit * 2, used)).context, used.context);
    valueOf(used, 'globalThis.much = new Uint8Array(20 << 20).fill(1); 0');
    assert.notEqual((await machines.make(limit, used)).context, used.context);
  });

  it('takes every text as it is', () => {
    for (const text of ['', 'é€😀', 'a\ud800b', '\udc00', 'x'.repeat(100_000), '😀'.repeat(1000) + '\udfff']) {
      used.context.setProp(used.context.global, 'text', used.context.newString(text));
      assert.equal(valueOf(used, 'text.split("").map((c) => c.charCodeAt(0).toString(16)).join()'), [...units(text)].join());
    }
  });
});

function* units(text: string): Generator<string> {
  for (let i = 0; i < text.length; i++) yield text.charCodeAt(i).toString(16);
}
