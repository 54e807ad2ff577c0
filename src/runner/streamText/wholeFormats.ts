import { isArrayValue, type Value } from '../../base/values/value.ts';
import { argumentsText, knownFormats, readChatChunk, type KnownFormat } from './knownFormats.ts';
import { at, countAt, listAt, textAt } from './members.ts';
import { readEnd, readItem } from './openaiResponses.ts';
import type { TextSink } from './streamTextTypes.ts';

/** Responses of the known APIs without streaming, in the order they are tried. */
export const wholeFormats: readonly KnownFormat[] = [
  {
    format: 'openai-responses',
    path: 'output[0].content[0].text',
    is: (response) => textAt(response, 'object') === 'response' && isArray(at(response, 'output')),
    read: readResponse,
  },
  {
    format: 'anthropic',
    path: 'content[0].text',
    is: (response) => textAt(response, 'type') === 'message' && isArray(at(response, 'content')),
    read: readMessage,
  },
  {
    format: 'openai-chat',
    path: 'choices[0].message.content',
    is: (response) => at(response, 'choices', 0, 'message') !== undefined,
    read: readChatChunk,
  },
  // Their events have the form of whole responses.
  ...knownFormats.filter(({ format }) => format === 'gemini' || format === 'ollama-chat' || format === 'ollama-generate'),
];

const isArray = (value: Value | undefined): boolean => value !== undefined && isArrayValue(value);

function readResponse(response: Value, to: TextSink): void {
  for (const [index, item] of listAt(response, 'output').entries()) {
    for (const part of listAt(item, 'content')) {
      const text = textAt(part, 'text') ?? textAt(part, 'refusal') ?? '';
      if (textAt(part, 'type') === 'reasoning_text') to.reasoning(text);
      else to.text(text);
    }
    for (const part of listAt(item, 'summary')) to.reasoning(textAt(part, 'text') ?? '');
    readItem(item, String(index), to);
  }
  readEnd(response, 'response.completed', to);
}

function readMessage(message: Value, to: TextSink): void {
  for (const [index, block] of listAt(message, 'content').entries()) {
    to.text(textAt(block, 'text') ?? '');
    to.reasoning(textAt(block, 'thinking') ?? '');
    if (textAt(block, 'type')?.endsWith('tool_use') !== true) continue;
    to.tool(String(index), { id: textAt(block, 'id'), name: textAt(block, 'name'), arguments: argumentsText(at(block, 'input')) });
  }
  to.finish(textAt(message, 'stop_reason') ?? '');
  to.usage({ input: countAt(message, 'usage', 'input_tokens'), output: countAt(message, 'usage', 'output_tokens') });
}
