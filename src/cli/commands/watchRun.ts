import path from 'node:path';
import { ReqError, toFailure } from '../../base/reqError.ts';
import type { Host, TokenStore } from '../../runner/index.ts';
import type { Options } from '../commandLine/args.ts';
import type { FlagName } from '../commandLine/flags.ts';
import { requestPath } from '../input/requestPath.ts';
import { endProcess } from '../output/endProcess.ts';
import { exitCodes, type ExitCode } from '../output/exitCode.ts';
import { createOutput, type Sink } from '../output/output.ts';
import { printFailure } from '../print/printFailure.ts';
import { shownPath } from '../world/shownPath.ts';
import { WatchedFiles } from '../world/watchedFiles.ts';
import type { WatchedPass } from '../world/watchedPass.ts';

interface Passes {
  readonly tokens: TokenStore;
  readonly runOnce: (pass: WatchedPass) => Promise<ExitCode>;
}

/** Milliseconds after Ctrl+C until the command exits even if its run has not ended. Incomplete reports are then lost. */
const endMs = 5000;
/** Names of changed files in the line between two passes. */
const mostNames = 3;

/** Flags whose values are files that a run reads. */
const fileFlags: readonly FlagName[] = ['data', 'vars', 'secrets', 'cacert', 'cert', 'key'];

/**
 * `req run --watch`: runs again whenever a file of the run changes, until Ctrl+C. A change cancels a run under way.
 * @throws {ReqError} of kind `usage` from the first pass; later errors are printed, because a change may correct them
 */
export async function watchRun(options: Options, operands: readonly string[], { tokens, runOnce }: Passes): Promise<ExitCode> {
  if (operands.includes('-')) throw new ReqError('usage', 'Standard input (-) cannot be watched.');
  const { err } = createOutput(options);
  const files = await Promise.all(operands.map(async (given) => (await requestPath(given)).file));
  const given = fileFlags.flatMap((flag) => options.all(flag)).map((file) => path.resolve(file));
  const watched = new WatchedFiles(files, given, warnOnce(err));
  const remembered = { answers: new Map<string, string>(), secrets: new Map<string, string>() };
  try {
    for (let isFirst = true; ; isFirst = false) {
      const change = new AbortController();
      let isEnding = false;
      await watched.begin(() => change.abort());
      try {
        await runOnce({
          signal: change.signal,
          tokens,
          remembered,
          onRead: (read) => watched.add(read),
          observe: (host) => observed(host, watched),
          onInterrupt() {
            isEnding = true;
            setTimeout(() => endProcess(exitCodes.cancelled), endMs);
          },
        });
      } catch (e) {
        const failure = toFailure(e);
        if (isFirst && failure.kind === 'usage') throw e;
        printFailure(failure, err);
      }
      if (isEnding) return exitCodes.cancelled;
      if (!change.signal.aborted) err.write(err.style('dim', `Watching ${counted(watched.count)}. Ctrl+C ends.\n`));
      separate(await watched.changes(), err);
    }
  } finally {
    watched.close();
  }
}

/** Watches additional files that a run reads, and records the versions of files that it writes. */
function observed(host: Host, watched: WatchedFiles): Host {
  return {
    ...host,
    async readFile(file, checks) {
      if (checks?.within !== undefined) await watched.addRead(file, checks.within);
      return host.readFile(file, checks);
    },
    async mayRead(file, root, to) {
      await watched.addRead(file, root);
      return host.mayRead(file, root, to);
    },
    async writeSnapshot(file, text, root) {
      await host.writeSnapshot?.(file, text, root);
      await watched.written(file);
    },
  };
}

const counted = (files: number): string => `${files.toLocaleString('en')} file${files === 1 ? '' : 's'}`;

/** A line between two passes, with the time and the changed files. */
function separate(changed: readonly string[], err: Sink): void {
  const names = changed.slice(0, mostNames).map(shownPath);
  const more = changed.length > mostNames ? [`${changed.length - mostNames} more`] : [];
  const title = `── ${new Date().toTimeString().slice(0, 8)}  ${[...names, ...more].join(', ')} `;
  const width = process.stderr.columns || 80;
  err.write(`\n${err.style('bold', title.padEnd(Math.max(title.length + 2, Math.min(width - 1, 100)), '─'))}\n`);
}

function warnOnce(err: Sink): (e: NodeJS.ErrnoException) => void {
  let isWarned = false;
  return (e) => {
    if (isWarned) return;
    isWarned = true;
    const hint = e.code === 'ENOSPC' || e.code === 'EMFILE' ? ' The system limits the number of watched folders.' : '';
    err.write(`${err.style('yellow', 'warning')}: Not all folders are watched: ${e.message}.${hint}\n`);
  };
}
