import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import type { DocumentTree } from '../../syntax/nodes.ts';
import { cacheMerged, cachePerBlock } from '../../incremental/blockCache.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { movedRange, type Range } from '../../../base/text/text.ts';
import { occurrencesIn } from '../navigation/occurrences.ts';

interface RequestName {
  readonly name: string;
  readonly range: Range;
}

const nameIn = cachePerBlock(
  (tree, block): RequestName | undefined => {
    const found = occurrencesIn(tree, block).find((o) => o.form === 'name');
    return found && { name: found.name, range: found.range };
  },
  (found, by) => found && { ...found, range: movedRange(found.range, by) },
);

/** The first block with each name, and the blocks that repeat a name. */
const namedIn = cacheMerged(
  nameIn,
  (a, b) => a?.name === b?.name,
  (blocks) => {
    const first = new Map<string, number>();
    const again: { readonly name: string; readonly block: number }[] = [];
    for (const [block, found] of blocks.entries()) {
      if (found === undefined) continue;
      if (first.has(found.name)) again.push({ name: found.name, block });
      else first.set(found.name, block);
    }
    return { first, again };
  },
);

const noNames: readonly string[] = [];

const referredIn = cachePerBlock((tree, block): readonly string[] => {
  const names = occurrencesIn(tree, block).flatMap((o) => (o.form === 'exchange' ? [o.name] : []));
  return names.length === 0 ? noNames : names;
});

/** Names of requests whose exchanges a file uses. */
const referredTo = cacheMerged(
  referredIn,
  (a, b) => a.length === b.length && a.every((name, i) => name === b[i]),
  (blocks): ReadonlySet<string> => new Set(blocks.flat()),
);

/** Reports a `@name` of several requests in the file; across the collection only if the file uses the exchange of that name. */
export function* duplicateNames(view: FileView): Generator<Diagnostic> {
  const { tree, file } = view;
  const { first, again } = namedIn(tree);
  const placeOf = (name: string): Range => rangeIn(tree, first.get(name) as number);
  for (const { name, block } of again) {
    const known = placeOf(name);
    yield diagnostic(
      'duplicate-name',
      'warning',
      rangeIn(tree, block),
      `Line ${tree.lines.positionAt(known.start).line + 1} names another request ${name}: @ref finds that one, and {{${name}.response}} is the response to the one sent last.`,
      { related: [{ file, range: known, message: `${name} is the name of this request.` }] },
    );
  }
  for (const name of referredTo(tree)) {
    const other = first.has(name) ? view.index.find(name).find((r) => r.declared && r.file !== file) : undefined;
    const there = other && view.files().find((f) => f.file === other.file);
    const block = there && namedIn(there.tree).first.get(name);
    if (there === undefined || block === undefined) continue;
    yield diagnostic(
      'duplicate-name',
      'hint',
      placeOf(name),
      `${view.display(there.file)} names a request ${name} too: {{${name}.response}} is the response to the one sent last.`,
      { related: [{ file: there.file, range: rangeIn(there.tree, block), message: `${name} is the name of this request.` }] },
    );
  }
}

const rangeIn = (tree: DocumentTree, block: number): Range => (nameIn(tree).at(block) as RequestName).range;
