import { plainFormOf } from '../semantics/values/plainText.ts';
import { definitionsIn, sameNames, type Definition } from '../semantics/variables/fileDefinitions.ts';
import { isRequest, startOf, type Block, type DocumentTree } from '../syntax/nodes.ts';
import type { FileView } from '../workspace/fileView.ts';
import { alignEntries, commonBlocks, type CommonBlocks } from './blockCache.ts';
import { requestNames } from '../semantics/request/requestNames.ts';
import { KnownLookups, type Lookup, type LookupKind, type Surroundings } from './surroundings.ts';

export interface BlockFindings<T> {
  findings: readonly T[];
  start: number;
  /** The last version of the file for which they were checked. */
  version: number;
  readonly lookups: readonly Lookup[];
  /** Whether they depend on all names of the scope, on the names of the file's requests, or on line numbers. */
  readonly allNames: boolean;
  readonly requests: boolean;
  readonly lines: boolean;
}

/**
 * The cached findings of one file, through all its versions. `update` records the version in which each dependency last changed;
 * findings that were checked later are current.
 */
export class FileFindings {
  readonly #known = new KnownLookups();
  /** By the function that computes them. */
  readonly #entries = new Map<object, (BlockFindings<unknown> | undefined)[]>();
  #surroundings: Surroundings | undefined;
  #version = 0;
  /** The last version in which a dependency changed. */
  #lastChange = 0;
  #allNames = 0;
  #requests = 0;
  #lines = 0;
  readonly #changed = new Map<Lookup, number>();

  get version(): number {
    return this.#version;
  }

  /** Makes `view` the current view and records which dependencies changed. */
  update(view: FileView): void {
    const before = this.#surroundings?.view;
    if (before === view) return;
    const surroundings = surroundingsOf(view);
    this.#surroundings = surroundings;
    this.#version++;
    const changed = this.#known.update(surroundings);
    const namesChanged = this.#known.namesChanged(surroundings);
    if (before === undefined || !hasSameSurroundings(before, view)) {
      this.#entries.clear();
      return;
    }
    const names = new Set(changed.flatMap(({ kind, name }) => (kind === 'variable' || kind === 'plain' ? [name] : [])));
    const otherKinds = new Set(names);
    if (before.tree.blocks !== view.tree.blocks) this.#compare(before.tree, view.tree, names, otherKinds);
    for (const [kind, of] of [['variable', names] as const, ['plain', otherKinds] as const]) {
      for (const name of withUsers(view.tree, of)) {
        const lookup = this.#known.find(kind, name);
        if (lookup !== undefined) changed.push(lookup);
      }
    }
    for (const lookup of changed) this.#changed.set(lookup, this.#version);
    if (namesChanged) this.#allNames = this.#version;
    this.#lastChange = Math.max(this.#allNames, this.#requests, this.#lines, changed.length > 0 ? this.#version : this.#lastChange);
  }

  lookupsOf(names: readonly (readonly [LookupKind, Iterable<string>])[]): readonly Lookup[] {
    const lookups: Lookup[] = [];
    for (const [kind, all] of names) for (const name of all) lookups.push(this.#known.add(kind, name, this.#surroundings as Surroundings));
    return lookups;
  }

  entriesOf<T>(key: object): (BlockFindings<T> | undefined)[] {
    let entries = this.#entries.get(key);
    if (entries === undefined)
      this.#entries.set(key, (entries = Array.from({ length: this.#surroundings?.view.tree.blocks.length ?? 0 }, () => undefined)));
    return entries as (BlockFindings<T> | undefined)[];
  }

  /** Whether no dependency has changed since these findings were checked. */
  isCurrent(entry: BlockFindings<unknown>): boolean {
    const { version, lookups, allNames, requests, lines } = entry;
    if (version >= this.#lastChange) return true;
    const isStale =
      (allNames && version < this.#allNames) ||
      (requests && version < this.#requests) ||
      (lines && version < this.#lines) ||
      lookups.some((lookup) => (this.#changed.get(lookup) ?? 0) > version);
    if (!isStale) entry.version = this.#version;
    return !isStale;
  }

  /** Records the differences between two versions. Adds names with other definitions to `names`, also to `otherKinds` if their form changed. */
  #compare(before: DocumentTree, after: DocumentTree, names: Set<string>, otherKinds: Set<string>): void {
    const common = commonBlocks(before.blocks, after.blocks);
    for (const [key, entries] of this.#entries) this.#entries.set(key, alignEntries(entries, common, after.blocks.length));
    const was = definitionsBetween(before, common);
    const is = definitionsBetween(after, common);
    const haveSameNames = sameNames(was.definitions, is.definitions);
    if (!haveSameNames) this.#allNames = this.#version;
    for (const [i, { name, value }] of [...is.definitions, ...(haveSameNames ? [] : was.definitions)].entries()) {
      const old = haveSameNames ? was.definitions[i]?.value : undefined;
      if (value === old) continue;
      names.add(name);
      if (old === undefined || !isSamePlain(old, value)) otherKinds.add(name);
    }
    if (before.lines.lineCount !== after.lines.lineCount || was.lines.some((line, i) => line !== is.lines[i])) this.#lines = this.#version;
    if (requestNames(before) !== requestNames(after)) this.#requests = this.#version;
  }
}

function isSamePlain(a: string, b: string): boolean {
  const form = plainFormOf(a);
  return form !== undefined && form === plainFormOf(b);
}

function surroundingsOf(view: FileView): Surroundings {
  const block = view.tree.blocks[0] as Block;
  return { view, variables: view.contextOf(block).variables, exchanges: view.look(block).exchanges };
}

/** Whether the files around, the environment, trust, the schemas and the preamble for all requests are the same. */
const hasSameSurroundings = (a: FileView, b: FileView): boolean =>
  a.file === b.file &&
  a.collection === b.collection &&
  a.environment === b.environment &&
  a.trusted === b.trusted &&
  hasSameApis(a, b) &&
  a.schemaVersion === b.schemaVersion &&
  preambleText(a.tree) === preambleText(b.tree);

function hasSameApis({ apis: a }: FileView, { apis: b }: FileView): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [path, found] of a) {
    const other = b.get(path);
    if (other !== found && !(other?.kind === 'reading' && found.kind === 'reading')) return false;
  }
  return true;
}

/** The directives and scripts of a first block without a request. They apply to all requests of the file. */
function preambleText({ blocks, text }: DocumentTree): string | undefined {
  const first = blocks[0];
  if (first === undefined || isRequest(first)) return undefined;
  return first.nodes
    .filter((n) => n.kind !== 'definition' && n.kind !== 'comment' && n.kind !== 'blank')
    .map(({ range }) => text.slice(range.start, range.end))
    .join('\n');
}

/** Definitions, with their lines, in the blocks that differ between two versions. */
function definitionsBetween(
  tree: DocumentTree,
  { above, below }: CommonBlocks,
): { definitions: readonly Definition[]; lines: readonly number[] } {
  const definitions: Definition[] = [];
  const lines: number[] = [];
  const all = definitionsIn(tree).computed;
  for (let i = above; i < tree.blocks.length - below; i++) {
    for (const definition of all[i] ?? []) {
      definitions.push(definition);
      lines.push(tree.lines.positionAt(startOf(tree.blocks[i] as Block) + definition.start).line);
    }
  }
  return { definitions, lines };
}

/** Names, and the names whose definitions use them, directly or through others. */
function withUsers(tree: DocumentTree, names: ReadonlySet<string>): ReadonlySet<string> {
  if (names.size === 0) return names;
  const users = new Map<string, string[]>();
  for (const definitions of definitionsIn(tree)) {
    for (const { name, uses } of definitions) {
      for (const used of uses) {
        const list = users.get(used);
        if (list === undefined) users.set(used, [name]);
        else list.push(name);
      }
    }
  }
  const all = new Set(names);
  // The loop also visits names that are added during the iteration.
  for (const name of all) for (const user of users.get(name) ?? []) all.add(user);
  return all;
}
