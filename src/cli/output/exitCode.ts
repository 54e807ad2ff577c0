import { assertNever } from '../../base/assertNever.ts';
import type { ErrorKind } from '../../base/reqError.ts';

/** Exit codes. `defect` is not documented. */
export const exitCodes = { ok: 0, tests: 1, usage: 2, undefinedVariables: 3, network: 4, script: 5, defect: 70, cancelled: 130 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export function exitCodeOf(kind: ErrorKind): ExitCode {
  switch (kind) {
    case 'usage':
    case 'parse':
    case 'url':
    case 'header':
    case 'body':
    case 'trust':
      return exitCodes.usage;
    case 'undefined-variable':
    case 'variable':
      return exitCodes.undefinedVariables;
    case 'network':
    case 'timeout':
    case 'tls':
    case 'protocol':
    case 'limit':
      return exitCodes.network;
    case 'script':
      return exitCodes.script;
    case 'cancelled':
      return exitCodes.cancelled;
    case 'bug':
      return exitCodes.defect;
    default:
      return assertNever(kind);
  }
}

/** Combines exit codes: 130 if any, else the lowest that is not 0. */
export function combineExitCodes(codes: Iterable<ExitCode>): ExitCode {
  let lowest: ExitCode = exitCodes.ok;
  for (const code of codes) {
    if (code === exitCodes.cancelled) return code;
    if (code !== exitCodes.ok && (lowest === exitCodes.ok || code < lowest)) lowest = code;
  }
  return lowest;
}
