import { visibleText } from '../../base/text/visible.ts';
import { valueToText } from '../../base/values/value.ts';
import { maskText } from '../../base/masks/mask.ts';
import { environmentTable, listVariables, sharedEnvironment, valueInTable } from '../../language/onDemand.ts';
import type { EnvironmentTableData } from '../../protocol/environmentMessages.ts';
import { folderName } from '../world/editorFiles.ts';
import type { Known } from '../world/editorSurroundings.ts';

/** Maximum characters of a resolved value. */
const longestResolved = 2000;

/** The table for the page. Hidden values stay in the editor. */
export function tableData(known: Known, folder: string): EnvironmentTableData {
  const { collection, environment } = known;
  const table = environmentTable(known);
  const broken = collection.environmentFiles.find(({ problem }) => problem !== undefined);
  return {
    title: folderName(collection.root),
    folder,
    columns: table.columns.map(({ name, isProtected }) => ({
      name,
      isProtected,
      isShared: name === sharedEnvironment,
      isChosen: name === environment,
    })),
    rows: table.rows.map(({ name, cells }) => ({
      name,
      cells: cells.map((cell) =>
        cell === undefined
          ? null
          : { text: cell.text, kind: cell.kind, isEditable: cell.isEditable, place: `${known.display(cell.file)}:${cell.line}` },
      ),
    })),
    problem: broken?.problem === undefined ? null : `${known.display(broken.file)}:${broken.problem.line}: ${broken.problem.message}`,
  };
}

/**
 * The value of a cell with placeholders filled in and secrets masked, or the reason why it has none. `known` is in the cell's environment.
 */
export function resolvedText(known: Known, variable: string, environment: string): string {
  const at = valueInTable(known, variable, environment);
  const [block] = known.tree.blocks;
  if (at === undefined || block === undefined) return '';
  const { groups, mask } = listVariables(known, block);
  const kind = environment === sharedEnvironment ? 'shared' : 'environment';
  const listed = groups
    .filter((group) => group.kind === kind)
    .flatMap(({ variables }) => variables)
    .find(({ name, origin }) => name === variable && origin?.file === at.file.file && origin.line === at.line);
  if (listed === undefined) return '';
  if (listed.secret) return maskText;
  const result = listed.value();
  const text = visibleText(mask(result.ok ? valueToText(result.value) : result.problem.message));
  return text.length > longestResolved ? `${text.slice(0, longestResolved)}…` : text;
}
