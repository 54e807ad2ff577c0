import { contentOf, type DocumentTree } from '../../syntax/nodes.ts';
import { dataPathOf, rowsOf, type DataFiles } from '../../semantics/data/dataOf.ts';
import type { DataRow } from '../../semantics/data/dataRows.ts';
import type { Collection } from '../../workspace/collection.ts';
import type { RequestSummary } from './requests.ts';

/** One send of a request in a run. */
export interface RequestTurn {
  readonly request: RequestSummary;
  /** The row of its `# @data`; undefined without data. */
  readonly row: DataRow | undefined;
}

/**
 * The sends of a run over requests of a file. A request with its own `# @data` is sent once for each row. Consecutive requests with the
 * data of the file's first block are sent in order for the first row, then for the second.
 * @throws {ReqError} if a data file cannot be used
 */
export function turnsOf(
  { file, tree, data }: { readonly file: string; readonly tree: DocumentTree; readonly data?: DataFiles },
  requests: readonly RequestSummary[],
): readonly RequestTurn[] {
  const turns: RequestTurn[] = [];
  let group: RequestSummary[] = [];
  let ofGroup: readonly DataRow[] | undefined;
  const flush = (): void => {
    for (const row of group.length === 0 ? [] : (ofGroup ?? [undefined])) for (const request of group) turns.push({ request, row });
    group = [];
  };
  for (const request of requests) {
    const { block } = request;
    const rows = rowsOf({ file, tree, block, ...(data === undefined ? {} : { data }) });
    const isOwn = dataPathOf(tree, block)?.isOwn === true;
    if (isOwn || rows !== ofGroup) flush();
    ofGroup = rows;
    group.push(request);
    if (isOwn) flush();
  }
  flush();
  return turns;
}

/** The names in `# @secret` of files and the files around them. */
export function secretNamesOf(files: readonly { readonly tree: DocumentTree; readonly collection: Collection }[]): ReadonlySet<string> {
  const names = new Set<string>();
  const trees = new Set(files.flatMap(({ tree, collection }) => [tree, ...collection.shared.map((s) => s.tree)]));
  for (const tree of trees)
    for (const block of tree.blocks)
      for (const { name, argument } of contentOf(block).directives)
        if (name.text === 'secret' && argument !== undefined) names.add(argument.text);
  return names;
}
