import { pushAll } from '../../../base/lists.ts';
import * as vscode from 'vscode';
import type { FolderInput, FolderPort, ImportInput } from '../../../convert/import/index.ts';
import { ReqError } from '../../../base/reqError.ts';
import { decodeUtf8 } from '../../../base/text/utf8.ts';
import { t } from '../../../base/l10n.ts';
import { refuseLinksOut } from '../../../files/real.ts';
import { factsOf, listUri, readUri } from '../../world/editorFiles.ts';

/** The texts to import, and the folder that contains them. */
export interface Source {
  readonly inputs: readonly ImportInput[];
  readonly beside: vscode.Uri | undefined;
  /** Whether the user chose the folder `beside` itself. */
  readonly isFolder: boolean;
}

/**
 * The folder that the user chose: files that its requests name are copied. For a chosen file it is undefined: files beside it are not
 * part of the import.
 */
export function portOfSource({ beside, isFolder }: Source): FolderPort | undefined {
  if (beside === undefined || !isFolder) return undefined;
  const uriAt = (path: string): vscode.Uri => vscode.Uri.joinPath(beside, path);
  return {
    kindOf: async (path) => (await factsOf(uriAt(path)))?.kind,
    sizeOf: async (path) => (await factsOf(uriAt(path)))?.size ?? 0,
    async read(path) {
      const uri = uriAt(path);
      if (uri.scheme === 'file') await refuseLinksOut(uri.fsPath, beside.fsPath);
      return readUri(uri);
    },
  };
}

/** File names of collections and environments exported by Postman and Thunder Client. */
const exportedCollection = /(?:\.postman_collection|^thunder-collection_[^/]*)\.json$/i;
const exportedEnvironment = /(?:\.postman_(?:environment|globals)|^thunder-environment_[^/]*)\.json$/i;

/** Adds environments beside an exported collection if the user agrees, because some dialogs select only one file. */
export async function withEnvironments(source: Source): Promise<Source | undefined> {
  const { inputs, beside } = source;
  const isAlone = inputs.some((i) => exportedCollection.test(i.path)) && !inputs.some((i) => exportedEnvironment.test(i.path));
  if (beside === undefined || !isAlone) return source;
  const found = (await listUri(beside)).filter(([name, type]) => type === vscode.FileType.File && exportedEnvironment.test(name));
  if (found.length === 0) return source;
  const picked = await vscode.window.showQuickPick(
    found.map(([label]) => ({ label, picked: true })),
    {
      title: t('Import Requests from Another Client'),
      placeHolder: t('Select the environments to import with the collection'),
      canPickMany: true,
    },
  );
  if (picked === undefined) return undefined;
  const more = picked.length === 0 ? [] : (await readFiles(picked.map(({ label }) => vscode.Uri.joinPath(beside, label)))).inputs;
  return { ...source, inputs: [...inputs, ...more] };
}

export async function pickSource(): Promise<Source | undefined> {
  const sources = [
    {
      label: `$(files) ${t('Files…')}`,
      description: '.http, .hurl, Postman, OpenAPI, HAR, Insomnia, Thunder Client, Yaak, .bru, curl',
      what: 'files',
    },
    { label: `$(folder) ${t('Folder…')}`, description: t('a Bruno collection, or .http files with their environments'), what: 'folder' },
    { label: `$(clippy) ${t('Clipboard')}`, description: t('a curl command, or the text of a file'), what: 'clipboard' },
  ];
  const picked = await vscode.window.showQuickPick(sources, {
    title: t('Import Requests from Another Client'),
    placeHolder: t('Select what to import'),
  });
  if (picked === undefined) return undefined;
  if (picked.what === 'clipboard') {
    const text = await vscode.env.clipboard.readText();
    if (text.trim() === '')
      throw new ReqError('usage', t('The clipboard contains no text. Copy a curl command or a collection, then import it.'));
    return { inputs: [{ path: 'clipboard', text }], beside: undefined, isFolder: false };
  }
  const isFolder = picked.what === 'folder';
  const uris = await vscode.window.showOpenDialog({
    canSelectFiles: !isFolder,
    canSelectFolders: isFolder,
    canSelectMany: !isFolder,
    openLabel: t('Import'),
    title: isFolder ? t('Import a Folder') : t('Import Files'),
  });
  return uris === undefined ? undefined : readFiles(uris);
}

/** Links have further bits, and are skipped. */
const kindNames = new Map([
  [vscode.FileType.File, 'file'],
  [vscode.FileType.Directory, 'folder'],
]);

/** @param within the folder to which the paths of files are relative; without it, a file has only a name */
export async function readFiles(uris: readonly vscode.Uri[], within?: vscode.Uri): Promise<Source> {
  const { filesToImport, importLimits, ImportSize, mayBelong, ofOneFormat, orProblem } = await import('../../../convert/import/index.ts');
  const inputs: ImportInput[] = [];
  const size = new ImportSize();
  const read = async (uri: vscode.Uri, path: string): Promise<ImportInput> => {
    if (!size.add((await factsOf(uri))?.size ?? 0))
      throw new ReqError('limit', t('The files are larger than {0} MB, the limit of one import.', importLimits.megabytes));
    const bytes = await readUri(uri);
    if (bytes === undefined) throw new ReqError('usage', t('The file {0} does not exist.', path));
    const decoded = decodeUtf8(bytes);
    if (!decoded.ok) throw new ReqError('parse', t('{0} is not UTF-8: byte {1}.', path, decoded.offset));
    return { path, text: decoded.text };
  };
  let beside: vscode.Uri | undefined;
  let isOfFolder = false;
  for (const uri of uris) {
    const isFolder = (await factsOf(uri))?.kind === 'folder';
    if (isFolder) {
      const found: FolderInput[] = [];
      const list = async (folder: string) =>
        (await listUri(vscode.Uri.joinPath(uri, folder))).map(([name, type]) => ({ name, kind: kindNames.get(type) ?? 'other' }));
      const tooMany = () => new ReqError('limit', t('The folder contains more than {0} files.', importLimits.files));
      for (const path of await filesToImport(list, tooMany))
        if (mayBelong(path, undefined)) found.push(await orProblem(path, () => read(vscode.Uri.joinPath(uri, path), path)));
      pushAll(inputs, ofOneFormat(found, undefined));
      if (beside === undefined) isOfFolder = true;
      beside ??= uri;
    } else {
      const start = within === undefined ? uri.path.lastIndexOf('/') + 1 : within.path.length + 1;
      inputs.push(await read(uri, uri.path.slice(start)));
      beside ??= within ?? vscode.Uri.joinPath(uri, '..');
    }
  }
  if (inputs.length === 0) throw new ReqError('usage', t('Nothing here can be imported. Select files or a folder of another client.'));
  return { inputs, beside, isFolder: isOfFolder };
}
