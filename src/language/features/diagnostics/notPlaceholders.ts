import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { templatesOf } from '../../semantics/request/requestSource.ts';
import type { BlockInput } from './rules.ts';

const message =
  'This is not a placeholder and is sent as written. A placeholder is `{{name}}`, `{{name.path[0]}}` or `{{$dynamic}}`. Write `\\{{` for literal braces.';

/** Reports braces that look like a placeholder but are not valid. */
export function* notPlaceholders({ view, block }: BlockInput): Generator<Diagnostic> {
  for (const { text } of templatesOf(view.tree, block))
    for (const range of text.template.notPlaceholders) yield diagnostic('not-a-placeholder', 'information', range, message);
}
