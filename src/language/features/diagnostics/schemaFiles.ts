import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { namedSchemaOf, schemaNamesIn } from '../../semantics/request/schemaNames.ts';
import type { Block } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { schemaFileKey } from '../../workspace/schemaFiles.ts';
import { folderOf, resolvePath } from '../../workspace/workspacePaths.ts';

/** Maximum number of reported problems of one schema. */
const mostShown = 5;

/** Reports unusable schemas at their `matchesSchema`. */
export function* schemaFiles(view: FileView): Generator<Diagnostic> {
  for (const [i, names] of schemaNamesIn(view.tree).computed.entries()) {
    if (names.length === 0) continue;
    for (const assertion of (view.tree.blocks[i] as Block).assertions) {
      const named = namedSchemaOf(assertion);
      if (named === undefined || assertion.right.text.includes('{{')) continue;
      if (named.kind === 'url')
        yield diagnostic(
          'schema-file',
          'error',
          named.url,
          'Schemas are not fetched from the network: copy it into the collection, and name the file.',
        );
      else yield* ofFile(view, named.path, named.fragment);
    }
  }
}

function* ofFile(
  view: FileView,
  path: { readonly start: number; readonly end: number; readonly text: string },
  fragment: string,
): Generator<Diagnostic> {
  const file = resolvePath(folderOf(view.file), path.text);
  const kind = view.pathKind(file);
  const state = view.schemaFiles.get(schemaFileKey(file, fragment));
  // The rule `missingFile` reports a file that does not exist.
  if (state === undefined || kind === 'missing' || kind === 'folder') return;
  const place = { start: path.start, end: path.end + fragment.length };
  if (state.kind === 'outside') {
    const message = `${path.text} is outside the collection ${state.root}. Copy it into the collection, or allow it when asked (--allow-read DIR for the command).`;
    yield diagnostic('schema-file', 'warning', place, message);
    return;
  }
  const { problem, parts } = state;
  if (problem !== undefined) {
    const what = problem.startsWith(path.text) ? problem : `${path.text} cannot be used: ${problem}`;
    yield diagnostic('schema-file', 'error', place, `${what}. The assertion fails until this is corrected.`);
  }
  for (const part of parts.slice(0, mostShown))
    yield diagnostic('schema-file', 'warning', place, `A part of ${path.text} cannot be checked: ${part}. Correct the reference.`);
}
