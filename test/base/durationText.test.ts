import assert from 'node:assert/strict';
import { showDuration } from '../../src/base/text/durationText.ts';
import { shownDuration } from '../../src/cli/print/printMeasures.ts';

describe('a duration', () => {
  it('is written with the digits that matter, and never with 60 seconds', () => {
    assert.deepEqual([0, 0.4, 12.6, 999.4, 999.6, 1234, 9_994, 10_600, 59_940, 59_960, 125_000].map(showDuration), [
      '0 ms',
      '<1 ms',
      '13 ms',
      '999 ms',
      '1.00 s',
      '1.23 s',
      '9.99 s',
      '10.6 s',
      '59.9 s',
      '1 min 00 s',
      '2 min 05 s',
    ]);
  });

  it('is the same in the terminal, which adds a decimal below 10 ms', () => {
    assert.deepEqual([0.42, 9.96, 1234, 10_600].map(shownDuration), ['0.4 ms', '10 ms', '1.23 s', '10.6 s']);
  });
});
