import assert from 'node:assert/strict';
import type { SendOptions } from '../../../src/language/index.ts';
import { tokenLimits } from '../../../src/runner/auth/tokens/tokenRequest.ts';

describe('the time of a token request', () => {
  it('is that of the request, but at least 30 s; without a limit, it has none', () => {
    const limits = (ms: number): readonly number[] => {
      const { timeoutMs, connectTimeoutMs, idleTimeoutMs } = tokenLimits({
        timeoutMs: ms,
        connectTimeoutMs: ms,
        idleTimeoutMs: ms,
      } as SendOptions);
      return [timeoutMs, connectTimeoutMs, idleTimeoutMs];
    };
    assert.deepEqual(
      [0, 1, 60_000].map(limits),
      [0, 30_000, 60_000].map((ms) => [ms, ms, ms]),
    );
  });
});
