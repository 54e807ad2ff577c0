import assert from 'node:assert/strict';
import { createFinder, createMask } from '../../src/base/masks/mask.ts';
import type { ToPanel } from '../../src/protocol/messages.ts';
import { maskedLines, maskedMessage } from '../../src/response/record/hiding.ts';

const secrets = new Set(['s3cret-value', 'first\nsecond']);
const mask = createMask(secrets);
const find = createFinder(secrets);

describe('what a response shows of secrets', () => {
  it('is in a console line the masked text alone: data with a secret is left out, and other data stays', () => {
    const line = (text: string, data: unknown) => ({ at: 1, level: 'log' as const, text, values: JSON.stringify(data) });
    const message: ToPanel = {
      type: 'console',
      runId: 'r',
      lines: [line('{a: "s3cret-value"}', [{ a: 's3cret-value' }]), line('s3cret-value', [1]), line('{b: 2}', [{ b: 2 }])],
    };
    assert.deepEqual(maskedMessage(message, mask), {
      ...message,
      lines: [{ at: 1, level: 'log', text: '{a: "•••"}' }, { at: 1, level: 'log', text: '•••' }, message.lines[2]],
    });
    const plain: ToPanel = { ...message, lines: message.lines.slice(2) };
    assert.equal(maskedMessage(plain, mask), plain);
  });

  it('is in lines a mask at each place, also of a secret that spans lines, and the rest stays', () => {
    assert.deepEqual(maskedLines(['a s3cret-value b', '', 'of first', 'second, and', 's3cret-value'], find), [
      'a ••• b',
      '',
      'of •••',
      '•••, and',
      '•••',
    ]);
  });
});
