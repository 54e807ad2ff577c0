import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { offerFile } from '../commands/newCollection.ts';
import type { Services } from '../services.ts';
import { folderName } from '../world/editorFiles.ts';
import { trustedOr } from '../world/trust.ts';
import type { RequestText } from '../providers/fencedDocuments.ts';
import { anchorOf, textIn } from './environmentAnchor.ts';
import { EnvironmentPanel } from './environmentPanel.ts';

/** The panels with environments, by the folder of the nearest environment file. */
export class EnvironmentPanels implements vscode.Disposable {
  readonly #open = new Map<string, EnvironmentPanel>();

  /** *Edit Environments as a Table*. `row`: a row of the Variables view. */
  async show(services: Services, row: unknown): Promise<void> {
    const anchor = await anchorOf(services, row);
    if (anchor === undefined) {
      if (row === undefined) void offerFile(t('Open a .req file to edit the environments of its collection.'));
      return;
    }
    if (!(await trustedOr(t('Environments are not read until this workspace is trusted.')))) return;
    await this.#show(services, anchor);
  }

  /** Attaches a panel that VS Code restored after a window reload. `kept` is the state that its page saved. */
  async restore(services: Services, restored: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const folder = typeof kept === 'object' && kept !== null && 'folder' in kept ? kept.folder : undefined;
    if (typeof folder !== 'string' || !vscode.workspace.isTrusted) return restored.dispose();
    await this.#show(services, textIn(folder), restored);
  }

  async #show(services: Services, anchor: RequestText, restored?: vscode.WebviewPanel): Promise<void> {
    const { collection } = await services.surroundings.know(anchor);
    const key = [collection.root, ...collection.environmentFiles.map(({ file }) => file)].join('\n');
    const known = this.#open.get(key);
    if (known !== undefined) {
      restored?.dispose();
      return known.reveal();
    }
    const title = folderName(collection.root);
    this.#open.set(key, new EnvironmentPanel(services, anchor, title, restored, () => this.#open.delete(key)));
  }

  dispose(): void {
    for (const panel of this.#open.values()) panel.dispose();
  }
}
