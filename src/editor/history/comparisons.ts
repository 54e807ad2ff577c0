import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import { comparedText } from '../../response/history/comparedText.ts';

const scheme = 'req-compare';
const sortedKey = 'req.compare.sorted';

export interface Side {
  readonly record: RunRecord;
  /** Label that distinguishes it from the other side: `14:03:22`. */
  readonly label: string;
}

/** Comparisons of responses in VS Code's diff editor. */
export class Comparisons implements vscode.Disposable {
  readonly #ignored: () => readonly string[];
  readonly #records = new Map<string, RunRecord>();
  readonly #open = new Set<string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #parts: vscode.Disposable;
  #sorted = false;
  #made = 0;

  constructor(ignored: () => readonly string[]) {
    this.#ignored = ignored;
    this.#parts = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: ({ query }) => this.#text(query),
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme) this.#forget(uri);
      }),
      vscode.workspace.onDidChangeConfiguration((e) => e.affectsConfiguration('req.compare.ignore') && this.#again()),
    );
  }

  /** Opens a comparison, the older response on the left. The records are shared until the editor closes. */
  async show(left: Side, right: Side): Promise<void> {
    const [one, other] = [left.record.request.title, right.record.request.title];
    const title = `${one}: ${left.label} ↔ ${one === other ? '' : `${other}: `}${right.label}`;
    await vscode.commands.executeCommand('vscode.diff', this.#add(left), this.#add(right), title, { preview: false });
  }

  /** Whether members of JSON objects are sorted by name; otherwise they keep the received order. */
  sort(sorted: boolean): void {
    this.#sorted = sorted;
    void vscode.commands.executeCommand('setContext', sortedKey, sorted);
    this.#again();
  }

  dispose(): void {
    for (const record of this.#records.values()) record.dispose();
    this.#parts.dispose();
  }

  #add({ record, label }: Side): vscode.Uri {
    const key = String(++this.#made);
    this.#records.set(key, record.share());
    const { extension } = comparedText(record, { sorted: this.#sorted, ignored: this.#ignored() });
    const name = `${record.request.title} ${label}`.replace(/[^\p{L}\p{N}._ -]+/gu, '-').slice(0, 80);
    const uri = vscode.Uri.from({ scheme, path: `/${name}.${extension}`, query: key });
    this.#open.add(uri.toString());
    return uri;
  }

  #text(key: string): string {
    const record = this.#records.get(key);
    if (record === undefined) return `${t('This response is no longer available.')}\n`;
    return comparedText(record, { sorted: this.#sorted, ignored: this.#ignored() }).text;
  }

  #forget(uri: vscode.Uri): void {
    this.#open.delete(uri.toString());
    this.#records.get(uri.query)?.dispose();
    this.#records.delete(uri.query);
  }

  #again(): void {
    for (const uri of this.#open) this.#changed.fire(vscode.Uri.parse(uri));
  }
}
