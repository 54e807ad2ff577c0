import * as vscode from 'vscode';
import { counted, t } from '../../base/l10n.ts';
import { lineEdits } from '../../base/text/lineDiff.ts';
import { rangeIn } from '../providers/actions/actionEdits.ts';
import { currentEditor } from '../providers/currentEditor.ts';
import { ReqError } from '../../base/reqError.ts';
import { isForeignTree, sharedKind, type ApiIndex } from '../../language/index.ts';
import { apiChoices, apiOfFile, updatedFiles, updatesOfFiles, type OfferedUpdate, type UpdatedFile } from '../../language/onDemand.ts';
import { preview } from '../log/report.ts';
import type { Services } from '../services.ts';
import { factsOf, uriOf } from '../world/editorFiles.ts';
import type { Known } from '../world/editorSurroundings.ts';
import { writeFile } from '../world/fileWriting.ts';

/** Maximum files of a collection that are compared. */
const mostFiles = 1000;

/** One line of the list; a separator has no update. */
interface Offered extends vscode.QuickPickItem {
  readonly update?: OfferedUpdate;
}

/**
 * *Update Requests from OpenAPI…*: lists the changes of the document by request, shows the diff of each file, and changes only accepted
 * ones.
 */
export async function updateFromOpenApi({ surroundings }: Services): Promise<void> {
  const document = currentEditor()?.document;
  if (document?.languageId !== 'req' || document.isUntitled) throw new ReqError('usage', t('Open a .req file first.'));
  const known = await surroundings.know(document, 'whole');
  const index = apiOfFile(known);
  if (index === undefined) {
    const block = known.tree.blocks.at(-1);
    const choices = block && apiChoices(known, block);
    const problem = choices?.ok === false ? choices.problem : undefined;
    throw new ReqError(
      'usage',
      problem ??
        t('No OpenAPI document is named: write # @openapi ./api.yaml in collection.req, folder.req or the first block of the file.'),
    );
  }
  const all = await views(surroundings, known, index);
  const { updates, undecided } = updatesOfFiles(all, index, known);
  const items = offers(updates);
  if (items.every((item) => item.kind === vscode.QuickPickItemKind.Separator)) {
    void vscode.window.showInformationMessage(undecided > 0 ? toDecide(undecided) : t('All requests match the OpenAPI document.'));
    return;
  }
  const chosen = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    title: t('Req: Update Requests from OpenAPI'),
    placeHolder: t('Select what to change. Each file is shown before it is changed.'),
    matchOnDetail: true,
  });
  if (chosen === undefined || chosen.length === 0) return;
  const files = updatedFiles(
    chosen.flatMap(({ update }) => update ?? []),
    (file) => all.get(file)?.tree.text,
  );
  const changed = await review(known, files);
  if (changed > 0) surroundings.forget();
  const said = changed === 0 ? t('No file was changed.') : counted(changed, '{0} file was changed.', '{0} files were changed.');
  void vscode.window.showInformationMessage(undecided > 0 ? `${said} ${toDecide(undecided)}` : said);
}

const toDecide = (count: number): string =>
  counted(count, '{0} request needs your decision: see its problems.', '{0} requests need your decision: see their problems.');

/** The views of the request files of the collection that have the same document, by path. */
async function views(surroundings: Services['surroundings'], known: Known, index: ApiIndex): Promise<ReadonlyMap<string, Known>> {
  const found = new Map<string, Known>();
  const paths = known
    .files()
    .map(({ file }) => file)
    .filter((file) => sharedKind(file) === undefined && file.endsWith('.req'));
  if (paths.length > mostFiles) throw new ReqError('limit', t('The collection has more than {0} request files.', mostFiles));
  for (const file of paths) {
    const document = await vscode.workspace.openTextDocument(uriOf(file));
    const view = await surroundings.know(document, 'whole');
    if (apiOfFile(view)?.file === index.file && !isForeignTree(view.tree)) found.set(file, view);
  }
  return found;
}

function offers(updates: readonly OfferedUpdate[]): readonly Offered[] {
  const part = (label: string, kind: OfferedUpdate['kind']): readonly Offered[] => {
    const items = updates
      .filter((update) => update.kind === kind)
      .map((update): Offered => {
        const { name, file, line, what } = update;
        const place = vscode.workspace.asRelativePath(uriOf(file)) + (line === undefined ? '' : `:${line}`);
        return { label: name, description: place, detail: what.join(' '), update, picked: kind !== 'removed' };
      });
    return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
  };
  return [
    ...part(t('Changed'), 'changed'),
    ...part(t('New operations'), 'new'),
    ...part(t('No longer in the document: will be disabled'), 'removed'),
  ];
}

/**
 * Shows the diff of each file, and changes those that the user accepts.
 * @returns the number of changed files
 */
async function review({ collection }: Known, all: readonly UpdatedFile[]): Promise<number> {
  const [accept, acceptAll, skip] = [t('Apply'), t('Apply All'), t('Skip')];
  let isAll = false;
  let changed = 0;
  for (const [i, { file, before, after, count }] of all.entries()) {
    const name = file.slice(file.lastIndexOf('/') + 1);
    if (!isAll) {
      const left = before === undefined ? preview(`empty/${name}`, '') : uriOf(file);
      const updated = preview(name, after);
      const title = before === undefined ? t('{0}: new file', name) : t('{0}: now ↔ updated', name);
      await vscode.commands.executeCommand('vscode.diff', left, updated, title, { preview: true });
      const question = counted(
        count,
        'Apply {0} change to {1}?',
        'Apply {0} changes to {1}?',
        vscode.workspace.asRelativePath(uriOf(file)),
      );
      const answer = await vscode.window.showInformationMessage(question, accept, ...(i + 1 < all.length ? [acceptAll] : []), skip);
      await closeDiff(updated);
      if (answer === undefined) return changed;
      if (answer === skip) continue;
      isAll = answer === acceptAll;
    }
    await apply({ file, before, after }, collection.root);
    changed++;
  }
  return changed;
}

async function closeDiff(updated: vscode.Uri): Promise<void> {
  const isIts = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputTextDiff && input.modified.toString() === updated.toString();
  await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isIts)));
}

/** @throws {ReqError} if the file has changed meanwhile */
async function apply({ file, before, after }: Omit<UpdatedFile, 'count'>, root: string): Promise<void> {
  const uri = uriOf(file);
  const changedMeanwhile = (): ReqError =>
    new ReqError('usage', t('{0} has changed meanwhile. Run the command again.', vscode.workspace.asRelativePath(uri)));
  if (before === undefined) {
    if ((await factsOf(uri)) !== undefined) throw changedMeanwhile();
    await writeFile(file, root, after);
    return;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.getText() !== before) throw changedMeanwhile();
  const edit = new vscode.WorkspaceEdit();
  for (const { range, newText } of lineEdits(before, after)) edit.replace(uri, rangeIn(document, range), newText);
  const isSaved = !document.isDirty;
  if (!(await vscode.workspace.applyEdit(edit))) throw changedMeanwhile();
  if (isSaved) await document.save();
}
