import { parseJson } from '../base/json.ts';
import type { Value } from '../base/value.ts';
import { parseTemplate, stepInto } from '../language/index.ts';
import type { StreamEvent } from './events.ts';

/** Where the text stands in the events of the APIs people use, in the order they are tried. */
const usualPaths = [
  'choices[0].delta.content',
  'choices[0].text',
  'delta.text',
  'message.content',
  'response',
  'candidates[0].content.parts[0].text',
  'text',
  'delta',
];

function valueAt(value: Value, path: string): Value | undefined {
  const part = parseTemplate(`{{${path}}}`).parts[0];
  if (part?.kind !== 'placeholder' || part.expression.kind !== 'path') return undefined;
  let current = value;
  for (const s of part.expression.segments) {
    const step = stepInto(current, s.key, '');
    if (!step.ok) return undefined;
    current = step.value;
  }
  return current;
}

/** The text a stream's events make together: that at `path`, else at the path its API uses, else the data itself. */
export function joinText(events: readonly StreamEvent[], path: string | undefined): string {
  const complete = events.filter((e) => e.complete && e.data !== '[DONE]');
  const values = complete.map((e) => (/^\s*[{[]/.test(e.data) ? parseJson(e.data) : undefined));
  const chosen = path ?? usualPaths.find((p) => values.some((v) => v !== undefined && typeof valueAt(v, p) === 'string'));
  if (chosen === undefined) return complete.map((e) => e.data).join('');
  return values
    .map((v) => {
      const text = v === undefined ? undefined : valueAt(v, chosen);
      return typeof text === 'string' ? text : '';
    })
    .join('');
}
