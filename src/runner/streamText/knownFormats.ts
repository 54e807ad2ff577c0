import { isObjectValue, valueToJson, type Value } from '../../base/values/value.ts';
import { at, countAt, listAt, textAt } from './members.ts';
import { readResponsesEvent } from './openaiResponses.ts';
import type { TextFormat, TextSink } from './streamTextTypes.ts';

/** An API whose events Req can read. */
export interface KnownFormat {
  readonly format: TextFormat;
  /** Path of the text in an event, for display. */
  readonly path: string;
  /** Whether an event has this format. */
  is(event: Value): boolean;
  read(event: Value, to: TextSink): void;
}

/** The first of several alternatives (`n` > 1); only its text is joined. */
const first = (alternatives: readonly Value[]): Value | undefined => alternatives.find((x) => (countAt(x, 'index') ?? 0) === 0);

export const argumentsText = (given: Value | undefined): string | undefined =>
  given === undefined || typeof given === 'string' ? given : valueToJson(given);

const anthropicTypes = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
]);

/** In the order they are tried. */
export const knownFormats: readonly KnownFormat[] = [
  {
    format: 'openai-responses',
    path: 'delta',
    is: (e) => textAt(e, 'type')?.startsWith('response.') === true,
    read: readResponsesEvent,
  },
  { format: 'anthropic', path: 'delta.text', is: (e) => anthropicTypes.has(textAt(e, 'type') ?? ''), read: readAnthropicEvent },
  {
    format: 'openai-chat',
    path: 'choices[0].delta.content',
    is: (e) => textAt(e, 'object') === 'chat.completion.chunk' || at(e, 'choices', 0, 'delta') !== undefined,
    read: readChatChunk,
  },
  {
    format: 'gemini',
    path: 'candidates[0].content.parts[0].text',
    is: (e) => at(e, 'candidates', 0, 'content') !== undefined || at(e, 'usageMetadata') !== undefined,
    read: readGeminiChunk,
  },
  {
    format: 'ollama-chat',
    path: 'message.content',
    is: (e) => typeof at(e, 'done') === 'boolean' && at(e, 'message') !== undefined,
    read: (e, to) => readOllamaLine(e, at(e, 'message'), 'content', to),
  },
  {
    format: 'ollama-generate',
    path: 'response',
    is: (e) => typeof at(e, 'done') === 'boolean' && textAt(e, 'response') !== undefined,
    read: (e, to) => readOllamaLine(e, e, 'response', to),
  },
];

/** Chat completions of OpenAI and compatible APIs: a chunk, or a response without streaming. */
export function readChatChunk(event: Value, to: TextSink): void {
  const choice = first(listAt(event, 'choices'));
  const delta = at(choice, 'delta') ?? at(choice, 'message');
  to.reasoning(textAt(delta, 'reasoning_content') ?? textAt(delta, 'reasoning') ?? '');
  to.text(textAt(delta, 'content') ?? textAt(delta, 'refusal') ?? '');
  for (const [place, call] of listAt(delta, 'tool_calls').entries()) {
    const index = countAt(call, 'index') ?? place;
    const id = textAt(call, 'id');
    to.tool(String(index), { id, name: textAt(call, 'function', 'name'), arguments: argumentsText(at(call, 'function', 'arguments')) });
  }
  const old = at(delta, 'function_call');
  if (old !== undefined && old !== null) to.tool('0', { name: textAt(old, 'name'), arguments: textAt(old, 'arguments') });
  to.finish(textAt(choice, 'finish_reason') ?? '');
  const usage = at(event, 'usage');
  to.usage({ input: countAt(usage, 'prompt_tokens'), output: countAt(usage, 'completion_tokens'), total: countAt(usage, 'total_tokens') });
}

function readAnthropicEvent(event: Value, to: TextSink): void {
  const key = String(countAt(event, 'index') ?? 0);
  const block = at(event, 'content_block');
  const delta = at(event, 'delta');
  switch (textAt(event, 'type') ?? '') {
    case 'message_start':
      // Its output tokens are those so far, one or two: no figure to show while the text streams.
      return to.usage({ input: countAt(at(event, 'message', 'usage'), 'input_tokens') });
    case 'content_block_start': {
      to.text(textAt(block, 'text') ?? '');
      to.reasoning(textAt(block, 'thinking') ?? '');
      const input = at(block, 'input');
      if (textAt(block, 'type')?.endsWith('tool_use') !== true) return;
      // An empty object is a placeholder for arguments that follow in pieces.
      const isThere = input !== undefined && !(isObjectValue(input) && input.size === 0);
      return to.tool(key, { id: textAt(block, 'id'), name: textAt(block, 'name'), arguments: isThere ? argumentsText(input) : undefined });
    }
    case 'content_block_delta':
      to.text(textAt(delta, 'text') ?? '');
      to.reasoning(textAt(delta, 'thinking') ?? '');
      if (textAt(delta, 'type') === 'input_json_delta') to.tool(key, { arguments: textAt(delta, 'partial_json') });
      return;
    case 'message_delta':
      to.finish(textAt(delta, 'stop_reason') ?? '');
      return usage(at(event, 'usage'));
  }

  function usage(counted: Value | undefined): void {
    to.usage({ input: countAt(counted, 'input_tokens'), output: countAt(counted, 'output_tokens') });
  }
}

/** `streamGenerateContent` of Gemini; function calls are not split. */
function readGeminiChunk(event: Value, to: TextSink): void {
  const candidate = first(listAt(event, 'candidates'));
  for (const part of listAt(candidate, 'content', 'parts')) {
    const text = textAt(part, 'text') ?? '';
    if (at(part, 'thought') === true) to.reasoning(text);
    else to.text(text);
    const call = at(part, 'functionCall');
    if (call !== undefined) to.tool('', { id: textAt(call, 'id'), name: textAt(call, 'name'), arguments: argumentsText(at(call, 'args')) });
  }
  to.finish(textAt(candidate, 'finishReason') ?? '');
  const usage = at(event, 'usageMetadata');
  to.usage({
    input: countAt(usage, 'promptTokenCount'),
    output: countAt(usage, 'candidatesTokenCount'),
    total: countAt(usage, 'totalTokenCount'),
  });
}

/** A line of Ollama; tool calls are not split. */
function readOllamaLine(event: Value, said: Value | undefined, key: string, to: TextSink): void {
  to.reasoning(textAt(said, 'thinking') ?? '');
  to.text(textAt(said, key) ?? '');
  for (const call of listAt(said, 'tool_calls')) {
    const asked = at(call, 'function');
    to.tool('', { id: textAt(call, 'id'), name: textAt(asked, 'name'), arguments: argumentsText(at(asked, 'arguments')) });
  }
  to.finish(textAt(event, 'done_reason') ?? '');
  to.usage({ input: countAt(event, 'prompt_eval_count'), output: countAt(event, 'eval_count') });
}
