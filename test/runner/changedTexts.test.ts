import assert from 'node:assert/strict';
import { changedTexts } from '../../src/runner/run/scripts/scriptTaint.ts';

const before = { name: 'a', method: 'POST', url: 'http://h/', headers: [], body: 'b=1' } as const;

describe('texts that a script wrote into a request after it read a secret', () => {
  it('are hidden as they are sent: without the backslashes of escapes', () => {
    const texts = changedTexts(before, { ...before, body: String.raw`key\{{V0}}nary`, headers: [['X-S', String.raw`s\{{t`]] });
    assert.deepEqual([...texts], ['s{{t', 'key{{V0}}nary']);
  });

  it('are hidden on both sides of a placeholder, which is left out', () => {
    const texts = changedTexts(before, { ...before, url: 'http://h/key{{v0}}nary' });
    assert.deepEqual([...texts], ['key', 'nary']);
  });
});
