import * as vscode from 'vscode';
import { reportScheme as scheme } from '../commands/contributions.ts';
import { columnOfResults } from '../responsePanel/panelPlace.ts';
import { factsOf } from '../world/editorFiles.ts';

/** The first free path: `base` + `extension`, else with a number (`base-2`). */
export async function free(base: vscode.Uri, extension: string): Promise<vscode.Uri> {
  for (let i = 1; ; i++) {
    const uri = base.with({ path: `${base.path}${i === 1 ? '' : `-${i}`}${extension}` });
    if ((await factsOf(uri)) === undefined) return uri;
  }
}

const reports = new Map<string, string>();
let documents: vscode.EventEmitter<vscode.Uri> | undefined;

export async function showReport(of: 'Import' | 'Export', text: string): Promise<void> {
  const uri = vscode.Uri.from({ scheme, path: `/${of}.md` });
  reports.set(uri.path, text);
  if (documents === undefined) {
    documents = new vscode.EventEmitter();
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: documents.event,
      provideTextDocumentContent: ({ path }) => reports.get(path) ?? '',
    });
  } else documents.fire(uri);
  await vscode.window.showTextDocument(uri, { viewColumn: columnOfResults(), preserveFocus: true, preview: true });
}
