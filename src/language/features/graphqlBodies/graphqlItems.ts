import type { CompletionItem, CompletionKind, Completions } from '../completion/item.ts';
import { graphqlWords } from './graphqlWords.ts';
import { queryBodyOf } from './queryBody.ts';
import type { Block } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';

type SchemaEntry = Parameters<typeof graphqlWords>[0] & { readonly kind: keyof typeof kinds };

const kinds = {
  field: 'header',
  argument: 'header',
  value: 'value',
  type: 'type',
  variable: 'name',
  directive: 'directive',
  keyword: 'keyword',
  fragment: 'request',
} as const satisfies Readonly<Record<string, CompletionKind>>;

/** Typed characters that open the list: after a space or a brace, Enter would accept an unwanted item. */
const opening: ReadonlySet<string> = new Set(['$', '@', '.', '"']);

const none: Completions = { items: [], incomplete: false };
/** Maximum items in one list. */
const mostItems = 2000;

/** Completions from the schema at an offset of a body. */
export async function graphqlItems(view: FileView, block: Block, offset: number, trigger: string | undefined): Promise<Completions> {
  if (trigger !== undefined && !opening.has(trigger)) return none;
  // Looked up first, because most bodies are something else.
  const body = queryBodyOf(view, block, offset);
  if (body === undefined) return none;
  const state = await view.schemaRead(block);
  if (state?.kind !== 'schema') return none;
  if (trigger === '"' && (body.variables === undefined || offset <= body.variables.start)) return none;
  const found = state.schema.entriesAt(body, offset);
  if (found === undefined) return none;
  const items = found.entries.map((entry): CompletionItem => itemOf(entry, found.range));
  items.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  return { items: items.slice(0, mostItems), incomplete: items.length > mostItems };
}

function itemOf(
  entry: SchemaEntry & {
    readonly label: string;
    readonly detail?: string | undefined;
    readonly snippet?: string | undefined;
    readonly rank: number;
  },
  range: CompletionItem['range'],
): CompletionItem {
  const { kind, label, detail, snippet, rank } = entry;
  return {
    label,
    kind: kinds[kind],
    detail,
    note: entry.deprecated === undefined ? undefined : 'deprecated',
    documentation: () => graphqlWords(entry),
    insertText: snippet ?? label,
    snippet: snippet !== undefined,
    range,
    rank,
  };
}
