import assert from 'node:assert/strict';
import { sendRun } from '../support/sendRun.ts';

const chain = (length: number, last: string): string =>
  Array.from(
    { length },
    (_, i) => `### R${i}\n# @name r${i}\n${i + 1 < length ? `# @ref r${i + 1}\nGET http://127.0.0.1:9/` : `GET ${last}`}\n`,
  )
    .toReversed()
    .join('\n');

describe('a long chain of @ref', () => {
  it('lets Ctrl+C end the run while its requests are looked at', async () => {
    const cancelling = new AbortController();
    const text = chain(2000, 'http://{{missing}}/');
    const { result } = await sendRun(
      { 'a.req': text },
      { signal: cancelling.signal, onEvent: (e) => void (e.kind === 'started' && setImmediate(() => cancelling.abort())) },
    );
    assert.equal(result.outcome, 'cancelled');
  });

  it('names the requests nearest to a failure, not all of them', async () => {
    const text = chain(200, 'http://{{missing}}/');
    const { result } = await sendRun({ 'a.req': text });
    const message = result.failure?.message ?? '';
    assert.match(message, /^r1, which this request needs first \(@ref\), failed: … r191, /);
    assert.match(message, /r199, which this request needs first \(@ref\), failed: [^…]*missing/);
    assert.equal(message.split('… r').length, 2);
  });
});
