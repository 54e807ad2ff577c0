import assert from 'node:assert/strict';
import { counted } from '../../../src/base/l10n.ts';
import { showElapsed, showOffset, showSeconds, showSize } from '../../../src/panel/model/text/textMeasures.ts';
import { statusClass } from '../../../src/panel/model/statusClass.ts';

describe('measures', () => {
  it('show sizes in the unit that reads best', () => {
    assert.deepEqual([0, 1023, 1024, 4310, 1_048_575, 1_048_576, 5e9, 5e13].map(showSize), [
      '0 B',
      '1023 B',
      '1.0 KB',
      '4.2 KB',
      '1.0 MB',
      '1.0 MB',
      '4.66 GB',
      '45.47 TB',
    ]);
  });

  it('show elapsed times, never below zero, and offsets', () => {
    assert.equal(showElapsed(-5), '0.0 s');
    assert.equal(showElapsed(12_340), '12.3 s');
    assert.deepEqual([-5, 999, 12_940, 59_999, 61_000].map(showSeconds), ['0 s', '0 s', '12 s', '59 s', '1 min 01 s']);
    assert.equal(showOffset(1234), '+1.234 s');
  });

  it('count in words', () => {
    assert.equal(counted(1, '{0} line', '{0} lines'), '1 line');
    assert.equal(counted(2_000_000, '{0} line', '{0} lines'), '2,000,000 lines');
  });

  it('name the class of any status', () => {
    assert.deepEqual(
      [103, 204, 307, 422, 599, 999, 0].map((status) => statusClass(status).word),
      ['Informational', 'Successful', 'Redirection', 'Client error', 'Server error', 'Unknown class', 'Unknown class'],
    );
  });
});
