import { sharedKind } from '../../workspace/collection.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { folderOf, isInside } from '../../workspace/workspacePaths.ts';
import { environmentOccurrences } from './environmentOccurrences.ts';
import { isSetWhenSent, occurrencesOf, type Occurrence } from './occurrences.ts';

export interface Placed {
  /** Absolute path. */
  readonly file: string;
  readonly at: Occurrence;
}

/** The files in which a definition is visible: one file, or all below a folder. */
export interface Reach {
  readonly path: string;
  readonly isFolder: boolean;
}

const covers = (outer: Reach, inner: Reach): boolean =>
  outer.isFolder ? isInside(inner.path, outer.path) : !inner.isFolder && inner.path === outer.path;

export const overlap = (a: Reach, b: Reach): boolean => covers(a, b) || covers(b, a);

/** The names of a collection and their occurrences. Resolves the meaning of placeholders from the files alone. */
export interface CollectionNames {
  /** All occurrences of a name, including every reading of ambiguous placeholders. */
  everything(name: string): readonly Placed[];
  reachOf(placed: Placed): Reach;
  /** Whether this reading of a placeholder is the effective one; always true for other occurrences. */
  counts(placed: Placed): boolean;
  /** Whether a variable is defined at a place: in every environment and without scripts (`certainly`), or only in some cases. */
  isDefined(name: string, place: Placed): 'certainly' | 'perhaps' | 'no';
  isRequest(name: string): boolean;
  /** The symbol of an occurrence: all occurrences of its name whose reaches overlap, directly or through others. */
  symbolOf(placed: Placed): { readonly reach: Reach; readonly occurrences: readonly Placed[] };
}

const known = new WeakMap<FileView, CollectionNames>();

/** The names of the collection that a file belongs to, cached per view. */
export function collectionNames(view: FileView): CollectionNames {
  let names = known.get(view);
  if (names === undefined) known.set(view, (names = namesAround(view)));
  return names;
}

const isAround = (file: string): boolean => sharedKind(file) !== undefined || !file.endsWith('.req');

/** Definitions of one name in one file that are visible in the same files. */
interface Defined {
  readonly file: string;
  readonly reach: Reach;
  /** Offset of the first one, invisible to definitions above it; -1 for definitions that do not depend on order. */
  first: number;
  /** Whether they apply in every environment, without scripts. */
  readonly certain: boolean;
}

interface Named {
  readonly all: readonly Placed[];
  readonly defined: readonly Defined[];
  /** Files with a request of that name. */
  readonly requestsIn: ReadonlySet<string>;
}

function namesAround(view: FileView): CollectionNames {
  const everywhere: Reach = { path: view.collection.root, isFolder: true };
  const [anyBlock] = view.tree.blocks;
  const stored = anyBlock && view.contextOf(anyBlock).variables;
  const byName = new Map<string, Named>();

  function named(name: string): Named {
    let found = byName.get(name);
    if (found === undefined) {
      const all = [...read(name)];
      const requests = all.filter((p) => p.at.kind === 'request' && p.at.role === 'definition');
      found = { all, defined: definedOf(all, everywhere), requestsIn: new Set(requests.map((p) => p.file)) };
      byName.set(name, found);
    }
    return found;
  }

  function* read(name: string): Generator<Placed> {
    for (const { file, tree } of view.files()) for (const at of occurrencesOf(tree, name)) yield { file, at };
    for (const f of view.environmentFiles()) for (const at of environmentOccurrences(f).get(name) ?? []) yield { file: f.file, at };
  }

  const occurrences = (kind: Occurrence['kind'], name: string): readonly Placed[] =>
    named(name).all.filter((p) => p.at.kind === kind && counts(p));

  function reachOf({ file, at }: Placed): Reach {
    if (isSetWhenSent(at.form)) return everywhere;
    // An exchange is known by name in the whole collection, unless the file has a request of that name.
    if ((at.form === 'exchange' || at.form === 'ref') && (isAround(file) || !named(at.name).requestsIn.has(file))) return everywhere;
    return reachOfFile(file);
  }

  function isDefined(name: string, { file, at }: Placed): 'certainly' | 'perhaps' | 'no' {
    const reach = reachOfFile(file);
    // In a shared file the last definition applies, wherever it is.
    const before = isAround(file) ? Number.POSITIVE_INFINITY : (at.before ?? Number.POSITIVE_INFINITY);
    let found = stored?.find(name) !== undefined;
    for (const d of named(name).defined) {
      if (!overlap(d.reach, reach) || (d.file === file && d.first >= before)) continue;
      if (d.certain && at.owner !== name && covers(d.reach, reach)) return 'certainly';
      found = true;
    }
    return found ? 'perhaps' : 'no';
  }

  const isRequest = (name: string): boolean => named(name).requestsIn.size > 0;

  function counts(placed: Placed): boolean {
    const { path, form } = placed.at;
    if (path === undefined) return true;
    const { root, dotted, side } = path;
    if (dotted !== undefined && isDefined(dotted, placed) !== 'no') return form === 'dotted';
    if (isDefined(root, placed) !== 'no') return form === 'placeholder';
    if (side !== undefined && isRequest(root)) return form === 'exchange';
    // A definition that names itself is circular if the name has no other meaning.
    return form === (dotted !== undefined && dotted === placed.at.owner ? 'dotted' : 'placeholder');
  }

  function symbolOf(placed: Placed): { readonly reach: Reach; readonly occurrences: readonly Placed[] } {
    const all = occurrences(placed.at.kind, placed.at.name).map((p) => ({ p, reach: reachOf(p) }));
    // Reaches are nested or disjoint, so the widest one contains all related occurrences.
    let reach = reachOf(placed);
    for (const other of all) if (covers(other.reach, reach)) reach = other.reach;
    return { reach, occurrences: all.filter((o) => covers(reach, o.reach)).map((o) => o.p) };
  }

  return { everything: (name) => named(name).all, reachOf, counts, isDefined, isRequest, symbolOf };
}

/** The definitions of one name; those in the same file that are visible in the same files are merged. */
function definedOf(all: readonly Placed[], everywhere: Reach): readonly Defined[] {
  const found = new Map<string, Defined>();
  for (const { file, at } of all) {
    if (at.kind !== 'variable' || at.role !== 'definition') continue;
    const reach = isSetWhenSent(at.form) ? everywhere : reachOfFile(file);
    const certain = at.form === 'definition' || at.environment === '$shared';
    const first = at.form === 'definition' ? at.range.start : -1;
    const key = `${certain ? 1 : 0}${reach.path}\0${file}`;
    const like = found.get(key);
    if (like === undefined) found.set(key, { file, reach, first, certain });
    else like.first = Math.min(like.first, first);
  }
  return [...found.values()];
}

/** The files in which the definitions of a file are visible. */
const reachOfFile = (file: string): Reach => (isAround(file) ? { path: folderOf(file), isFolder: true } : { path: file, isFolder: false });
