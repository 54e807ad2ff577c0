import * as vscode from 'vscode';
import { ActiveRuns } from '../../src/editor/sending/activeRuns.ts';
import { VariableStores } from '../../src/editor/sending/variableStores.ts';
import { Surroundings } from '../../src/editor/world/editorSurroundings.ts';
import { Environments } from '../../src/editor/world/environments.ts';
import { createView } from '../../src/language/onDemand.ts';
import { memento } from './memento.ts';

/** The files of the workspace with variables, environments and runs of their own, as in a window that was just opened. */
export function makeSurroundings() {
  const variables = new VariableStores(memento());
  const environments = new Environments(memento());
  const active = new ActiveRuns();
  const surroundings = new Surroundings(
    variables,
    environments,
    (root) => active.exchangesOf(root),
    async () => createView,
  );
  const made = vscode.Disposable.from(surroundings, active, environments, variables);
  return { surroundings, variables, environments, active, dispose: () => void made.dispose() };
}
