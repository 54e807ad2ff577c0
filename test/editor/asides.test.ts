import assert from 'node:assert/strict';
import { runStepsOf } from '../../src/response/record/runSteps.ts';
import type { RunEvent } from '../../src/runner/index.ts';

type Source = Extract<RunEvent, { kind: 'substituted' }>['substitutions'][number]['source'];

describe('the messages to the page beside the exchange', () => {
  const from = (source: Source): string => {
    const substitution = { placeholder: '{{x}}', line: 3, text: '1', source };
    const [message] = runStepsOf('r', { kind: 'substituted', at: 0, substitutions: [substitution], more: 0 });
    assert.ok(message?.type === 'substituted');
    const [row] = message.substitutions;
    return `${row?.from}${row === undefined || row.at === null ? '' : ` ${row.at.file}:${row.at.line}`}`;
  };

  it('have the origin of each value', () => {
    assert.equal(from({ kind: 'variable', origin: { layer: 'file', file: '/a.req', line: 2 } }), 'the file /a.req:2');
    assert.equal(
      from({ kind: 'variable', origin: { layer: 'environment', file: '/e.json', environment: 'dev' } }),
      'environment dev /e.json:1',
    );
    assert.equal(from({ kind: 'variable', origin: { layer: 'prompt' } }), 'your answer');
    assert.equal(from({ kind: 'variable', origin: { layer: 'script', request: 'login' } }), 'the script of login');
    assert.match(from({ kind: 'variable', origin: { layer: 'script', byHand: true, time: 0 } }), /^you, \d/);
    assert.equal(from({ kind: 'exchange', name: 'login' }), 'the last exchange of login');
    assert.equal(from({ kind: 'secret' }), 'the secret storage');
  });

  it('have a failed attempt on the console too', () => {
    const timings = { queue: 0, dns: 0, connect: 0, tls: 0, send: 0, firstByte: 0, download: 0, total: 1 };
    const steps = runStepsOf('r', { kind: 'retrying', at: 5, reason: 'No.', status: null, attempt: 1, left: 1, delayMs: 1500, timings });
    assert.deepEqual(
      steps.map((m) => m.type),
      ['hop', 'console'],
    );
    assert.match(JSON.stringify(steps[1]), /No\. Trying again in 1\.5 s, for the last time\./);
  });
});
