import * as vscode from 'vscode';
import { until } from '../support/until.ts';
import { openFile } from './workspaceFile.ts';
import { ActiveRuns } from '../../src/editor/activeRuns.ts';
import { Environments } from '../../src/editor/environments.ts';
import { codeLensProvider } from '../../src/editor/providers/codeLens.ts';
import { Surroundings } from '../../src/editor/surroundings.ts';
import { VariableStores } from '../../src/editor/variableStores.ts';
import { memento } from './memento.ts';

describe('the Send lens', () => {
  it('comes again where another extension brings lenses while the editor loses the focus, which makes VS Code forget ours', async () => {
    const stores = new VariableStores(memento());
    const environments = new Environments(memento());
    const active = new ActiveRuns();
    const surroundings = new Surroundings(stores, environments, (root) => active.exchangesOf(root));
    const provider = codeLensProvider(surroundings, active);
    let asked = 0;
    const { provideCodeLenses } = provider;
    provider.provideCodeLenses = (document, token) => {
      asked++;
      return provideCodeLenses(document, token);
    };
    const ours = vscode.languages.registerCodeLensProvider({ language: 'req' }, provider);
    let theirs: vscode.Disposable | undefined;
    try {
      await openFile('lenses.req', 'GET http://127.0.0.1:1\n');
      await until('the lenses were asked for', () => asked > 0);
      theirs = vscode.languages.registerCodeLensProvider({ language: 'javascript' }, { provideCodeLenses: () => [] });
      await vscode.commands.executeCommand('workbench.view.explorer');
      const before = asked;
      await until('they were asked for again', () => asked > before);
    } finally {
      vscode.Disposable.from(
        ours,
        ...(theirs === undefined ? [] : [theirs]),
        provider,
        surroundings,
        active,
        environments,
        stores,
      ).dispose();
    }
  });
});
