import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import type { DocumentTree } from '../../syntax/nodes.ts';
import { cacheMerged, cachePerBlock } from '../../incremental/blockCache.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { movedRange, type Range } from '../../../base/text.ts';
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
  const wanted = new Set([...referredTo(tree)].filter((name) => first.has(name)));
  if (wanted.size === 0) return;
  for (const other of view.files) {
    if (other.file === file) continue;
    for (const [name, block] of namedIn(other.tree).first) {
      if (!wanted.delete(name)) continue;
      yield diagnostic(
        'duplicate-name',
        'hint',
        placeOf(name),
        `${view.display(other.file)} names a request ${name} too: {{${name}.response}} is the response to the one sent last.`,
        { related: [{ file: other.file, range: rangeIn(other.tree, block), message: `${name} is the name of this request.` }] },
      );
    }
  }
}

/** The range of a block's name. */
const rangeIn = (tree: DocumentTree, block: number): Range => (nameIn(tree).at(block) as RequestName).range;
