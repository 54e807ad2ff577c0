import {
  directiveOf,
  listRequests,
  noVariables,
  sharedBlocks,
  type Collection,
  type DocumentTree,
  type RequestSummary,
} from '../../language/index.ts';

/** A file of requests with what surrounds it. */
export interface CollectionFile {
  readonly file: string;
  readonly tree: DocumentTree;
  readonly collection: Collection;
}

/** Which requests of the files are run; all of them where nothing is said. */
export interface Selection {
  /** One of these. */
  readonly tags?: readonly string[];
  /** None of these. */
  readonly excludedTags?: readonly string[];
  /** A `@name` or a title. */
  readonly name?: string;
  /** Those that it says so of. */
  readonly isChosen?: (file: CollectionFile, request: RequestSummary) => boolean;
  /** The part `index` (from 1) of `count`: files are dealt out one after another, so that a file stays whole. */
  readonly shard?: { readonly index: number; readonly count: number };
}

/** A file with those of its requests that are run, in their order. */
export interface PlannedFile extends CollectionFile {
  readonly requests: readonly RequestSummary[];
}

/** What a run of a collection sends. */
export interface RunPlan {
  /** Those that have something to run, in the order given. */
  readonly files: readonly PlannedFile[];
  /** Requests in them. */
  readonly requests: number;
  /** Requests that would be run but for their `@disabled`. */
  readonly disabled: number;
}

/** The tags of a request: its own, and those of what stands around it. */
function tagsOf({ file, tree, collection }: CollectionFile, request: RequestSummary): ReadonlySet<string> {
  const context = { file, tree, collection, block: request.block, environment: undefined, variables: noVariables, answers: noVariables };
  const around = sharedBlocks(context).flatMap(({ block }) => (directiveOf(block, 'tag') ?? '').split(','));
  return new Set([...request.tags, ...around.map((t) => t.trim()).filter((t) => t !== '')]);
}

/** Chooses what is run. Two parts of one `count` have no request in common, and all of them together have every one. */
export function planRun(
  files: readonly CollectionFile[],
  { tags = [], excludedTags = [], name, isChosen = () => true, shard }: Selection,
): RunPlan {
  const isWanted = (file: CollectionFile, request: RequestSummary): boolean => {
    if (!isChosen(file, request)) return false;
    if (name !== undefined && request.name !== name && request.title !== name) return false;
    if (tags.length === 0 && excludedTags.length === 0) return true;
    const its = tagsOf(file, request);
    return (tags.length === 0 || tags.some((t) => its.has(t))) && !excludedTags.some((t) => its.has(t));
  };
  const chosen = files
    .map((file) => ({ ...file, all: listRequests(file.tree).filter((request) => isWanted(file, request)) }))
    .filter(({ all }) => all.length > 0)
    .filter((_, i) => shard === undefined || i % shard.count === shard.index - 1);
  const planned = chosen.map(({ all, ...file }) => ({ ...file, requests: all.filter((r) => !r.disabled) }));
  const count = (of: readonly { readonly length: number }[]): number => of.reduce((sum, { length }) => sum + length, 0);
  const requests = count(planned.map((f) => f.requests));
  return {
    files: planned.filter((f) => f.requests.length > 0),
    requests,
    disabled: count(chosen.map((f) => f.all)) - requests,
  };
}
