import { isReqError, ReqError, toFailure } from '../../base/reqError.ts';
import { unifiedDiff } from '../../base/text/unifiedDiff.ts';
import { visibleText } from '../../base/text/visible.ts';
import { isForeignTree, sharedKind, type ApiIndex, type DataVariables } from '../../language/index.ts';
import { apiOfFile, updatedFiles, updatesOfFiles, type UpdatedFile } from '../../language/onDemand.ts';
import type { Options } from '../commandLine/args.ts';
import { givenVariables } from '../input/givenVariables.ts';
import { combineExitCodes, exitCodeOf, exitCodes, type ExitCode } from '../output/exitCode.ts';
import type { Output } from '../output/output.ts';
import { printFailure } from '../print/printFailure.ts';
import { findFiles, readBytes, readText, warnOfLeftOut, writeInside } from '../world/cliFiles.ts';
import { createWorkspace } from '../world/cliWorkspace.ts';
import { shownPath } from '../world/shownPath.ts';

type View = Awaited<ReturnType<ReturnType<typeof createWorkspace>['know']>>;

/**
 * `req openapi --update`: compares the requests of files with their documents, and prints the changes or writes them.
 * @returns 1 if files would change
 * @throws {ReqError} of kind `usage`
 */
export async function updateRequests(options: Options, operands: readonly string[], output: Output): Promise<ExitCode> {
  const { err } = output;
  const runner = await import('../../runner/index.ts');
  const variables = new runner.ScriptVariables(await givenVariables(options));
  const documents = await viewsByDocument(operands, variables, options.text('env'), output);
  if (documents.length === 0)
    throw new ReqError('usage', 'No request has an OpenAPI document that can be read.', {
      hint: 'Write # @openapi ./api.yaml into collection.req, folder.req or the first block of a file. req openapi . fetches one of a URL.',
    });
  const codes: ExitCode[] = [];
  let count = 0;
  for (const { index, views, first } of documents) {
    const { updates, undecided } = updatesOfFiles(views, index, first);
    for (const { name, file, line } of updates.filter(({ kind }) => kind === 'removed'))
      err.write(`${shownPath(file)}:${line}: ${visibleText(name)} is no longer in the document\n`);
    if (undecided > 0)
      err.write(`${undecided} request${undecided === 1 ? ' needs' : 's need'} your decision: req check names the problems.\n`);
    const chosen = updates.filter(({ kind }) => kind !== 'removed');
    for (const changed of updatedFiles(chosen, (file) => views.get(file)?.tree.text)) {
      const code = await offered(changed, first.collection.root, options.has('write'), output);
      codes.push(code);
      if (code === exitCodes.ok || code === exitCodes.tests) count++;
    }
  }
  err.write(`${count} file${count === 1 ? '' : 's'} ${options.has('write') ? 'changed' : 'would change'}\n`);
  return combineExitCodes(codes);
}

interface OfDocument {
  readonly index: ApiIndex;
  readonly views: Map<string, View>;
  readonly first: View;
}

async function viewsByDocument(
  operands: readonly string[],
  variables: DataVariables,
  environment: string | undefined,
  { err }: Output,
): Promise<readonly OfDocument[]> {
  const files = await findFiles(operands, warnOfLeftOut(err));
  const workspace = createWorkspace({ files, variables, environment });
  const found = new Map<string, OfDocument>();
  for (const { file } of files) {
    if (!file.endsWith('.req') || sharedKind(file) !== undefined) continue;
    const text = await readText(file);
    const view = await workspace.know({ file, version: 1, getText: () => text }, { whole: true });
    const index = apiOfFile(view);
    if (index === undefined || isForeignTree(view.tree)) continue;
    const known = found.get(index.file);
    if (known === undefined) found.set(index.file, { index, views: new Map([[file, view]]), first: view });
    else known.views.set(file, view);
  }
  return [...found.values()];
}

/** Prints the difference of a file, or writes the file. */
async function offered({ file, before, after }: UpdatedFile, root: string, isWritten: boolean, { out, err }: Output): Promise<ExitCode> {
  const name = shownPath(file);
  if (!isWritten) {
    const paint = { '-': 'red', '+': 'green', '@': 'cyan' } as const;
    const lines = [`--- ${before === undefined ? '/dev/null' : name}`, `+++ ${name}`, ...unifiedDiff(before ?? '', after)];
    for (const line of lines) {
      const color = /^(?:---|\+\+\+) /.test(line) ? 'bold' : paint[line[0] as keyof typeof paint];
      out.write(`${color === undefined ? visibleText(line) : out.style(color, visibleText(line))}\n`);
    }
    return exitCodes.tests;
  }
  try {
    if (before === undefined && (await readBytes(file)) !== undefined)
      throw new ReqError('usage', `${name} exists already, but has no document.`);
    await writeInside(file, root, after);
    out.write(`${name}\n`);
    return exitCodes.ok;
  } catch (e) {
    if (!isReqError(e)) throw e;
    printFailure(toFailure(e), err);
    return exitCodeOf(e.kind);
  }
}
