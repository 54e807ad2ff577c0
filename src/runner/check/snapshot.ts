import { formatJson } from '../../base/json/jsonFormat.ts';
import { readJson } from '../../base/json/json.ts';
import { placesOf, type PlaceStep } from '../../base/json/jsonPlaces.ts';
import { ReqError } from '../../base/reqError.ts';
import { decodeUtf8 } from '../../base/text/utf8.ts';
import { valueToJson, type Value } from '../../base/values/value.ts';
import {
  folderOf,
  join,
  listRequests,
  nameOf,
  readIgnoredPaths,
  titleOf,
  type AssertionNode,
  type DocumentTree,
  type RequestBlock,
} from '../../language/index.ts';
import type { Host } from '../ports/host.ts';
import type { AssertedResponse, AssertionResult } from './assertedResponse.ts';
import type { QueryLimit } from './queryLimit.ts';
import { subjectValue } from './subjectValue.ts';

/** `write` creates missing snapshots, `update` overwrites all, `compare` writes none. */
export type SnapshotMode = 'write' | 'update' | 'compare';

/** Location of a `matchesSnapshot` or `matchesShape` assertion. */
export interface SnapshotPlace {
  readonly file: string;
  readonly tree: DocumentTree;
  readonly request: RequestBlock;
  readonly node: AssertionNode;
  readonly root: string;
  /** The number of the row of data that the request was sent with, from 1; undefined without data. */
  readonly row: number | undefined;
}

/** Replaces ignored values in a snapshot. */
const ignoredText = '"<ignored>"';
const isSnapshot = (node: AssertionNode): boolean => node.operatorName === 'matchesSnapshot' || node.operatorName === 'matchesShape';

export type SnapshotResult = AssertionResult & { /** A console message, if a snapshot was written. */ readonly written?: string };

export interface SnapshotPorts {
  readonly host: Host;
  readonly mask: (text: string) => string;
  readonly mode: SnapshotMode;
  readonly limit: QueryLimit;
  /** Whether an earlier check of the response failed. It is probably an error, which no later response should match. */
  readonly isDoubtful: boolean;
}

/**
 * Compares a value of the response with its snapshot in the `__snapshots__` folder beside the file. Text is stored as received,
 * JSON is pretty-printed with its tokens unchanged, and secrets are masked.
 * @throws {ReqError} if the response cannot be read, or a file cannot be read or written
 */
export async function checkSnapshot(
  place: SnapshotPlace,
  { response, body }: { readonly response: AssertedResponse; readonly body: () => Value },
  ports: SnapshotPorts,
): Promise<SnapshotResult> {
  const { left, right } = place.node;
  const ignored = readIgnoredPaths(right.text);
  if (!ignored.ok) return { passed: false, message: ignored.message };
  if (place.node.subject === undefined) return { passed: false, message: `${left.text} cannot be read` };
  const subject = subjectValue(place.node.subject, response, body, ports.limit);
  if (!subject.found) return { passed: false, message: subject.why };
  const actual = ports.mask(withoutIgnored(left.text === 'body' ? formatJson(response.text) : textOf(subject.value), ignored.paths));
  return keepOrCompare(place, actual, ports, (kept, shown, mend) => {
    if (isSame(kept, actual)) return { passed: true, message: null };
    const line = firstDifference(kept, actual);
    return {
      passed: false,
      message: `differs from ${shown} at line ${line}; ${mend}`,
      expected: kept.replace(/\n$/, ''),
      actual,
    };
  });
}

/**
 * Writes a snapshot if the mode asks for it, else compares with the stored one. A row of data without a snapshot of its own is compared
 * with that of the request, if there is one.
 * @param compare compares with the stored text; `shown` is its path and `mend` the effect of an update, both for the message
 * @throws {ReqError} if a file cannot be read or written
 */
export async function keepOrCompare(
  place: SnapshotPlace,
  actual: string,
  { host, mode, isDoubtful }: SnapshotPorts,
  compare: (kept: string, shown: string, mend: string) => AssertionResult | Promise<AssertionResult>,
): Promise<SnapshotResult> {
  const path = snapshotPath(place);
  const shownOf = (of: string): string => of.slice(folderOf(place.file).length + 1);
  const shown = shownOf(path);
  const common = snapshotPath({ ...place, row: undefined });
  const own = await keptAt(path, place.root, host);
  const kept = own ?? (common === path ? undefined : await keptAt(common, place.root, host));
  const compared = own === undefined ? shownOf(common) : shown;
  const mend = `--update-snapshots ${compared === shown ? 'overwrites it' : `writes ${shown}`}`;
  const result = kept === undefined ? undefined : await compare(kept, compared, mend);
  if (result?.passed === true) return result;
  if (mode === 'update' || (mode === 'write' && kept === undefined && !isDoubtful)) {
    if (host.writeSnapshot === undefined) throw new ReqError('body', 'Snapshots cannot be written here.');
    await host.writeSnapshot(path, `${actual}\n`, place.root);
    return { passed: true, message: null, written: `The snapshot ${shown} was ${own === undefined ? 'written' : 'updated'}.` };
  }
  const missing =
    mode === 'write'
      ? `there is no snapshot ${shown}, and none was written, because a check above failed: --update-snapshots writes it`
      : `there is no snapshot ${shown}: run without --ci, or with --update-snapshots, to write it`;
  return result ?? { passed: false, message: missing };
}

const textOf = (value: Value): string => (typeof value === 'string' ? value : valueToJson(value, 2));

/** Snapshot files end with one line feed, and version control may have converted the line endings. */
function isSame(kept: string, actual: string): boolean {
  return kept === `${actual}\n` || kept === actual || kept.replaceAll('\r\n', '\n') === `${actual.replaceAll('\r\n', '\n')}\n`;
}

function firstDifference(a: string, b: string): number {
  const [left, right] = [a.split('\n'), b.split('\n')];
  const at = left.findIndex((line, i) => line !== right[i]);
  return (at < 0 ? left.length : at) + 1;
}

async function keptAt(path: string, root: string, host: Host): Promise<string | undefined> {
  const bytes = await host.readFile(path, { within: root });
  if (bytes === undefined) return undefined;
  const text = decodeUtf8(bytes);
  if (!text.ok) throw new ReqError('body', `The snapshot ${path} is not UTF-8.`, { hint: 'Overwrite it with --update-snapshots.' });
  return text.text;
}

/**
 * `__snapshots__/users.createUser.snap` beside `users.req`, `….shape.snap` for a shape; `.2` for the second one of a request; `.row3` for
 * the third row of data.
 */
function snapshotPath({ file, tree, request, node, row }: Omit<SnapshotPlace, 'root'>): string {
  const base = file.slice(folderOf(file).length + 1).replace(/\.req$/, '');
  const own = slug(request);
  const alike = listRequests(tree).filter((r) => slug(r.block) === own);
  const among = alike.findIndex((r) => r.block === request);
  const { operatorName } = node;
  const kind = operatorName === 'matchesShape' ? '.shape' : '';
  const nth = request.assertions.filter((one) => one.operatorName === operatorName).indexOf(node) + 1;
  const name = `${base}.${own}${among > 0 ? `~${among + 1}` : ''}${kind}${nth > 1 ? `.${nth}` : ''}${row === undefined ? '' : `.row${row}`}.snap`;
  return join(join(folderOf(file), '__snapshots__'), name);
}

/** Absolute paths of the snapshots that the assertions of a file compare with, without those of rows of data. */
export const snapshotsOf = ({ file, tree }: Pick<SnapshotPlace, 'file' | 'tree'>): readonly string[] =>
  listRequests(tree).flatMap(({ block: request }) =>
    request.assertions.filter(isSnapshot).map((node) => snapshotPath({ file, tree, request, node, row: undefined })),
  );

/** The path of a snapshot without the row of data. */
export const withoutRow = (snapshot: string): string => snapshot.replace(/\.row\d+\.snap$/, '.snap');

/** A file name that is valid on every file system. */
function slug(block: RequestBlock): string {
  const name = (nameOf(block) || titleOf(block)).replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').replaceAll(/^-+|-+$/g, '');
  return name.slice(0, 80) || 'request';
}

/** Replaces the ignored values of a JSON text with `ignoredText`. Returns text that is not JSON unchanged. */
function withoutIgnored(text: string, paths: readonly (readonly PlaceStep[])[]): string {
  if (paths.length === 0) return text;
  const json = readJson(text);
  if (!json.ok) return text;
  const ranges = paths.flatMap((path) => placesOf(json.node, path)).toSorted((a, b) => a.start - b.start);
  let out = '';
  let from = 0;
  for (const { start, end } of ranges) {
    if (start < from) continue;
    out += text.slice(from, start) + ignoredText;
    from = end;
  }
  return out + text.slice(from);
}
