import type { Seen } from '../../semantics/variables/dependencies.ts';
import { startOf } from '../../syntax/movedBlock.ts';
import type { Block } from '../../syntax/nodes.ts';
import { readingOf } from '../../syntax/parser.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { FileMemory, type Answer } from './fileMemory.ts';

interface Asking<T> {
  /**
   * Finds something in a block. Beside the block it may look at what `view.look`, `view.setters` and `view.pathKind` tell, at the
   * collection, and at the blocks around; where it looks at other files, what it finds is not remembered.
   */
  readonly find: (view: FileView, block: Block) => readonly T[];
  /** The same so many characters further on. */
  readonly move: (found: T, by: number) => T;
  /** What is found may tell lines of the file, and is out of date when they move. */
  readonly tellsLines: boolean;
}

const memories = new WeakMap<object, FileMemory>();

function memoryOf(view: FileView): FileMemory {
  const lineage = readingOf(view.tree.blocks)?.lineage ?? view.tree.blocks;
  let memory = memories.get(lineage);
  if (memory === undefined) memories.set(lineage, (memory = new FileMemory()));
  memory.follow(view);
  return memory;
}

/**
 * Finds something in each block of a file, and remembers it until something changes that it was found from. With `enough`, blocks
 * below those in which so much was found are not looked at.
 */
export function rememberPerBlock<T>(asking: Asking<T>): (view: FileView, enough?: number) => readonly T[] {
  return (view, enough = Number.POSITIVE_INFINITY) => {
    const memory = memoryOf(view);
    const answers = memory.column<T>(asking);
    const { blocks } = view.tree;
    const all: T[] = [];
    // Counted: an iterator costs more than the rest of it.
    for (let i = 0; i < blocks.length && all.length <= enough; i++) {
      let answer = answers[i];
      if (answer === undefined || !memory.holds(answer)) answer = answers[i] = find(asking, memory, view, blocks[i] as Block);
      if (answer.found.length === 0) continue;
      moveTo(answer, startOf(blocks[i] as Block), asking.move);
      for (const found of answer.found) all.push(found);
    }
    return all;
  };
}

function moveTo<T>(answer: Answer<T>, start: number, move: Asking<T>['move']): void {
  const by = start - answer.start;
  if (by === 0) return;
  answer.start = start;
  answer.found = answer.found.map((x) => move(x, by));
}

const none: readonly never[] = [];

/** Finds something in a block, and keeps account of what it was found from. */
function find<T>({ find: findIn, tellsLines }: Asking<T>, memory: FileMemory, view: FileView, block: Block): Answer<T> {
  const looked = new Set<Seen>();
  const setters = new Set<string>();
  const paths = new Set<string>();
  let settersNames = false;
  let whole = false;
  const found = findIn(
    {
      ...view,
      look(of) {
        const looking = view.look(of);
        looked.add(looking.seen);
        return looking;
      },
      setters: {
        find(name) {
          setters.add(name);
          return view.setters.find(name);
        },
        names() {
          settersNames = true;
          return view.setters.names();
        },
      },
      pathKind(path) {
        paths.add(path);
        return view.pathKind(path);
      },
      get files() {
        whole = true;
        return view.files;
      },
      get environmentFiles() {
        whole = true;
        return view.environmentFiles;
      },
    },
    block,
  );
  const all = [...looked];
  const questions = memory.questionsOf([
    ['variable', all.flatMap((seen) => [...seen.variables])],
    ['exchange', all.flatMap((seen) => [...seen.exchanges])],
    ['setter', setters],
    ['setters', settersNames ? [''] : none],
    ['path', paths],
  ]);
  return {
    found,
    start: startOf(block),
    // What other files had a part in is not true for long.
    version: whole ? -1 : memory.version,
    questions: questions.length === 0 ? none : questions,
    allNames: whole || all.some((seen) => seen.names),
    requests: all.some((seen) => seen.requests),
    lines: tellsLines && found.length > 0,
  };
}
