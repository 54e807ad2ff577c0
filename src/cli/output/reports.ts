import path from 'node:path';
import { closest } from '../../base/text/closest.ts';
import { ReqError } from '../../base/reqError.ts';
import type { Options } from '../commandLine/args.ts';
import { batched } from './batched.ts';
import { isBrokenPipe } from './brokenPipe.ts';
import { openDraft, type Draft } from '../../files/given.ts';
import { unwritable } from '../world/cliFiles.ts';
import { reporterNames, type ReporterName } from '../reporters/reporter.ts';

/** A requested report: to a file (absolute path) or to standard output. */
export interface WantedReport {
  readonly name: ReporterName;
  readonly file: string | undefined;
}

/** Reports for users on standard output; GitHub annotations may be added to these. */
const forPeople: readonly ReporterName[] = ['pretty', 'dot'];

/**
 * The reports of `--reporter` and `--json`.
 * @throws {ReqError} of kind `usage`
 */
export function wantedReports(options: Options): readonly WantedReport[] {
  const given = options.all('reporter').flatMap((text) => (text.includes('=') ? [text] : text.split(',')));
  const wanted = [...given.map(wantedReport), ...(options.has('json') ? [{ name: 'json', file: undefined } as const] : [])];
  if (wanted.length === 0) return [{ name: 'pretty', file: undefined }];
  const out = wanted.filter((w) => w.file === undefined).map((w) => w.name);
  const alone = out.filter((name) => name !== 'github' || !out.some((other) => forPeople.includes(other)));
  if (alone.length > 1)
    throw new ReqError('usage', `The reporters ${alone.join(' and ')} cannot both write to standard output.`, {
      hint: `Give one of them a file: --reporter ${alone[1]}=FILE.`,
    });
  const files = wanted.flatMap((w) => w.file ?? []);
  const twice = files.find((file, i) => files.indexOf(file) !== i);
  if (twice !== undefined) throw new ReqError('usage', `Two reporters cannot write to the same file: ${twice}`);
  return wanted;
}

function wantedReport(text: string): WantedReport {
  const at = text.indexOf('=');
  const name = at < 0 ? text : text.slice(0, at);
  const known = reporterNames.find((n) => n === name);
  if (known === undefined) {
    const near = closest(name, reporterNames);
    const hint = near === undefined ? `There are ${reporterNames.join(', ')}.` : `Did you mean ${near}?`;
    throw new ReqError('usage', `There is no reporter "${name}".`, { hint });
  }
  if (at < 0) return { name: known, file: undefined };
  const file = text.slice(at + 1);
  if (file === '') throw new ReqError('usage', `--reporter ${name}= needs a file name.`);
  return { name: known, file: file === '-' ? undefined : path.resolve(file) };
}

interface OpenReport {
  readonly write: (text: string) => void;
  readonly close: () => void;
  /** Leaves an existing file as it was. */
  readonly discard: () => void;
}

/**
 * Opens a report's file and creates its folder. The text goes to a temporary file that is renamed when the report is complete or the
 * command ends early (also by Ctrl+C). If the disk is full, `close` throws that, so that the run and its other reports are completed.
 * @throws {ReqError} if it cannot be created
 */
export async function openReport(file: string): Promise<OpenReport> {
  let draft: Draft;
  try {
    draft = await openDraft(file, 'keep');
  } catch (e) {
    throw unwritable(file, e);
  }
  let problem: ReqError | undefined;
  const guarded = (work: () => void): void => {
    try {
      work();
    } catch (e) {
      // The run goes on without a report whose reader has ended.
      if (!isBrokenPipe(e)) problem ??= unwritable(file, e);
      draft.discard();
    }
  };
  const { write, flush } = batched((text) => guarded(() => draft.write(Buffer.from(text))));
  return {
    write,
    close() {
      flush();
      guarded(draft.keep);
      if (problem !== undefined) throw problem;
    },
    discard: () => draft.discard(),
  };
}
