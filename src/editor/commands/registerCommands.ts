import * as vscode from 'vscode';
import { registerAgentTools } from '../agents/register.ts';
import type { WindowServices } from '../services.ts';
import type { CommandHandlers } from './commandHandlers.ts';
import { commandIds, environmentsPanelType, panelType } from './contributions.ts';
import { quietly, reportErrors } from '../log/log.ts';
import { onDemand } from './onDemand.ts';

/** The registered commands. */
export interface RegisteredCommands extends vscode.Disposable {
  /** Ends all runs and stores their responses. To be called before `dispose`, which then waits for it. */
  close(): Promise<void>;
}

/** Registers the commands of the manifest and the restoring of panels. Their code is loaded after the window is open. */
export function registerCommands(window: WindowServices): RegisteredCommands {
  let handlers: Promise<CommandHandlers> | undefined;
  /** Loads the handlers once; after a failure, the next call tries again. */
  const load = (): Promise<CommandHandlers> => {
    handlers ??= onDemand().then(({ commandHandlers }) => commandHandlers(window));
    handlers.catch(() => (handlers = undefined));
    return handlers;
  };
  const registered = commandIds.map((id) =>
    vscode.commands.registerCommand(id, (...args: unknown[]) => reportErrors(async () => (await load()).run(id, args))),
  );
  const restoring = [panelType, environmentsPanelType].map((type) =>
    vscode.window.registerWebviewPanelSerializer(type, {
      deserializeWebviewPanel: (restored, kept: unknown) => reportErrors(async () => (await load()).restore(restored, kept)),
    }),
  );
  // Starts loading now, so that restored response documents get their text.
  void quietly('reading the commands', load);
  const all = vscode.Disposable.from(
    ...restoring,
    registerAgentTools(async () => (await load()).agents),
    ...registered,
    {
      dispose: () => void handlers?.then((h) => h.dispose()).catch(() => undefined),
    },
  );
  return { close: async () => (await handlers)?.close(), dispose: () => all.dispose() };
}
