import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { ReqError, type Place } from '../../base/reqError.ts';
import { findAgain, isForeignTree, type DocumentTree } from '../../language/index.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import { reportErrors } from '../log/log.ts';
import { documentUriOf, editInDocument } from '../providers/fencedDocuments.ts';
import type { OpenedTree } from '../responsePanel/nodeActions.ts';
import { makeSchemaOfBody } from '../responsePanel/makeSchema.ts';
import { reply } from '../responsePanel/reply.ts';
import { writeTextPath as writePath } from '../responsePanel/writeTextPath.ts';
import { textOf } from '../sending/resend.ts';
import type { Services } from '../services.ts';
import { goTo } from './responses/goTo.ts';
import { openAgain } from '../world/editorFiles.ts';

/** The request's document and its current tree. */
export async function openTree({ surroundings }: Services, record: RunRecord): Promise<OpenedTree> {
  const document = await openAgain(documentUriOf(record.uri));
  const text = textOf(document, record, surroundings);
  const tree = surroundings.tree(text);
  return { document, text, tree, place: (edit) => editInDocument(document, text.uri, tree, edit) };
}

/** By how many lines the request of a run has moved down since the run started. 0 if it is not found, or its document is not open. */
export function linesMoved({ surroundings }: Services, record: RunRecord): number {
  const { place } = record;
  const uri = documentUriOf(record.uri).toString();
  const document = vscode.workspace.textDocuments.find((d) => d.uri.toString() === uri);
  if (place === undefined || document === undefined) return 0;
  return movedIn(surroundings.tree(textOf(document, record, surroundings)), record, place.line);
}

const movedIn = (tree: DocumentTree, { request }: RunRecord, line: number): number => (findAgain(tree, request)?.line ?? line) - line;

/** Opens a place that a run reported. Corrects lines of the request for lines inserted or deleted above it since the run started. */
export async function goToPlace(services: Services, record: RunRecord | undefined, { file, line, column }: Place): Promise<void> {
  const sent = record?.place;
  if (record === undefined || sent?.file !== file || line < sent.line) return goTo(file, line, column);
  const { tree } = await openTree(services, record);
  return goTo(file, line + movedIn(tree, record, sent.line), column);
}

/**
 * Like `openTree`, to write into the request.
 * @throws {ReqError} for a file of another client, which is never changed
 */
export async function openTreeToEdit(services: Services, record: RunRecord): Promise<OpenedTree> {
  const opened = await openTree(services, record);
  if (!isForeignTree(opened.tree)) return opened;
  const name = vscode.workspace.asRelativePath(opened.document.uri);
  throw new ReqError('usage', t('Nothing was written: Req does not change {0}. Convert it to .req to edit it from here.', name));
}

export const rootOf = async ({ surroundings }: Services, file: string): Promise<string> => (await surroundings.collectionOf(file)).root;

/** Writes a schema of the whole body beside its request. */
export const makeSchema = (services: Services, record: RunRecord): Promise<void> =>
  makeSchemaOfBody(
    record,
    (of) => openTreeToEdit(services, of),
    (file) => rootOf(services, file),
  );

/** Writes the next request of a chat below its request. */
export const replyTo = (services: Services, record: RunRecord): Promise<void> =>
  reply(
    record,
    (of) => openTreeToEdit(services, of),
    (text) => services.surroundings.know(text),
  );

/** Writes the path of an event's text into the request of a run; false if it could not be written. */
export async function writeTextPath(services: Services, record: RunRecord, textPath: string): Promise<boolean> {
  const written = await reportErrors(async () => {
    return writePath(record, await openTreeToEdit(services, record), textPath);
  });
  return written === true;
}
