import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { apiNamedBy } from '../../semantics/api/apiNaming.ts';
import { namingBlocks, notFetched } from '../../workspace/apiDocuments.ts';
import type { FileView } from '../../workspace/fileView.ts';

/** Maximum number of reported problems of a document. */
const mostShown = 5;

/** Reports OpenAPI documents that cannot be read, completely or in part. */
export function* apiDocuments(view: FileView): Generator<Diagnostic> {
  for (const [i, found] of namingBlocks(view.tree).computed.entries()) {
    const block = found.length === 0 ? undefined : view.tree.blocks[i];
    if (block === undefined) continue;
    for (const { name, argument } of block.directives) {
      if (name.text !== 'openapi' || argument === undefined) continue;
      const api = apiNamedBy(block, view.file);
      if (api === undefined || api === 'none') continue;
      const document = view.apis.get(api.path);
      // The rule `missingFile` reports a file that does not exist.
      if (view.pathKind(api.path) === 'missing' || document === undefined) continue;
      if (document.kind === 'problem') {
        const isMissing = document.message === notFetched(api.written);
        yield diagnostic('openapi-document', isMissing ? 'warning' : 'error', argument, `${document.message}.`);
      }
      if (document.kind !== 'index') continue;
      for (const problem of document.index.problems.slice(0, mostShown))
        yield diagnostic('openapi-document', 'information', argument, problem);
    }
  }
}
