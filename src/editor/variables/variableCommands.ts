import { showDone } from '../showDone.ts';
import { definitionTargets, placeholderOf, referencesOfVariable, writtenDefinition } from '../../language/onDemand.ts';
import { linesOf } from '../../language/index.ts';
import * as vscode from 'vscode';
import { editTextOf, readingOf } from '../../base/values/typedValue.ts';
import { visibleText } from '../../base/text/visible.ts';
import { valueToJson, valueToText, type Value } from '../../base/values/value.ts';
import { counted, t } from '../../base/l10n.ts';
import { secretTexts, type Origin } from '../../language/index.ts';
import type { StoredVariable } from '../../runner/index.ts';
import { goTo } from '../commands/responses/goTo.ts';
import { changedMeanwhile } from '../world/changedMeanwhile.ts';
import { uriOf } from '../world/editorFiles.ts';
import { toRange } from '../providers/vscodeRanges.ts';
import type { HistoryTree } from './changes.ts';
import { applyFileEdits } from './fileEdits.ts';
import type { ChangeNode, ListedCollection, VariableNode } from './treeNodes.ts';
import type { VariableParts } from './variableParts.ts';
import { fitsInABox, type ValueDocuments } from './valueDocuments.ts';
import { askValue, withPart } from './valueInput.ts';
import type { VariablesTree } from './variablesTree.ts';

/** A variable, or a part of its value. */
type VariableRow = Extract<VariableNode, { kind: 'variable' | 'value' }>;

export type RowCommand = 'edit' | 'delete' | 'copyValue' | 'copyPlaceholder' | 'goTo' | 'references' | 'history' | 'putBack';

const byHand = (): Origin => ({ layer: 'script', byHand: true, time: Date.now() });

/** A variable set by the user, treated like one set by a script: a secret in it is masked and not stored. */
function setByHand(name: string, value: Value, { list }: ListedCollection): StoredVariable {
  const text = valueToJson(value);
  const secret = list.secretNames.has(name);
  if (!secret && list.mask(text) === text) return { value, origin: byHand() };
  return { value, origin: byHand(), secret, hides: [...secretTexts(value)] };
}

const pathOfRow = (node: VariableRow): readonly (string | number)[] => (node.kind === 'value' ? node.path : []);

export class VariableCommands {
  readonly #parts: VariableParts;
  readonly #tree: VariablesTree;
  readonly #history: HistoryTree;
  readonly #documents: ValueDocuments;

  constructor(parts: VariableParts, tree: VariablesTree, history: HistoryTree, documents: ValueDocuments) {
    this.#parts = parts;
    this.#documents = documents;
    this.#tree = tree;
    this.#history = history;
  }

  /** Runs a command on a row: the clicked one, or the selected one for a key binding. */
  async run(command: RowCommand, given: unknown): Promise<void> {
    if (command === 'putBack' || isChange(given)) {
      const change = (given as ChangeNode | undefined) ?? this.#parts.history.view.selection[0];
      if (change?.kind !== 'change') return;
      return command === 'putBack' ? this.#putBack(change) : this.#goTo(change.change.by);
    }
    const node = (given as VariableNode | undefined) ?? this.#parts.tree.view.selection[0];
    if (node?.kind !== 'variable' && node?.kind !== 'value') {
      void vscode.window.showInformationMessage(t('Select a variable in the Variables view.'));
      return;
    }
    switch (command) {
      case 'edit':
        return this.#edit(node);
      case 'delete':
        return this.#delete(node);
      case 'copyValue':
        return this.#copyValue(node);
      case 'copyPlaceholder':
        return this.#copyPlaceholder(node);
      case 'goTo':
        return this.#goTo(node.variable.origin, node);
      case 'references':
        return this.#references(node);
      case 'history':
        this.#history.show(node.variable.name);
        await vscode.commands.executeCommand('req.variableHistory.focus');
    }
  }

  async add(given: unknown): Promise<void> {
    const collection = await this.#collectionOf(given as VariableNode | undefined);
    if (collection === undefined)
      return void vscode.window.showInformationMessage(t('Open a .req file to add variables to its collection.'));
    const { known, root, name: shown } = collection;
    const targets = definitionTargets(known);
    const placeName = (kind: string): string =>
      kind === 'environment' ? t('Environment {0}', known.environment ?? '') : kind === 'collection' ? t('Collection') : t('File');
    const items = [
      {
        label: t('Script variable'),
        description: t('of {0}', shown),
        detail: t('Stored by Req, not in a file. Overrides definitions in files.'),
        target: undefined,
      },
      ...targets
        .filter(({ kind }) => kind !== 'file' || collection.from !== undefined)
        .map((target) => ({ label: placeName(target.kind), description: known.display(target.file), detail: '', target })),
    ];
    const chosen = await vscode.window.showQuickPick(items, { title: t('Req: Add Variable'), placeHolder: t('Select where to define it') });
    if (chosen === undefined) return;
    const { target } = chosen;
    const forScript = target === undefined;
    const name = await vscode.window.showInputBox({
      title: t('Req: Add Variable'),
      prompt: t('Name of the variable: NAME in {{NAME}}'),
      validateInput: (text) => nameProblem(text, forScript || target.kind === 'environment'),
    });
    if (name === undefined) return;
    if (forScript) {
      const store = this.#parts.variables.of(root);
      const value = await askValue({ title: t('Value of {0}', visibleText(name)), text: '', reading: 'either' });
      if (value !== undefined) store.set(name, setByHand(name, value, collection));
      return;
    }
    const text = await vscode.window.showInputBox({
      title: t('Value of {0}', name),
      prompt: t('Text, which may contain {{placeholders}}, or JSON'),
      ignoreFocusOut: true,
    });
    if (text === undefined) return;
    // The files may have changed since the rows were listed.
    const now = await this.#parts.surroundings.know(known.document, 'whole');
    const place = definitionTargets(now).find(({ kind, file }) => kind === target.kind && file === target.file);
    if (place === undefined) throw changedMeanwhile();
    await applyFileEdits(place.define(name, text), now);
  }

  /** Deletes all script variables of a collection. The user can undo it. */
  async clear(given: unknown): Promise<void> {
    const collection = await this.#collectionOf(given as VariableNode | undefined);
    if (collection === undefined)
      return void vscode.window.showInformationMessage(t('Open a .req file to clear the script variables of its collection.'));
    const store = this.#parts.variables.of(collection.root);
    const count = store.clear(byHand());
    if (count === 0) return void vscode.window.showInformationMessage(t('No script has set a variable in this collection.'));
    const change = store.history.at(-1);
    const undo = t('Restore');
    const answer = await vscode.window.showInformationMessage(
      counted(count, '{0} script variable cleared.', '{0} script variables cleared.'),
      undo,
    );
    if (answer === undo && change !== undefined) store.putBack(change, byHand());
  }

  /** Filters the rows while the user types; Escape restores the previous filter. */
  filter(): void {
    const before = this.#tree.query;
    const input = vscode.window.createInputBox();
    let accepted = false;
    Object.assign(input, { title: t('Req: Filter Variables'), placeholder: t('Part of a name, value or origin'), value: before });
    input.onDidChangeValue((text) => this.#tree.filter(text));
    input.onDidAccept(() => {
      accepted = true;
      input.hide();
    });
    input.onDidHide(() => {
      if (!accepted) this.#tree.filter(before);
      input.dispose();
    });
    input.show();
  }

  async #edit(node: VariableRow): Promise<void> {
    const { variable, of } = node;
    const { name, origin, secret } = variable;
    if (origin === undefined || secret) return this.#goTo(origin, node);
    const title = t('Value of {0}', of.list.mask(visibleText([name, ...pathOfRow(node)].join('.'))));
    if (origin.layer === 'script') {
      const store = this.#parts.variables.of(of.root);
      const kept = store.find(name);
      const old = node.kind === 'value' ? node.value : kept?.value;
      if (kept === undefined || old === undefined) return;
      if (kept.hides !== undefined || kept.secret === true)
        return void vscode.window.showInformationMessage(t('This value contains a secret, so it is not shown.'));
      const text = editTextOf(old);
      if (!fitsInABox(text)) return this.#documents.open(of.root, name);
      const value = await askValue({ title, text, reading: readingOf(old) });
      // A script may have changed the variable meanwhile.
      const now = store.find(name)?.value ?? kept.value;
      if (value !== undefined) store.set(name, setByHand(name, withPart(now, pathOfRow(node), value), of));
      return;
    }
    const written = writtenDefinition(of.known, name, origin, pathOfRow(node));
    if (written === undefined || /[\r\n]/.test(written.text)) return this.#goTo(origin, node);
    const text = await vscode.window.showInputBox({
      title,
      prompt: of.known.display(written.file),
      value: written.text,
      ignoreFocusOut: true,
    });
    if (text === undefined || text === written.text) return;
    // The file may have changed meanwhile.
    const known = await this.#parts.surroundings.know(of.known.document, 'whole');
    const now = writtenDefinition(known, name, origin, pathOfRow(node));
    if (now === undefined) throw changedMeanwhile();
    await applyFileEdits(now.change(text), known);
  }

  async #delete(node: VariableRow): Promise<void> {
    const { variable, of } = node;
    const { name, origin } = variable;
    if (node.kind === 'value' || origin === undefined) return;
    if (origin.layer === 'script') {
      if (this.#parts.variables.of(of.root).delete(name, byHand()))
        showDone(t('{0} was deleted. You can restore it from its history.', of.list.mask(visibleText(name))));
      return;
    }
    const known = await this.#parts.surroundings.know(of.known.document, 'whole');
    const remove = writtenDefinition(known, name, origin)?.remove;
    if (remove === undefined) throw changedMeanwhile();
    await applyFileEdits(remove, known);
    showDone(t('{0} was removed from {1}', of.list.mask(visibleText(name)), known.display(remove.file)));
  }

  async #copyValue(node: VariableRow): Promise<void> {
    const { variable, of } = node;
    const result = variable.value();
    const value = node.kind === 'value' ? node.value : result.ok ? result.value : undefined;
    if (variable.secret || value === undefined)
      return void vscode.window.showInformationMessage(
        variable.secret ? t('The value is a secret and was not copied.') : t('The variable has no value.'),
      );
    const text = valueToText(value);
    const shown = of.list.mask(text);
    await vscode.env.clipboard.writeText(shown);
    showDone(shown === text ? t('The value was copied') : t('The value was copied with its secrets hidden'));
  }

  async #copyPlaceholder(node: VariableRow): Promise<void> {
    const { name } = node.variable;
    const placeholder = placeholderOf(name, pathOfRow(node));
    if (placeholder === undefined)
      return void vscode.window.showInformationMessage(
        t('A placeholder cannot use this name. Scripts read it with tool.getVar({0}).', JSON.stringify(name)),
      );
    await vscode.env.clipboard.writeText(placeholder);
    showDone(t('{0} was copied', visibleText(placeholder)));
  }

  async #goTo(origin: Origin | undefined, node?: VariableRow): Promise<void> {
    const written = node && origin && writtenDefinition(node.of.known, node.variable.name, origin, pathOfRow(node));
    const lines = written && node && linesOf(node.of.known, written.file);
    if (written !== undefined && lines !== undefined) {
      const { start } = toRange({ lines }, written.range);
      return goTo(written.file, start.line + 1, start.character + 1);
    }
    if (origin?.file === undefined) return void vscode.window.showInformationMessage(t('It is not defined in a file.'));
    await goTo(origin.file, origin.line ?? 1, 1);
  }

  async #references({ variable, of }: VariableRow): Promise<void> {
    const { surroundings } = this.#parts;
    const known = await surroundings.know(of.known.document, 'whole');
    const places = referencesOfVariable(known, variable.name, variable.origin?.file).map(({ file, range }) => {
      const lines = linesOf(known, file);
      const uri = file === known.file ? known.document.uri.with({ fragment: '' }) : uriOf(file);
      return new vscode.Location(uri, lines === undefined ? new vscode.Range(0, 0, 0, 0) : toRange({ lines }, range));
    });
    const [first] = places;
    if (first === undefined) return void vscode.window.showInformationMessage(t('No file uses {0}.', visibleText(variable.name)));
    await vscode.window.showTextDocument(first.uri, { selection: first.range });
    await vscode.commands.executeCommand('editor.action.goToLocations', first.uri, first.range.start, places, 'peek');
  }

  #putBack({ of, change }: Extract<ChangeNode, { kind: 'change' }>): void {
    this.#parts.variables.of(of.root).putBack(change, byHand());
    showDone(
      t('{0}: restored', change.steps.length === 1 ? visibleText(change.steps[0]?.name ?? '') : t('{0} variables', change.steps.length)),
    );
  }

  /** The collection of a row, else the first one of the view. */
  async #collectionOf(node: VariableNode | undefined): Promise<ListedCollection | undefined> {
    return node?.of ?? this.#parts.tree.view.selection[0]?.of ?? (await this.#tree.collections())[0];
  }
}

const isChange = (node: unknown): node is ChangeNode => typeof node === 'object' && node !== null && 'change' in node;

/** The problem of a new name, if any. Scripts and environments allow names that placeholders cannot write; files do not. */
function nameProblem(name: string, free: boolean): string | undefined {
  if (name === '' || name.length > 256) return t('Enter a name of 1 to 256 characters.');
  if (free)
    return /[{}[\]"'`|\p{Cc}]|^\s|\s$|^\$/u.test(name)
      ? t('Do not use braces, brackets, quotes or pipes, and do not begin with $.')
      : undefined;
  return /^[\p{L}_][\p{L}\p{M}\p{N}_$.-]*$/u.test(name) ? undefined : t('Use letters, digits, _, -, $ and dots. Begin with a letter or _.');
}
