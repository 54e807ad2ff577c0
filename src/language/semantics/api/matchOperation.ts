import { percentDecoded } from '../../../base/text/percentDecoding.ts';
import type { ApiIndex, ApiOperation } from './apiIndex.ts';

export type MatchedOperation =
  | { readonly kind: 'operation'; readonly operation: ApiOperation; readonly values: ReadonlyMap<string, string> }
  /** The path exists, but not for this method. */
  | { readonly kind: 'method'; readonly path: string; readonly methods: readonly string[] }
  | { readonly kind: 'none' };

interface Entry {
  readonly operation: ApiOperation;
  readonly segments: readonly Segment[];
  readonly literals: number;
  /** Characters of the texts around parameters. */
  readonly around: number;
}

/** A decoded text, or parameters with the texts before, between and after them (one more than names). */
type Segment = string | Parameters;

interface Parameters {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

interface Finder {
  /** By the number of segments. */
  readonly entries: ReadonlyMap<number, readonly Entry[]>;
  /** Segments of the paths of servers, the longest first; the last is empty. */
  readonly bases: readonly (readonly Segment[])[];
}

const finders = new WeakMap<ApiIndex, Finder>();

function segmentOf(written: string): Segment {
  if (!/\{[^{}]+\}/.test(written)) return percentDecoded(written);
  const parts = written.split(/\{([^{}]+)\}/);
  return { texts: parts.filter((_, i) => i % 2 === 0), names: parts.filter((_, i) => i % 2 === 1) };
}

/**
 * The values of parameters, each as short as possible and not empty; undefined if the text does not match. Not a regular expression, because
 * its time would be exponential in the number of parameters of a hostile document.
 */
function parameterValues({ texts, names }: Parameters, text: string): readonly string[] | undefined {
  const [first = '', last = ''] = [texts[0], texts.at(-1)];
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const values: string[] = [];
  let at = first.length;
  for (let i = 0; i < names.length; i++) {
    const next = texts[i + 1] ?? '';
    const to = i === names.length - 1 ? end : text.indexOf(next, at + 1);
    if (to <= at || to > end) return undefined;
    values.push(text.slice(at, to));
    at = to + next.length;
  }
  return values;
}

export const segmentsOf = (path: string): readonly string[] => path.replace(/^\//, '').split('/');

export function finderOf(index: ApiIndex): Finder {
  const known = finders.get(index);
  if (known !== undefined) return known;
  const entries = new Map<number, Entry[]>();
  const bases = new Set<string>(['']);
  for (const operation of index.operations) {
    const segments = segmentsOf(operation.path).map(segmentOf);
    const parts = segments.filter((s) => typeof s !== 'string');
    const around = parts.reduce((sum, { texts }) => sum + texts.join('').length, 0);
    const entry = { operation, segments, literals: segments.length - parts.length, around };
    const list = entries.get(segments.length);
    if (list === undefined) entries.set(segments.length, [entry]);
    else list.push(entry);
    for (const base of operation.bases) bases.add(base);
  }
  // Literal segments first: `/users/me` before `/users/{id}`. Then texts in segments: `/jobs/{id}:cancel` before `/jobs/{id}`.
  for (const list of entries.values()) list.sort((a, b) => b.literals - a.literals || b.around - a.around);
  const made = {
    entries,
    bases: [...bases].map((base) => (base === '' ? [] : segmentsOf(base).map(segmentOf))).toSorted((a, b) => b.length - a.length),
  };
  finders.set(index, made);
  return made;
}

/** The values of a template's parameters; undefined if the decoded segments do not match it. */
export function valuesOf(template: readonly Segment[], segments: readonly string[]): Map<string, string> | undefined {
  // Indexed loops, and texts first: a large document has thousands of templates.
  for (let i = 0; i < template.length; i++) {
    const part = template[i];
    if (typeof part === 'string' && part !== (segments[i] ?? '')) return undefined;
  }
  const values = new Map<string, string>();
  for (const [i, part] of template.entries()) {
    if (typeof part === 'string') continue;
    const found = parameterValues(part, segments[i] ?? '');
    if (found === undefined) return undefined;
    for (const [n, name] of part.names.entries()) values.set(name, found[n] ?? '');
  }
  return values;
}

/** The path of a URL, without host, query and fragment. */
export function pathOfUrl(url: string): string {
  const [, path = ''] = /^(?:[A-Za-z][\w+.-]*:)?(?:\/\/[^/?#]*)?([^?#]*)/.exec(url) ?? [];
  return path === '' ? '/' : path;
}

/**
 * The operation of a request. The path of the document's server is optional in the URL, because requests often go to another host, such as
 * a local one. Literal segments take precedence over parameters.
 */
export function matchOperation(index: ApiIndex, method: string, url: string): MatchedOperation {
  const { entries, bases } = finderOf(index);
  const segments = segmentsOf(pathOfUrl(url)).map(percentDecoded);
  let other: { readonly path: string; readonly methods: Set<string> } | undefined;
  for (const base of bases) {
    if (base.length >= segments.length + 1 || valuesOf(base, segments) === undefined) continue;
    const rest = segments.slice(base.length);
    const wanted = rest.length === 0 ? [''] : rest;
    for (const { operation, segments: template } of entries.get(wanted.length) ?? []) {
      if (base.length > 0 && !operation.bases.some((b) => segmentsOf(b).length === base.length)) continue;
      const values = valuesOf(template, wanted);
      if (values === undefined) continue;
      if (operation.method === method.toUpperCase()) return { kind: 'operation', operation, values };
      other ??= { path: operation.path, methods: new Set() };
      if (other.path === operation.path) other.methods.add(operation.method);
    }
  }
  return other === undefined ? { kind: 'none' } : { kind: 'method', path: other.path, methods: [...other.methods] };
}
