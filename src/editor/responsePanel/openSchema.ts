import * as vscode from 'vscode';
import { placeOfPointer } from '../../base/text/pointerPlace.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import { uriOf } from '../world/editorFiles.ts';
import { columnOfFile } from './panelPlace.ts';

/** Opens the schema at the keyword that a value violates. */
export async function openSchema(record: RunRecord, test: number, place: number): Promise<void> {
  const failed = record.replay().flatMap((m) => (m.type === 'tests' ? m.tests : []))[test];
  const schema = failed?.places?.[place]?.schema;
  if (schema === undefined) return;
  const document = await vscode.workspace.openTextDocument(uriOf(schema.file));
  const at = document.positionAt(placeOfPointer(document.getText(), schema.pointer));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at), viewColumn: columnOfFile(document.uri) });
}
