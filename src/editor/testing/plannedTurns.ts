import { identify, listRequests, rowName, rowNaming, turnsOf, type DataRow, type RequestSummary } from '../../language/index.ts';
import type { CollectionFile } from '../../runner/index.ts';
import type { Chosen } from './chosen.ts';

/** One planned send of a run. */
export interface PlannedTurn {
  readonly of: CollectionFile;
  readonly request: RequestSummary;
  readonly key: string;
  readonly row: DataRow | undefined;
  /** `name=Ada, age=3`; undefined without a row. */
  readonly rowName: string | undefined;
}

/**
 * The sends of a run in order, without disabled requests.
 * @param rows rows for all requests instead of their own `# @data`
 * @param secrets masked in the names of rows
 * @throws {ReqError} if the data of a request cannot be used
 */
export function plannedTurns(
  files: readonly CollectionFile[],
  chosen: readonly Chosen[],
  rows: readonly DataRow[] | undefined,
  secrets: ReadonlySet<string>,
): readonly PlannedTurn[] {
  const naming = rowNaming(files, secrets);
  return chosen.flatMap((part) => {
    const passes = part.row === undefined ? rows : [part.row];
    const chosenFiles = files.flatMap((file) => {
      const keys = part.requests.get(file.file);
      if (keys === undefined) return [];
      const requests = listRequests(file.tree).filter((r) => !r.disabled && keys.has(identify(file.tree, r).key));
      return [{ file, requests }];
    });
    const turns =
      passes === undefined
        ? chosenFiles.flatMap(({ file, requests }) => turnsOf(file, requests).map(({ request, row }) => ({ of: file, request, row })))
        : passes.flatMap((row) => chosenFiles.flatMap(({ file, requests }) => requests.map((request) => ({ of: file, request, row }))));
    return turns.map(({ of: file, request, row }) => {
      const { key } = identify(file.tree, request);
      return { of: file, request, key, row, rowName: row && rowName(row, naming) };
    });
  });
}
