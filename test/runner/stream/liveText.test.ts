import assert from 'node:assert/strict';
import { isLiveText } from '../../../src/runner/stream/liveText.ts';
import { StreamText } from '../../../src/runner/streamText/streamText.ts';

describe('a text that may be shown while it arrives', () => {
  const isLive = (type: string | undefined, length?: string): boolean =>
    isLiveText([
      ...(type === undefined ? [] : [['Content-Type', type] as const]),
      ...(length === undefined ? [] : [['content-length', length] as const]),
    ]);

  it('is text without a length', () => {
    for (const type of ['text/plain', 'Text/Markdown; charset=UTF-8', 'text/csv', 'text/plain; charset=iso-8859-1', 'text/x-log'])
      assert.equal(isLive(type), true, type);
    assert.equal(isLive('text/plain', '12'), false);
  });

  it('is no document, stream or data', () => {
    for (const type of [
      'text/html',
      'text/xml',
      'text/css',
      'text/event-stream',
      'application/json',
      'application/octet-stream',
      undefined,
    ])
      assert.equal(isLive(type), false, type);
    // Its pieces cannot be decoded one by one.
    assert.equal(isLive('text/plain; charset=utf-16le'), false);
  });

  it('is joined as it is, whatever it looks like', () => {
    const joined = new StreamText('a', undefined, 'text');
    for (const data of ['{"choices":[{"delta":{"content":"x"}}]}', '[DONE]', ' {"a":"b"}']) joined.push({ at: 0, complete: true, data });
    assert.equal(joined.read().text, '{"choices":[{"delta":{"content":"x"}}]}[DONE] {"a":"b"}');
  });
});
