import path from 'node:path';
import { isReqError, ReqError, toFailure } from '../../base/reqError.ts';
import { applyEdits, isForeign, noVariables } from '../../language/index.ts';
import { format as formatEdits } from '../../language/onDemand.ts';
import type { Options } from '../commandLine/args.ts';
import { combineExitCodes, exitCodeOf, exitCodes, type ExitCode } from '../output/exitCode.ts';
import { findFiles, readText, replaceGiven, standardInput, textOfBytes, warnOfLeftOut, type FoundFile } from '../world/cliFiles.ts';
import { createOutput, type Output } from '../output/output.ts';
import { shownPath } from '../world/shownPath.ts';
import { isWithin, realPath } from '../../files/real.ts';
import { printFailure } from '../print/printFailure.ts';
import { createWorkspace } from '../world/cliWorkspace.ts';

/** The editor's default for `.req` files. */
const indent = '  ';

/**
 * `req format`.
 * @throws {ReqError} for a missing path or conflicting flags
 */
export async function format(options: Options, operands: readonly string[]): Promise<ExitCode> {
  const output = createOutput(options);
  if (operands.length === 0)
    throw new ReqError('usage', 'A file or folder is missing.', {
      hint: 'req format . formats those of this folder; - is standard input.',
    });
  const check = options.has('check');
  if (check && options.has('stdout')) throw new ReqError('usage', '--check and --stdout exclude each other.');
  const input = operands.includes('-');
  if (input && operands.length > 1) throw new ReqError('usage', 'Standard input is formatted alone, not beside files.');
  const named = new Set(operands.map((operand) => path.resolve(operand)));
  const files = input
    ? [{ file: path.resolve('-'), fallbackRoot: process.cwd() }]
    : (await findFiles(operands, warnOfLeftOut(output.err))).filter(({ file }) => !isForeign(file) || named.has(file));
  const other = files.find(({ file }) => !input && !file.endsWith('.req'));
  if (other !== undefined) throw new ReqError('usage', `${shownPath(other.file)} is not a .req file, so it is not formatted.`);
  const print = !check && (input || options.has('stdout'));
  if (print && files.length !== 1) throw new ReqError('usage', `--stdout prints one file, not ${files.length}.`);
  return formatAll(files, input, check ? 'check' : print ? 'print' : 'write', output);
}

/**
 * Rejects a symbolic link that leads out of the folder.
 * @throws {ReqError}
 */
async function refuseLinkOut(file: string, folder: string): Promise<void> {
  const real = await realPath(file);
  if (isWithin(real, await realPath(folder))) return;
  throw new ReqError('usage', `${shownPath(file)} was not formatted: it is a symbolic link to ${real}, outside ${shownPath(folder)}.`, {
    hint: 'Format that file by its own name.',
  });
}

type Aim = 'check' | 'print' | 'write';

async function formatAll(files: readonly FoundFile[], input: boolean, aim: Aim, { out, err }: Output): Promise<ExitCode> {
  const workspace = createWorkspace({ files, variables: noVariables, environment: undefined });
  let changed = 0;
  const codes: ExitCode[] = [];
  for (const { file, fallbackRoot } of files) {
    try {
      const text = input ? textOfBytes(file, await standardInput()) : await readText(file);
      const view = await workspace.know({ file, version: 1, getText: () => text });
      const edits = formatEdits(view, indent);
      const errors = view.tree.diagnostics.filter((d) => d.severity === 'error').length;
      if (errors > 0) err.write(`${shownPath(file)}: ${errors} syntax error${errors === 1 ? '' : 's'}, formatted around\n`);
      if (aim === 'print') out[out.isTty ? 'write' : 'raw'](applyEdits(text, edits));
      if (edits.length === 0) continue;
      if (aim === 'write') await refuseLinkOut(file, fallbackRoot);
      if (aim === 'write') await replaceGiven(file, applyEdits(text, edits));
      if (aim === 'check') codes.push(exitCodes.tests);
      changed++;
      if (aim !== 'print') out.write(`${shownPath(file)}\n`);
    } catch (e) {
      if (!isReqError(e)) throw e;
      codes.push(exitCodeOf(e.kind));
      printFailure(toFailure(e), err);
    }
  }
  if (aim !== 'print')
    err.write(`${files.length} file${files.length === 1 ? '' : 's'}: ${changed} ${aim === 'check' ? 'would change' : 'changed'}\n`);
  return combineExitCodes(codes);
}
