import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import type { Collection } from '../../language/index.ts';
import type { CommandId } from '../commands/contributions.ts';

const keyOf = (root: string): string => `environment:${root}`;

/** The chosen environment of each collection, per window. */
export class Environments implements vscode.Disposable {
  readonly #memento: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<string>();
  readonly onDidChange = this.#changed.event;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** The chosen environment; undefined if the files do not define it. */
  of(root: string, known: readonly string[]): string | undefined {
    const chosen = this.#memento.get<string>(keyOf(root));
    return chosen !== undefined && known.includes(chosen) ? chosen : undefined;
  }

  /** The chosen environment if the files do not define it, for example because they cannot be read. */
  unknown(root: string, known: readonly string[]): string | undefined {
    const chosen = this.#memento.get<string>(keyOf(root));
    return chosen !== undefined && !known.includes(chosen) ? chosen : undefined;
  }

  async choose(root: string, environment: string | undefined): Promise<void> {
    await this.#memento.update(keyOf(root), environment);
    this.#changed.fire(root);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

const chooseCommand: CommandId = 'req.chooseEnvironment';

/** Status bar item with the environment of the active file's collection. */
export function environmentItem(): {
  show(environment: string | undefined, collection: Collection): void;
  hide(): void;
  dispose(): void;
} {
  const item = vscode.window.createStatusBarItem('req.environment', vscode.StatusBarAlignment.Right, 100);
  item.name = t('Req Environment');
  item.command = chooseCommand;
  return {
    show(environment, { environments: known, protectedEnvironments }) {
      const guarded = environment !== undefined && protectedEnvironments.has(environment);
      item.text = `$(${guarded ? 'shield' : 'server-environment'}) ${environment ?? t('No environment')}`;
      item.backgroundColor = guarded ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
      item.tooltip =
        known.length === 0
          ? t('Req: this collection has no environments (http-client.env.json)')
          : guarded
            ? t('Req: {0} is protected. Req asks before it sends what may change something. Choose another environment', environment)
            : t('Req: choose the environment of this collection');
      item.accessibilityInformation = {
        label: guarded ? t('Req environment: {0}, protected', environment) : t('Req environment: {0}', environment ?? t('none')),
        role: 'button',
      };
      item.show();
    },
    hide: () => item.hide(),
    dispose: () => item.dispose(),
  };
}
