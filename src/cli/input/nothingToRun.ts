import { ReqError } from '../../base/reqError.ts';
import { closest } from '../../base/text/closest.ts';
import { listRequests, syntaxErrorOf } from '../../language/index.ts';
import type { CollectionFile, Selection } from '../../runner/index.ts';
import { exitCodes, type ExitCode } from '../output/exitCode.ts';
import type { Sink } from '../output/output.ts';

/**
 * Handles a run whose plan has no request.
 * @param nothing.paths the paths that the user named
 * @param nothing.disabled number of requests left out by `@disabled`
 * @returns the exit code, if the shard is empty or all requests are disabled
 * @throws {ReqError} of kind `usage` if the files or the filters are the reason; a syntax error of a file without requests
 */
export function nothingToRun(
  files: readonly CollectionFile[],
  { name, tags = [], excludedTags = [], shard }: Selection,
  nothing: { readonly paths: readonly string[]; readonly disabled: number },
  err: Sink,
): ExitCode {
  const { paths, disabled } = nothing;
  const all = files.flatMap((f) => listRequests(f.tree));
  if (all.length === 0) {
    for (const { tree, file } of files) {
      const problem = syntaxErrorOf(tree, file);
      if (problem !== undefined) throw problem;
    }
    const verb = paths.length === 1 ? 'contains' : 'contain';
    const shown = paths.map((path) => (path === '.' ? 'This folder' : path)).join(', ');
    throw new ReqError('usage', `${shown} ${verb} no ${files.length === 0 ? '.req, .http or .rest file' : 'request'}.`);
  }
  if (name !== undefined && !all.some((r) => r.name === name || r.title === name)) {
    const names = all.flatMap((r) => [r.name, r.title]).filter((n) => n !== '');
    const near = closest(name, names);
    throw new ReqError('usage', `No request is named "${name}".`, near === undefined ? {} : { hint: `Did you mean "${near}"?` });
  }
  if (shard === undefined && disabled === 0 && (tags.length > 0 || excludedTags.length > 0))
    throw new ReqError('usage', `None of ${all.length} requests has the selected tags.`, {
      hint: 'req list PATH shows the tags of each.',
    });
  err.write(disabled > 0 ? 'Nothing was run: every request is marked @disabled.\n' : 'This shard is empty: nothing was run.\n');
  return exitCodes.ok;
}
