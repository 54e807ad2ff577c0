import { definitionsIn, sameDefinitions, sameNames, type Definition } from '../../semantics/variables/variables.ts';
import { startOf } from '../../syntax/movedBlock.ts';
import { isRequest, type Block, type DocumentTree } from '../../syntax/nodes.ts';
import { carried, commonBlocks, type Common } from '../../syntax/versions.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { requestNames } from '../../semantics/request/requestNames.ts';
import { Questions, type Around, type Question, type QuestionKind } from './questions.ts';

/** What was found in a block, with what it was found from. */
export interface Answer<T> {
  found: readonly T[];
  /** Where the block began. */
  start: number;
  /** The version of the file for which it was last known to be true. */
  version: number;
  readonly questions: readonly Question[];
  /** It was found by going through all names, through the requests' names, and tells lines of the file. */
  readonly allNames: boolean;
  readonly requests: boolean;
  readonly lines: boolean;
}

/**
 * What was found in the blocks of one file, through all its versions. It follows the file from view to view and knows since when
 * what is as it is: what was found from nothing that changed since is still true.
 */
export class FileMemory {
  readonly #questions = new Questions();
  readonly #columns = new Map<object, (Answer<unknown> | undefined)[]>();
  #around: Around | undefined;
  #version = 0;
  /** The last version in which something changed beside blocks themselves. */
  #lastChange = 0;
  #allNames = 0;
  #requests = 0;
  #lines = 0;
  readonly #changed = new Map<Question, number>();

  get version(): number {
    return this.#version;
  }

  /** Goes on to another view of the file. */
  follow(view: FileView): void {
    const before = this.#around?.view;
    if (before === view) return;
    const around = aroundOf(view);
    this.#around = around;
    this.#version++;
    const changed = this.#questions.changed(around);
    const namesChanged = this.#questions.namesChanged(around);
    if (before === undefined || !isSameAround(before, view)) {
      this.#columns.clear();
      return;
    }
    const names = new Set(changed.flatMap(({ kind, name }) => (kind === 'variable' ? [name] : [])));
    if (before.tree.blocks !== view.tree.blocks) this.#compare(before.tree, view.tree, names);
    for (const name of withUsers(view.tree, names)) {
      const question = this.#questions.find('variable', name);
      if (question !== undefined) changed.push(question);
    }
    for (const question of changed) this.#changed.set(question, this.#version);
    if (namesChanged) this.#allNames = this.#version;
    this.#lastChange = Math.max(this.#allNames, this.#requests, this.#lines, changed.length > 0 ? this.#version : this.#lastChange);
  }

  /** The questions that something was found from, by their kinds. */
  questionsOf(asked: readonly (readonly [QuestionKind, Iterable<string>])[]): readonly Question[] {
    const questions: Question[] = [];
    for (const [kind, names] of asked) for (const name of names) questions.push(this.#questions.note(kind, name, this.#around as Around));
    return questions;
  }

  /** Answers of one kind for each block of the last view. */
  column<T>(key: object): (Answer<T> | undefined)[] {
    let answers = this.#columns.get(key);
    if (answers === undefined)
      this.#columns.set(key, (answers = Array.from({ length: this.#around?.view.tree.blocks.length ?? 0 }, () => undefined)));
    return answers as (Answer<T> | undefined)[];
  }

  /** Whether an answer is still true in the last view. */
  holds(answer: Answer<unknown>): boolean {
    const { version, questions, allNames, requests, lines } = answer;
    if (version >= this.#lastChange) return true;
    const isStale =
      (allNames && version < this.#allNames) ||
      (requests && version < this.#requests) ||
      (lines && version < this.#lines) ||
      questions.some((question) => (this.#changed.get(question) ?? 0) > version);
    if (!isStale) answer.version = this.#version;
    return !isStale;
  }

  /** Notes what is different between two versions; names whose definitions are go to `names`. */
  #compare(before: DocumentTree, after: DocumentTree, names: Set<string>): void {
    const common = commonBlocks(before.blocks, after.blocks);
    for (const [key, answers] of this.#columns) this.#columns.set(key, carried(answers, common, after.blocks.length));
    const was = definitionsBetween(before, common);
    const is = definitionsBetween(after, common);
    if (!sameDefinitions(was.definitions, is.definitions)) {
      for (const { name } of [...was.definitions, ...is.definitions]) names.add(name);
      if (!sameNames(was.definitions, is.definitions)) this.#allNames = this.#version;
    }
    if (before.lines.lineCount !== after.lines.lineCount || was.lines.some((line, i) => line !== is.lines[i])) this.#lines = this.#version;
    if (requestNames(before) !== requestNames(after)) this.#requests = this.#version;
  }
}

function aroundOf(view: FileView): Around {
  const block = view.tree.blocks[0] as Block;
  return { view, variables: view.contextOf(block).variables, exchanges: view.look(block).exchanges };
}

/** Whether two views have the same surroundings, and the file the same words for all its requests. */
const isSameAround = (a: FileView, b: FileView): boolean =>
  a.file === b.file &&
  a.collection === b.collection &&
  a.environment === b.environment &&
  a.trusted === b.trusted &&
  aroundRequests(a.tree) === aroundRequests(b.tree);

/** What a first block that sends nothing says for all requests of its file, but for its definitions. */
function aroundRequests({ blocks, text }: DocumentTree): string | undefined {
  const first = blocks[0];
  if (first === undefined || isRequest(first)) return undefined;
  return first.nodes
    .filter((n) => n.kind !== 'definition' && n.kind !== 'comment' && n.kind !== 'blank')
    .map(({ range }) => text.slice(range.start, range.end))
    .join('\n');
}

/** The definitions in what two versions do not have in common, with the lines they stand in. */
function definitionsBetween(
  tree: DocumentTree,
  { above, below }: Common,
): { definitions: readonly Definition[]; lines: readonly number[] } {
  const definitions: Definition[] = [];
  const lines: number[] = [];
  const all = definitionsIn(tree);
  for (let i = above; i < tree.blocks.length - below; i++) {
    for (const definition of all[i] ?? []) {
      definitions.push(definition);
      lines.push(tree.lines.positionAt(startOf(tree.blocks[i] as Block) + definition.start).line);
    }
  }
  return { definitions, lines };
}

/** Names, and all that are defined by them. */
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
  // A set goes on through what is added to it meanwhile.
  for (const name of all) for (const user of users.get(name) ?? []) all.add(user);
  return all;
}
