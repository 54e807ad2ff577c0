import { createMask, maskText } from '../../../base/masks/mask.ts';
import { valueToText } from '../../../base/values/value.ts';
import type { PreviewContext } from '../../semantics/variables/previewEvaluation.ts';
import type { Variable } from '../../semantics/variables/variables.ts';
import { templateOf } from '../../semantics/request/requestSource.ts';
import type { Placeholder } from '../../syntax/template.ts';
import { code, oneLine } from './hoverMarkdown.ts';

const mostLines = 12;

/** The template of a variable and the variables that it refers to, recursively. Undefined for secrets and plain values. */
export function writtenAs(v: Variable, looking: PreviewContext): string | undefined {
  if (v.secret) return undefined;
  const written = templateTextOf(v);
  if (written === undefined) return undefined;
  const lines: string[] = [];
  listParts(v, looking, 0, new Set([v]), lines);
  const mask = createMask(looking.evaluation.secrets());
  return [
    `Written as ${code(oneLine(mask(written), 200))}`,
    ...lines.slice(0, mostLines),
    ...(lines.length > mostLines ? ['- …'] : []),
  ].join('\n');
}

/** The template of a variable; undefined if it refers to no others. */
function templateTextOf({ content }: Variable): string | undefined {
  const text =
    content.kind === 'text' ? content.text : content.kind === 'json' && typeof content.value === 'string' ? content.value : undefined;
  return text !== undefined && partsOf(text).length > 0 ? text : undefined;
}

const partsOf = (text: string): readonly Placeholder[] =>
  text.includes('{{') ? templateOf(text).parts.filter((p): p is Placeholder => p.kind === 'placeholder') : [];

function listParts(v: Variable, looking: PreviewContext, depth: number, done: Set<Variable>, lines: string[]): void {
  const listed = new Set<string>();
  for (const p of partsOf(templateTextOf(v) ?? '')) {
    if (lines.length > mostLines || listed.has(p.text)) continue;
    listed.add(p.text);
    const result = looking.evaluation.placeholder(p, false, v.position, v);
    const { expression } = p;
    const part = expression.kind === 'path' ? looking.evaluation.meant(expression, v.position, v) : undefined;
    const text =
      part?.secret === true ? maskText : result.ok ? createMask(looking.evaluation.secrets())(valueToText(result.value)) : undefined;
    lines.push(
      `${'  '.repeat(depth)}- ${code(p.text)}${text === undefined ? ' has no value' : ` = ${text === maskText ? maskText : code(oneLine(text, 80))}`}`,
    );
    if (part === undefined || part.secret || done.has(part)) continue;
    done.add(part);
    listParts(part, looking, depth + 1, done, lines);
  }
}
