import * as vscode from 'vscode';
import type { NodeFacts } from '../../body/index.ts';
import { parseJson } from '../../base/json/json.ts';
import { referenceTo } from '../../base/values/nodePath.ts';
import { t } from '../../base/l10n.ts';
import { valueToJson } from '../../base/values/value.ts';
import { folderOf, join } from '../../language/index.ts';
import { schemaAssertionEdit } from '../../language/onDemand.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import { factsOf, fileOf, uriOf } from '../world/editorFiles.ts';
import { writeFile } from '../world/fileWriting.ts';
import { refuse, writeEdit, type OpenTree } from './nodeActions.ts';

/**
 * Writes a JSON Schema of a value beside the request, and an assertion that names it.
 * @param rootOf returns the root of a file's collection
 * @throws {ReqError} if the file cannot be written
 */
export async function makeSchema(
  record: RunRecord,
  { path, shown }: NodeFacts,
  openTree: OpenTree,
  rootOf: (file: string) => Promise<string>,
): Promise<void> {
  if (shown === null) return refuse(t('the value is too large'));
  // A secret among the names or numbers would be lost in the masked text.
  const value = parseJson(shown);
  if (value === undefined) return refuse(t('the value contains a secret, which does not belong in a file'));
  const { document } = await openTree(record);
  if (document.isUntitled) return refuse(t('the file of the request is not saved yet'));
  const file = fileOf(document);
  const name = `${fileName(record.request.title, path)}.schema.json`;
  const target = join(folderOf(file), name);
  if ((await factsOf(uriOf(target))) !== undefined && !(await mayReplace(name))) return;
  const { inferSchema } = await import('../../schema/index.ts');
  await writeFile(target, await rootOf(file), `${valueToJson(inferSchema(value, { open: true }), 2)}\n`);
  await writeEdit(record, openTree, t('{0} was written, and an assertion', name), (tree, block) =>
    schemaAssertionEdit(tree, block, path, `./${name}`),
  );
}

/** Writes a schema of the whole body. */
export async function makeSchemaOfBody(record: RunRecord, openTree: OpenTree, rootOf: (file: string) => Promise<string>): Promise<void> {
  const root = await record.text?.node(0);
  if (root === null || root === undefined) return refuse(t('the response is not JSON'));
  await makeSchema(record, root, openTree, rootOf);
}

async function mayReplace(name: string): Promise<boolean> {
  const replace = t('Replace');
  const question = t('{0} exists already. Replace it?', name);
  return (await vscode.window.showWarningMessage(question, { modal: true }, replace)) === replace;
}

/** A file name that is valid on every file system: `get-user`, with the path for a part of the body. */
function fileName(title: string, path: NodeFacts['path']): string {
  const words = `${title} ${path.length === 0 ? '' : referenceTo('', path)}`;
  const name = words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return name.slice(0, 80) || 'response';
}
