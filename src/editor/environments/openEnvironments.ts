import type * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { offerFile } from '../commands/newCollection.ts';
import type { Services } from '../services.ts';
import { folderName } from '../world/editorFiles.ts';
import { trustedOr } from '../world/trust.ts';
import { anchorOf } from './environmentAnchor.ts';
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
    const { collection } = await services.surroundings.know(anchor);
    const key = [collection.root, ...collection.environmentFiles.map(({ file }) => file)].join('\n');
    const known = this.#open.get(key);
    if (known !== undefined) return known.reveal();
    this.#open.set(key, new EnvironmentPanel(services, anchor, folderName(collection.root), () => this.#open.delete(key)));
  }

  dispose(): void {
    for (const panel of this.#open.values()) panel.dispose();
  }
}
