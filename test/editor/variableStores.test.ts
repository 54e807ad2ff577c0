import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { VariableStores } from '../../src/editor/sending/variableStores.ts';
import { startRecorder } from '../support/recorder.ts';
import { agentBench } from './agentBench.ts';

/** A storage that resolves late, as VS Code's does. */
function slowMemento(): { readonly kept: Map<string, unknown>; readonly memento: vscode.Memento } {
  const kept = new Map<string, unknown>();
  const memento = {
    keys: () => [...kept.keys()],
    get: (key: string, fallback?: unknown) => kept.get(key) ?? fallback,
    update: async (key: string, value: unknown) => {
      await new Promise((resolve) => setImmediate(resolve));
      kept.set(key, JSON.parse(JSON.stringify(value)));
    },
  };
  return { kept, memento: memento as vscode.Memento };
}

describe('the variables of scripts', () => {
  it('are kept after the window closes, with the last value and their types', async () => {
    const { memento } = slowMemento();
    const stores = new VariableStores(memento);
    const since = new Date('2026-01-02T03:04:05.678Z');
    const store = stores.of('/ws');
    for (const value of ['first', since]) store.set('since', { value, origin: { layer: 'script' } });
    await stores.flush();
    stores.dispose();
    assert.deepEqual(new VariableStores(memento).of('/ws').find('since')?.value, since);
    assert.equal(new VariableStores(memento).of('/ws/other').find('since'), undefined);
  });

  it('are not kept where a secret went into them', async () => {
    const { kept, memento } = slowMemento();
    const stores = new VariableStores(memento);
    const store = stores.of('/ws');
    store.set('signed', { value: 'Bearer hush', origin: { layer: 'script' }, hides: ['hush'] });
    store.set('plain', { value: 1, origin: { layer: 'script' } });
    await stores.flush();
    assert.ok(!JSON.stringify([...kept]).includes('hush'));
    assert.equal(store.find('signed')?.value, 'Bearer hush');
    assert.deepEqual([...new VariableStores(memento).of('/ws').names()], ['plain']);
    stores.dispose();
  });

  it('are not kept where a script has set them after it got a secret, whatever it made of it', async () => {
    const { kept, memento } = slowMemento();
    const bench = agentBench({ secrets: { K: 'hush-4711-canary' } }, memento);
    try {
      const script =
        'const s = tool.interpolate("{{$secret.K}}"); tool.setVar("half", s.slice(0, 8)); tool.setVar("back", [...s].reverse()); tool.setVar("n", s.charCodeAt(0)); tool.skip();';
      const record = await bench.sendByHand('taken/a.req', `### a\n# @name a\n< {%\n${script}\n%}\nGET http://localhost/\n`, 'a');
      assert.equal(record.summary?.outcome, 'ended');
      await bench.variables.flush();
      const stored = [...kept].find(([key]) => key.startsWith('variables:'));
      assert.deepEqual(stored?.[1], {});
      assert.equal(bench.variables.of(stored?.[0].slice('variables:'.length) ?? '').find('half')?.value, 'hush-471');
      assert.doesNotMatch(JSON.stringify([...kept]), /hush|half/);
    } finally {
      await bench.dispose();
    }
  });

  it('keep their origins over a reload of the window, so that another host needs a confirmation again', async () => {
    const recorder = await startRecorder();
    const { kept, memento } = slowMemento();
    const env = { TOWN: 'Riga-0815' };
    const before = agentBench({ env }, memento);
    const script = 'tool.setVar("x", tool.interpolate("{{$env.TOWN}}").slice(1)); tool.skip();';
    await before.sendByHand('taken/b.req', `### b\n# @name b\n< {%\n${script}\n%}\nGET http://localhost/\n`, 'b');
    await before.variables.flush();
    await before.dispose();
    assert.match(JSON.stringify([...kept]), /"taint":\{"env":\["TOWN"\]/);
    const after = agentBench({ env }, memento);
    try {
      after.answers = false;
      const record = await after.sendByHand('taken/c.req', `### c\n# @name c\nGET ${recorder.url}/{{x}}\n`, 'c');
      assert.equal(record.summary?.outcome, 'cancelled');
      assert.equal(after.permissions.length, 1);
      assert.match(after.permissions[0] ?? '', new RegExp(`${new URL(recorder.url).host}.*TOWN`));
      assert.deepEqual(recorder.requests, []);
    } finally {
      await after.dispose();
      await recorder.close();
    }
  });

  it('are deleted from the storage too, and have a history in the window', async () => {
    const { memento } = slowMemento();
    const stores = new VariableStores(memento);
    const store = stores.of('/ws');
    store.set('__proto__', { value: 1, origin: { layer: 'script' } });
    store.set('b', { value: 2, origin: { layer: 'script' } });
    await stores.flush();
    assert.deepEqual([...new VariableStores(memento).of('/ws').names()], ['__proto__', 'b']);
    store.clear({ layer: 'script', byHand: true });
    await stores.flush();
    assert.deepEqual([...new VariableStores(memento).of('/ws').names()], []);
    assert.deepEqual(
      stores.of('/ws').history.map(({ how }) => how),
      ['set', 'set', 'cleared'],
    );
    stores.dispose();
  });
});
