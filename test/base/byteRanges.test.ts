import assert from 'node:assert/strict';
import { createFinder } from '../../src/base/masks/mask.ts';
import { findInBytes } from '../../src/base/masks/byteRanges.ts';

const secret = 'q/+ canary-x7q "é&';
const find = createFinder([secret]);

function shown(bytes: Buffer): string {
  const out = Buffer.from(bytes);
  for (const { start, end } of findInBytes(bytes, find)) out.fill('*', start, end);
  return out.toString('latin1');
}

describe('secrets in bytes', () => {
  it('are found in UTF-8, and where a server took that for Latin-1 and encoded it again', () => {
    const utf8 = Buffer.from(secret);
    for (const bytes of [utf8, Buffer.from(utf8.toString('latin1'))]) {
      const around = Buffer.concat([Buffer.from('ä{"a": "'), bytes, Buffer.from('"} ö')]);
      assert.equal(Buffer.from(shown(around), 'latin1').toString(), `ä{"a": "${'*'.repeat(bytes.length)}"} ö`);
    }
  });

  it('are found escaped as JSON escapes them', () => {
    const echoed = Buffer.from(JSON.stringify({ a: Buffer.from(secret).toString('latin1') }));
    assert.doesNotMatch(shown(echoed), /canary/);
  });

  it('are found beside binary bytes, and nothing else is changed', () => {
    const before = Buffer.from([0xff, 0xe9, 0x80, 0xc3]);
    const twice = Buffer.from(Buffer.from(secret).toString('latin1'));
    const bytes = Buffer.concat([before, twice, Buffer.from([0xf0, 0x9f]), twice, before]);
    const expected = `${before.toString('latin1')}${'*'.repeat(twice.length)}\u00f0\u009f${'*'.repeat(twice.length)}${before.toString('latin1')}`;
    assert.equal(shown(bytes), expected);
  });

  it('are found in their order, no two of them over each other', () => {
    const bytes = Buffer.from(`é ${secret} ${Buffer.from(secret).toString('latin1')} ${secret}`);
    const found = findInBytes(bytes, find);
    assert.equal(found.length, 3);
    assert.ok(found.every(({ start, end }, i) => start < end && (found[i - 1]?.end ?? 0) <= start));
  });
});
