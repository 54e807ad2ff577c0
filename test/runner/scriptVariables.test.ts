import assert from 'node:assert/strict';
import { ScriptVariables, type VariableChange } from '../../src/runner/index.ts';
import type { Origin } from '../../src/language/index.ts';
import { valueToText, type Value } from '../../src/base/values/value.ts';
import { toValue } from '../support/toValue.ts';
import { sendRun } from '../support/sendRun.ts';

const byScript: Origin = { layer: 'script', file: '/ws/a.req', line: 3, request: 'login', time: 1 };
const byHand: Origin = { layer: 'script', byHand: true, time: 2 };
const set = (store: ScriptVariables, name: string, value: unknown): void => store.set(name, { value: toValue(value), origin: byScript });
const last = (store: ScriptVariables): VariableChange => store.history.at(-1) as VariableChange;
const said = (store: ScriptVariables): readonly string[] =>
  store.history.map(({ how, steps }) => `${how} ${steps.map((s) => `${s.name}: ${brief(s.before)} → ${brief(s.after)}`).join(', ')}`);
const brief = (v: { readonly value: Value } | undefined): string => (v === undefined ? 'none' : valueToText(v.value));

describe('the history of script variables', () => {
  it('tells of each change what was there before and after, who made it and when', () => {
    const store = new ScriptVariables();
    set(store, 'id', 1);
    set(store, 'id', 2);
    store.delete('id', byHand);
    assert.deepEqual(said(store), ['set id: none → 1', 'set id: 1 → 2', 'deleted id: 2 → none']);
    assert.deepEqual(
      store.history.map((c) => [c.id, c.by]),
      [
        [1, byScript],
        [2, byScript],
        [3, byHand],
      ],
    );
  });

  it('puts values back with their types, deleted and cleared ones too, and tells of that as of any change', () => {
    const since = new Date('2026-01-02T03:04:05.678Z');
    for (const value of ['5', 5, 10n ** 30n, true, null, since, [1, [2]], { b: 1, a: { c: since } }]) {
      const store = new ScriptVariables();
      set(store, 'x', value);
      const before = store.find('x')?.value;
      set(store, 'x', 'other');
      store.putBack(last(store), byHand);
      assert.equal(store.find('x')?.value, before);
      assert.deepEqual(store.find('x')?.origin, byHand);
      store.delete('x', byScript);
      store.putBack(last(store), byHand);
      assert.equal(store.find('x')?.value, before);
      set(store, 'y', 1);
      assert.equal(store.clear(byHand), 2);
      assert.deepEqual([...store.names()], []);
      store.putBack(last(store), byHand);
      assert.equal(store.find('x')?.value, before);
      assert.deepEqual([...store.names()], ['x', 'y']);
      assert.equal(last(store).how, 'put back');
    }
  });

  it('takes a variable away again that was not there before the change', () => {
    const store = new ScriptVariables();
    set(store, 'new', 1);
    store.putBack(last(store), byHand);
    assert.equal(store.find('new'), undefined);
  });

  it('keeps what a value hides when it is put back', () => {
    const store = new ScriptVariables();
    store.set('token', { value: 'Bearer hush', origin: byScript, hides: ['hush'] });
    store.delete('token', byScript);
    store.putBack(last(store), byHand);
    assert.deepEqual(store.find('token')?.hides, ['hush']);
  });

  it('leaves out what sets the value that is there, by type, digits and order of keys', () => {
    const same: readonly (readonly [unknown, unknown])[] = [
      ['a', 'a'],
      [1, 1],
      [{ a: [1, new Date(0)] }, { a: [1, new Date(0)] }],
    ];
    const other: readonly (readonly [unknown, unknown])[] = [
      ['1', 1],
      [1, 1n],
      [0, -0],
      [new Date(0), new Date(0).toISOString()],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [[1], [1, 2]],
      [{ a: 1 }, { a: 2 }],
      [[], {}],
    ];
    for (const [pairs, changes] of [
      [same, 1],
      [other, 2],
    ] as const) {
      for (const [first, second] of pairs) {
        const store = new ScriptVariables();
        set(store, 'x', first);
        set(store, 'x', second);
        assert.equal(store.history.length, changes, `${String(first)} ${String(second)}`);
      }
    }
    const store = new ScriptVariables();
    store.set('x', { value: { numberText: '1.0' }, origin: byScript });
    store.set('x', { value: { numberText: '1.00' }, origin: byHand });
    assert.equal(store.history.length, 2);
    assert.deepEqual(store.find('x')?.origin, byHand);
  });

  it('remembers the newest 500 changes, and fewer where they hold many megabytes', () => {
    const store = new ScriptVariables();
    for (let i = 0; i < 10_000; i++) set(store, 'x', i);
    assert.equal(store.history.length, 500);
    assert.equal(store.history[0]?.id, 9501);
    const large = 'x'.repeat(10 * 1024 * 1024);
    for (let i = 0; i < 10; i++) set(store, 'x', `${large}${i}`);
    assert.ok(store.history.length < 10);
    const huge = new ScriptVariables();
    set(huge, 'x', large.repeat(5));
    huge.delete('x', byHand);
    assert.equal(said(huge).length, 1, 'the last change can be put back, whatever its size');
  });

  it('knows names like __proto__ as names', () => {
    const store = new ScriptVariables();
    for (const name of ['__proto__', 'constructor', 'toString']) set(store, name, name);
    store.clear(byHand);
    store.putBack(last(store), byHand);
    assert.deepEqual([...store.names()], ['__proto__', 'constructor', 'toString']);
  });

  it('says of what scripts set and delete the request, the line and the time', async () => {
    const variables = new ScriptVariables();
    await sendRun(
      {
        'a.req': `### Log in\n< {%\n  tool.setVar("id", 7);\n  // more\n  tool.deleteVar("id");\n  tool.deleteVar("none");\n%}\nGET http://127.0.0.1:1/\n`,
      },
      { variables },
    );
    assert.deepEqual(
      variables.history.map(({ how, by }) => [how, by.line, by.request, typeof by.time]),
      [
        ['set', 3, 'Log in', 'number'],
        ['deleted', 5, 'Log in', 'number'],
      ],
    );
  });
});
