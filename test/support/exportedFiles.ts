import {
  createEvaluation,
  exchangesOf,
  isRequest,
  listRequests,
  scopeOf,
  sendDefaults,
  sharedBlocks,
  sharedKind,
  sourceOf,
} from '../../src/language/index.ts';
import { factsOf, type RequestToExport } from '../../src/convert/export/index.ts';
import { authAsWritten, resolveRequest, Substitutions } from '../../src/language/sending.ts';
import { fixedSources } from './inspect.ts';
import { memoryWorkspace, root } from './memoryWorkspace.ts';

/** The requests of files as passed to an export that keeps undefined variables. */
export async function requestsOfFiles(
  texts: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>> = {},
  environment?: string,
): Promise<readonly RequestToExport[]> {
  const files = new Map(Object.entries(texts).map(([path, text]) => [`${root}/${path}`, text]));
  const { workspace } = memoryWorkspace(files, { environment });
  const found: RequestToExport[] = [];
  for (const [file, text] of files) {
    if (!file.endsWith('.req') || sharedKind(file) !== undefined) continue;
    const view = await workspace.know({ file, version: 1, getText: () => text });
    for (const request of listRequests(view.tree)) {
      const { block } = request;
      if (!isRequest(block)) continue;
      const context = view.contextOf(block);
      const substitutions = new Substitutions();
      const resolution = resolveRequest({
        block,
        source: sourceOf(view.tree, block),
        shared: sharedBlocks(context),
        evaluation: createEvaluation(
          scopeOf(context),
          fixedSources({ secrets, tokens: () => 'fetched-token' }),
          exchangesOf(view.tree, { find: () => undefined }),
        ),
        defaults: { ...sendDefaults, undefinedVariables: 'keep' },
        substitutions,
      });
      if (!resolution.ok) throw new Error(resolution.problems.map((p) => p.message).join(' '));
      const { request: resolved } = resolution;
      const { headers } = resolved;
      found.push({
        resolved: { ...resolved, body: resolved.body.map((p) => (p.kind === 'text' ? p : ({ kind: 'file', path: p.path } as const))) },
        sent: { head: '', httpVersion: '1.1', headers },
        folders: file
          .slice(root.length + 1)
          .replace(/\.req$/, '')
          .split('/'),
        ...factsOf(view.tree, request, substitutions.kept, authAsWritten({ ...context, block })),
      });
    }
  }
  return found;
}
