import * as vscode from 'vscode';
import type { DocumentTree } from '../../language/index.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import { reportErrors } from '../log/log.ts';
import { documentUriOf } from '../providers/fencedDocuments.ts';
import { writeTextPath as writePath } from '../responsePanel/writeTextPath.ts';
import { textOf } from '../sending/resend.ts';
import type { Services } from '../services.ts';

export async function openTree(
  { surroundings }: Services,
  record: RunRecord,
): Promise<{ readonly document: vscode.TextDocument; readonly tree: DocumentTree }> {
  const document = await vscode.workspace.openTextDocument(documentUriOf(record.uri));
  return { document, tree: surroundings.tree(textOf(document, record, surroundings)) };
}

/** Writes the path of an event's text into the request of a run; false if it could not be written. */
export async function writeTextPath(services: Services, record: RunRecord, textPath: string): Promise<boolean> {
  const written = await reportErrors(async () => {
    const { document, tree } = await openTree(services, record);
    return writePath(record, document, tree, textPath);
  });
  return written === true;
}
