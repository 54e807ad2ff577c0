import assert from 'node:assert/strict';
import type { Failure } from '../../../src/base/reqError.ts';
import { printFailure } from '../../../src/cli/print/printFailure.ts';
import { textSink } from '../../support/textSink.ts';

function printed(failure: Failure): string {
  const sink = textSink(false);
  printFailure(failure, sink);
  return sink.written().toString();
}

describe('a failure in the terminal', () => {
  it('shows an excerpt of an invalid response, with a mark below the invalid part', () => {
    const text = 'HTTP/1.1 200 OK\r\nX-A\u0001: \u001b[31m1\r\n\r\nhello';
    const shown = printed({ kind: 'protocol', message: 'It is not HTTP.', came: { text, wrongAt: text.indexOf('\u001b') } });
    assert.equal(shown, 'error: It is not HTTP.\nreceived:\n  HTTP/1.1 200 OK\n  X-A␁: ␛[31m1\n        ^\n\n  hello\n');
  });

  it('has no mark where the answer only ended too soon, or was wrong at its first sign', () => {
    assert.match(printed({ kind: 'network', message: 'It ended.', came: { text: 'HTTP/1', wrongAt: undefined } }), /\n {2}HTTP\/1\n$/);
    assert.match(printed({ kind: 'protocol', message: 'No.', came: { text: 'SSH', wrongAt: 0 } }), /\n {2}SSH\n {2}\^\n$/);
  });
});
