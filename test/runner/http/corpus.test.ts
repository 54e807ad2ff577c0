import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { Runner } from '../../../src/runner/index.ts';
import { casesOf } from '../../support/corpus/play.ts';
import { resolved, sendFailing } from '../../support/exchange.ts';
import { startFaultServer } from '../../support/faultServer/faultServer.ts';
import { request } from '../../support/faultServer/steps.ts';
import { testRunner } from '../../support/sendRun.ts';

const cases = casesOf(fileURLToPath(new URL('../../corpus', import.meta.url)));

describe('the corpus', () => {
  let runner: Runner;
  before(async () => (runner = await testRunner()));
  after(() => runner.dispose());

  it('has many servers that misbehave', () => assert.ok(cases.filter((c) => c.file === 'responses.jsonl').length >= 150));

  for (const { file, case: c, play } of cases) {
    it(`${file} ${c.id}: ${c.title}`, async () => assert.deepEqual(await play(runner), { kind: 'passed' }));
  }

  describe('a server that ends the connection after any byte', () => {
    const heads = {
      'of a body with a length': 'HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nhello world',
      'of a body in chunks': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nX-T: 1\r\n\r\n',
      'of a response behind others': 'HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
    };
    for (const [title, text] of Object.entries(heads)) {
      for (const last of ['end', 'reset'] as const) {
        it(`${title}: is reported, with the part received before (${last})`, async () => {
          const headEnd = text.lastIndexOf('\r\n\r\n', text.length - 5) + 4;
          const scripts = Array.from({ length: text.length }, (_, cut) => [request, text.slice(0, cut), { do: last } as const]);
          const server = await startFaultServer(...scripts);
          try {
            for (let cut = 0; cut < text.length; cut++) {
              const { error, reported } = await sendFailing(resolved(server.url, { method: 'POST' }));
              assert.equal(error.kind, 'network', `cut at ${cut}: ${error.message}`);
              assert.equal(reported.response?.status, cut < headEnd ? undefined : 200, `cut at ${cut}`);
              const place =
                cut < headEnd ? 'without answering|in the head of its response, after \\d+ bytes' : 'broke off in the body, after \\d+';
              assert.match(error.message, new RegExp(place), `cut at ${cut}`);
              assert.ok('hello world'.startsWith(reported.text), `cut at ${cut}: ${reported.text}`);
            }
          } finally {
            await server.close();
          }
        });
      }
    }
  });
});
