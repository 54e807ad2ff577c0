import { assertNever } from '../../../base/assertNever.ts';
import type { Range } from '../../../base/text/text.ts';
import { createMask } from '../../../base/masks/mask.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { sharedKind } from '../../workspace/collection.ts';
import { apiBodyItems, apiHeaderItems, apiHeaderValueItems, apiTargetItems } from '../openapi/apiItems.ts';
import { askAt, type Ask } from './askCompletion.ts';
import { assertedHeaderItems, assertedStepItems, eventWordItems, expectedItems, operatorItems, subjectItems } from './assertionItems.ts';
import { graphqlItems } from '../graphqlBodies/graphqlItems.ts';
import { definitionItems, definitionValueItems } from './definitionItems.ts';
import { directiveItems, directiveValueItems } from './directiveItems.ts';
import { headerNameItems, headerValueItems } from './headerItems.ts';
import type { CompletionItem, Completions } from './item.ts';
import { pathItems, type ReadFolder } from './pathItems.ts';
import { placeAt } from './completionPlace.ts';
import { placeholderItems } from './placeholderItems.ts';
import { methodItems, targetItems, versionItems } from './requestItems.ts';
import { mostItems } from './variableItems.ts';

export interface CompletionOptions {
  /** The typed trigger character; undefined if the user invoked completion or typed a word. */
  readonly trigger?: string | undefined;
  /** Lists a folder. Without it no files are offered. */
  readonly readFolder?: ReadFolder;
  readonly secrets?: readonly string[];
}

const nothing: Completions = { items: [], incomplete: false };

/** Completions at an offset. Runs nothing, shows no prompts, and masks secrets. */
export async function completion(
  view: FileView,
  offset: number,
  { trigger, readFolder, secrets = [] }: CompletionOptions = {},
): Promise<Completions> {
  const found = placeAt(view.tree, offset, sharedKind(view.file) !== undefined);
  if (found === undefined) return nothing;
  const { place } = found;
  if (place.kind === 'body') {
    const ofGraphql = await graphqlItems(view, found.block, offset, trigger);
    if (ofGraphql.items.length > 0 || view.apis.size === 0) return ofGraphql;
  }
  const items =
    place.kind === 'path'
      ? readFolder === undefined
        ? []
        : await pathItems(view, offset, place.of, place.range, readFolder)
      : withoutSecrets({ ...askAt(view, offset, found, trigger), secrets });
  const first = items.slice(0, mostItems + 100).toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  return { items: first, incomplete: items.length >= mostItems };
}

/** Items without variable names and keys that contain a secret, because scripts can build names from any value. */
function withoutSecrets(ask: Ask): readonly CompletionItem[] {
  const items = itemsAt(ask);
  const mask = createMask(ask.looking.evaluation.secrets());
  return items.filter(({ kind, label }) => !['variable', 'secret', 'property'].includes(kind) || mask(label) === label);
}

const hasColon = ({ view, line }: Ask, { end }: Range): boolean => view.tree.text.slice(end, line.end).trimStart().startsWith(':');

/** Without later items of the same label. */
function withoutTwice(items: readonly CompletionItem[]): CompletionItem[] {
  const labels = new Set<string>();
  return items.filter(({ label }) => !labels.has(label.toLowerCase()) && labels.add(label.toLowerCase()));
}

function itemsAt(ask: Ask): CompletionItem[] {
  const { place } = ask;
  switch (place.kind) {
    case 'placeholder':
      return placeholderItems(ask, place.start, place.open, place.part);
    case 'method':
      // A space at the start of a line does not open the list.
      return ask.trigger === undefined ? methodItems(ask, place.range) : [];
    case 'target':
      return [...apiTargetItems(ask, place.range), ...targetItems(ask, place.range)];
    case 'version':
      return versionItems(ask, place.range);
    case 'header-name':
      return ask.trigger === undefined
        ? withoutTwice([...apiHeaderItems(ask, place.range, hasColon(ask, place.range)), ...headerNameItems(ask, place.range)])
        : [];
    case 'header-value':
      return withoutTwice([...apiHeaderValueItems(ask, place.name, place.value), ...headerValueItems(ask, place.name, place.value)]);
    case 'body':
      return apiBodyItems(ask);
    case 'directive':
      return directiveItems(ask, place.range);
    case 'directive-value':
      return directiveValueItems(ask, place.name, place.range);
    case 'definition':
      return definitionItems(ask, place.range);
    case 'definition-value':
      return definitionValueItems(ask, place.range);
    case 'subject':
      return subjectItems(place.range);
    case 'event-word':
      return eventWordItems(place.range);
    case 'asserted-header':
      return assertedHeaderItems(ask, place.range);
    case 'asserted-step':
      return assertedStepItems(ask, place.step);
    case 'operator':
      return operatorItems(ask, place.left, place.range);
    case 'expected':
      return expectedItems(ask, place.left, place.operator, place.range);
    case 'path':
      return [];
    default:
      return assertNever(place);
  }
}
