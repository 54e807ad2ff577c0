import type { Block, DocumentTree } from '../../syntax/nodes.ts';
import { isRequest } from '../../syntax/nodes.ts';
import { cacheMerged, cachePerBlock } from '../../incremental/blockCache.ts';
import type { EnvironmentFile } from '../../semantics/variables/environmentFile.ts';
import type { Collection } from '../../workspace/collection.ts';
import { environmentOccurrences } from '../navigation/environmentOccurrences.ts';
import { occurrencesIn } from '../navigation/occurrences.ts';

/** Names that a block defines and uses. Without offsets, so that edits of values do not change it. */
interface BlockUses {
  /** Defined names, in order. */
  readonly definitions: readonly string[];
  /** `before`: index of the definition that contains the use, which can only refer to earlier ones; undefined for a use by the request. */
  readonly uses: readonly { readonly name: string; readonly before: number | undefined }[];
  /** Whether any name may be used, because of an included file, or a script that may read every variable. */
  readonly isOpaque: boolean;
  readonly sends: boolean;
}

/** A definition and whether it is used. Relative positions stay valid when blocks move. */
interface DefinitionUse {
  readonly block: number;
  /** Index among the definitions of the block. */
  readonly nth: number;
  used: boolean;
}

/** The position of a definition: index of its block, and index within the block. */
export interface DefinitionPlace {
  readonly block: number;
  readonly nth: number;
}

/** An unused definition, and the next definition of the same name. */
export interface UnusedDefinition {
  readonly name: string;
  readonly place: DefinitionPlace;
  readonly next: DefinitionPlace | undefined;
}

const none: readonly never[] = [];
/** Shared by the blocks that define and use no names, which are most blocks of a large file. */
const nothingUsed = new Map([true, false].map((sends) => [sends, { definitions: none, uses: none, isOpaque: false, sends }]));

const words = /[\p{L}\p{N}_$-]+/gu;

const usesIn = cachePerBlock((tree, block): BlockUses => {
  const { definitions } = block;
  const nths = new Map(definitions.map((d, nth) => [d.range.start, nth]));
  const uses: { name: string; before: number | undefined }[] = [];
  const requestSees = new Set<string>();
  for (const { kind, role, form, name, before } of occurrencesIn(tree, block)) {
    if (kind !== 'variable' || role !== 'reference' || form === 'secret') continue;
    if (before === undefined) requestSees.add(name);
    else uses.push({ name, before: nths.get(before) ?? 0 });
  }
  // A script may compute a name from any word in it.
  for (const name of scriptWords(block)) requestSees.add(name);
  for (const name of requestSees) uses.push({ name, before: undefined });
  const isAny = isOpaque(block);
  const sends = isRequest(block);
  const nothing = definitions.length === 0 && uses.length === 0 && !isAny ? nothingUsed.get(sends) : undefined;
  return nothing ?? { definitions: definitions.map((d) => d.name.text), uses, isOpaque: isAny, sends };
});

function* scriptWords(block: Block): Generator<string> {
  for (const script of [...block.preScripts, ...block.responseScripts])
    if (script.inline) for (const m of script.source.text.matchAll(words)) yield m[0];
}

const isOpaque = (block: Block): boolean =>
  [...block.preScripts, ...block.responseScripts].some((s) => !s.inline || s.source.text.includes('.vars(')) ||
  (block.body !== undefined && /^<@[ \t]/m.test(block.body.text.text));

/** Names that a shared file uses for the requests below it, and whether it may use any. */
interface AroundUses {
  readonly names: ReadonlySet<string>;
  readonly isOpaque: boolean;
}

const aroundUses = new WeakMap<DocumentTree | EnvironmentFile, AroundUses>();

function usesOfShared(tree: DocumentTree): AroundUses {
  let found = aroundUses.get(tree);
  if (found === undefined) {
    const names = new Set<string>();
    for (const block of tree.blocks) {
      for (const o of occurrencesIn(tree, block)) if (o.role === 'reference') names.add(o.name);
      for (const word of scriptWords(block)) names.add(word);
    }
    aroundUses.set(tree, (found = { names, isOpaque: tree.blocks.some(isOpaque) }));
  }
  return found;
}

function usesOfEnvironments(file: EnvironmentFile): AroundUses {
  let found = aroundUses.get(file);
  if (found === undefined) {
    const names = new Set<string>();
    for (const [name, all] of environmentOccurrences(file)) if (all.some((o) => o.role === 'reference')) names.add(name);
    aroundUses.set(file, (found = { names, isOpaque: false }));
  }
  return found;
}

const isSameUses = (a: BlockUses, b: BlockUses): boolean =>
  a.isOpaque === b.isOpaque &&
  a.sends === b.sends &&
  a.definitions.length === b.definitions.length &&
  a.definitions.every((name, i) => name === b.definitions[i]) &&
  a.uses.length === b.uses.length &&
  a.uses.every((u, i) => u.name === b.uses[i]?.name && u.before === b.uses[i].before);

/** Definitions that are unused in their file; undefined if that is not known, or if the file has no request yet. */
const unusedIn = cacheMerged(usesIn, isSameUses, (blocks): { readonly unused: readonly UnusedDefinition[] | undefined } => {
  const [first] = blocks;
  if (!blocks.some((b) => b.sends) || (first?.sends === false && first.isOpaque)) return { unused: undefined };
  const byName = new Map<string, DefinitionUse[]>();
  for (const [block, { definitions }] of blocks.entries()) {
    for (const [nth, name] of definitions.entries()) {
      const list = byName.get(name);
      if (list === undefined) byName.set(name, [{ block, nth, used: false }]);
      else list.push({ block, nth, used: false });
    }
  }
  if (byName.size > 0) markUsed(byName, blocks);
  const unused: UnusedDefinition[] = [];
  for (const [name, all] of byName) for (const [i, place] of all.entries()) if (!place.used) unused.push({ name, place, next: all[i + 1] });
  return { unused };
});

/** Definitions that neither the file nor the surrounding files use; empty if that is not known. */
export function unusedDefinitions(tree: DocumentTree, collection: Collection): readonly UnusedDefinition[] {
  const { unused } = unusedIn(tree);
  if (unused === undefined || unused.length === 0) return [];
  const outside = [...collection.shared.map((s) => usesOfShared(s.tree)), ...collection.environmentFiles.map(usesOfEnvironments)];
  if (outside.some((uses) => uses.isOpaque)) return [];
  return unused.filter(({ name }) => !outside.some((uses) => uses.names.has(name)));
}

function markUsed(byName: ReadonlyMap<string, readonly DefinitionUse[]>, blocks: readonly BlockUses[]): void {
  const opaque: number[] = [];
  for (const [block, { uses, isOpaque: any, sends }] of blocks.entries()) {
    if (any) opaque.push(block);
    for (const { name, before } of uses) {
      const list = byName.get(name);
      if (list === undefined) continue;
      // A block without a request applies to every request, so each of them may use the name.
      if (before === undefined && !sends) for (const d of list) d.used = true;
      else mark(list, block, before);
    }
  }
  if (opaque.length > 0) for (const list of byName.values()) markAny(list, opaque);
}

/** Marks the definitions of a name that the requests of some blocks resolve to. Both lists are in the order of the file. */
function markAny(list: readonly DefinitionUse[], blocks: readonly number[]): void {
  for (const [i, d] of list.entries()) {
    const block = firstAtLeast(blocks, d.block);
    const next = list[i + 1];
    if ((i === 0 && (blocks[0] as number) < d.block) || (block !== undefined && (next === undefined || block < next.block))) d.used = true;
  }
}

/** The first number that is at least `least`, in a sorted list. */
function firstAtLeast(numbers: readonly number[], least: number): number | undefined {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return numbers[low];
}

/** Marks the definition that a use resolves to: the nearest above it; for a request without one above, the first below. */
function mark(list: readonly DefinitionUse[], block: number, before: number | undefined): void {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const d = list[middle] as DefinitionUse;
    // The definitions of a block come before its request.
    if (d.block < block || (d.block === block && (before === undefined || d.nth < before))) low = middle + 1;
    else high = middle;
  }
  const visible = list[low - 1] ?? (before === undefined ? list[0] : undefined);
  if (visible !== undefined) visible.used = true;
}
