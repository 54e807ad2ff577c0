import { distance } from '../../../base/text/closest.ts';
import type { ApiIndex } from './apiIndex.ts';
import { percentDecoded } from '../../../base/text/percentDecoding.ts';
import { finderOf, pathOfUrl, segmentsOf, valuesOf } from './matchOperation.ts';

export interface NearPath {
  /** `/users/{id}`. */
  readonly path: string;
  /** For each segment of the path, the index of the matching segment of the URL after the base. */
  readonly from: readonly (number | undefined)[];
  /** Number of the URL's segments that belong to the path of a server. */
  readonly base: number;
}

/** Cost of an additional or a missing segment; a different segment costs at most 1. */
const otherLength = 0.8;
const anyValue = 0.05;
/** Share of the segments that may differ. */
const tolerance = 0.4;

/** The paths of the document most similar to that of a URL, for its method, the most similar first. */
export function nearestPaths(index: ApiIndex, method: string, url: string, most: number): readonly NearPath[] {
  const segments = segmentsOf(pathOfUrl(url)).map(percentDecoded);
  const { bases } = finderOf(index);
  const base = bases.find((b) => b.length < segments.length && valuesOf(b, segments) !== undefined)?.length ?? 0;
  const rest = segments.slice(base);
  const costs = new Map<string, number>();
  const found: { readonly near: NearPath; readonly cost: number }[] = [];
  const seen = new Set<string>();
  for (const operation of index.operations) {
    const { path } = operation;
    if (operation.method !== method.toUpperCase() || seen.has(path)) continue;
    seen.add(path);
    const template = segmentsOf(path);
    if (Math.abs(template.length - rest.length) > 1) continue;
    const { cost, from } = aligned(rest, template, costs);
    if (cost <= tolerance * Math.max(rest.length, template.length)) found.push({ cost, near: { path, from, base } });
  }
  return found
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, most)
    .map((f) => f.near);
}

function costOf(segment: string, template: string, costs: Map<string, number>): number {
  if (segment === template) return 0;
  if (template.includes('{')) return segment === '' ? 1 : anyValue;
  const key = `${segment}/${template}`;
  const known = costs.get(key);
  if (known !== undefined) return known;
  const length = Math.max(segment.length, template.length);
  const cost = length > 200 ? 1 : Math.min(1, (2 * distance(segment.toLowerCase(), template.toLowerCase(), length)) / length);
  costs.set(key, cost);
  return cost;
}

/** The cheapest alignment of the segments with a template. */
function aligned(
  segments: readonly string[],
  template: readonly string[],
  costs: Map<string, number>,
): { readonly cost: number; readonly from: readonly (number | undefined)[] } {
  const rows: number[][] = [segments.map((_, j) => j * otherLength).concat(segments.length * otherLength)];
  for (const [i, part] of template.entries()) {
    const row = [(i + 1) * otherLength];
    for (const [j, segment] of segments.entries()) {
      const above = rows[i] as number[];
      const same = (above[j] as number) + costOf(segment, part, costs);
      row.push(Math.min(same, (above[j + 1] as number) + otherLength, (row[j] as number) + otherLength));
    }
    rows.push(row);
  }
  const at = (i: number, j: number): number => rows[i]?.[j] as number;
  const from: (number | undefined)[] = template.map(() => undefined);
  let j = segments.length;
  for (let i = template.length; i > 0;) {
    if (j > 0 && at(i, j) === at(i - 1, j - 1) + costOf(segments[j - 1] as string, template[i - 1] as string, costs)) from[--i] = --j;
    else if (j > 0 && at(i, j) === at(i, j - 1) + otherLength) j--;
    else i--;
  }
  return { cost: at(template.length, segments.length), from };
}
