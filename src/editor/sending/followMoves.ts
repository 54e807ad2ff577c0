import * as vscode from 'vscode';
import { uriAfter, type Move } from '../../response/history/moves.ts';
import type { DocumentUri } from '../../response/record/runRecord.ts';
import { documentUriOf } from '../providers/fencedDocuments.ts';
import { viewChanges } from '../requests/applyEdits.ts';
import type { Services } from '../services.ts';
import { fileOf } from '../world/editorFiles.ts';

/** Results and responses stay with their requests when files are renamed, moved or saved for the first time. */
export function followMoves({ active, panels, requestViews, history }: Services, moves: readonly Move[]): void {
  const now = <T extends DocumentUri>(uri: T): T | vscode.Uri => {
    const text = uriAfter(moves, uri.toString());
    return text === uri.toString() ? uri : vscode.Uri.parse(text);
  };
  const records = [...active.results.records, ...active.all.map(({ record }) => record), ...panels.shown];
  for (const record of new Set(records)) {
    const uri = now(record.uri);
    if (uri !== record.uri) record.moveTo(uri, fileOf({ uri: documentUriOf(uri) }));
  }
  active.results.move(now);
  viewChanges.move(now);
  requestViews.moved((uri) => uriAfter(moves, uri));
  history.refresh();
}
