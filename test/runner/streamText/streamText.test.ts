import assert from 'node:assert/strict';
import { StreamText } from '../../../src/runner/streamText/streamText.ts';
import type { StreamReading } from '../../../src/runner/streamText/streamTextTypes.ts';
import * as api from '../../support/apiStreams.ts';

function read(data: readonly string[], path?: string, limit?: number): StreamReading {
  const text = new StreamText(path, limit);
  for (const [i, d] of data.entries()) text.push({ at: 100 + i * 10, complete: true, data: d });
  return text.read();
}

/** The model's texts in a reading, without measurements. */
function said({ format, path, text, reasoning, toolCalls, usage, finishReason }: StreamReading): object {
  return { format, path, text, reasoning, toolCalls, usage, finishReason };
}

const nothing = { text: '', reasoning: '', toolCalls: [], usage: null, finishReason: null };

describe('the text of a stream', () => {
  it('is that of OpenAI chat completions: the first alternative, tools by their index', () => {
    assert.deepEqual(said(read(api.openaiChat)), {
      format: 'openai-chat',
      path: 'choices[0].delta.content',
      text: 'Hello ☕',
      reasoning: '',
      toolCalls: [
        { id: 'call_a', name: 'get_weather', arguments: '{"city":"Paris"}' },
        { id: 'call_b', name: 'get_time', arguments: '{}' },
      ],
      usage: { input: 9, output: 12, total: 21 },
      finishReason: 'tool_calls',
    });
  });

  it('is that of those who speak as OpenAI does, with their reasoning', () => {
    for (const key of ['reasoning_content', 'reasoning'])
      assert.equal(read([`{"choices":[{"delta":{"${key}":"why"}}]}`, '{"choices":[{"delta":{"content":"so"}}]}']).reasoning, 'why');
    const called = '{"choices":[{"index":0,"delta":{"function_call":{"name":"f","arguments":"{}"}}}]}';
    assert.deepEqual(read([called]).toolCalls, [{ id: '', name: 'f', arguments: '{}' }]);
  });

  it('is that of OpenAI responses', () => {
    assert.deepEqual(said(read(api.openaiResponses)), {
      format: 'openai-responses',
      path: 'delta',
      text: 'Hi there',
      reasoning: 'Thinking',
      toolCalls: [{ id: 'call_1', name: 'get_weather', arguments: '{"city":"Paris"}' }],
      usage: { input: 37, output: 11, total: 48 },
      finishReason: 'completed',
    });
    const cut = '{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}}}';
    assert.equal(read([cut]).finishReason, 'max_output_tokens');
  });

  it('is that of Anthropic messages', () => {
    assert.deepEqual(said(read(api.anthropic)), {
      format: 'anthropic',
      path: 'delta.text',
      text: "Okay, let's check",
      reasoning: 'Let me see.',
      toolCalls: [{ id: 'toolu_1', name: 'get_weather', arguments: '{"location": "San Francisco"}' }],
      usage: { input: 472, output: 89, total: 561 },
      finishReason: 'tool_use',
    });
    // The first event counts the output so far: nothing to show while it streams.
    assert.deepEqual(read(api.anthropic.slice(0, -2)).usage, { input: 472, output: null, total: null });
  });

  it('is that of Gemini, all parts of it', () => {
    assert.deepEqual(said(read(api.gemini)), {
      format: 'gemini',
      path: 'candidates[0].content.parts[0].text',
      text: 'The sky',
      reasoning: 'Hm.',
      toolCalls: [
        { id: '', name: 'dim', arguments: '{"level":5.0,"room":"hall"}' },
        { id: '', name: 'lock', arguments: '{}' },
      ],
      usage: { input: 4, output: 10, total: 14 },
      finishReason: 'STOP',
    });
  });

  it('is that of Ollama, chat and generate', () => {
    assert.deepEqual(said(read(api.ollamaChat)), {
      format: 'ollama-chat',
      path: 'message.content',
      text: 'The sky',
      reasoning: 'Well',
      toolCalls: [{ id: '', name: 'get_weather', arguments: '{"city":"Tokyo"}' }],
      usage: { input: 169, output: 15, total: 184 },
      finishReason: 'stop',
    });
    assert.deepEqual(said(read(api.ollamaGenerate)), {
      ...nothing,
      format: 'ollama-generate',
      path: 'response',
      text: 'The sky',
      usage: { input: 26, output: 290, total: 316 },
      finishReason: 'length',
    });
  });

  it('is what stands at @text, in the syntax of paths, whatever the API', () => {
    assert.deepEqual(said(read(['{"a":{"b":["x",{"c d":"one "}]}}', '{"a":{"b":["y",{"c d":"two"}]}}'], 'a.b[1]["c d"]')), {
      ...nothing,
      format: 'path',
      path: 'a.b[1]["c d"]',
      text: 'one two',
    });
    const chat = read(api.openaiChat, 'id');
    assert.deepEqual([chat.text.slice(0, 20), chat.usage?.total, chat.toolCalls.length], ['chatcmpl-1chatcmpl-1', 21, 2]);
  });

  it('takes numbers at @text as they are written, and leaves out null, lists and objects', () => {
    assert.equal(
      read(['{"n":1}', '{"n":12345678901234567890.50}', '{"n":null}', '{"n":[1]}', '{"m":1}', '{"n":true}'], 'n').text,
      '112345678901234567890.50true',
    );
    assert.equal(read(['{"n":1}'], 'no path ]').text, '');
  });

  it('is what stands at a usual path where the API is not known', () => {
    for (const [path, event] of [
      ['choices[0].text', '{"choices":[{"text":"x"}]}'],
      ['delta.text', '{"delta":{"text":"x"}}'],
      ['message.content', '{"message":{"content":"x"}}'],
      ['response', '{"response":"x"}'],
      ['text', '{"text":"x"}'],
      ['delta', '{"delta":"x"}'],
    ] as const)
      assert.deepEqual(said(read(['{"type":"ping"}', event, event])), { ...nothing, format: 'path', path, text: 'xx' });
  });

  it('is the data itself where nothing is known', () => {
    assert.deepEqual(said(read(['a', ' b', '{oops', '[DONE]'])), { ...nothing, format: 'data', path: null, text: 'a b{oops' });
    assert.equal(read(['{"n":1}', '{"n":2}']).text, '{"n":1}{"n":2}');
    assert.deepEqual(said(read([])), { ...nothing, format: 'data', path: null });
  });

  it('leaves out an event that the end cut short', () => {
    const text = new StreamText(undefined);
    text.push({ at: 1, complete: true, data: 'whole' });
    text.push({ at: 2, complete: false, data: 'half' });
    assert.deepEqual([text.read().text, text.read().events], ['whole', 1]);
  });

  it('can be read at any time, and goes on', () => {
    const text = new StreamText(undefined);
    for (const [i, data] of api.anthropic.entries()) {
      text.push({ at: i, complete: true, data });
      text.read();
    }
    assert.equal(text.read().text, "Okay, let's check");
  });

  it('tells when the first event and the first text came, and how fast the events are', () => {
    const { events, firstEventAt, firstTextAt, eventsPerSecond } = read(api.openaiChat);
    assert.deepEqual(
      { events, firstEventAt, firstTextAt, eventsPerSecond },
      { events: 11, firstEventAt: 100, firstTextAt: 110, eventsPerSecond: 100 },
    );
    assert.deepEqual([read(['a']).eventsPerSecond, read(['a']).firstTextAt, read([]).firstEventAt], [null, 100, null]);
  });

  it('keeps the beginning of what is too long, and says so', () => {
    const { text, cut } = read(['abc', 'def', 'ghi'], undefined, 5);
    assert.deepEqual([text, cut], ['abcde', true]);
    const calls = read(
      Array.from({ length: 1001 }, (_, i) => `{"choices":[{"delta":{"tool_calls":[{"index":${i},"function":{"name":"f"}}]}}]}`),
    );
    assert.deepEqual([calls.toolCalls.length, calls.cut], [1000, true]);
  });

  it('is unharmed by events of any shape', () => {
    const odd = ['null', '[]', '{}', '7', '"x"', '[[]]', '{"a":', ''];
    const shapes = [...api.openaiChat, ...api.openaiResponses, ...api.anthropic, ...api.gemini, ...api.ollamaChat].flatMap((event) => [
      event,
      // Every value of another kind than it is.
      event.replace(/"(?:[^"\\]|\\.)*"(?=[,}\]])/g, '[0]'),
      event.replace(/\[/g, '{"x":[').replace(/\]/g, ']}'),
      event.replace(/:\{/g, ':null,"z":{'),
    ]);
    assert.equal(typeof read([...shapes, ...odd]).text, 'string');
    assert.equal(read(['{"__proto__":{"done":true},"constructor":1}', '{"type":"constructor"}']).format, 'data');
  });
});
