import { jsonToValue, readJson, type JsonNode } from '../../../base/json/json.ts';
import { LineIndex } from '../../../base/text/text.ts';
import { isArrayValue, isObjectValue, type Value } from '../../../base/values/value.ts';
import { contentOf, startOf, type Block, type DocumentTree } from '../../syntax/nodes.ts';
import { isSecurity } from '../auth/isSecurity.ts';
import { parseTemplate } from '../../syntax/template.ts';
import type { Taint } from './secrets/taint.ts';
import { cacheMerged, cachePerBlock } from '../../incremental/blockCache.ts';

/** The kinds of layers in order of precedence. `option` (of the command) and `data` (a row) have the same rank as `script`. */
export type LayerKind = 'prompt' | 'data' | 'script' | 'option' | 'file' | 'folder' | 'environment' | 'collection' | 'shared';

export interface Origin {
  readonly layer: LayerKind;
  /** Absolute path of the file that defines or sets it. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  readonly request?: string;
  /** The user set it, not a script. */
  readonly byHand?: true;
  /** By a capture of the request, not by a script. */
  readonly captured?: true;
  readonly environment?: string;
  /** `--var` or `--vars FILE`. */
  readonly option?: string;
  /** Time at which a script set it, in milliseconds since 1970. */
  readonly time?: number;
}

/** One definition of a name. Data is inserted unchanged; values in files are templates. */
export interface Variable {
  readonly name: string;
  readonly origin: Origin;
  /** The value is masked: it is from a private environment file, or the name is in `@secret`. */
  readonly secret: boolean;
  /** Secrets in a value whose other parts are shown. */
  readonly hides?: readonly string[];
  /**
   * Texts of a value that a script set after it read a secret. They are masked only where the variable is sent or looked up; equal
   * texts elsewhere are shown.
   */
  readonly made?: readonly string[];
  /** Not all texts of the value are in `made`: some are too long, or there are too many. */
  readonly madeMore?: boolean;
  /** The sources of the value that may not be sent to every receiver. */
  readonly taint?: Taint;
  readonly content:
    | { readonly kind: 'data'; readonly value: Value }
    /** `@x = …`: a template, and JSON if the filled text is an object or array. */
    | { readonly kind: 'text'; readonly text: string }
    /** A value of an environment file. Its strings are templates; other values keep their type. */
    | { readonly kind: 'json'; readonly value: Value };
  /** The offset of a definition in the request's file. Its template can use only definitions above it. */
  readonly position?: number;
  /** The definition is below the request that uses it. */
  readonly below?: boolean;
}

/** The place of a variable's definition for messages: `a.req:3`. */
export function whereOf(v: Variable): string {
  const file = v.origin.file?.split(/[\\/]/).pop();
  return file === undefined ? v.origin.layer : `${file}:${v.origin.line ?? 1}`;
}

/** One source of variables. `before` limits a file's own definitions to those above an offset. */
export interface Layer {
  readonly kind: LayerKind;
  find(name: string, before?: number): Variable | undefined;
  names(): Iterable<string>;
}

/** A variable whose value is inserted unchanged. */
interface DataVariable extends Pick<Variable, 'origin' | 'hides' | 'made' | 'madeMore' | 'taint'> {
  readonly value: Value;
  readonly secret?: boolean;
}

/** Data variables: set by scripts, options of the command, or prompts. */
export interface DataVariables {
  find(name: string): DataVariable | undefined;
  names(): Iterable<string>;
}

/** A layer of data variables, which are never parsed as templates. */
export function dataLayer(kind: LayerKind, data: DataVariables): Layer {
  return {
    kind,
    names: () => data.names(),
    find(name) {
      const found = data.find(name);
      if (found === undefined) return undefined;
      const { value, origin, secret = false, hides = [], made, madeMore = false, taint } = found;
      const more = { ...(made === undefined ? {} : { made, madeMore }), ...(taint === undefined ? {} : { taint }) };
      return { name, origin, secret, hides, ...more, content: { kind: 'data', value } };
    },
  };
}

/** An `@` definition of a block. */
export interface Definition {
  readonly name: string;
  /** A template. */
  readonly value: string;
  /** Offset relative to the start of its block. */
  readonly start: number;
  /** The names in its value, without duplicates. */
  readonly uses: readonly string[];
}

const nothing: readonly never[] = [];

function usesOf(value: string): readonly string[] {
  if (!value.includes('{{')) return nothing;
  const uses = new Set<string>();
  for (const p of parseTemplate(value).parts) {
    if (p.kind !== 'placeholder' || p.expression.kind !== 'path') continue;
    const { segments, dotted } = p.expression;
    uses.add(String(segments[0]?.key));
    if (dotted !== undefined) uses.add(dotted);
  }
  return [...uses];
}

/** The `@` definitions per block of a file. */
export const definitionsIn = cachePerBlock((_, block): readonly Definition[] => {
  const { definitions } = contentOf(block);
  if (definitions.length === 0) return nothing;
  const { start } = contentOf(block).range;
  return definitions.map((d) => ({ name: d.name.text, value: d.value.text, start: d.range.start - start, uses: usesOf(d.value.text) }));
});

export const sameNames = (a: readonly Definition[], b: readonly Definition[]): boolean =>
  a.length === b.length && a.every((d, i) => d.name === b[i]?.name);

/** The index of a definition's block, and its index in that block. */
interface DefinitionPlace {
  readonly block: number;
  readonly nth: number;
}

/** The definitions of each name in a file, in file order. */
const definitionsOf = cacheMerged(definitionsIn, sameNames, (blocks): ReadonlyMap<string, readonly DefinitionPlace[]> => {
  const byName = new Map<string, DefinitionPlace[]>();
  for (const [block, definitions] of blocks.entries()) {
    for (const [nth, { name }] of definitions.entries()) {
      const list = byName.get(name);
      if (list === undefined) byName.set(name, [{ block, nth }]);
      else list.push({ block, nth });
    }
  }
  return byName;
});

const definitionAt = (tree: DocumentTree, { block, nth }: DefinitionPlace): Definition =>
  definitionsIn(tree).at(block)?.[nth] as Definition;

const positionOf = (tree: DocumentTree, place: DefinitionPlace): number =>
  startOf(tree.blocks[place.block] as Block) + definitionAt(tree, place).start;

function definedIn(tree: DocumentTree, file: string, layer: LayerKind, place: DefinitionPlace): Variable {
  const { name, value } = definitionAt(tree, place);
  const position = positionOf(tree, place);
  const line = tree.lines.positionAt(position).line + 1;
  return { name, origin: { layer, file, line }, secret: false, content: { kind: 'text', text: value }, position };
}

/** The number of places above an offset. Binary search, because a file can define a name ten thousand times. */
function countAbove(tree: DocumentTree, places: readonly DefinitionPlace[], limit: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positionOf(tree, places[middle] as DefinitionPlace) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Caches the variables of a file, so that requests that use the same definition get the same object. */
export class FileVariables {
  readonly above = new Map<DefinitionPlace, Variable>();
  readonly below = new Map<DefinitionPlace, Variable>();
}

/** The `@` definitions of a file for a request at `position`: the nearest one above, else the first one below. */
export function fileLayer(tree: DocumentTree, file: string, position: number, made = new FileVariables()): Layer {
  const byName = definitionsOf(tree);
  return {
    kind: 'file',
    names: () => byName.keys(),
    find(name, before) {
      const places = byName.get(name);
      if (places === undefined) return undefined;
      const above = countAbove(tree, places, before ?? position);
      if (above === 0 && before !== undefined) return undefined;
      const place = places[Math.max(0, above - 1)] as DefinitionPlace;
      const known = above > 0 ? made.above : made.below;
      let variable = known.get(place);
      if (variable === undefined) {
        const found = definedIn(tree, file, 'file', place);
        known.set(place, (variable = above > 0 ? found : { ...found, below: true }));
      }
      return variable;
    },
  };
}

const sharedLayers = new WeakMap<DocumentTree, Layer>();

/** The `@` definitions of a `collection.req` or `folder.req`. The last definition of a name is used. */
export function sharedFileLayer(tree: DocumentTree, file: string, kind: 'folder' | 'collection'): Layer {
  let layer = sharedLayers.get(tree);
  if (layer === undefined) sharedLayers.set(tree, (layer = newSharedLayer(tree, file, kind)));
  return layer;
}

function newSharedLayer(tree: DocumentTree, file: string, kind: 'folder' | 'collection'): Layer {
  const variables = new Map<string, Variable>();
  for (const [name, places] of definitionsOf(tree)) {
    const { position: _, ...variable } = definedIn(tree, file, kind, places[places.length - 1] as DefinitionPlace);
    variables.set(name, variable);
  }
  return { kind, find: (name) => variables.get(name), names: () => variables.keys() };
}

/** A parsed `http-client.env.json` or `http-client.private.env.json`. */
export interface EnvironmentFile {
  readonly file: string;
  readonly private: boolean;
  /** The first error in the file. Line and column are from 1. */
  readonly problem: { readonly message: string; readonly line: number; readonly column: number } | undefined;
  readonly text: string;
  /** The JSON tree; undefined if the text is not a JSON object. */
  readonly root: (JsonNode & { readonly kind: 'object' }) | undefined;
  /** Environments with `"$protected": true`. */
  readonly protected: readonly string[];
  /** The variables of each environment, including `$shared`, with their lines (from 1). */
  readonly environments: ReadonlyMap<string, ReadonlyMap<string, { readonly value: Value; readonly line: number }>>;
}

/** Parses an environment file. Never throws; the first error is in `problem`. */
export function readEnvironmentFile(file: string, text: string): EnvironmentFile {
  const isPrivate = file.endsWith('private.env.json');
  const result = readJson(text);
  const lines = LineIndex.of(text);
  const none = (message: string, offset: number): EnvironmentFile => {
    const at = lines.positionAt(offset);
    return {
      file,
      private: isPrivate,
      text,
      root: undefined,
      environments: new Map(),
      protected: [],
      problem: { message, line: at.line + 1, column: at.column + 1 },
    };
  };
  if (!result.ok) return none(`This is not JSON: ${result.problem.message}.`, result.problem.offset);
  if (result.node.kind !== 'object')
    return none('An environment file is an object of environments: {"dev": {"host": "…"}}.', result.node.range.start);
  const environments = new Map<string, ReadonlyMap<string, { value: Value; line: number }>>();
  const guarded: string[] = [];
  let problem: EnvironmentFile['problem'];
  for (const member of result.node.members) {
    if (member.value.kind !== 'object') {
      const at = lines.positionAt(member.value.range.start);
      problem ??= { message: `The environment "${member.key}" must be an object of variables.`, line: at.line + 1, column: at.column + 1 };
      continue;
    }
    environments.set(member.key, membersWithLines(member.value, lines));
    if (member.value.members.some(({ key, value }) => key === '$protected' && value.kind === 'scalar' && value.value === true))
      guarded.push(member.key);
  }
  return { file, private: isPrivate, text, root: result.node, environments, protected: guarded, problem };
}

function membersWithLines(node: JsonNode & { kind: 'object' }, lines: LineIndex): ReadonlyMap<string, { value: Value; line: number }> {
  const entries = new Map<string, { value: Value; line: number }>();
  for (const m of node.members) {
    // Keys that begin with a dollar (`$protected`) and authentication configurations are not variables.
    if (!m.key.startsWith('$') && !isSecurity(m.key, m.value))
      entries.set(m.key, { value: jsonToValue(m.value), line: lines.positionAt(m.keyRange.start).line + 1 });
  }
  return entries;
}

/** The variables of an environment or `$shared`, one layer per file in order of precedence. */
export function environmentLayers(
  files: readonly EnvironmentFile[],
  environment: string,
  kind: 'environment' | 'shared',
): readonly Layer[] {
  return files.flatMap((f) => {
    const members = f.environments.get(environment);
    return members === undefined ? [] : [environmentLayer(f, environment, kind, members)];
  });
}

type Members = ReadonlyMap<string, { readonly value: Value; readonly line: number }>;

/** By the members of the environment, which belong to one version of one file. */
const layersOfEnvironment = new WeakMap<Members, Layer>();

function environmentLayer(
  { file, private: secret }: EnvironmentFile,
  environment: string,
  kind: 'environment' | 'shared',
  members: Members,
): Layer {
  let layer = layersOfEnvironment.get(members);
  if (layer?.kind === kind) return layer;
  const variables = new Map<string, Variable>();
  for (const [name, { value, line }] of members)
    variables.set(name, { name, origin: { layer: kind, file, line, environment }, secret, content: { kind: 'json', value } });
  layer = { kind, find: (name) => variables.get(name), names: () => variables.keys() };
  layersOfEnvironment.set(members, layer);
  return layer;
}

/** Replaces all strings in a value with the results of `map`. Parts without a change stay the same object. */
export function mapStrings(value: Value, map: (text: string) => Value): Value {
  if (typeof value === 'string') return map(value);
  let changed = false;
  const mapped = (x: Value): Value => {
    const y = mapStrings(x, map);
    changed ||= y !== x;
    return y;
  };
  if (isArrayValue(value)) {
    const items = value.map(mapped);
    return changed ? items : value;
  }
  if (isObjectValue(value)) {
    const members = new Map([...value].map(([key, x]) => [key, mapped(x)] as const));
    return changed ? members : value;
  }
  return value;
}
