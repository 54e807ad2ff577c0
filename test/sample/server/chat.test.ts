import assert from 'node:assert/strict';
import { startSampleServer, type SampleServer } from '../../../sample/server.mjs';

type Json = Record<string, unknown>;

describe('the chat of the sample server', () => {
  let server: SampleServer;
  beforeEach(async () => {
    server = await startSampleServer();
  });
  afterEach(() => server.close());

  const send = (path: string, body: unknown): Promise<Response> =>
    fetch(server.url + path, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
  const json = async (response: Response | Promise<Response>): Promise<Json> => (await (await response).json()) as Json;
  const question = { model: 'sample-1', messages: [{ role: 'user', content: 'Who are you?' }] };
  const dataOf = (stream: string): string[] => stream.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));

  it('streams completions whose deltas make the answer', async () => {
    const whole = (await json(send('/v1/chat/completions', question))) as { choices: { message: { content: string } }[] };
    const stream = dataOf(await (await send('/v1/chat/completions?rate=0', { ...question, stream: true })).text());
    assert.equal(stream.pop(), '[DONE]');
    const chunks = stream.map((text) => JSON.parse(text) as { choices: { delta: { content?: string } }[]; usage?: Json });
    assert.equal(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join(''), whole.choices[0]?.message.content);
    assert.match(whole.choices[0]?.message.content ?? '', /Who are you\?/);
    assert.ok(Number(chunks.at(-1)?.usage?.['completion_tokens']) > 10);
  });

  it('streams messages whose deltas make the answer', async () => {
    const whole = (await json(send('/v1/messages', question))) as { content: { text: string }[] };
    const stream = await (await send('/v1/messages?rate=0', { ...question, stream: true })).text();
    const events = dataOf(stream).map((text) => JSON.parse(text) as { type: string; delta?: { text?: string } });
    assert.equal(events.map((event) => event.delta?.text ?? '').join(''), whole.content[0]?.text);
    assert.deepEqual([events[0]?.type, events.at(-1)?.type], ['message_start', 'message_stop']);
    assert.match(stream, /^event: message_start\ndata: /);
  });

  it('refuses in the form of each API', async () => {
    const completion = await send('/v1/chat/completions', {});
    assert.equal(completion.status, 400);
    assert.equal(((await json(completion))['error'] as Json)['type'], 'invalid_request_error');
    assert.equal((await json(send('/v1/messages', {})))['type'], 'error');
  });
});
