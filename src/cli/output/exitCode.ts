import type { ErrorKind } from '../../base/reqError.ts';

/** Exit codes. `defect` is not in the help. */
export const exitCodes = {
  ok: 0,
  tests: 1,
  usage: 2,
  undefinedVariables: 3,
  network: 4,
  script: 5,
  refused: 6,
  defect: 70,
  cancelled: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const codeOfKind: Readonly<Record<ErrorKind, ExitCode>> = {
  usage: exitCodes.usage,
  parse: exitCodes.usage,
  url: exitCodes.usage,
  header: exitCodes.usage,
  body: exitCodes.usage,
  'undefined-variable': exitCodes.undefinedVariables,
  variable: exitCodes.undefinedVariables,
  network: exitCodes.network,
  timeout: exitCodes.network,
  tls: exitCodes.network,
  protocol: exitCodes.network,
  limit: exitCodes.network,
  script: exitCodes.script,
  refused: exitCodes.refused,
  trust: exitCodes.refused,
  cancelled: exitCodes.cancelled,
  bug: exitCodes.defect,
};

export const exitCodeOf = (kind: ErrorKind): ExitCode => codeOfKind[kind];

/** The exit code of several runs: 130 if any was cancelled, else the lowest that is not 0. */
export function combineExitCodes(codes: Iterable<ExitCode>): ExitCode {
  let lowest: ExitCode = exitCodes.ok;
  for (const code of codes) {
    if (code === exitCodes.cancelled) return code;
    if (code !== exitCodes.ok && (lowest === exitCodes.ok || code < lowest)) lowest = code;
  }
  return lowest;
}
