import type { Value } from '../../../base/values/value.ts';
import { nameOf, type Block } from '../../syntax/nodes.ts';
import { parseTemplate, type Expression, type Placeholder } from '../../syntax/template.ts';
import type { PreviewContext } from '../../semantics/variables/previewEvaluation.ts';
import type { Evaluated } from '../../semantics/values/valuePath.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { lookAt, variableAt, type FoundPlaceholder } from '../navigation/placeholders.ts';
import { createPreview, type Preview } from './completionPreview.ts';
import type { Found } from './completionPlace.ts';

export interface Ask extends Found {
  readonly view: FileView;
  readonly offset: number;
  /** The typed trigger character; undefined if the user invoked completion or typed a word. */
  readonly trigger: string | undefined;
  readonly secrets: readonly string[];
  readonly looking: PreviewContext;
  /** Inside a definition: only definitions before this offset are visible. */
  readonly before: number | undefined;
  /** Evaluates a path such as `user.tags` in this context. */
  readonly valueOf: (path: string) => Evaluated | undefined;
  /** Whether the variable at the root of a path is secret. */
  readonly isSecret: (path: string) => boolean;
  /** A part of the last response to this block's own request. */
  readonly answer: (keys: readonly (string | number)[]) => Value | undefined;
  /** Creates a preview that masks all secrets evaluated so far. */
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
    preview: () => createPreview(looking.evaluation.secrets()),
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

/** A part of the last response to a block's own request; undefined if there is none. */
export function lastAnswer(block: Block, looking: PreviewContext, keys: readonly (string | number)[]): Value | undefined {
  const placeholder = placeholderOf(['response', ...keys], block);
  const result = lookAt({ placeholder, place: { kind: 'target' }, block, before: undefined, inString: false }, looking);
  return result.ok ? result.value : undefined;
}

/** `{{name.response…}}` of the block's own request, even if its name is not valid in a placeholder. */
function placeholderOf(keys: readonly (string | number)[], block: Block): Placeholder {
  const expression: Expression = {
    kind: 'path',
    segments: [nameOf(block), ...keys].map((key) => ({ key, start: 0, end: 0 })),
    dotted: undefined,
  };
  return { kind: 'placeholder', range: nowhere, text: '', expression, expressionRange: nowhere, filters: [] };
}
