import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { SecretStore } from '../../src/editor/secrets/secretStore.ts';
import { secretRows } from '../../src/editor/secrets/secretList.ts';

interface Storage {
  readonly values: Map<string, string>;
  readonly names: Map<string, unknown>;
  readonly store: SecretStore;
  /** Reports that another window has changed a value. */
  readonly changed: (key: string) => void;
}

function storage(): Storage {
  const listening: ((e: { readonly key: string }) => void)[] = [];
  const values = new Map<string, string>();
  const names = new Map<string, unknown>();
  const secrets = {
    get: async (key: string) => values.get(key),
    store: async (key: string, value: string) => void values.set(key, value),
    delete: async (key: string) => void values.delete(key),
    onDidChange: (listen: (e: { readonly key: string }) => void) => listening.push(listen),
  };
  const memento = {
    keys: () => [...names.keys()],
    update: async (key: string, value: unknown) => void (value === undefined ? names.delete(key) : names.set(key, value)),
  };
  return {
    values,
    names,
    store: new SecretStore(secrets as unknown as vscode.SecretStorage, memento as unknown as vscode.Memento),
    changed: (key) => listening.forEach((listen) => listen({ key })),
  };
}

const place = {} as vscode.Location;

describe('the secrets that are kept', () => {
  it("are a collection's own, and never another's", async () => {
    const { store } = storage();
    await store.keep({ name: 'KEY', root: '/a' }, 'of a');
    await store.keep({ name: 'KEY', root: '/b' }, 'of b');
    assert.deepEqual([await store.find('KEY', '/a'), await store.find('KEY', '/b')], ['of a', 'of b']);
    assert.deepEqual([await store.find('KEY', '/c'), await store.find('KEY', undefined)], [undefined, undefined]);
  });

  it('are masked with their current values, also if another window changes them', async () => {
    const { store, values, changed } = storage();
    await store.keep({ name: 'KEY', root: '/a' }, 'of a');
    await store.keep({ name: 'OTHER', root: undefined }, 'of all');
    assert.deepEqual(await store.valuesIn('/a'), ['of a', 'of all']);
    assert.deepEqual(await store.valuesIn('/b'), ['of all']);
    await store.keep({ name: 'KEY', root: '/a' }, 'new');
    await store.delete({ name: 'OTHER', root: undefined });
    assert.deepEqual(await store.valuesIn('/a'), ['new']);
    const [key] = values.keys();
    values.set(key as string, 'newer');
    changed(key as string);
    assert.deepEqual(await store.valuesIn('/a'), ['newer']);
  });

  it('are sent from every collection that was chosen for it, unless a collection has its own', async () => {
    const { store } = storage();
    await store.keep({ name: 'KEY', root: undefined }, 'of all');
    assert.equal(await store.find('KEY', '/a'), 'of all');
    await store.keep({ name: 'KEY', root: '/a' }, 'of a');
    assert.deepEqual([await store.find('KEY', '/a'), await store.find('KEY', '/b')], ['of a', 'of all']);
    await store.delete({ name: 'KEY', root: '/a' });
    assert.equal(await store.find('KEY', '/a'), 'of all');
  });

  it("are not reached by a name that looks like another's key", async () => {
    const { values, store } = storage();
    await store.keep({ name: 'KEY', root: '/a' }, 'of a');
    for (const key of values.keys())
      for (const name of [key, key.slice(key.indexOf(':') + 1), '["/a","KEY"]', '__proto__'])
        assert.equal(await store.find(name, '/b'), undefined, name);
  });

  it('are listed by name, and nothing but names is kept beside them', async () => {
    const { names, store } = storage();
    await store.keep({ name: 'b', root: '/a' }, 'hush-1');
    await store.keep({ name: 'a', root: undefined }, 'hush-2');
    await store.keep({ name: 'a', root: '/a' }, 'hush-3');
    assert.deepEqual(store.namesIn('/a'), ['a', 'b']);
    assert.deepEqual(store.namesIn('/b'), ['a']);
    assert.ok(!JSON.stringify([...names]).includes('hush'));
    await store.delete({ name: 'b', root: '/a' });
    assert.deepEqual(store.namesIn('/a'), ['a']);
  });

  it('are in a list with those that only have a name, and with those of other collections', async () => {
    const { values, store } = storage();
    await store.keep({ name: 'own', root: '/a' }, '1');
    await store.keep({ name: 'both', root: '/a' }, '2');
    await store.keep({ name: 'both', root: undefined }, '3');
    await store.keep({ name: 'theirs', root: '/b' }, '4');
    // As an older version kept it.
    values.set('secret:old', '5');
    const uses = ['own', 'own', 'both', 'old', 'nobody', 'theirs'].map((name) => ({ name, location: place }));
    const parts = { secrets: store, display: (folder: string) => `in ${folder}` };
    const rows = await secretRows(parts, { root: '/a', shown: 'a', uses });
    assert.deepEqual(
      rows.map((r) => [r.group, r.name, r.note, r.kept !== undefined]),
      [
        ['this collection', 'both', 'used once', true],
        ['this collection', 'own', 'used 2 times', true],
        ['every collection', 'both', 'this collection has its own', true],
        ['every collection', 'old', 'used once', true],
        ['used here, not set', 'nobody', 'not set', false],
        ['used here, not set', 'theirs', 'not set', false],
        ['other collections', 'theirs', 'in /b', true],
      ],
    );
    const [first] = await secretRows(parts, undefined);
    assert.deepEqual([first?.group, first?.note], ['every collection', '']);
  });
});
