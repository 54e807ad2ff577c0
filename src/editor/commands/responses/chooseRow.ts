import * as vscode from 'vscode';
import { t } from '../../../base/l10n.ts';
import { ReqError } from '../../../base/reqError.ts';
import { rowName, rowNaming, rowsOf } from '../../../language/index.ts';
import type { SecretStore } from '../../secrets/secretStore.ts';
import type { Surroundings } from '../../world/editorSurroundings.ts';
import { requestTarget } from '../requestTarget.ts';

/** Maximum rows in the list; more would be slow to show. */
const mostRows = 2000;

/** Shows the rows of `# @data` for the request at a line or at the cursor. *Send* and previews use the chosen one. */
export async function chooseRow(
  { surroundings, secrets }: { readonly surroundings: Surroundings; readonly secrets: SecretStore },
  uri: unknown,
  line: unknown,
): Promise<void> {
  const target = await requestTarget(surroundings, uri, line);
  if (target === undefined) return;
  const known = await surroundings.know(target.text, 'reload');
  const { block } = target.request;
  const rows = rowsOf({ file: known.file, tree: known.tree, block, data: known.data });
  if (rows === undefined) throw new ReqError('usage', t('This request has no data. Add a line such as "# @data ./rows.csv" above it.'));
  const naming = rowNaming([known], new Set(await secrets.valuesIn(known.collection.root)));
  const file = rows[0]?.origin.file ?? '';
  const now = surroundings.rows.of(file);
  const items = rows.slice(0, mostRows).map((row, index) => ({
    label: rowName(row, naming),
    description: [row.origin.option, index === now ? t('current') : ''].filter((words) => words !== '').join(' · '),
    index,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: t('Req: Row of Data'),
    placeHolder: t('Send uses this row. A run of the file uses all {0}.', rows.length),
    matchOnDescription: true,
  });
  if (chosen !== undefined) surroundings.rows.choose(file, chosen.index);
}
