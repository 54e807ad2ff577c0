import * as vscode from 'vscode';
import { registerAgentTools } from '../agents/register.ts';
import type { CommandHandlers, CommandParts } from './commandHandlers.ts';
import { commandIds, panelType } from './contributions.ts';
import { quietly, reportErrors } from '../log/log.ts';
import { onDemand } from './onDemand.ts';

/** Registers every command of the manifest, and the panel that VS Code kept. What they do is read after the window is open. */
export function registerCommands(parts: CommandParts): vscode.Disposable {
  let handlers: Promise<CommandHandlers> | undefined;
  /** Read once; what could not be read is tried again. */
  const load = (): Promise<CommandHandlers> => {
    handlers ??= onDemand().then(({ commandHandlers }) => commandHandlers(parts));
    handlers.catch(() => (handlers = undefined));
    return handlers;
  };
  const registered = commandIds.map((id) =>
    vscode.commands.registerCommand(id, (...args: unknown[]) => reportErrors(async () => (await load()).run(id, args))),
  );
  const serializer = vscode.window.registerWebviewPanelSerializer(panelType, {
    deserializeWebviewPanel: (restored, kept: unknown) => reportErrors(async () => (await load()).restore(restored, kept)),
  });
  // Documents that hold a response are told what they hold from then on.
  void quietly('reading the commands', load);
  return vscode.Disposable.from(
    serializer,
    registerAgentTools(async () => (await load()).agents),
    ...registered,
    {
      dispose: () => void handlers?.then((h) => h.dispose()).catch(() => undefined),
    },
  );
}
