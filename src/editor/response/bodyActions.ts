import * as vscode from 'vscode';
import type { RunRecord } from './runRecord.ts';

const scheme = 'req-response';
const extensions = { json: 'json', xml: 'xml', html: 'html', text: 'txt', image: 'bin', hex: 'hex.txt', empty: 'txt' } as const;

/** Read-only documents of responses, so that a body can be looked at in an ordinary editor. */
export function bodyDocuments(): { readonly manager: vscode.Disposable; readonly open: Map<string, string> } {
  const open = new Map<string, string>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: (uri) => open.get(uri.query) ?? '',
  });
  const closing = vscode.workspace.onDidCloseTextDocument((d) => {
    if (d.uri.scheme === scheme) open.delete(d.uri.query);
  });
  return { manager: vscode.Disposable.from(provider, closing), open };
}

const fileName = (record: RunRecord): string =>
  (record.request.title || 'response').replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 60) || 'response';

/** Opens a body as it came in an editor of its language. */
export async function openBody(record: RunRecord, open: Map<string, string>): Promise<void> {
  const { body } = record;
  if (body === undefined) return;
  const isBinary = body.view === 'hex' || body.view === 'image';
  open.set(record.id, isBinary ? body.lines('raw', 0, 200_000).join('\n') : body.text());
  const uri = vscode.Uri.from({ scheme, path: `/${fileName(record)}.${extensions[body.view]}`, query: record.id });
  await vscode.window.showTextDocument(uri, { preview: true });
}

/** Writes the octets of a body, exactly as they came, to a file. */
export async function saveBody(record: RunRecord): Promise<void> {
  if (record.body === undefined) return;
  const folder = vscode.workspace.getWorkspaceFolder(record.uri)?.uri ?? vscode.Uri.joinPath(record.uri, '..');
  const name = `${fileName(record)}.${record.body.view === 'image' ? (record.body.type.split('/')[1] ?? 'bin').replace(/\+.*/, '') : record.body.view === 'hex' ? 'bin' : extensions[record.body.view]}`;
  const target = await vscode.window.showSaveDialog({ defaultUri: vscode.Uri.joinPath(folder, name), title: 'Save the response' });
  if (target === undefined) return;
  await vscode.workspace.fs.writeFile(target, record.bytes());
  void vscode.window.setStatusBarMessage(`$(check) Saved ${vscode.workspace.asRelativePath(target)}`, 3000);
}
