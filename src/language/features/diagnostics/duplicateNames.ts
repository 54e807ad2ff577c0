import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import type { DocumentTree } from '../../syntax/nodes.ts';
import { perBlock } from '../../syntax/versions.ts';
import type { FileView } from '../../workspace/fileView.ts';
import type { Range } from '../../../base/text.ts';
import { occurrencesIn } from '../occurrences.ts';

/** Counted from the beginning of the block. */
const nameIn = perBlock((tree, block): { readonly name: string; readonly range: Range } | undefined => {
  const { start } = block.range;
  const found = occurrencesIn(tree, block).find((o) => o.form === 'name');
  return found === undefined ? undefined : { name: found.name, range: { start: found.range.start - start, end: found.range.end - start } };
});

const referredTo = perBlock((tree, block): readonly string[] =>
  occurrencesIn(tree, block).flatMap((o) => (o.form === 'exchange' ? [o.name] : [])),
);

/** Names that `@name` gives to more than one request of the file; of the collection, where the file asks for an answer by it. */
export function* duplicateNames(view: FileView): Generator<Diagnostic> {
  const { tree, file } = view;
  const first = new Map<string, Range>();
  for (const { name, range } of namesOf(tree)) {
    const known = first.get(name);
    if (known === undefined) first.set(name, range);
    else
      yield diagnostic(
        'duplicate-name',
        'warning',
        range,
        `Line ${tree.lines.positionAt(known.start).line + 1} names another request ${name}: @ref finds that one, and {{${name}.response}} is the answer to the one sent last.`,
        { related: [{ file, range: known, message: `${name} is the name of this request.` }] },
      );
  }
  const wanted = new Set(first.size === 0 ? [] : referredTo(tree).flatMap((names) => names.filter((name) => first.has(name))));
  if (wanted.size === 0) return;
  for (const other of view.files) {
    if (other.file === file) continue;
    for (const { name, range } of namesOf(other.tree)) {
      const own = first.get(name);
      if (own === undefined || !wanted.delete(name)) continue;
      yield diagnostic(
        'duplicate-name',
        'hint',
        own,
        `${view.display(other.file)} names a request ${name} too: {{${name}.response}} is the answer to the one sent last.`,
        { related: [{ file: other.file, range, message: `${name} is the name of this request.` }] },
      );
    }
  }
}

function* namesOf(tree: DocumentTree): Generator<{ readonly name: string; readonly range: Range }> {
  for (const [i, found] of nameIn(tree).entries()) {
    if (found === undefined) continue;
    const start = tree.blocks[i]?.range.start ?? 0;
    yield { name: found.name, range: { start: start + found.range.start, end: start + found.range.end } };
  }
}
