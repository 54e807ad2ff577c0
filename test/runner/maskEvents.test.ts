import assert from 'node:assert/strict';
import type { RunEvent } from '../../src/runner/ports/events.ts';
import { createMaskBox, maskedUntilFinished } from '../../src/runner/run/maskEvents.ts';

describe('a secret host', () => {
  it('is shown neither by its proxy nor by its certificate', () => {
    const mask = createMaskBox();
    mask.from(new Set(['hidden.example']));
    const told: RunEvent[] = [];
    const certificate = {
      subject: 'CN=hidden.example',
      issuer: 'CN=ca.hidden.example',
      names: ['hidden.example', 'open.example'],
      validFrom: '',
      validTo: '',
      fingerprint: 'AB',
    };
    const tls = { version: 'TLSv1.3', cipher: '', alpn: undefined, verified: true, problem: undefined, chain: [certificate] };
    const info = { address: 'hidden.example:443', proxy: 'http://hidden.example:3128', tls };
    maskedUntilFinished((e) => told.push(e), mask)({ kind: 'connected', at: 0, info, reused: false });
    assert.doesNotMatch(JSON.stringify(told), /hidden/);
    assert.match(JSON.stringify(told), /open\.example/);
  });
});
