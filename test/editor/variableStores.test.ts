import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { VariableStores } from '../../src/editor/variableStores.ts';

/** A storage that takes its time, as VS Code's does. */
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
  it('are kept when the window goes, the last value too, with their types', async () => {
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
