import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { templatesOf, type TemplatePlace } from '../../semantics/request/requestSource.ts';
import { singleBraces, twoBraces } from '../../syntax/singleBraces.ts';
import type { TextPart } from '../../syntax/template.ts';
import type { BlockInput } from './rules.ts';

const message =
  'This is not a placeholder and is sent as written. A placeholder is `{{name}}`, `{{name.path[0]}}` or `{{$dynamic}}`. Write `\\{{` for literal braces.';

/** Reports braces that look like a placeholder but are not valid. */
export function* notPlaceholders({ view, block, look }: BlockInput): Generator<Diagnostic> {
  let isInQuery = false;
  for (const { place, text } of templatesOf(view.tree, block)) {
    for (const range of text.template.notPlaceholders) yield diagnostic('not-a-placeholder', 'information', range, message);
    if (!singleBracesCount.has(place.kind)) continue;
    for (const part of text.template.parts) {
      if (part.kind !== 'text') continue;
      yield* otherPlaceholders(view.tree.text, part, place, isInQuery, (name) => look().scope.find(name) !== undefined);
      isInQuery ||= place.kind === 'target' && part.text.includes('?');
    }
  }
}

/** Where braces have no other meaning. Bodies are full of them. */
const singleBracesCount: ReadonlySet<TemplatePlace['kind']> = new Set<TemplatePlace['kind']>(['target', 'header', 'definition']);

/** Reports `{name}` and `${name}`, which other tools fill: of a variable, and any in the host or the path of a URL. */
function* otherPlaceholders(
  source: string,
  part: TextPart,
  place: TemplatePlace,
  isInQuery: boolean,
  isVariable: (name: string) => boolean,
): Generator<Diagnostic> {
  if (!part.text.includes('{')) return;
  // As in the file, with escapes.
  const text = source.slice(part.range.start, part.range.end);
  const query = text.indexOf('?');
  for (const { 0: written, 1: name = '', index } of text.matchAll(singleBraces)) {
    const isInPath = place.kind === 'target' && !isInQuery && (query < 0 || index < query);
    const isKnown = isVariable(name);
    if (!isKnown && !isInPath) continue;
    const start = part.range.start + index;
    yield diagnostic(
      'not-a-placeholder',
      isKnown ? 'warning' : 'information',
      { start, end: start + written.length },
      `${written} is sent as it is written. ${twoBraces(name)}`,
      { suggestion: `{{${name}}}` },
    );
  }
}
