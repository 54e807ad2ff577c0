import * as vscode from 'vscode';
import { counted, t } from '../../base/l10n.ts';
import { currentEditor } from '../providers/currentEditor.ts';
import { isReqError, ReqError } from '../../base/reqError.ts';
import { durationText } from '../../base/text/durationText.ts';
import { folderOf, noVariables, textWithin, requestOf } from '../../language/index.ts';
import {
  changeLines,
  documentLimits,
  documentRequest,
  fetchedDocument,
  largestDocument,
  mostTimeouts,
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
 * *Fetch OpenAPI Document*: fetches documents that `# @openapi` names by URL around the requests of a document, and stores them in the
 * collection.
 * @param uri of the document; default: the active one
 * @param path of the copy, if a document is already chosen
 */
export async function fetchOpenApi({ surroundings, environments, runs }: Services, uri: unknown, path: unknown): Promise<void> {
  if (!(await maySend())) return;
  const editor = currentEditor();
  const document = uri instanceof vscode.Uri ? await vscode.workspace.openTextDocument(uri) : editor?.document;
  const line = editor?.document === document ? (editor?.selection.active.line ?? 0) : 0;
  const text = document && (requestTextAt(document, line) ?? requestTextsOf(document)[0]);
  if (text === undefined) throw new ReqError('usage', t('Open a .req file first.'));
  const known = await surroundings.know(text, 'reload');
  if (documentUriOf(known.document.uri).scheme === 'untitled')
    throw new ReqError('usage', t('Save the file first: the document is written beside it.'));
  const named = await chosen(urlDocuments(known.tree, known.file, known.collection), path);
  if (named === undefined || (await refusedForEnvironment(environments, known.collection))) return;
  const { root } = known.collection;
  const place = { root, folder: folderOf(named.by) };
  const read = (file: string): ReturnType<typeof textWithin> => textWithin(editorFiles, file, shown(file), place);
  const kept = await read(named.path);
  const before = 'text' in kept ? kept.text : undefined;
  const shownWork = await whileShown(async (signal) => {
    const main = await fetchText(runs, known, named, signal);
    if (main === undefined) return undefined;
    const fetch = (reference: string): Promise<Fetched> => fetchReference(runs, known, named, reference, signal);
    const found = await fetchedDocument(named, { text: main, before, read, fetch }, readApi);
    return signal.aborted ? undefined : { fetched: found, main };
  });
  if (shownWork === undefined) return;
  const { fetched, main } = shownWork;
  if (fetched.kind === 'problem') throw new ReqError('usage', t('{0}. Nothing was written.', fetched.message));
  if (fetched.kind === 'same') {
    void vscode.window.showInformationMessage(t('{0} has not changed.', shown(named.path)));
    return;
  }
  const [first = [named.path, main] as const] = fetched.files;
  if (fetched.kind === 'changed' && !(await mayReplace(named.written, first, fetched.changes))) return;
  for (const [file, text_] of fetched.files) {
    await writeFile(file, root, text_);
    surroundings.reread(file);
  }
  surroundings.reread(named.path);
  const operations = counted(fetched.index.operations.length, '{0} operation', '{0} operations');
  const missing = fetched.index.problems.length === 0 ? '' : ` ${fetched.index.problems.slice(0, 2).join(' ')}`;
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

type Fetched = { readonly text: string } | { readonly problem: string };

/** Shows a progress notification with a Cancel button during the work. */
const whileShown = <T>(work: (signal: AbortSignal) => Promise<T>): Thenable<T> =>
  vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: t('Fetching the OpenAPI document'), cancellable: true },
    (_, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      return work(stop.signal);
    },
  );

/** Fetches a file that the document references. */
async function fetchReference(
  runs: Services['runs'],
  known: Known,
  named: NamedApi,
  reference: string,
  signal: AbortSignal,
): Promise<Fetched> {
  try {
    const text = await fetchText(runs, known, named, signal, reference);
    return text === undefined ? { problem: `${reference} was not fetched` } : { text };
  } catch (e) {
    if (!isReqError(e)) throw e;
    return { problem: e.message.includes(reference) ? e.message : `${reference} was not fetched: ${e.message}` };
  }
}

/**
 * The text of a document, or of a file that it references; undefined if the user cancelled.
 * @throws {ReqError} if it was not fetched
 */
async function fetchText(
  runs: Services['runs'],
  known: Known,
  named: NamedApi,
  signal: AbortSignal,
  reference?: string,
): Promise<string | undefined> {
  // The run has the variables of the collection's scripts.
  const { context, tree, block } = documentRequest({ ...known, variables: noVariables, answers: noVariables }, named, reference);
  const copy: Known = { ...known, tree, contextOf: () => context };
  const set = sendDefaultsOf();
  const defaults = {
    timeoutMs: set.timeoutMs || documentLimits.timeoutMs,
    idleTimeoutMs: set.idleTimeoutMs || documentLimits.idleTimeoutMs,
  };
  const late = AbortSignal.timeout(mostTimeouts * defaults.timeoutMs);
  const sent = await runs.fetch(copy, requestOf(tree, block), AbortSignal.any([signal, late]), { defaults, bodySize: largestDocument });
  if (late.aborted && !signal.aborted)
    throw new ReqError('network', t('The document was not complete after {0}.', durationText(mostTimeouts * defaults.timeoutMs)));
  if (sent === undefined) return undefined;
  const { failure, response, mask } = sent;
  if (failure !== undefined) throw new ReqError(failure.kind, failure.message);
  if (response === undefined) return undefined;
  const { status, text } = response;
  const isFine = status >= 200 && status <= 299;
  if (isFine && mask(text) === text) return text;
  // Problems of documents are in English.
  if (reference !== undefined)
    throw new ReqError('usage', `${reference} ${isFine ? 'contains the value of a secret' : `returned status ${status}`}`);
  throw new ReqError(
    'usage',
    isFine
      ? t('{0} contains the value of a secret. Nothing was written.', named.written)
      : t('{0} returned status {1}. Nothing was written.', named.written, status),
  );
}

/**
 * Shows the changes, and asks whether to replace the copy.
 * @param written the URL as written
 * @param first the file whose changes are shown, and its new text
 */
async function mayReplace(written: string, [file, text]: readonly [string, string], changes: ApiChanges | undefined): Promise<boolean> {
  const [replace, compare] = [t('Replace'), t('Show Difference')];
  const detail = changes === undefined ? undefined : changeLines(changes, 12).join('\n');
  const message = t('{0} has changed. Replace the copy?', written);
  const options = { modal: true, ...(detail === undefined || detail === '' ? {} : { detail }) };
  const answer = await vscode.window.showWarningMessage(message, options, replace, compare);
  if (answer !== compare) return answer === replace;
  const name = file.slice(file.lastIndexOf('/') + 1);
  const title = t('{0}: stored copy ↔ fetched', name);
  await vscode.commands.executeCommand('vscode.diff', uriOf(file), preview(name, text), title, { preview: true });
  return (await vscode.window.showInformationMessage(message, replace)) === replace;
}
