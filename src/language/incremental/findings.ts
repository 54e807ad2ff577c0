import { startOf, type Block } from '../syntax/nodes.ts';
import { readingOf } from '../syntax/parser.ts';
import type { FileView } from '../workspace/fileView.ts';
import type { Dependencies } from './dependencies.ts';
import { FileFindings, type BlockFindings } from './fileFindings.ts';

export interface FindingsOptions<T> {
  /** Adds to the offsets in a finding. */
  readonly move: (finding: T, by: number) => T;
  /** Whether findings contain line numbers, so that added or removed lines make them outdated. */
  readonly hasLines: boolean;
}

/** By the lineage of the file's versions. */
const files = new WeakMap<object, FileFindings>();

function fileFindings(view: FileView): FileFindings {
  const lineage = readingOf(view.tree.blocks)?.lineage ?? view.tree.blocks;
  let file = files.get(lineage);
  if (file === undefined) files.set(lineage, (file = new FileFindings()));
  file.update(view);
  return file;
}

export interface CachedFindings<T> {
  /**
   * The findings of a file, in the order of its blocks.
   * @param only excludes other blocks
   */
  of(view: FileView, only?: (block: Block) => boolean): readonly T[];
  /** Computes the findings of all blocks, and yields after each block, so that the caller can do other work between blocks. */
  steps(view: FileView): Generator<void>;
}

/**
 * Caches the findings in each block of a file and computes them again when the block or a dependency changes. `find` receives a view that
 * records what it reads. Besides the block it may read `view.look`, `view.setters`, `view.pathKind`, the collection and the other blocks.
 * If it reads other files, its findings are not cached.
 */
export function cacheFindings<T>(find: (view: FileView, block: Block) => readonly T[], options: FindingsOptions<T>): CachedFindings<T> {
  const entryOf = (file: FileFindings, entries: (BlockFindings<T> | undefined)[], view: FileView, i: number): BlockFindings<T> => {
    const known = entries[i];
    if (known !== undefined && file.isCurrent(known)) return known;
    return (entries[i] = compute(find, options, file, view, view.tree.blocks[i] as Block));
  };
  return {
    of(view, only) {
      // Without the cache, which takes more memory than the findings.
      if (view.unchanging) return view.tree.blocks.filter(only ?? (() => true)).flatMap((block) => find(view, block));
      const file = fileFindings(view);
      const entries = file.entriesOf<T>(find);
      const { blocks } = view.tree;
      const all: T[] = [];
      // Indexed, because an iterator took most of the time here.
      for (let i = 0; i < blocks.length; i++) {
        if (only !== undefined && !only(blocks[i] as Block)) continue;
        const entry = entryOf(file, entries, view, i);
        if (entry.findings.length === 0) continue;
        moveTo(entry, startOf(blocks[i] as Block), options.move);
        for (const finding of entry.findings) all.push(finding);
      }
      return all;
    },
    *steps(view) {
      const { blocks } = view.tree;
      for (let i = 0; i < blocks.length; i++) {
        // Other views of the file may have been made since the last step.
        const file = fileFindings(view);
        const entries = file.entriesOf<T>(find);
        const before = entries[i];
        if (entryOf(file, entries, view, i) !== before) yield;
      }
    },
  };
}

function moveTo<T>(entry: BlockFindings<T>, start: number, move: FindingsOptions<T>['move']): void {
  const by = start - entry.start;
  if (by === 0) return;
  entry.start = start;
  entry.findings = entry.findings.map((x) => move(x, by));
}

const none: readonly never[] = [];

function compute<T>(
  find: (view: FileView, block: Block) => readonly T[],
  { hasLines }: FindingsOptions<T>,
  file: FileFindings,
  view: FileView,
  block: Block,
): BlockFindings<T> {
  const { recording, recorded } = recordingView(view);
  const findings = find(recording, block);
  const previews = [...recorded.previews];
  const lookups = file.lookupsOf([
    ['variable', previews.flatMap(({ variables }) => [...variables])],
    ['plain', previews.flatMap(({ plain }) => [...plain])],
    ['exchange', previews.flatMap(({ exchanges }) => [...exchanges])],
    ['setter', recorded.setters],
    ['setters', recorded.allSetters ? [''] : none],
    ['path', recorded.paths],
  ]);
  return {
    findings,
    start: startOf(block),
    // Changes of other files are not tracked, so these findings are never reused.
    version: recorded.otherFiles ? -1 : file.version,
    lookups: lookups.length === 0 ? none : lookups,
    allNames: recorded.otherFiles || previews.some(({ names }) => names),
    requests: previews.some(({ requests }) => requests),
    lines: hasLines && findings.length > 0,
  };
}

interface Recorded {
  readonly previews: Set<Dependencies>;
  readonly setters: Set<string>;
  readonly paths: Set<string>;
  allSetters: boolean;
  otherFiles: boolean;
}

function recordingView(view: FileView): { readonly recording: FileView; readonly recorded: Recorded } {
  const recorded: Recorded = { previews: new Set(), setters: new Set(), paths: new Set(), allSetters: false, otherFiles: false };
  const recording: FileView = {
    ...view,
    look(of) {
      const preview = view.look(of);
      recorded.previews.add(preview.dependencies);
      return preview;
    },
    setters: {
      find(name) {
        recorded.setters.add(name);
        return view.setters.find(name);
      },
      names() {
        recorded.allSetters = true;
        return view.setters.names();
      },
    },
    pathKind(path) {
      recorded.paths.add(path);
      return view.pathKind(path);
    },
    files() {
      recorded.otherFiles = true;
      return view.files();
    },
    index: {
      find(name) {
        recorded.otherFiles = true;
        return view.index.find(name);
      },
      names() {
        recorded.otherFiles = true;
        return view.index.names();
      },
    },
    environmentFiles() {
      recorded.otherFiles = true;
      return view.environmentFiles();
    },
  };
  return { recording, recorded };
}
