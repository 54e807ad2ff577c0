import { t } from '../../base/l10n.ts';
import type { CommandId } from './contributions.ts';
import { exportCommand, type ExportParts } from './exportCommand.ts';
import { importCommand, type ImportParts } from './importCommand.ts';
import { trustedOr } from '../world/trust.ts';

/** What the commands do that read and write files of other clients. */
export function conversionCommands(parts: ExportParts & ImportParts) {
  return {
    'req.import': (uri, uris) => importCommand(parts, uri, uris),
    // Values are looked up as for sending, and scripts run.
    'req.export': async (...args) =>
      (await trustedOr(t('Nothing is exported and no script runs until this workspace is trusted.')))
        ? exportCommand(parts, args)
        : undefined,
  } as const satisfies Partial<Record<CommandId, (...args: readonly unknown[]) => unknown>>;
}
