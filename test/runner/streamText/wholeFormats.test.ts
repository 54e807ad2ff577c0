import assert from 'node:assert/strict';
import { StreamText } from '../../../src/runner/streamText/streamText.ts';

const read = (body: object) => {
  const text = new StreamText(undefined, undefined, 'whole');
  text.push({ at: 5, complete: true, data: JSON.stringify(body) });
  return text.read();
};

describe('the text of a response without streaming', () => {
  it('of OpenAI chat completions has reasoning, tools and usage', () => {
    const call = { id: 'c1', function: { name: 'add', arguments: '{"a":1}' } };
    const message = { role: 'assistant', content: 'Hello', reasoning_content: 'hm', tool_calls: [call] };
    const body = {
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
    };
    const { format, text, reasoning, toolCalls, usage, finishReason } = read(body);
    assert.deepEqual([format, text, reasoning, finishReason], ['openai-chat', 'Hello', 'hm', 'stop']);
    assert.deepEqual(toolCalls, [{ id: 'c1', name: 'add', arguments: '{"a":1}' }]);
    assert.deepEqual(usage, { input: 3, output: 4, total: 7 });
  });

  it('of OpenAI responses joins all output', () => {
    const output = [
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] },
      { type: 'message', content: [{ type: 'output_text', text: 'Hello' }] },
      { type: 'function_call', call_id: 'c1', name: 'add', arguments: '{}' },
    ];
    const { format, text, reasoning, toolCalls, finishReason } = read({ object: 'response', status: 'completed', output });
    assert.deepEqual([format, text, reasoning, finishReason], ['openai-responses', 'Hello', 'hm', 'completed']);
    assert.deepEqual(toolCalls, [{ id: 'c1', name: 'add', arguments: '{}' }]);
  });

  it('of Anthropic messages joins all blocks', () => {
    const content = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'Hello' },
      { type: 'tool_use', id: 't1', name: 'add', input: { a: 1 } },
    ];
    const { format, text, reasoning, toolCalls, usage, finishReason } = read({
      type: 'message',
      content,
      stop_reason: 'tool_use',
      usage: { input_tokens: 3, output_tokens: 4 },
    });
    assert.deepEqual([format, text, reasoning, finishReason], ['anthropic', 'Hello', 'hm', 'tool_use']);
    assert.deepEqual(toolCalls, [{ id: 't1', name: 'add', arguments: '{"a":1}' }]);
    assert.deepEqual(usage, { input: 3, output: 4, total: 7 });
  });

  it('of Gemini and Ollama is that of their events', () => {
    const gemini = { candidates: [{ index: 0, content: { parts: [{ text: 'Hello' }] }, finishReason: 'STOP' }] };
    assert.deepEqual([read(gemini).format, read(gemini).text], ['gemini', 'Hello']);
    const ollama = { done: true, message: { role: 'assistant', content: 'Hello' } };
    assert.deepEqual([read(ollama).format, read(ollama).text], ['ollama-chat', 'Hello']);
  });

  it('is of no known format where the body is another JSON', () => {
    assert.equal(read({ type: 'message', id: 1 }).format, 'data');
  });
});
