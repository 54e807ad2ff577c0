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
  await vscode.window.showTextDocument(preview(`${of}.md`, text), { viewColumn: columnOfResults(), preserveFocus: true, preview: true });
}

/** A document with a text that is not in a file. */
export function preview(name: string, text: string): vscode.Uri {
  const uri = vscode.Uri.from({ scheme, path: `/${name}` });
  reports.set(uri.path, text);
  if (documents === undefined) {
    documents = new vscode.EventEmitter();
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: documents.event,
      provideTextDocumentContent: ({ path }) => reports.get(path) ?? '',
    });
  } else documents.fire(uri);
  return uri;
}
