import { movedRange, type Range } from '../../../base/text/text.ts';
import { cachePerBlock } from '../../incremental/blockCache.ts';
import { directiveOf, isRequest, nameOf, titleOf, type Block, type DirectiveNode, type DocumentTree } from '../../syntax/nodes.ts';

/** A `# @ref NAME` in a block. */
export interface WrittenRef {
  readonly name: string;
  /** The range of its argument. */
  readonly argument: Range;
  /** The range of its line. */
  readonly range: Range;
}

/** A request as other requests refer to it: a small object that does not keep its tree in memory. */
export interface IndexedRequest {
  /** Absolute path. */
  readonly file: string;
  /** `@name`, or the title, or empty. */
  readonly name: string;
  /** Whether the name is from `@name`, which takes precedence over a title. */
  readonly declared: boolean;
  readonly title: string;
  /** Position among the file's requests, from 0. */
  readonly index: number;
  /** Its own `@ref`s, in order. */
  readonly refs: readonly WrittenRef[];
}

type InBlock = Omit<IndexedRequest, 'file' | 'index'>;

const isRef = (d: DirectiveNode): boolean => d.name.text === 'ref' && d.argument !== undefined && d.argument.text !== '*';

/** `# @ref *`: the requests whose responses a request uses are sent first. */
export const derivesRefs = (d: DirectiveNode): boolean => d.name.text === 'ref' && d.argument?.text === '*';

const noRefs: readonly never[] = [];

/** The directives `# @ref NAME` of a block. */
export const refDirectives = (block: Block): readonly DirectiveNode[] => {
  const found = block.directives.length === 0 ? noRefs : block.directives.filter(isRef);
  return found.length === 0 ? noRefs : found;
};

const plain = ({ start, end }: Range): Range => ({ start, end });

const inBlock = cachePerBlock(
  (_, block): InBlock | undefined => {
    if (!isRequest(block)) return undefined;
    const name = nameOf(block);
    const refs = refDirectives(block).flatMap(({ argument, range }) =>
      argument === undefined ? [] : [{ name: argument.text, argument: plain(argument), range: plain(range) }],
    );
    const title = titleOf(block);
    return { name, declared: (directiveOf(block, 'name') ?? '') !== '', title: title === name ? name : title, refs };
  },
  (found, by) => (found === undefined || found.refs.length === 0 ? found : { ...found, refs: found.refs.map((ref) => moved(ref, by)) }),
);

const moved = ({ name, argument, range }: WrittenRef, by: number): WrittenRef => ({
  name,
  argument: movedRange(argument, by),
  range: movedRange(range, by),
});

/** The requests of one file. */
export interface FileIndex {
  /** All, in order. */
  readonly requests: readonly IndexedRequest[];
  /** The request that a name refers to: the first with that `@name`, else the first with that title. */
  readonly byName: ReadonlyMap<string, IndexedRequest>;
}

const indexes = new WeakMap<DocumentTree, FileIndex>();

/** The index of a file, cached per tree. */
export function indexOf(tree: DocumentTree, file: string): FileIndex {
  let index = indexes.get(tree);
  if (index === undefined) indexes.set(tree, (index = newIndex(tree, file)));
  return index;
}

function newIndex(tree: DocumentTree, file: string): FileIndex {
  const requests: IndexedRequest[] = [];
  const byName = new Map<string, IndexedRequest>();
  for (const found of inBlock(tree)) {
    if (found === undefined) continue;
    const request: IndexedRequest = { file, index: requests.length, ...found };
    requests.push(request);
    const known = byName.get(request.name);
    if (request.name !== '' && (known === undefined || (request.declared && !known.declared))) byName.set(request.name, request);
  }
  return { requests, byName };
}

/** The requests of a collection's files by name, without their trees. */
export interface RequestIndex {
  /** The requests of a name, at most one per file, sorted by path. */
  find(name: string): readonly IndexedRequest[];
  /** All names, in the order of the files; can contain duplicates. */
  names(): Iterable<string>;
}

const nothing: readonly never[] = [];

/** @param files sorted by path */
export function requestIndex(files: Iterable<Pick<FileIndex, 'byName'>>): RequestIndex {
  const byName = new Map<string, IndexedRequest[]>();
  for (const file of files) {
    for (const [name, request] of file.byName) {
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [request]);
      else known.push(request);
    }
  }
  return { find: (name) => byName.get(name) ?? nothing, names: () => byName.keys() };
}

/**
 * The requests of other files that a name may refer to: those with that `@name`, else those with that title. Only a unique one can be sent.
 */
export function namedElsewhere(index: RequestIndex, own: string, name: string): readonly IndexedRequest[] {
  const found = index.find(name).filter(({ file }) => file !== own);
  const declared = found.filter((request) => request.declared);
  return declared.length > 0 ? declared : found;
}
