import * as vscode from 'vscode';
import path from 'node:path';
import { t } from '../../base/l10n.ts';
import { messageText, type ShownPart } from '../../base/requestText.ts';
import { sizeOfRegular } from '../../files/read.ts';
import { findAgain, identify, requestAt, type RequestIdentity } from '../../language/index.ts';
import { restoreStandIns } from '../../language/onDemand.ts';
import type { RunEvent } from '../../runner/index.ts';
import { reportErrors } from '../log/log.ts';
import { requestTextAt, type RequestText } from '../providers/fencedDocuments.ts';
import { columnOfResults } from '../responsePanel/panelPlace.ts';
import type { Services } from '../services.ts';
import { maySend } from './sendRequest.ts';
import { requestTarget } from './requestTarget.ts';

const scheme = 'req-preview';

/** Milliseconds without a change before the preview is updated. */
const restMs = 300;

/** The previewed request. */
interface Previewed {
  readonly text: RequestText;
  readonly identity: RequestIdentity;
}

/** The preview of one request beside its editor, updated while the user types or moves to another request. */
export class RequestPreview implements vscode.Disposable {
  readonly #services: Services;
  readonly #uri: vscode.Uri;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #listening: vscode.Disposable;
  #previewed: Previewed | undefined;
  #content = '';
  #timer: NodeJS.Timeout | undefined;
  #running: AbortController | undefined;

  constructor(services: Services) {
    this.#services = services;
    this.#uri = vscode.Uri.from({ scheme, path: `/req-request-preview/${t('Request Preview')}` });
    this.#listening = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: () => this.#content,
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => document.uri.scheme !== scheme && this.#soon()),
      services.surroundings.onDidChange(() => this.#soon()),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections: [at] }) => this.#follow(textEditor, at?.active.line ?? 0)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => uri.scheme === scheme && this.#stop()),
    );
  }

  /** Shows the preview of the request at a line or at the cursor. The editor keeps the focus. */
  async show(uri: unknown, line: unknown): Promise<void> {
    if (!(await maySend())) return;
    const target = await requestTarget(this.#services.surroundings, uri, line);
    if (target === undefined) return;
    this.#previewed = { text: target.text, identity: identify(target.tree, target.request) };
    await this.#make();
    await vscode.window.showTextDocument(this.#uri, { viewColumn: columnOfResults(), preserveFocus: true, preview: true });
  }

  dispose(): void {
    this.#stop();
    this.#listening.dispose();
    this.#changed.dispose();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#previewed = undefined;
  }

  #follow({ document }: vscode.TextEditor, line: number): void {
    if (this.#previewed === undefined) return;
    const text = requestTextAt(document, line);
    if (text === undefined) return;
    const tree = this.#services.surroundings.tree(text);
    const request = requestAt(tree, tree.lines.startOf(Math.min(line, tree.lines.lineCount - 1)));
    if (request === undefined) return;
    const identity = identify(tree, request);
    const { text: before, identity: old } = this.#previewed;
    if (before.uri.toString() === text.uri.toString() && old.key === identity.key) return;
    this.#previewed = { text, identity };
    this.#soon();
  }

  #soon(): void {
    if (this.#previewed === undefined) return;
    this.#running?.abort();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void reportErrors(() => this.#make()), restMs);
  }

  async #make(): Promise<void> {
    const { surroundings } = this.#services;
    const previewed = this.#previewed;
    if (previewed === undefined) return;
    this.#running?.abort();
    const running = (this.#running = new AbortController());
    const known = await surroundings.know(previewed.text);
    const request = findAgain(known.tree, previewed.identity);
    const content =
      request === undefined
        ? t('"{0}" is no longer in the file.', previewed.identity.title)
        : await this.#contentOf(known, request, path.dirname(known.file), running.signal);
    if (running.signal.aborted || this.#previewed !== previewed) return;
    this.#content = content;
    this.#changed.fire(this.#uri);
  }

  async #contentOf(
    known: Parameters<Services['runs']['preview']>[0],
    request: Parameters<Services['runs']['preview']>[1],
    folder: string,
    signal: AbortSignal,
  ): Promise<string> {
    let sending: Extract<RunEvent, { readonly kind: 'sending' }> | undefined;
    const said: string[] = [];
    const emit = (e: RunEvent): void => {
      if (e.kind === 'sending') sending = e;
      if (e.kind === 'console') said.push(`# ${e.level}: ${e.text}`);
    };
    const { failure, mask } = await this.#services.runs.preview(known, request, emit, signal);
    const shown = (text: string): string => restoreStandIns(mask(text));
    if (sending === undefined) return shown([...said, failure?.message ?? ''].filter((text) => text !== '').join('\n\n'));
    const parts: ShownPart[] = [];
    for (const part of sending.body)
      parts.push(
        part.kind === 'text'
          ? { text: part.text }
          : { file: path.relative(folder, part.path), size: await sizeOfRegular(part.path).catch(() => null) },
      );
    const text = messageText(sending.request, parts);
    const whole = shown(text);
    // The length of a value that is not known yet is not known either.
    const isUnsure = whole !== mask(text) && parts.length > 0;
    return isUnsure ? whole.replace(/^(Content-Length: )\d+$/im, '$1…') : whole;
  }
}
