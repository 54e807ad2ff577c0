import { sendDefaults, type SendDefaults } from '../../language/index.ts';
import { ReqError } from '../../base/reqError.ts';
import type { SnapshotMode } from '../../runner/index.ts';
import type { Options } from '../commandLine/args.ts';

/** Defaults of a send from the flags; definitions in the file override them. */
export function defaultsOf(options: Options): SendDefaults {
  return {
    limitNames: {
      timeout: '--timeout',
      'connect-timeout': '--connect-timeout',
      'idle-timeout': '--idle-timeout',
      'max-redirects': '--max-redirects',
      'max-events': '--max-events',
      'max-time': '--max-time',
    },
    timeoutMs: options.duration('timeout') ?? sendDefaults.timeoutMs,
    connectTimeoutMs: options.duration('connect-timeout') ?? sendDefaults.connectTimeoutMs,
    idleTimeoutMs: options.duration('idle-timeout') ?? sendDefaults.idleTimeoutMs,
    followRedirects: !options.has('no-redirect'),
    maxRedirects: options.count('max-redirects') ?? sendDefaults.maxRedirects,
    cookieJar: !options.has('no-cookie-jar'),
    insecure: options.has('insecure'),
    maxEvents: options.count('max-events'),
    maxTimeMs: options.duration('max-time'),
    seed: options.seed('seed'),
    undefinedVariables: options.oneOf('undefined', ['error', 'keep']) ?? sendDefaults.undefinedVariables,
  };
}

/**
 * The snapshot mode.
 * @throws {ReqError} of kind `usage` for conflicting flags
 */
export function snapshotModeOf(options: Options): SnapshotMode {
  const update = options.has('update-snapshots');
  if (update && options.has('ci')) throw new ReqError('usage', '--update-snapshots and --ci exclude each other.');
  if (update) return 'update';
  return options.has('ci') || isCi() ? 'compare' : 'write';
}

/** Whether `CI` is set, as CI services do. */
export function isCi(): boolean {
  const ci = process.env['CI'] ?? '';
  return ci !== '' && ci !== 'false' && ci !== '0';
}
