import assert from 'node:assert/strict';
import { combineExitCodes, exitCodeOf } from '../../src/cli/output/exitCode.ts';

describe('exit codes', () => {
  it('tell usage, variables, network, scripts and cancelling apart', () => {
    assert.equal(exitCodeOf('body'), 2);
    assert.equal(exitCodeOf('undefined-variable'), 3);
    assert.equal(exitCodeOf('timeout'), 4);
    assert.equal(exitCodeOf('script'), 5);
    assert.equal(exitCodeOf('cancelled'), 130);
  });

  it('are the lowest of several, 130 before all', () => {
    assert.equal(combineExitCodes([]), 0);
    assert.equal(combineExitCodes([0, 5, 4, 0]), 4);
    assert.equal(combineExitCodes([5, 0, 1]), 1);
    assert.equal(combineExitCodes([1, 130, 0]), 130);
  });
});
