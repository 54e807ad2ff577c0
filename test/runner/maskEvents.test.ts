import assert from 'node:assert/strict';
import type { RunEvent } from '../../src/runner/ports/events.ts';
import { HiddenParts } from '../../src/runner/run/permissions/hiddenParts.ts';
import { createMaskBox, maskedUntilFinished } from '../../src/runner/run/permissions/maskEvents.ts';
import { holdsSecret } from '../../src/runner/run/scripts/scriptTaint.ts';

describe('a secret host', () => {
  it('is shown neither by its proxy nor by its certificate', () => {
    const mask = createMaskBox();
    mask.from(new Set(['hidden.example']));
    const reported: RunEvent[] = [];
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
    maskedUntilFinished((e) => reported.push(e), mask, new HiddenParts())({ kind: 'connected', at: 0, info, reused: false });
    assert.doesNotMatch(JSON.stringify(reported), /hidden/);
    assert.match(JSON.stringify(reported), /open\.example/);
  });
});

describe('a long text', () => {
  it('is searched for secrets where its pieces meet, too', async () => {
    const secret = 'hidden/value+1';
    const mask = createMaskBox();
    mask.from(new Set([secret]));
    const piece = 1 << 20;
    for (const written of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]) {
      for (const before of [piece - 1, piece - 7, piece - written.length, piece])
        assert.ok(await holdsSecret('x'.repeat(before) + written + 'x'.repeat(10), mask), `${written} at ${before}`);
      assert.ok(!(await holdsSecret('x'.repeat(piece - 7) + written.slice(0, 5), mask)));
    }
  });
});
