import assert from 'node:assert/strict';
import fs from 'node:fs';
import { combineExitCodes, exitCodeOf, exitCodes } from '../../src/cli/output/exitCode.ts';

describe('exit codes', () => {
  it('distinguish usage, variables, network, scripts, refusals and cancelling', () => {
    assert.equal(exitCodeOf('body'), 2);
    assert.equal(exitCodeOf('undefined-variable'), 3);
    assert.equal(exitCodeOf('timeout'), 4);
    assert.equal(exitCodeOf('script'), 5);
    assert.equal(exitCodeOf('refused'), 6);
    assert.equal(exitCodeOf('trust'), 6);
    assert.equal(exitCodeOf('cancelled'), 130);
  });

  it('are all in the table of docs/cli.md', () => {
    const docs = fs.readFileSync('docs/cli.md', 'utf8');
    const table = docs.slice(docs.indexOf('## Exit codes'), docs.indexOf('## Limits'));
    assert.deepEqual(
      [...table.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code)),
      Object.values(exitCodes),
    );
  });

  it('are the lowest of several, 130 before all', () => {
    assert.equal(combineExitCodes([]), 0);
    assert.equal(combineExitCodes([0, 5, 4, 0]), 4);
    assert.equal(combineExitCodes([5, 0, 1]), 1);
    assert.equal(combineExitCodes([1, 130, 0]), 130);
  });
});
