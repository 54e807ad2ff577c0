import * as vscode from 'vscode';
import { didStep } from '../../firstSteps.ts';
import type { ImportFormat, ImportResult } from '../../../convert/import/index.ts';
import { ReqError } from '../../../base/reqError.ts';
import { counted, t } from '../../../base/l10n.ts';
import { sharedKind } from '../../../language/index.ts';
import { factsOf, pathOf, readUri, uriOf } from '../../world/editorFiles.ts';
import { httpDialectOf } from '../../world/settings.ts';
import { writeAllBelow, type UriToWrite } from '../../world/fileWriting.ts';
import { reportErrors } from '../../log/log.ts';
import { pickSource, portOfSource, readFiles, withEnvironments, type Source } from './importSource.ts';
import { free, preview, showReport } from '../../log/report.ts';
import { findForeignFiles } from '../../requests/findForeignFiles.ts';
import { keepSecret } from '../../secrets/index.ts';
import type { SecretStore } from '../../secrets/secretStore.ts';
import type { Surroundings } from '../../world/editorSurroundings.ts';
import type { Environments } from '../../world/environments.ts';
import type { CommandId } from '../contributions.ts';

/** Loaded on demand: most windows never import. */
const load = () => import('../../../convert/import/index.ts');

export interface ImportParts {
  readonly surroundings: Surroundings;
  readonly secrets: SecretStore;
  readonly environments: Environments;
}

/** Imports files of other clients: those chosen in the explorer, or those that the user picks. Existing files are not replaced. */
export async function importCommand(parts: ImportParts, uri: unknown, uris: unknown): Promise<void> {
  const chosen = Array.isArray(uris) ? uris.filter((u) => u instanceof vscode.Uri) : uri instanceof vscode.Uri ? [uri] : undefined;
  const source = chosen === undefined ? await pickSource() : await readFiles(chosen);
  if (source !== undefined) await importSource(parts, source);
}

/** Imports the `.http` and `.rest` files of a workspace folder, with their folders. */
export async function importFound(parts: ImportParts): Promise<void> {
  const found = await findForeignFiles();
  const folders = (vscode.workspace.workspaceFolders ?? []).filter((f) =>
    found.some((uri) => vscode.workspace.getWorkspaceFolder(uri) === f),
  );
  const folder = folders.length > 1 ? await vscode.window.showWorkspaceFolderPick() : folders[0];
  const inside = found.filter((uri) => vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() === folder?.uri.toString());
  if (folder !== undefined && inside.length > 0) await importSource(parts, await readFiles(inside, folder.uri));
}

async function importSource(parts: ImportParts, chosen: Source): Promise<void> {
  const { detectFormat, dialectNamed, importFiles } = await load();
  const format = chosen.inputs.map(detectFormat).find((f) => f !== undefined) ?? (await pickFormat());
  if (format === undefined) return;
  const source = await withEnvironments(chosen);
  if (source === undefined) return;
  const dialect = dialectNamed(httpDialectOf());
  const converted = importFiles(
    format,
    source.inputs.map((input) => ({ ...input, dialect })),
  );
  if (converted.requests === 0 && converted.files.length === 0)
    throw new ReqError('usage', t('The selection contains no requests. Nothing was written.'));
  const target = await pickTarget(format, besideOf(source, format));
  if (target === undefined) return;
  const isCollection = format !== 'http' && format !== 'curl' && format !== 'har';
  const folder = isCollection ? await free(vscode.Uri.joinPath(target, converted.name), '') : target;
  await writeChecked(parts, converted, folder, source);
}

/** The default target folder of an import. For a folder, that is its parent folder. */
function besideOf({ beside, isFolder }: Source, format: ImportFormat): vscode.Uri | undefined {
  if (beside === undefined || !isFolder || format === 'http' || format === 'hurl') return beside;
  const around = vscode.Uri.joinPath(beside, '..');
  return vscode.workspace.getWorkspaceFolder(around) === undefined ? beside : around;
}

/** Checks an import against its target folder, writes it, and reports the result. */
async function writeChecked(parts: ImportParts, converted: ImportResult, folder: vscode.Uri, from?: Source): Promise<void> {
  const { checkImport, limitedSource } = await load();
  const kindOf = async (path: string): Promise<'file' | 'folder' | undefined> => (await factsOf(uriOf(path)))?.kind;
  const port = from && portOfSource(from);
  const copied = port === undefined ? {} : { source: limitedSource(port) };
  const result = await checkImport(converted, { root: pathOf(folder), kindOf, ...copied });
  const written = await write(result, folder);
  if (written.length > 0) didStep('create');
  await reportImport(parts, result, written);
}

/** Shows a converted `.http` file, and writes it beside the original if the user agrees. */
export async function convertHttp(parts: ImportParts, uri: unknown): Promise<void> {
  const from = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
  if (from === undefined) return;
  const { dialectNamed, importFiles } = await load();
  const document = await vscode.workspace.openTextDocument(from);
  const name = from.path.slice(from.path.lastIndexOf('/') + 1);
  const converted = importFiles('http', [{ path: name, text: document.getText(), dialect: dialectNamed(httpDialectOf()) }]);
  const [file] = converted.files;
  if (file === undefined) return;
  const title = t('{0} as {1} (preview)', name, file.path);
  await vscode.commands.executeCommand('vscode.diff', from, preview(file.path, file.text), title, { preview: true });
  const writeIt = t('Write {0}', file.path);
  const answer = await vscode.window.showInformationMessage(
    t('Nothing is written yet. {0} would be written beside {1}, which is not changed.', file.path, name),
    writeIt,
  );
  if (answer === writeIt) await writeChecked(parts, converted, vscode.Uri.joinPath(from, '..'));
}

/** Reports an import and opens its first file. */
async function reportImport(parts: ImportParts, result: ImportResult, written: readonly vscode.Uri[]): Promise<void> {
  const { reportOf, environmentsOf } = await load();
  await showReport(
    'Import',
    reportOf(
      result,
      written.map((u) => vscode.workspace.asRelativePath(u)),
    ),
  );
  const first = written.find((u) => u.path.endsWith('.req') && sharedKind(u.path) === undefined);
  if (first !== undefined) await vscode.window.showTextDocument(first, { viewColumn: vscode.ViewColumn.Active, preview: false });
  // The surroundings do not know the new files yet. A collection file among them marks the root.
  const place = written.find((u) => sharedKind(u.path) === 'collection') ?? first ?? written[0];
  const names = place === undefined ? [] : environmentsOf(result);
  const [only] = names;
  if (place !== undefined && first !== undefined && only !== undefined && names.length === 1)
    await parts.environments.choose(await rootOf(place, parts), only);
  void reportErrors(() => announce(result, names));
  if (result.secrets.length > 0 && place !== undefined) void reportErrors(() => offerSecrets(result, place, parts));
}

/** @param environments of the import; a single one is selected already */
async function announce({ requests, whole }: ImportResult, environments: readonly string[]): Promise<void> {
  if (requests === 0) {
    const imported =
      environments.length === 0
        ? t('The import contains no requests, only variables.')
        : counted(environments.length, '{0} environment imported: {1}.', '{0} environments imported: {1}.', environments.join(', '));
    await vscode.window.showInformationMessage(imported);
    return;
  }
  const sentences = [
    counted(requests, '{0} request imported, {1} of them completely.', '{0} requests imported, {1} of them completely.', whole),
    ...(whole < requests ? [t('The report lists what could not be carried over.')] : []),
    ...(environments.length === 1 ? [t('The environment {0} is chosen.', environments[0] ?? '')] : []),
  ];
  const choose = t('Choose Environment…');
  const show = whole < requests ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  const answer = await show(sentences.join(' '), ...(environments.length > 1 ? [choose] : []));
  if (answer === choose) await vscode.commands.executeCommand('req.chooseEnvironment' satisfies CommandId);
}

/** The root of the collection that a new file belongs to. */
const rootOf = async (file: vscode.Uri, { surroundings }: ImportParts): Promise<string> =>
  sharedKind(file.path) === 'collection' ? pathOf(vscode.Uri.joinPath(file, '..')) : (await surroundings.collectionOf(pathOf(file))).root;

async function pickFormat(): Promise<ImportFormat | undefined> {
  const { importFormats } = await load();
  return vscode.window.showQuickPick([...importFormats], {
    title: t('Import Requests from Another Client'),
    placeHolder: t('The format was not detected. Select it.'),
  }) as Promise<ImportFormat | undefined>;
}

/** Shows a dialog for the target folder. Relative paths in `.http` files only work beside them, so that folder is offered first. */
async function pickTarget(format: ImportFormat, beside: vscode.Uri | undefined): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const isInside = beside !== undefined && vscode.workspace.getWorkspaceFolder(beside) !== undefined;
  const isBeside = ({ uri }: vscode.WorkspaceFolder): boolean => isInside && pathOf(uri) === pathOf(beside);
  const places = [
    ...(isInside
      ? [
          {
            label: format === 'http' || format === 'hurl' ? t('Beside the files') : t('The same folder'),
            description: folders.find(isBeside)?.name ?? vscode.workspace.asRelativePath(beside),
            uri: beside,
          },
        ]
      : []),
    ...folders.filter((f) => !isBeside(f)).map((f) => ({ label: f.name, description: t('the workspace folder'), uri: f.uri })),
    { label: t('Another folder…'), description: '', uri: undefined },
  ];
  const picked = await vscode.window.showQuickPick(places, {
    title: t('Import Requests from Another Client'),
    placeHolder: t('Select where to write the .req files'),
  });
  if (picked === undefined) return undefined;
  if (picked.uri !== undefined) return picked.uri;
  const chosen = await vscode.window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    openLabel: t('Import Here'),
    ...(beside === undefined ? {} : { defaultUri: beside }),
  });
  return chosen?.[0];
}

/** Writes the files atomically and returns their places. A file whose name is taken gets a numbered name. */
async function write(result: ImportResult, dir: vscode.Uri): Promise<readonly vscode.Uri[]> {
  const written: vscode.Uri[] = [];
  const waiting: UriToWrite[] = [];
  const copied = (result.companions ?? []).map(({ path, bytes }) => ({ path, text: bytes }));
  for (const { path, text } of [...result.files, ...copied]) {
    const [, base = path, extension = ''] = /^([^]*?)((?:\.private)?(?:\.env)?\.\w+)$/.exec(path) ?? [];
    const place = vscode.Uri.joinPath(dir, path);
    const there = await readUri(place).catch(() => new Uint8Array());
    // An identical file exists already.
    const isSame = there !== undefined && Buffer.from(text).equals(there);
    const uri = there === undefined || isSame ? place : await free(vscode.Uri.joinPath(dir, base), extension);
    if (!isSame) waiting.push({ uri, text });
    written.push(uri);
  }
  await writeAllBelow(waiting, dir);
  return written;
}

async function offerSecrets({ secrets: found }: ImportResult, file: vscode.Uri, parts: ImportParts): Promise<void> {
  const store = t('Store');
  const names = found.map((s) => s.name).join(', ');
  const message = counted(
    found.length,
    'The import found {0} credential: {1}. It is not written to the files. Store it as a secret?',
    'The import found {0} credentials: {1}. They are not written to the files. Store them as secrets?',
    names.length > 200 ? `${names.slice(0, 200)}…` : names,
  );
  if ((await vscode.window.showInformationMessage(message, store)) !== store) return;
  const root = await rootOf(file, parts);
  for (const { name, value } of found) await keepSecret(parts.secrets, { name, root }, value);
}
