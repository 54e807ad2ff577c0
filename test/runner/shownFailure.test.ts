import assert from 'node:assert/strict';
import type { ReceivedExcerpt } from '../../src/base/reqError.ts';
import { createMaskBox } from '../../src/runner/run/permissions/maskEvents.ts';
import { shownFailure } from '../../src/runner/run/shownFailure.ts';

describe('a failure as it may be shown', () => {
  const mask = createMaskBox();
  mask.from(new Set(['hunter2-secret']));
  const own = { file: '/a.req', line: 1, column: 1 };
  const cameOf = (came: ReceivedExcerpt): ReceivedExcerpt | undefined =>
    shownFailure({ kind: 'protocol', message: 'No.', came }, own, mask).came;

  it('has no secret in what came, and still the place that is wrong', () => {
    const came = cameOf({ text: 'X-Echo: hunter2-secret\r\nX B: 1', wrongAt: 25 });
    assert.doesNotMatch(came?.text ?? '', /hunter2/);
    assert.equal(came?.text.slice(came.wrongAt), ' B: 1');
  });

  it('has no secret in which something is wrong', () => {
    const came = cameOf({ text: 'X-Echo: hunter2-secret', wrongAt: 12 });
    assert.doesNotMatch(came?.text ?? '', /hunt|secret/);
  });
});
