import * as vscode from 'vscode';
import { counted } from '../../base/l10n.ts';

import { countedNames, references } from '../../language/onDemand.ts';
import type { SettingId } from '../commands/contributions.ts';
import { toOffset, toRange } from './vscodeRanges.ts';
import { quietly } from '../log/log.ts';
import { referenceLensesOf } from '../world/settings.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import { LinesInView, mostInFull } from './longFiles/linesInView.ts';
import { toLocation } from './navigation/location.ts';

const setting: SettingId = 'req.codeLens.references';

/** A lens with a reference count, computed when VS Code resolves it. */
class Counted extends vscode.CodeLens {
  readonly document: vscode.TextDocument;

  constructor(range: vscode.Range, document: vscode.TextDocument) {
    super(range);
    this.document = document;
  }
}

/**
 * Registers the lenses with references while the setting is on. An additional provider makes VS Code request all lenses again, and wait for
 * both providers at every change.
 */
export function registerReferenceLenses(selector: vscode.DocumentSelector, surroundings: Surroundings): vscode.Disposable {
  let registered: vscode.Disposable | undefined;
  const update = (): void => {
    if (referenceLensesOf() === (registered !== undefined)) return;
    registered?.dispose();
    registered = undefined;
    if (!referenceLensesOf()) return;
    const lenses = referenceLensProvider(surroundings);
    registered = vscode.Disposable.from(vscode.languages.registerCodeLensProvider(selector, lenses), lenses);
  };
  update();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((e) => e.affectsConfiguration(setting) && update()),
    { dispose: () => registered?.dispose() },
  );
}

/** `2 references` above each variable and named request. */
function referenceLensProvider(surroundings: Surroundings): vscode.CodeLensProvider<Counted> & vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const inView = new LinesInView();
  const fire = (): void => changed.fire();
  const listening = vscode.Disposable.from(changed, inView, inView.onDidChange(fire), surroundings.onDidChange(fire));
  return {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document) {
      const tree = surroundings.tree(document);
      const names = countedNames(tree);
      const isInView = names.length > mostInFull ? inView.of(document) : () => true;
      return names.flatMap((name) => {
        const range = toRange(tree, name);
        return isInView(range.start.line) ? new Counted(range, document) : [];
      });
    },
    async resolveCodeLens(lens) {
      const { document } = lens;
      const { start } = lens.range;
      const uses = await quietly('counting references', async () => {
        const view = await surroundings.know(document, 'whole');
        return references(view, toOffset(view.tree, start), { includeDeclaration: false }).map((place) => toLocation(view, place));
      });
      const count = uses?.length ?? 0;
      lens.command = {
        title: counted(count, '{0} reference', '{0} references'),
        command: count === 0 ? '' : 'editor.action.showReferences',
        arguments: [document.uri, start, uses],
      };
      return lens;
    },
    dispose: () => listening.dispose(),
  };
}
