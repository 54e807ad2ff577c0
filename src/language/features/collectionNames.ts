import { sharedKind } from '../workspace/collection.ts';
import type { FileView } from '../workspace/fileView.ts';
import { folderOf, isInside } from '../workspace/paths.ts';
import { environmentOccurrences } from './environmentOccurrences.ts';
import { occurrencesOf, type Occurrence } from './occurrences.ts';

/** An occurrence and the file it stands in. */
export interface Placed {
  /** Absolute path. */
  readonly file: string;
  readonly at: Occurrence;
}

/** The files in which something counts: one, or all below a folder. */
export interface Reach {
  readonly path: string;
  readonly isFolder: boolean;
}

const covers = (outer: Reach, inner: Reach): boolean =>
  outer.isFolder ? isInside(inner.path, outer.path) : !inner.isFolder && inner.path === outer.path;

export const overlap = (a: Reach, b: Reach): boolean => covers(a, b) || covers(b, a);

/** Every name of a collection and where it stands. What a placeholder means is decided here, from the files alone. */
export interface CollectionNames {
  /** All occurrences of a name that count: of a placeholder only the reading that wins. */
  occurrences(kind: Occurrence['kind'], name: string): readonly Placed[];
  /** All occurrences of a name, every reading of a placeholder among them. */
  everything(name: string): readonly Placed[];
  reachOf(placed: Placed): Reach;
  /** Whether this reading of a placeholder is the one that wins; other occurrences always count. */
  counts(placed: Placed): boolean;
  /** Definitions of a variable that count, in some environment at least, where a placeholder stands. */
  definitionsFor(name: string, place: Placed): readonly Placed[];
  /** Whether a definition counts at a place whatever the environment chosen and the scripts that ran. */
  isCertain(definition: Placed, place: Placed): boolean;
  /** What of an occurrence belongs together: occurrences of its name whose reaches overlap, directly or by way of others. */
  together(placed: Placed): { readonly reach: Reach; readonly occurrences: readonly Placed[] };
}

const known = new WeakMap<FileView, CollectionNames>();

/** The names of the collection that a file belongs to. */
export function collectionNames(view: FileView): CollectionNames {
  let names = known.get(view);
  if (names === undefined) known.set(view, (names = namesAround(view)));
  return names;
}

const isAround = (file: string): boolean => sharedKind(file) !== undefined || !file.endsWith('.req');

function namesAround(view: FileView): CollectionNames {
  const { root } = view.collection;
  const byName = new Map<string, readonly Placed[]>();

  function everything(name: string): readonly Placed[] {
    let all = byName.get(name);
    if (all === undefined) byName.set(name, (all = [...read(name)]));
    return all;
  }

  function* read(name: string): Generator<Placed> {
    for (const { file, tree } of view.files) for (const at of occurrencesOf(tree, name)) yield { file, at };
    for (const f of view.environmentFiles) for (const at of environmentOccurrences(f).get(name) ?? []) yield { file: f.file, at };
  }

  const occurrences = (kind: Occurrence['kind'], name: string): readonly Placed[] =>
    everything(name).filter((p) => p.at.kind === kind && counts(p));

  const hasRequest = (file: string, name: string): boolean =>
    everything(name).some((p) => p.file === file && p.at.kind === 'request' && p.at.role === 'definition');

  function reachOf({ file, at }: Placed): Reach {
    if (at.form === 'script-set') return { path: root, isFolder: true };
    // The last answer to a name is one for the collection; a file that has a request of that name means its own.
    if (at.form === 'exchange' && (isAround(file) || !hasRequest(file, at.name))) return { path: root, isFolder: true };
    return isAround(file) ? { path: folderOf(file), isFolder: true } : { path: file, isFolder: false };
  }

  function definitionsFor(name: string, place: Placed): readonly Placed[] {
    const reach = reachAround(place);
    // Of a shared file the last definition counts, wherever it stands.
    const before = isAround(place.file) ? undefined : place.at.before;
    return everything(name).filter(
      (p) =>
        p.at.kind === 'variable' &&
        p.at.role === 'definition' &&
        overlap(reachOf(p), reach) &&
        !(before !== undefined && p.file === place.file && p.at.form === 'definition' && p.at.range.start >= before),
    );
  }

  /** Where the text that a place belongs to can be needed. */
  const reachAround = ({ file }: Placed): Reach =>
    isAround(file) ? { path: folderOf(file), isFolder: true } : { path: file, isFolder: false };

  function isCertain(definition: Placed, place: Placed): boolean {
    const { form, environment, name } = definition.at;
    return (
      place.at.owner !== name && (form === 'definition' || environment === '$shared') && covers(reachOf(definition), reachAround(place))
    );
  }

  function isVariable(name: string, place: Placed): boolean {
    const [block] = view.tree.blocks;
    return definitionsFor(name, place).length > 0 || (block !== undefined && view.contextOf(block).variables.find(name) !== undefined);
  }

  function counts(placed: Placed): boolean {
    const { placeholder, form } = placed.at;
    if (placeholder === undefined) return true;
    const { segments, dotted } = placeholder.expression;
    const name = String(segments[0]?.key);
    if (dotted !== undefined && isVariable(dotted, placed)) return form === 'dotted';
    if (isVariable(name, placed)) return form === 'placeholder';
    const side = segments[1]?.key;
    const isExchange =
      (side === 'response' || side === 'request') && everything(name).some((p) => p.at.kind === 'request' && p.at.role === 'definition');
    return form === (isExchange ? 'exchange' : 'placeholder');
  }

  function together(placed: Placed): { readonly reach: Reach; readonly occurrences: readonly Placed[] } {
    const all = occurrences(placed.at.kind, placed.at.name).map((p) => ({ p, reach: reachOf(p) }));
    // Reaches lie in one another or apart: what belongs together lies in the widest one.
    let reach = reachOf(placed);
    for (const other of all) if (covers(other.reach, reach)) reach = other.reach;
    return { reach, occurrences: all.filter((o) => covers(reach, o.reach)).map((o) => o.p) };
  }

  return { occurrences, everything, reachOf, counts, definitionsFor, isCertain, together };
}
