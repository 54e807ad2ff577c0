import type { Value } from '../../base/values/value.ts';
import { at, countAt, textAt } from './members.ts';
import type { TextSink } from './streamTextTypes.ts';

export function readResponsesEvent(event: Value, to: TextSink): void {
  const type = textAt(event, 'type') ?? '';
  const key = String(countAt(event, 'output_index') ?? 0);
  const delta = textAt(event, 'delta') ?? '';
  switch (type) {
    case 'response.output_text.delta':
    case 'response.refusal.delta':
      return to.text(delta);
    case 'response.reasoning_text.delta':
    case 'response.reasoning_summary_text.delta':
      return to.reasoning(delta);
    case 'response.function_call_arguments.delta':
    case 'response.mcp_call_arguments.delta':
    case 'response.custom_tool_call_input.delta':
      return to.tool(key, { arguments: delta });
    case 'response.output_item.added':
    case 'response.output_item.done':
      return readItem(at(event, 'item'), key, to);
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
      return readEnd(at(event, 'response'), type, to);
  }
}

export function readItem(item: Value | undefined, key: string, to: TextSink): void {
  const given = textAt(item, 'arguments') ?? textAt(item, 'input');
  if (textAt(item, 'type')?.endsWith('_call') !== true || textAt(item, 'name') === undefined) return;
  const wholeArguments = given === undefined || given === '' ? undefined : given;
  to.tool(key, { id: textAt(item, 'call_id') ?? textAt(item, 'id'), name: textAt(item, 'name'), wholeArguments });
}

export function readEnd(response: Value | undefined, type: string, to: TextSink): void {
  to.finish(textAt(response, 'incomplete_details', 'reason') ?? textAt(response, 'status') ?? type.slice('response.'.length));
  const usage = at(response, 'usage');
  to.usage({ input: countAt(usage, 'input_tokens'), output: countAt(usage, 'output_tokens'), total: countAt(usage, 'total_tokens') });
}
