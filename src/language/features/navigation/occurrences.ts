import { movedRange, type Range } from '../../../base/text/text.ts';
import { isRequest, type Block, type DocumentTree, type Span } from '../../syntax/nodes.ts';
import { rangeOf } from '../../syntax/path.ts';
import type { Placeholder } from '../../syntax/template.ts';
import { cacheMerged, cachePerBlock } from '../../incremental/blockCache.ts';
import { blockNumberAt, placeholdersOf } from './placeholders.ts';
import { scriptMentions, type ScriptVerb } from '../../semantics/variables/mentions/scriptMentions.ts';

export type OccurrenceForm =
  /** `@name = …`. */
  | 'definition'
  /** `@name << body.id`. */
  | 'capture'
  /** `# @prompt NAME label`. */
  | 'prompt'
  /** `# @secret NAME`. */
  | 'secret'
  /** A key of an environment file. */
  | 'environment'
  /** `{{name.a[0]}}`. */
  | 'placeholder'
  /** `{{a.b}}`, where a variable is named `a.b`. */
  | 'dotted'
  /** `{{login.response.body}}`. */
  | 'exchange'
  /** `# @name ID`. */
  | 'name'
  /** `### Title` of a request that has no `@name`. */
  | 'title'
  /** `# @ref NAME`. */
  | 'ref'
  /** An argument of the script API: `tool.setVar("name", …)`, `tool.send("name")`. */
  | `script-${ScriptVerb}`;

/** Whether a variable is set when a request is sent: by a script or a capture. */
export const isSetWhenSent = (form: OccurrenceForm): boolean => form === 'script-set' || form === 'capture';

/** The parts of a placeholder's path that determine which variable or request it refers to. */
export interface NamedPath {
  readonly range: Range;
  /** `login` of `{{login.response.body[0]}}`. */
  readonly root: string;
  /** `a.b.0` as written; undefined if the path has more than names and dots. */
  readonly dotted: string | undefined;
  readonly length: number;
  /** The second segment, if it may read the last exchange. */
  readonly side: 'request' | 'response' | undefined;
}

/**
 * A place that names a variable or a request. A placeholder can have several readings: `{{login.response}}` is the variable `login`, the
 * variable `login.response` or the request `login`. Each reading is an occurrence; `collectionNames.ts` determines the effective one.
 */
export interface Occurrence {
  readonly kind: 'variable' | 'request';
  readonly name: string;
  /** Only the name, without braces, quotes or `@`. */
  readonly range: Range;
  readonly role: 'definition' | 'reference';
  readonly form: OccurrenceForm;
  /** The name is written with escapes, so the text differs from the name. */
  readonly escaped?: true;
  readonly path?: NamedPath;
  /** For a placeholder in a definition of the file: only definitions before this offset are visible. */
  readonly before?: number;
  /** The variable whose value contains the placeholder. Inside the value, its own name refers to the definition that it hides. */
  readonly owner?: string;
  readonly environment?: string;
}

const nothing: readonly Occurrence[] = [];

const foundIn = cachePerBlock(
  (tree, block): readonly Occurrence[] => {
    const all = [...read(tree, block)].toSorted((a, b) => a.range.start - b.range.start);
    return all.length === 0 ? nothing : all;
  },
  (all, by) => all.map((o) => moved(o, by)),
);

const sameNames = (a: readonly Occurrence[], b: readonly Occurrence[]): boolean =>
  a.length === b.length && a.every((o, i) => o.name === b[i]?.name);

const blocksOf = cacheMerged(foundIn, sameNames, (found): ReadonlyMap<string, readonly number[]> => {
  const index = new Map<string, number[]>();
  for (const [block, all] of found.entries()) {
    for (const { name } of all) {
      const known = index.get(name);
      if (known === undefined) index.set(name, [block]);
      else if (known.at(-1) !== block) known.push(block);
    }
  }
  return index;
});

/** Finds the occurrences of a file block by block: yields after each. */
export const occurrenceSteps = foundIn.steps;

/** Occurrences of variables and requests in one block, in the order of the file. */
export function occurrencesIn(tree: DocumentTree, block: Block): readonly Occurrence[] {
  return foundIn(tree).at(blockNumberAt(tree, block.range.start)) ?? nothing;
}

/** Occurrences of a name in a file, in order. Script files and body files are not read. */
export function occurrencesOf(tree: DocumentTree, name: string): readonly Occurrence[] {
  const found = foundIn(tree);
  return (blocksOf(tree).get(name) ?? []).flatMap((block) => found.at(block)?.filter((o) => o.name === name) ?? []);
}

function moved(o: Occurrence, by: number): Occurrence {
  const path = o.path && { ...o.path, range: movedRange(o.path.range, by) };
  const before = o.before === undefined ? undefined : o.before + by;
  return { ...o, range: movedRange(o.range, by), ...(path && { path }), ...(before !== undefined && { before }) };
}

const inPlace = (range: Range): Range => range;

function* read(tree: DocumentTree, block: Block): Generator<Occurrence> {
  for (const { name } of block.definitions) yield named('variable', name, 'definition', 'definition');
  for (const { name } of block.captures) yield named('variable', name, 'definition', 'capture');
  yield* ofDirectives(block);
  for (const { placeholder, before, place } of placeholdersOf(tree, block)) {
    const owner = place.kind === 'definition' ? place.node.name.text : undefined;
    yield* readings(placeholder, { source: tree.text, placeOf: inPlace, before, owner });
  }
  for (const script of [...block.preScripts, ...block.responseScripts]) {
    for (const mention of scriptMentions(tree, script)) {
      if (mention.kind === 'placeholder') yield* readings(mention.placeholder, { source: tree.text, placeOf: mention.placeOf });
      else {
        const { verb, name, range, escaped } = mention;
        const kind = verb === 'send' ? 'request' : 'variable';
        const role = verb === 'set' ? 'definition' : 'reference';
        yield { kind, name, range, role, form: `script-${verb}`, ...(escaped ? { escaped } : {}) };
      }
    }
  }
}

const named = (kind: Occurrence['kind'], { text, start, end }: Span, role: Occurrence['role'], form: OccurrenceForm): Occurrence => ({
  kind,
  name: text,
  range: { start, end },
  role,
  form,
});

function* ofDirectives(block: Block): Generator<Occurrence> {
  for (const { name, argument } of block.directives) {
    if (argument === undefined) continue;
    if (name.text === 'ref') {
      if (argument.text !== '*') yield named('request', argument, 'reference', 'ref');
    } else if (name.text === 'secret') yield named('variable', argument, 'reference', 'secret');
    else if (name.text === 'prompt') {
      const text = /^\S+/.exec(argument.text)?.[0] ?? '';
      yield named('variable', { text, start: argument.start, end: argument.start + text.length }, 'definition', 'prompt');
    }
  }
  if (!isRequest(block)) return;
  const id = block.directives.findLast((d) => d.name.text === 'name')?.argument;
  const title = block.separator?.title;
  if (id !== undefined) yield named('request', id, 'definition', 'name');
  else if (title !== undefined) yield named('request', title, 'definition', 'title');
}

interface Reading {
  readonly source: string;
  readonly placeOf: (range: Range) => Range;
  readonly before?: number | undefined;
  readonly owner?: string | undefined;
}

export function* readings(placeholder: Placeholder, { source, placeOf, before, owner }: Reading): Generator<Occurrence> {
  const { expression } = placeholder;
  if (expression.kind !== 'path') return;
  const [first, second] = expression.segments;
  if (first === undefined || typeof first.key !== 'string' || first.key.startsWith('$')) return;
  const within = { ...(before === undefined ? {} : { before }), ...(owner === undefined ? {} : { owner }) };
  const side: NamedPath['side'] = second?.key === 'response' || second?.key === 'request' ? second.key : undefined;
  const path: NamedPath = {
    range: placeOf(placeholder.range),
    root: first.key,
    dotted: expression.dotted,
    length: expression.segments.length,
    side,
  };
  const of = (kind: Occurrence['kind'], name: string, part: Range, form: OccurrenceForm): Occurrence => {
    const range = placeOf(part);
    const escaped = source.slice(range.start, range.end) === name ? {} : { escaped: true as const };
    return { kind, name, range, role: 'reference', form, path, ...escaped, ...within };
  };
  yield of('variable', first.key, rangeOf(first), 'placeholder');
  if (expression.dotted !== undefined)
    yield of('variable', expression.dotted, { start: first.start, end: first.start + expression.dotted.length }, 'dotted');
  if (side !== undefined) yield of('request', first.key, rangeOf(first), 'exchange');
}
