import * as vscode from 'vscode';
import { counted, t } from '../../base/l10n.ts';
import { ReqError } from '../../base/reqError.ts';
import { folderOf, noVariables, readApiText, requestOf } from '../../language/index.ts';
import {
  changeLines,
  documentLimits,
  documentRequest,
  fetchedDocument,
  largestDocument,
  urlDocuments,
  type ApiChanges,
  type NamedApi,
} from '../../language/onDemand.ts';
import { preview } from '../log/report.ts';
import { documentUriOf, requestTextAt, requestTextsOf } from '../providers/fencedDocuments.ts';
import type { Services } from '../services.ts';
import { editorFiles, uriOf } from '../world/editorFiles.ts';
import type { Known } from '../world/editorSurroundings.ts';
import { refusedForEnvironment } from '../world/environmentChoice.ts';
import { writeFile } from '../world/fileWriting.ts';
import { readApi } from '../../apiDocuments/readApi.ts';
import { sendDefaultsOf } from '../world/settings.ts';
import { maySend } from './sendRequest.ts';

/**
 * *Fetch OpenAPI Document*: fetches what `# @openapi` names with a URL around the requests of a document, and keeps it in the collection.
 * @param uri of the document; default: the active one
 * @param path of the copy, if a document is chosen already
 */
export async function fetchOpenApi({ surroundings, environments, runs }: Services, uri: unknown, path: unknown): Promise<void> {
  if (!(await maySend())) return;
  const editor = vscode.window.activeTextEditor;
  const document = uri instanceof vscode.Uri ? await vscode.workspace.openTextDocument(uri) : editor?.document;
  const line = editor?.document === document ? (editor?.selection.active.line ?? 0) : 0;
  const text = document && (requestTextAt(document, line) ?? requestTextsOf(document)[0]);
  if (text === undefined) throw new ReqError('usage', t('Open a .req file first.'));
  const known = await surroundings.know(text, 'reload');
  if (documentUriOf(known.document.uri).scheme === 'untitled')
    throw new ReqError('usage', t('Save the file first: the document is written beside it.'));
  const named = await chosen(urlDocuments(known.tree, known.file, known.collection), path);
  if (named === undefined || (await refusedForEnvironment(environments, known.collection))) return;
  const fetched = await fetchText(runs, known, named);
  if (fetched === undefined) return;
  const { root } = known.collection;
  const place = { root, folder: folderOf(named.by) };
  const read = (file: string): ReturnType<typeof readApiText> =>
    readApiText(editorFiles, file, shown(file), place, `there is no file ${shown(file)}`);
  const kept = await read(named.path);
  const before = 'text' in kept ? kept.text : undefined;
  const found = await fetchedDocument(named, { text: fetched, before, read }, readApi);
  if (found.kind === 'problem') throw new ReqError('usage', t('{0}. Nothing was written.', found.message));
  if (found.kind === 'same') {
    void vscode.window.showInformationMessage(t('{0} has not changed.', shown(named.path)));
    return;
  }
  if (found.kind === 'changed' && !(await mayReplace(named, fetched, found.changes))) return;
  await writeFile(named.path, root, fetched);
  surroundings.reread(named.path);
  const operations = counted(found.index.operations.length, '{0} operation', '{0} operations');
  const missing = found.index.problems.length === 0 ? '' : ` ${found.index.problems.slice(0, 2).join(' ')}`;
  const open = t('Open');
  const said = t('The OpenAPI document was written to {0}: {1}.', shown(named.path), operations) + missing;
  void vscode.window
    .showInformationMessage(said, open)
    .then((answer) => (answer === open ? vscode.window.showTextDocument(uriOf(named.path)) : undefined));
}

const shown = (file: string): string => vscode.workspace.asRelativePath(uriOf(file));

async function chosen(all: readonly NamedApi[], path: unknown): Promise<NamedApi | undefined> {
  const given = all.find((named) => named.path === path);
  if (given !== undefined) return given;
  const [first, second] = all;
  if (first === undefined)
    throw new ReqError(
      'usage',
      t('No OpenAPI document is named by a URL: write # @openapi https://… in collection.req, folder.req or the first block of the file.'),
    );
  if (second === undefined) return first;
  const items = all.map((named) => ({ label: named.written, description: shown(named.by), named }));
  const picked = await vscode.window.showQuickPick(items, {
    title: t('Req: Fetch OpenAPI Document'),
    placeHolder: t('Select the document to fetch'),
  });
  return picked?.named;
}

/** The text of a document; undefined if the user cancelled. */
async function fetchText(runs: Services['runs'], known: Known, named: NamedApi): Promise<string | undefined> {
  // The run has the variables of the collection's scripts.
  const { context, tree, block } = documentRequest({ ...known, variables: noVariables, answers: noVariables }, named);
  const copy: Known = { ...known, tree, contextOf: () => context };
  const set = sendDefaultsOf();
  const defaults = {
    timeoutMs: set.timeoutMs || documentLimits.timeoutMs,
    idleTimeoutMs: set.idleTimeoutMs || documentLimits.idleTimeoutMs,
  };
  const title = t('Fetching the OpenAPI document');
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, async (_, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    const sent = await runs.fetch(copy, requestOf(tree, block), stop.signal, { defaults, bodySize: largestDocument });
    if (sent === undefined) return undefined;
    const { failure, response, mask } = sent;
    if (failure !== undefined) throw new ReqError(failure.kind, failure.message);
    if (response === undefined) return undefined;
    const { status, text } = response;
    if (status < 200 || status > 299)
      throw new ReqError('usage', t('{0} was answered with status {1}. Nothing was written.', named.written, status));
    if (mask(text) !== text) throw new ReqError('usage', t('{0} contains the value of a secret. Nothing was written.', named.written));
    return text;
  });
}

/** Shows what changed, and asks whether the copy may be replaced. */
async function mayReplace(named: NamedApi, text: string, changes: ApiChanges | undefined): Promise<boolean> {
  const [replace, compare] = [t('Replace'), t('Show Difference')];
  const detail = changes === undefined ? undefined : changeLines(changes, 12).join('\n');
  const message = t('{0} has changed. Replace the copy?', named.written);
  const options = { modal: true, ...(detail === undefined || detail === '' ? {} : { detail }) };
  const answer = await vscode.window.showWarningMessage(message, options, replace, compare);
  if (answer !== compare) return answer === replace;
  const name = named.path.slice(named.path.lastIndexOf('/') + 1);
  const title = t('{0}: kept copy ↔ fetched', name);
  await vscode.commands.executeCommand('vscode.diff', uriOf(named.path), preview(name, text), title, { preview: true });
  return (await vscode.window.showInformationMessage(message, replace)) === replace;
}
