import {
  directiveOf,
  listRequests,
  noVariables,
  sharedBlocks,
  turnsOf,
  type Collection,
  type DataFiles,
  type DocumentTree,
  type RequestSummary,
  type RequestTurn,
} from '../../language/index.ts';

/** A parsed file with its collection. A fence of a Markdown file is a file of its own, with the path of the Markdown file. */
export interface CollectionFile {
  readonly file: string;
  readonly tree: DocumentTree;
  readonly collection: Collection;
  /** The files of its `# @data`. */
  readonly data?: DataFiles;
}

/** Filters of the requests to run. An absent filter matches all. */
export interface Selection {
  readonly tags?: readonly string[];
  /** Requests without any of these. */
  readonly excludedTags?: readonly string[];
  /** A `@name` or a title. */
  readonly name?: string;
  /** Whether `# @data` is ignored, because all requests run with other data. */
  readonly ignoresData?: boolean;
  readonly isChosen?: (file: CollectionFile, request: RequestSummary) => boolean;
  /** Shard `index` (from 1) of `count`. Whole files are distributed round-robin. */
  readonly shard?: { readonly index: number; readonly count: number };
}

/** A file with its selected requests, in file order. */
export interface PlannedFile extends CollectionFile {
  readonly requests: readonly RequestSummary[];
  /** The sends in order: each request once, or once for each row of its `# @data`. */
  readonly turns: readonly RequestTurn[];
}

export interface RunPlan {
  /** Files with at least one request to run, in input order. */
  readonly files: readonly PlannedFile[];
  /** Number of turns in `files`. */
  readonly requests: number;
  /** Number of selected requests omitted because of `@disabled`. */
  readonly disabled: number;
}

/** Groups consecutive entries with the same path: the fences of a Markdown file. */
export function filesOf<F extends { readonly file: string }>(entries: readonly F[]): readonly (readonly F[])[] {
  const groups: F[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last?.[0]?.file === entry.file) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/** Tags of a request: its own and those of the shared blocks around it. */
function tagsOf({ file, tree, collection }: CollectionFile, request: RequestSummary): ReadonlySet<string> {
  const context = { file, tree, collection, block: request.block, environment: undefined, variables: noVariables, answers: noVariables };
  const around = sharedBlocks(context).flatMap(({ block }) => (directiveOf(block, 'tag') ?? '').split(','));
  return new Set([...request.tags, ...around.map((t) => t.trim()).filter((t) => t !== '')]);
}

/**
 * Selects the requests to run. Shards of one `count` are disjoint and together complete.
 * @throws {ReqError} if the `# @data` of a selected request cannot be used
 */
export function planRun(
  files: readonly CollectionFile[],
  { tags = [], excludedTags = [], name, isChosen = () => true, shard, ignoresData = false }: Selection,
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
    .filter(({ all }) => all.length > 0);
  const inShard =
    shard === undefined
      ? chosen
      : filesOf(chosen)
          .filter((_, i) => i % shard.count === shard.index - 1)
          .flat();
  const planned = inShard.map(({ all, ...file }) => {
    const requests = all.filter((r) => !r.disabled);
    return { ...file, requests, turns: ignoresData ? requests.map((request) => ({ request, row: undefined })) : turnsOf(file, requests) };
  });
  const count = (of: readonly { readonly length: number }[]): number => of.reduce((sum, { length }) => sum + length, 0);
  const inRun = planned.filter((f) => f.requests.length > 0);
  return {
    files: inRun,
    requests: count(planned.map((f) => f.turns)),
    disabled: count(inShard.map((f) => f.all)) - count(planned.map((f) => f.requests)),
  };
}
