import type { ImportResult } from '../../src/convert/import/index.ts';
import {
  createEvaluation,
  exchangesOf,
  isRequest,
  scopeOf,
  sendDefaults,
  sharedBlocks,
  sourceOf,
  titleOf,
  type ResolvedRequest,
} from '../../src/language/index.ts';
import { resolveRequest } from '../../src/language/sending.ts';
import { fixedSources } from './inspect.ts';
import { memoryWorkspace, root } from './memoryWorkspace.ts';

/** The resolved requests of an import, by title. The values of secrets are those of the import. */
export async function sendsOf(result: ImportResult, environment?: string): Promise<ReadonlyMap<string, ResolvedRequest>> {
  const files = new Map(result.files.map((f) => [`${root}/${f.path}`, f.text]));
  const secrets = Object.fromEntries(result.secrets.map((s) => [s.name, s.value]));
  const { workspace } = memoryWorkspace(files, { environment });
  const sends = new Map<string, ResolvedRequest>();
  for (const [file, text] of files) {
    if (!file.endsWith('.req')) continue;
    const view = await workspace.know({ file, version: 1, getText: () => text });
    for (const block of view.tree.blocks) {
      if (!isRequest(block)) continue;
      const context = view.contextOf(block);
      const resolution = resolveRequest({
        block,
        source: sourceOf(view.tree, block),
        shared: sharedBlocks(context),
        evaluation: createEvaluation(scopeOf(context), fixedSources({ secrets }), exchangesOf(view.tree, { find: () => undefined })),
        defaults: sendDefaults,
      });
      if (!resolution.ok) throw new Error(`${file}: ${resolution.problems.map((p) => p.message).join(' ')}\n${text}`);
      sends.set(titleOf(block) ?? '', resolution.request);
    }
  }
  return sends;
}

export const bodyText = ({ body }: ResolvedRequest): string => body.map((p) => (p.kind === 'text' ? p.text : `<${p.path}>`)).join('');
