import * as vscode from 'vscode';
import {
  isForeignTree,
  type ActionCommand,
  type ActionKind,
  type CodeAction,
  type Collection,
  type DocumentTree,
} from '../../../language/index.ts';
import { environmentFixes, fixAll, foreignFixes, occurrenceSteps, quickFixes, refactor } from '../../../language/onDemand.ts';
import { curlActionsAt } from '../../commands/interchange/curlCommands.ts';
import { keepSecret } from '../../secrets/index.ts';
import { appliesEdits, editOf, rangeIn, runActionCommand, type ActionParts, type ActionTarget } from './actionEdits.ts';
import { editInDocument } from '../fencedDocuments.ts';
import { inTurns } from '../longFiles/inTurns.ts';
import { toOffset, toRange } from '../vscodeRanges.ts';
import { isRequestDocument, readForeign } from '../../world/httpFiles.ts';
import { fileOf } from '../../world/editorFiles.ts';
import { quietly } from '../../log/log.ts';
import type { SecretStore } from '../../secrets/secretStore.ts';
import type { Environments } from '../../world/environments.ts';
import type { Known, Surroundings } from '../../world/editorSurroundings.ts';

/** Internal command that runs the command part of a code action. Not in the manifest. */
const runAction = 'req.runAction';

const kinds: Readonly<Record<ActionKind, vscode.CodeActionKind>> = {
  quickfix: vscode.CodeActionKind.QuickFix,
  'refactor.extract': vscode.CodeActionKind.RefactorExtract,
  'refactor.inline': vscode.CodeActionKind.RefactorInline,
  'refactor.rewrite': vscode.CodeActionKind.RefactorRewrite,
  source: vscode.CodeActionKind.SourceFixAll.append('req'),
};

const codeActionKinds = Object.values(kinds);

class Offered extends vscode.CodeAction {
  readonly said: CodeAction;
  readonly document: vscode.TextDocument;
  readonly file: string;
  readonly root: string;

  constructor(said: CodeAction, document: vscode.TextDocument, file: string, { root }: Collection, tree?: DocumentTree) {
    super(said.title, kinds[said.kind]);
    this.said = said;
    this.document = document;
    this.file = file;
    this.root = root;
    const { mends, preferred } = said;
    if (preferred === true) this.isPreferred = true;
    if (mends === undefined) return;
    const place = tree === undefined ? rangeIn(document, mends.range) : toRange(tree, mends.range);
    this.diagnostics = vscode.languages
      .getDiagnostics(document.uri)
      .filter((d) => d.range.isEqual(place) && (typeof d.code === 'object' ? d.code.value : d.code) === mends.id);
  }
}

interface ActionContext {
  readonly secrets: SecretStore;
  readonly environments: Environments;
}

/** Quick fixes and refactorings. The edits are computed when the user selects one. */
export function codeActions(surroundings: Surroundings, { secrets, environments }: ActionContext): vscode.Disposable {
  const parts: ActionParts = {
    environments,
    keepSecret: (secret, value) => keepSecret(secrets, secret, value),
  };
  const provider: vscode.CodeActionProvider<Offered> = {
    provideCodeActions: (document, range, context) =>
      quietly('code actions', async () => {
        if (!isRequestDocument(document)) return [];
        await surroundings.longFiles.lenses(document);
        const known = await surroundings.know(document);
        const { version } = document;
        if ((await inTurns(occurrenceSteps(known.tree), () => document.version !== version)) === undefined) return [];
        const actions = isForeignTree(known.tree) ? await foreignActionsAt(known, range) : actionsAt(known, range, context.only);
        return actions.map((a) => new Offered(a, document, known.file, known.collection, known.tree));
      }),
    resolveCodeAction,
  };
  const inEnvironments: vscode.CodeActionProvider<Offered> = {
    provideCodeActions: (document, range) =>
      quietly('code actions', async () => {
        const file = fileOf(document);
        const collection = await surroundings.collectionOf(file);
        const { environmentFiles: files } = collection;
        const own = files.find((f) => f.file === file);
        if (own === undefined || own.text !== document.getText()) return [];
        const place = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
        return environmentFixes(own, files, place).map((a) => new Offered(a, document, file, collection));
      }),
    resolveCodeAction,
  };

  async function resolveCodeAction(action: Offered): Promise<Offered> {
    await quietly('a code action', () => resolve(action));
    return action;
  }

  /** Maps edits of a file of another client from offsets of its converted text. */
  async function placeIn(document: vscode.TextDocument): Promise<ActionTarget['place']> {
    if (document.languageId !== 'http') return undefined;
    const { tree } = await surroundings.know(document);
    return isForeignTree(tree) ? (edit) => editInDocument(document, document.uri, tree, edit) : undefined;
  }

  /** Computes the edits against the current documents. */
  async function resolve(action: Offered): Promise<void> {
    const { said, document, file, root } = action;
    const edit = await editOf(said, { document, file, root, place: await placeIn(document) });
    if (!appliesEdits(said.command)) action.edit = edit;
    if (said.command !== undefined)
      action.command = { title: said.title, command: runAction, arguments: [said.command, document.uri, edit, root] };
  }

  return vscode.Disposable.from(
    vscode.languages.registerCodeActionsProvider({ language: 'req' }, provider, { providedCodeActionKinds: codeActionKinds }),
    vscode.languages.registerCodeActionsProvider({ language: 'http', pattern: '**/*.{http,rest}' }, provider, {
      providedCodeActionKinds: [kinds.quickfix],
    }),
    vscode.languages.registerCodeActionsProvider({ pattern: '**/http-client.env.json' }, inEnvironments, {
      providedCodeActionKinds: [kinds.quickfix],
    }),
    vscode.commands.registerCommand(runAction, (command: ActionCommand, uri: vscode.Uri, edit: vscode.WorkspaceEdit, root: string) =>
      quietly('a code action', () => runActionCommand(parts, command, uri, edit, root)),
    ),
  );
}

/** The quick fixes of a `.http` file. */
async function foreignActionsAt(known: Known<vscode.TextDocument>, range: vscode.Range): Promise<readonly CodeAction[]> {
  const { file, tree, document } = known;
  const read = await readForeign();
  const place = { start: toOffset(tree, range.start), end: toOffset(tree, range.end) };
  return foreignFixes(known, place, document.getText(), (text) => read(file, text).text);
}

function actionsAt(known: Known<vscode.TextDocument>, range: vscode.Range, only: vscode.CodeActionKind | undefined): readonly CodeAction[] {
  const wanted = (kind: vscode.CodeActionKind): boolean => only === undefined || only.contains(kind);
  const place = { start: toOffset(known.tree, range.start), end: toOffset(known.tree, range.end) };
  // Fix All checks the whole file, so it runs only when requested, for example on save.
  const all = only?.contains(kinds.source) === true ? fixAll(known) : undefined;
  const fixes = wanted(kinds.quickfix) ? quickFixes(known, place) : [];
  const isRefactoring = only === undefined || vscode.CodeActionKind.Refactor.intersects(only);
  const refactorings = isRefactoring
    ? [...refactor(known, place), ...curlActionsAt(known, place)].filter((a) => wanted(kinds[a.kind]))
    : [];
  return [...fixes, ...refactorings, ...(all === undefined ? [] : [all])];
}
