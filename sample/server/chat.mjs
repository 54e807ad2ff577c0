import { json, numberFrom, readJson } from './answer.mjs';
import { eventBlock, writeStream } from './streams.mjs';

/** Two chat APIs in the shape of the well-known ones. The answer is made up from the question: no model, no key. */
export const chatRoutes = {
  '/v1/chat/completions': {
    async POST(request, response, { query }) {
      const body = await readJson(request);
      const fault = faultOf(body);
      if (fault) return json(response, 400, { error: { message: fault, type: 'invalid_request_error', param: 'messages', code: null } });
      const words = answerTo(body.messages);
      const base = { id: 'chatcmpl-sample', created: Math.floor(Date.now() / 1000), model: body.model ?? 'sample-1' };
      const usage = { prompt_tokens: 12, completion_tokens: words.length, total_tokens: 12 + words.length };
      if (body.stream === true)
        return writeStream(
          response,
          'text/event-stream',
          body.tools?.length > 0 ? toolCallChunks(base, body, usage) : completionChunks(base, words, usage),
          numberFrom(query, 'rate', 20),
        );
      const message = { role: 'assistant', content: words.join('') };
      json(response, 200, { ...base, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }], usage });
    },
  },

  '/v1/messages': {
    async POST(request, response, { query }) {
      const body = await readJson(request);
      const fault = faultOf(body);
      if (fault) return json(response, 400, { type: 'error', error: { type: 'invalid_request_error', message: fault } });
      const words = answerTo(body.messages);
      const message = { id: 'msg_sample', type: 'message', role: 'assistant', model: body.model ?? 'sample-1' };
      if (body.stream === true)
        return writeStream(response, 'text/event-stream', messageEvents(message, words), numberFrom(query, 'rate', 20));
      json(response, 200, {
        ...message,
        content: [{ type: 'text', text: words.join('') }],
        stop_reason: 'end_turn',
        stop_sequence: null,
        usage: { input_tokens: 12, output_tokens: words.length },
      });
    },
  },
};

function faultOf(body) {
  if (Array.isArray(body?.messages) && body.messages.length > 0) return undefined;
  return 'messages: an array of at least one {"role": …, "content": …} is needed.';
}

function answerTo(messages) {
  const { content } = messages.at(-1);
  const question = typeof content === 'string' ? content : (content?.find?.((part) => part.type === 'text')?.text ?? '');
  const answer = `You asked: “${question}” I am only a sample, so here is a poem instead.\n\nA request is a line of text,\nan answer tells you what comes next;\nand if it streams, do not despair:\neach word arrives, each word is there.`;
  return answer.match(/\s*\S+/g) ?? [];
}

const data = (value) => eventBlock({ data: typeof value === 'string' ? value : JSON.stringify(value) });

/** A call of the first tool, whose arguments arrive in pieces: the last word of the question is the value of each parameter. */
function* toolCallChunks(base, { tools, messages }, usage) {
  const chunk = (choices, more) => data({ ...base, object: 'chat.completion.chunk', choices, ...more });
  const { name, parameters } = tools[0].function ?? {};
  const word = /([\p{L}\p{N}]+)\P{L}*$/u.exec(String(messages.at(-1).content))?.[1] ?? '';
  const given = JSON.stringify(Object.fromEntries(Object.keys(parameters?.properties ?? {}).map((key) => [key, word])));
  const call = (more) => [{ index: 0, delta: { tool_calls: [{ index: 0, ...more }] }, finish_reason: null }];
  yield chunk([{ index: 0, delta: { role: 'assistant', content: null }, finish_reason: null }]);
  yield chunk(call({ id: 'call_sample', type: 'function', function: { name, arguments: '' } }));
  for (const piece of given.match(/.{1,8}/gu) ?? []) yield chunk(call({ function: { arguments: piece } }));
  yield chunk([{ index: 0, delta: {}, finish_reason: 'tool_calls' }]);
  yield chunk([], { usage });
  yield data('[DONE]');
}

function* completionChunks(base, words, usage) {
  const chunk = (choices, more) => data({ ...base, object: 'chat.completion.chunk', choices, ...more });
  yield chunk([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]);
  for (const content of words) yield chunk([{ index: 0, delta: { content }, finish_reason: null }]);
  yield chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]);
  yield chunk([], { usage });
  yield data('[DONE]');
}

function* messageEvents(message, words) {
  const event = (value) => eventBlock({ event: value.type, data: JSON.stringify(value) });
  yield event({
    type: 'message_start',
    message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 12, output_tokens: 1 } },
  });
  yield event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
  yield event({ type: 'ping' });
  for (const text of words) yield event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });
  yield event({ type: 'content_block_stop', index: 0 });
  yield event({ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: words.length } });
  yield event({ type: 'message_stop' });
}
