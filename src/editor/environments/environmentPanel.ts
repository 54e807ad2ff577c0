import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { ReqError } from '../../base/reqError.ts';
import { folderOf, type FileEdits } from '../../language/index.ts';
import {
  addEnvironmentEdit,
  clearInTable,
  moveInTable,
  environmentProblem,
  nameProblem,
  removeEnvironment,
  removeVariable,
  renameEnvironment,
  renameVariable,
  setInTable,
  sharedEnvironment,
  valueInTable,
} from '../../language/onDemand.ts';
import type { CellName, FromEnvironmentPage, ToEnvironmentPage } from '../../protocol/environmentMessages.ts';
import { readFromEnvironmentPage } from '../../protocol/validateEnvironments.ts';
import { environmentsPanelType } from '../commands/contributions.ts';
import { goTo } from '../commands/responses/goTo.ts';
import { quietly, reportErrors } from '../log/log.ts';
import type { RequestText } from '../providers/fencedDocuments.ts';
import { panelPage } from '../responsePanel/panelPage.ts';
import type { Services } from '../services.ts';
import { pathOf, uriOf } from '../world/editorFiles.ts';
import type { Known } from '../world/editorSurroundings.ts';
import { TableChanges } from './tableChanges.ts';
import { resolvedText, tableData } from './tableData.ts';

/** Milliseconds in which changes are batched for the page. */
const calm = 100;

type Edits = { readonly files: readonly FileEdits[] } | { readonly refused: string };

/** The panel that shows the environments of one folder as a table, and writes the user's changes. */
export class EnvironmentPanel implements vscode.Disposable {
  readonly #services: Pick<Services, 'surroundings' | 'environments'>;
  readonly #anchor: RequestText;
  readonly #panel: vscode.WebviewPanel;
  readonly #changes = new TableChanges();
  readonly #parts: vscode.Disposable[];
  /** The last change. Changes run one after another, because each edits the text that the previous one left. */
  #last: Promise<unknown> = Promise.resolve();
  #ready = false;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param restored a panel of an earlier session
   * @param onClosed called when the user closes the panel
   */
  constructor(
    services: Pick<Services, 'surroundings' | 'environments' | 'context'>,
    anchor: RequestText,
    title: string,
    restored: vscode.WebviewPanel | undefined,
    onClosed: () => void,
  ) {
    this.#services = services;
    this.#anchor = anchor;
    const { extensionUri } = services.context;
    const options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist')] };
    const show = { viewColumn: vscode.ViewColumn.Active };
    this.#panel = restored ?? vscode.window.createWebviewPanel(environmentsPanelType, '', show, options);
    this.#panel.title = t('Environments: {0}', title);
    this.#panel.webview.options = options;
    this.#parts = [
      services.surroundings.onDidChange(() => this.#soon()),
      this.#panel.webview.onDidReceiveMessage((data: unknown) => this.#receive(data)),
      this.#panel.onDidChangeViewState(() => (this.#ready &&= this.#panel.visible)),
      this.#panel.onDidDispose(() => {
        clearTimeout(this.#timer);
        for (const part of this.#parts) part.dispose();
        onClosed();
      }),
    ];
    this.#panel.webview.html = panelPage(this.#panel.webview, extensionUri, 'environments');
  }

  reveal(): void {
    this.#panel.reveal();
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void quietly('updating the page of environments', () => this.#postTable());
    }, calm);
  }

  async #postTable(): Promise<void> {
    if (this.#ready) this.#post({ type: 'table', table: tableData(await this.#known(), folderOf(pathOf(this.#anchor.uri))) });
  }

  #known(environment?: string): Promise<Known> {
    return this.#services.surroundings.know(this.#anchor, 'whole', environment);
  }

  #post(message: ToEnvironmentPage): void {
    void quietly('updating the page of environments', async () => this.#panel.webview.postMessage(message));
  }

  #receive(data: unknown): void {
    const message = readFromEnvironmentPage(data);
    if (message === undefined) return;
    if (message.type === 'ready') this.#ready = true;
    // A dialog must not hold up what the page asks for meanwhile.
    void reportErrors(() => this.#answer(message));
  }

  async #answer(message: FromEnvironmentPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.#postTable();
      case 'set':
        return this.#change((known) => setInTable(known, message.variable, message.environment, message.text));
      case 'clear':
        return this.#change((known) => clearInTable(known, message.variable, message.environment));
      case 'move':
        return this.#move(message);
      case 'resolve':
        return this.#resolve(message);
      case 'open':
        return this.#open(message);
      case 'openProblem':
        return this.#openProblem();
      case 'undo':
        return this.#inTurn(async () => {
          if (!(await this.#changes.undo())) void vscode.window.setStatusBarMessage(t('Nothing to undo in the table.'), 3000);
        });
      case 'choose': {
        const { collection } = await this.#known();
        return this.#services.environments.choose(collection.root, message.environment);
      }
      case 'addVariable':
        return this.#addVariable();
      case 'addEnvironment':
        return this.#addEnvironment();
      case 'renameVariable':
        return this.#renameVariable(message.variable);
      case 'renameEnvironment':
        return this.#renameEnvironment(message.environment);
      case 'deleteVariable':
        return this.#delete(
          t('Delete {0} from all environments?', message.variable),
          t('Requests that use it are not changed. Undo in the table restores it.'),
          (known) => removeVariable(known, message.variable),
        );
      case 'deleteEnvironment':
        return this.#delete(
          t('Delete the environment {0} with its values?', message.environment),
          t('Undo in the table restores it.'),
          (known) => removeEnvironment(known, message.environment),
        );
    }
  }

  /** Runs changes one after another. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const next = this.#last.then(work, work);
    this.#last = next.catch(() => undefined);
    return next;
  }

  #change(make: (known: Known) => Edits): Promise<void> {
    return this.#inTurn(async () => {
      const before = await this.#known();
      // Edits are for the texts of documents, in which a byte order mark is left out.
      for (const { file } of before.collection.environmentFiles) await vscode.workspace.openTextDocument(uriOf(file));
      const known = await this.#services.surroundings.know(this.#anchor, 'reload');
      const whole = { ...(await this.#known()), collection: known.collection };
      const edits = make(whole);
      if ('refused' in edits) {
        void this.#postTable();
        throw new ReqError('usage', edits.refused);
      }
      if (edits.files.length === 0) return;
      const isWritten = await this.#changes.apply(edits.files, (file) => textOf(whole, file));
      this.#soon();
      if (!isWritten) throw new ReqError('usage', t('A file changed meanwhile, so nothing was written. Try again.'));
    });
  }

  async #resolve({ variable, environment }: CellName): Promise<void> {
    const known = await this.#known(environment === sharedEnvironment ? undefined : environment);
    this.#post({ type: 'resolved', variable, environment, text: resolvedText(known, variable, environment) });
  }

  async #move({ variable, environment }: CellName): Promise<void> {
    const known = await this.#known();
    const from = valueInTable(known, variable, environment)?.file;
    if (from?.private === true) {
      const yes = t('Move');
      const detail = t('The value is shown in the table then, and is shared with the files of the collection.');
      const question = t('Move {0} out of {1}?', variable, known.display(from.file));
      if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) !== yes) return;
    }
    await this.#change((now) => moveInTable(now, variable, environment));
  }

  async #open({ variable, environment }: CellName): Promise<void> {
    const at = valueInTable(await this.#known(), variable, environment);
    if (at !== undefined) await goTo(at.file.file, at.line, 1);
  }

  async #openProblem(): Promise<void> {
    const { collection } = await this.#known();
    const broken = collection.environmentFiles.find(({ problem }) => problem !== undefined);
    if (broken?.problem !== undefined) await goTo(broken.file, broken.problem.line, broken.problem.column);
  }

  async #addVariable(): Promise<void> {
    const known = await this.#known();
    const isKnown = (name: string): boolean =>
      known.collection.environmentFiles.some((f) => [...f.environments.values()].some((m) => m.has(name)));
    const name = await vscode.window.showInputBox({
      title: t('Req: Add Variable'),
      prompt: t('Name of the variable: NAME in {{NAME}}'),
      validateInput: (text) => nameProblem(text) ?? (isKnown(text) ? t('A variable with this name exists already.') : undefined),
    });
    if (name !== undefined) this.#post({ type: 'newVariable', name });
  }

  async #addEnvironment(): Promise<void> {
    const known = await this.#known();
    const name = await vscode.window.showInputBox({
      title: t('Req: New Environment'),
      prompt: t('Name of the environment, such as dev'),
      validateInput: (text) => environmentProblem(known, text.trim()),
    });
    if (name === undefined) return;
    await this.#change((now) => addEnvironmentEdit(now, name.trim()));
    await this.#postTable();
    this.#post({ type: 'show', environment: name.trim() });
  }

  async #renameVariable(variable: string): Promise<void> {
    const newName = await vscode.window.showInputBox({
      title: t('Rename {0} in all files of the collection', variable),
      value: variable,
      validateInput: nameProblem,
    });
    if (newName !== undefined && newName !== variable) await this.#change((known) => renameVariable(known, variable, newName));
  }

  async #renameEnvironment(environment: string): Promise<void> {
    const known = await this.#known();
    const newName = await vscode.window.showInputBox({
      title: t('Rename the environment {0}', environment),
      value: environment,
      validateInput: (text) => (text.trim() === environment ? undefined : environmentProblem(known, text.trim())),
    });
    if (newName === undefined || newName.trim() === environment) return;
    await this.#change((now) => renameEnvironment(now, environment, newName.trim()));
    if (known.environment === environment) await this.#services.environments.choose(known.collection.root, newName.trim());
  }

  async #delete(question: string, detail: string, make: (known: Known) => Edits): Promise<void> {
    const yes = t('Delete');
    if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes) await this.#change(make);
  }
}

/** The text of a file of the collection that the edits refer to. */
const textOf = (known: Known, file: string): string | undefined =>
  [...known.collection.environmentFiles, ...known.environmentFiles()].find((f) => f.file === file)?.text ??
  known.files().find((f) => f.file === file)?.tree.text;
