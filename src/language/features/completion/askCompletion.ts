import type { Value } from '../../../base/value.ts';
import { nameOf, type Block } from '../../syntax/nodes.ts';
import { parseTemplate, type Expression, type Placeholder } from '../../syntax/template.ts';
import type { PreviewContext } from '../../semantics/variables/previewEvaluation.ts';
import type { Evaluated } from '../../semantics/values/valuePath.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { lookAt, variableAt, type FoundPlaceholder } from '../navigation/placeholders.ts';
import { createPreview, type Preview } from './completionPreview.ts';
import type { Found } from './completionPlace.ts';

/** What completion asks of the place where it was called. */
export interface Ask extends Found {
  readonly view: FileView;
  readonly offset: number;
  /** The character that called it, or undefined where a person did, or typed a word. */
  readonly trigger: string | undefined;
  /** The names of secrets that are kept for the collection. */
  readonly secrets: readonly string[];
  readonly looking: PreviewContext;
  /** For a definition: its template sees only what is above this offset. */
  readonly before: number | undefined;
  /** The value of a path as it would be here: `user.tags`. */
  readonly valueOf: (path: string) => Evaluated | undefined;
  /** Whether the variable that a path leads into is secret. */
  readonly isSecret: (path: string) => boolean;
  /** A part of the last answer to this block's own request. */
  readonly answer: (keys: readonly (string | number)[]) => Value | undefined;
  /** Made when first asked: it hides all secrets met until then. */
  readonly preview: () => Preview;
}

const nowhere = { start: 0, end: 0 };

export function askAt(view: FileView, offset: number, where: Found, trigger: string | undefined): Omit<Ask, 'secrets'> {
  const { block, line } = where;
  const looking = view.look(block);
  const definition = block.definitions.find((d) => d.range.start === line.start);
  const before = definition?.range.start;
  const place: FoundPlaceholder['place'] = definition === undefined ? { kind: 'target' } : { kind: 'definition', node: definition };
  const found = (path: string): FoundPlaceholder | undefined => {
    const [placeholder] = parseTemplate(`{{${path}}}`).parts;
    return placeholder?.kind === 'placeholder' ? { placeholder, place, block, before, inString: false } : undefined;
  };
  return {
    ...where,
    view,
    offset,
    trigger,
    looking,
    before,
    preview: () => createPreview(looking.evaluation.secrets),
    valueOf(path) {
      const at = found(path);
      return at && lookAt(at, looking);
    },
    isSecret(path) {
      const at = found(path);
      return at !== undefined && variableAt(at, looking)?.secret === true;
    },
    answer: (keys) => lastAnswer(block, looking, keys),
  };
}

/** A part of the last answer to a block's own request; undefined where that is not known. */
export function lastAnswer(block: Block, looking: PreviewContext, keys: readonly (string | number)[]): Value | undefined {
  const placeholder = placeholderOf(['response', ...keys], block);
  const result = lookAt({ placeholder, place: { kind: 'target' }, block, before: undefined, inString: false }, looking);
  return result.ok ? result.value : undefined;
}

/** `{{name.response…}}` of a block's own request, whose name may be none that one can write there. */
function placeholderOf(keys: readonly (string | number)[], block: Block): Placeholder {
  const expression: Expression = {
    kind: 'path',
    segments: [nameOf(block), ...keys].map((key) => ({ key, start: 0, end: 0 })),
    dotted: undefined,
  };
  return { kind: 'placeholder', range: nowhere, text: '', expression, expressionRange: nowhere, filters: [] };
}
