import assert from 'node:assert/strict';
import { uploadProgress } from '../../../src/cli/print/uploadProgress.ts';
import { textSink } from '../../support/textSink.ts';

function written(isTty: boolean): string {
  const sink = textSink(isTty);
  const show = uploadProgress(sink);
  show({ kind: 'uploading', at: 1, sent: 1_000_000, total: 4_000_000 });
  show({ kind: 'uploading', at: 2, sent: 4_000_000, total: 4_000_000 });
  show({ kind: 'console', at: 3, level: 'log', text: 'hi' });
  show({ kind: 'console', at: 4, level: 'log', text: 'hi' });
  return sink.written().toString();
}

describe('the progress of a large body', () => {
  it('is one line of a terminal, gone before anything else is written', () => {
    const clear = '\r\u001b[2K';
    assert.equal(written(true), `${clear}sending 1.0 MB of 4.0 MB, 25 %${clear}sending 4.0 MB of 4.0 MB, 100 %${clear}`);
  });

  it('is not written where no terminal is', () => assert.equal(written(false), ''));
});
