import assert from 'node:assert/strict';
import type { Value } from '../../src/base/values/value.ts';
import { createMaskBox } from '../../src/runner/run/permissions/maskEvents.ts';
import { scriptChanges } from '../../src/runner/run/scripts/scriptChanges.ts';
import { OpenTexts } from '../../src/runner/run/scripts/openTexts.ts';
import { ScriptTaint } from '../../src/runner/run/scripts/scriptTaint.ts';
import type { ScriptRequest } from '../../src/runner/script/scriptTypes.ts';

const ofScript = (source: string) => {
  const texts = new OpenTexts(source);
  return { add: (value: Value) => texts.add(value), isOpen: texts.isOpen };
};
const never = (): boolean => false;
const before = { name: 'a', method: 'POST', url: 'http://h/', headers: [], body: 'b=1' } as const;
const changesTo = (after: Partial<ScriptRequest>, source = '', isStrict = false) =>
  scriptChanges(before, { ...before, ...after }, { isWritten: (text) => source.includes(text), isStrict, isOpen: never });

describe('what a script wrote into a request after it read a secret', () => {
  it('is hidden as it is sent: without the backslashes of escapes', () => {
    const { texts } = changesTo({ body: String.raw`key\{{V0}}nary`, headers: [['X-S', String.raw`sec\{{t`]] }, 'X-S');
    assert.deepEqual([...texts], ['sec{{t', 'key{{V0}}nary']);
  });

  it('is hidden on both sides of a placeholder, which is left out', () => {
    assert.deepEqual([...changesTo({ url: 'http://h/key{{v0}}nary' }, '{{v0}}').texts], ['key', 'nary']);
    assert.deepEqual([...changesTo({ url: 'http://h/key{{v0}}nary' }).texts], ['key', 'nary', '{{v0}}']);
  });

  it('is hidden with its part of the request if it is too long to search for', () => {
    const long = 'x'.repeat(10_001);
    assert.deepEqual(changesTo({ body: long }).hidden, { url: false, headers: false, body: true });
    assert.deepEqual(changesTo({ body: JSON.stringify([long]) }).hidden, { url: false, headers: false, body: true });
    assert.deepEqual(changesTo({ headers: [['A', long]] }, 'A').hidden, { url: false, headers: true, body: false });
    assert.deepEqual(changesTo({ body: long.slice(1) }).hidden, { url: false, headers: false, body: false });
  });

  it('is hidden with its part of the request if short pieces could make a secret, and for an agent with any short piece', () => {
    assert.equal(changesTo({ url: 'http://h/a/b/c' }).hidden.url, true);
    assert.equal(changesTo({ url: 'http://h/?page=1' }).hidden.url, false);
    assert.equal(changesTo({ url: 'http://h/?page=1' }, '', true).hidden.url, true);
    const apart = { url: 'http://h/a', headers: [['X', 'b']], body: '["c"]' } as const;
    assert.deepEqual(changesTo(apart, 'X').hidden, { url: true, headers: true, body: true });
  });

  it('shows names that the script itself contains', () => {
    const after = { headers: [['X-Signature', 'signed']], body: '{"token": "abcdef"}' } as const;
    assert.deepEqual([...changesTo(after, 'request.headers["X-Signature"], token').texts], ['signed', 'abcdef']);
    assert.deepEqual([...changesTo(after).texts], ['signed', 'X-Signature', 'abcdef', 'token']);
  });

  it('is a change of the request, whatever it is', () => {
    assert.equal(changesTo({}).isChanged, false);
    for (const after of [{ method: 'PUT' }, { url: 'http://h' }, { body: undefined }, { headers: [['a', '']] }] as const)
      assert.equal(changesTo(after).isChanged, true);
  });
});

describe('a text that a script writes after it read a secret', () => {
  it('contains no secret if it is a word of the script, or a text of a variable without secrets that it has read', () => {
    const { add, isOpen } = ofScript('set("X-Mode", "fast/now"); const ab = 1; // header');
    assert.deepEqual(['fast', 'fast/now', 'X-Mode', 'fas', 'Mode', 'head', 'ab', 'api.test', 'v1'].map(isOpen), [
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
    add(new Map([['base', 'http://api.test/v10?a=bcd']]));
    assert.deepEqual(['http://api.test/v10?a=bcd', 'api.test', 'bcd', 'v10', 'v1', 'base', 'api'].map(isOpen), [
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('the texts that are shown of a script', () => {
  const script = { file: '/a.req', line: 1, source: 'const guess = "apart";' };
  const taintOf = (host: ConstructorParameters<typeof ScriptTaint>[0]) =>
    new ScriptTaint(host, createMaskBox(), script, new AbortController().signal);

  it('are those of the values that it has read, but not of a secret or a tainted value', async () => {
    const taint = taintOf({});
    await taint.given({ result: 'http://h/public', secret: false, tainted: false }, 'a');
    await taint.given({ result: 'user/hidden', secret: true, tainted: false }, 'b');
    await taint.given({ result: 'path/tainted', secret: false, tainted: true }, 'c');
    assert.deepEqual(['public', 'hidden', 'tainted'].map(taint.isOpen), [true, false, false]);
  });

  it('are none if an agent may have written it to guess a secret', async () => {
    const taint = taintOf({ mayLookUp: () => Promise.resolve(true) });
    assert.equal(taint.isOpen('apart'), true);
    await taint.given({ result: 'apart', secret: true, tainted: false }, 'tool.getVar("a")');
    assert.equal(taint.isOpen('apart'), false);
  });
});
