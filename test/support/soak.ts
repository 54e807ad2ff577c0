import { getEventListeners } from 'node:events';
import fs from 'node:fs';
import { listRequests, sendDefaults } from '../../src/language/index.ts';
import { memoryExchanges, ScriptVariables, type KeptBody, type RunEvent, type Runner } from '../../src/runner/index.ts';
import { memoryWorkspace, root } from './memoryWorkspace.ts';

/** Resources of a process that a leak would increase. */
export interface Held {
  /** Handles and timers that keep the process alive, by kind. */
  readonly resources: Readonly<Record<string, number>>;
  /** Open files and sockets; 0 if the system does not report them. */
  readonly descriptors: number;
}

export function heldNow(): Held {
  const resources: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
  const shown = '/proc/self/fd';
  return { resources, descriptors: fs.existsSync(shown) ? fs.readdirSync(shown).length : 0 };
}

/** Resources held now and not before, one per line. */
export function leaked(before: Held, now: Held = heldNow()): readonly string[] {
  const more = Object.entries(now.resources).filter(([kind, count]) => count > (before.resources[kind] ?? 0));
  return [
    ...more.map(([kind, count]) => `${kind}: ${before.resources[kind] ?? 0} before, ${count} now`),
    ...(now.descriptors > before.descriptors ? [`descriptors: ${before.descriptors} before, ${now.descriptors} now`] : []),
  ];
}

/**
 * Sends the first request of a text that many times, one after the other, by one runner. Returns the number of listeners left on the
 * signal.
 */
export async function sendMany(
  runner: Runner,
  text: string,
  many: number,
  more: { readonly emit?: (e: RunEvent) => void; readonly body?: KeptBody } = {},
): Promise<number> {
  const file = `${root}/a.req`;
  const variables = new ScriptVariables();
  const { workspace } = memoryWorkspace(new Map([[file, text]]), { variables, environment: undefined });
  const view = await workspace.know({ file, version: 1, getText: () => text });
  const [request] = listRequests(view.tree);
  if (request === undefined) throw new Error('There is no request.');
  const { signal } = new AbortController();
  for (let i = 0; i < many; i++) {
    const { failure } = await runner.run(
      {
        context: view.contextOf(request.block),
        variables,
        exchanges: memoryExchanges(),
        defaults: sendDefaults,
        mode: 'send',
        emit: () => undefined,
        ...more,
      },
      signal,
    ).done;
    if (failure !== undefined) throw new Error(failure.message);
  }
  return getEventListeners(signal, 'abort').length;
}
