import assert from 'node:assert/strict';
import { createFinder } from '../../src/base/mask.ts';
import { findInOctets } from '../../src/base/octetRanges.ts';

const secret = 'q/+ canary-x7q "é&';
const find = createFinder([secret]);

/** The octets without what was found. */
function shown(bytes: Buffer): string {
  const out = Buffer.from(bytes);
  for (const { start, end } of findInOctets(bytes, find)) out.fill('*', start, end);
  return out.toString('latin1');
}

describe('secrets in octets', () => {
  it('are found in UTF-8, and where a server took that for Latin-1 and encoded it again', () => {
    const utf8 = Buffer.from(secret);
    for (const octets of [utf8, Buffer.from(utf8.toString('latin1'))]) {
      const around = Buffer.concat([Buffer.from('ä{"a": "'), octets, Buffer.from('"} ö')]);
      assert.equal(Buffer.from(shown(around), 'latin1').toString(), `ä{"a": "${'*'.repeat(octets.length)}"} ö`);
    }
  });

  it('are found escaped as JSON escapes them', () => {
    const echoed = Buffer.from(JSON.stringify({ a: Buffer.from(secret).toString('latin1') }));
    assert.doesNotMatch(shown(echoed), /canary/);
  });

  it('are found beside octets that are no text, and nothing else is touched', () => {
    const before = Buffer.from([0xff, 0xe9, 0x80, 0xc3]);
    const twice = Buffer.from(Buffer.from(secret).toString('latin1'));
    const bytes = Buffer.concat([before, twice, Buffer.from([0xf0, 0x9f]), twice, before]);
    const expected = `${before.toString('latin1')}${'*'.repeat(twice.length)}\u00f0\u009f${'*'.repeat(twice.length)}${before.toString('latin1')}`;
    assert.equal(shown(bytes), expected);
  });

  it('are found in their order, no two of them over each other', () => {
    const bytes = Buffer.from(`é ${secret} ${Buffer.from(secret).toString('latin1')} ${secret}`);
    const found = findInOctets(bytes, find);
    assert.equal(found.length, 3);
    assert.ok(found.every(({ start, end }, i) => start < end && (found[i - 1]?.end ?? 0) <= start));
  });
});
