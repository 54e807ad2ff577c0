import { jsonToValue, readJson, type JsonNode } from '../../../base/json.ts';
import { LineIndex } from '../../../base/text.ts';
import { isArrayValue, isObjectValue, type Value } from '../../../base/value.ts';
import { contentOf, startOf, type Block, type DocumentTree } from '../../syntax/nodes.ts';
import { isSecurity } from '../auth/security.ts';
import { parseTemplate } from '../../syntax/template.ts';
import type { Taint } from './taint.ts';
import { cacheMerged, cachePerBlock } from '../../incremental/blockCache.ts';

/** Where a variable can come from, in the order of precedence; an option of the command ranks as a script. */
export type LayerKind = 'prompt' | 'script' | 'option' | 'file' | 'folder' | 'environment' | 'collection' | 'shared';

/** Where one variable comes from, for people. */
export interface Origin {
  readonly layer: LayerKind;
  /** Absolute path of the file that defines or sets it. */
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  /** The request whose script set it. */
  readonly request?: string;
  /** A person set it, no script. */
  readonly byHand?: true;
  /** The environment's name. */
  readonly environment?: string;
  /** `--var` or `--vars FILE`. */
  readonly option?: string;
  /** Milliseconds since 1970, for what a script set. */
  readonly time?: number;
}

/** One definition of a name. Data is inserted as it is; what an author wrote in a file is a template. */
export interface Variable {
  readonly name: string;
  readonly origin: Origin;
  /** Never shown: a value of a private environment file, or named by `@secret`. */
  readonly secret: boolean;
  /** Secrets that went into a value that is shown otherwise. */
  readonly hides?: readonly string[];
  /**
   * Texts of a value that a script set after it got a secret. Where the variable goes out or is looked up, they are hidden; a text of
   * the same words elsewhere is not.
   */
  readonly made?: readonly string[];
  /** What the value was made from that may not go to every receiver. */
  readonly taint?: Taint;
  readonly content:
    | { readonly kind: 'data'; readonly value: Value }
    /** `@x = …`: text with placeholders; JSON where it comes out as an object or array. */
    | { readonly kind: 'text'; readonly text: string }
    /** A value of an environment file: its strings are templates, everything keeps its type. */
    | { readonly kind: 'json'; readonly value: Value };
  /** For a file's own definition: its offset. Its template sees only definitions above it. */
  readonly position?: number;
  /** The definition stands below the request that uses it. */
  readonly below?: boolean;
}

/** Where a variable is defined, in a word: `a.req:3`. */
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

/** A variable whose value is inserted as it is. */
interface DataVariable extends Pick<Variable, 'origin' | 'hides' | 'made' | 'taint'> {
  readonly value: Value;
  readonly secret?: boolean;
}

/** Variables that are data: what scripts set, options of the command, answers to prompts. */
export interface DataVariables {
  find(name: string): DataVariable | undefined;
  names(): Iterable<string>;
}

/** A layer of data variables: inserted as they are, never read as templates. */
export function dataLayer(kind: LayerKind, data: DataVariables): Layer {
  return {
    kind,
    names: () => data.names(),
    find(name) {
      const found = data.find(name);
      if (found === undefined) return undefined;
      const { value, origin, secret = false, hides = [], made, taint } = found;
      const more = { ...(made === undefined ? {} : { made }), ...(taint === undefined ? {} : { taint }) };
      return { name, origin, secret, hides, ...more, content: { kind: 'data', value } };
    },
  };
}

/** An `@` definition of a file. */
export interface Definition {
  readonly name: string;
  /** A template. */
  readonly value: string;
  /** Counted from the beginning of its block. */
  readonly start: number;
  /** The names that its value mentions, each once. */
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

/** The `@` definitions of each block of a file. */
export const definitionsIn = cachePerBlock((_, block): readonly Definition[] => {
  const { definitions } = contentOf(block);
  if (definitions.length === 0) return nothing;
  const { start } = contentOf(block).range;
  return definitions.map((d) => ({ name: d.name.text, value: d.value.text, start: d.range.start - start, uses: usesOf(d.value.text) }));
});

/** Whether definitions say the same, wherever they stand. */
export const sameDefinitions = (a: readonly Definition[], b: readonly Definition[]): boolean =>
  a.length === b.length && a.every((d, i) => d.name === b[i]?.name && d.value === b[i].value);

/** Whether definitions have the same names. */
export const sameNames = (a: readonly Definition[], b: readonly Definition[]): boolean =>
  a.length === b.length && a.every((d, i) => d.name === b[i]?.name);

/** Where a definition stands: its block's number, and which of the block's it is. */
interface DefinitionPlace {
  readonly block: number;
  readonly nth: number;
}

/** Where each name is defined in a file, in the file's order. */
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

/** How many of the places are above an offset. Halving: a file may define a name ten thousand times. */
function countAbove(tree: DocumentTree, places: readonly DefinitionPlace[], limit: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positionOf(tree, places[middle] as DefinitionPlace) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The variables of one file's layers: requests that see the same definition see the same object. */
export class FileVariables {
  readonly above = new Map<DefinitionPlace, Variable>();
  readonly below = new Map<DefinitionPlace, Variable>();
}

/** A file's own `@` definitions as a request at `position` sees them: the nearest above, or else the first below. */
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

/** The `@` definitions of a `collection.req` or `folder.req`; the last of a name counts. */
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

/** One `http-client.env.json` or its private twin, read. */
export interface EnvironmentFile {
  readonly file: string;
  readonly private: boolean;
  /** What is wrong with the file, and where (offset in its text). */
  readonly problem: { readonly message: string; readonly line: number; readonly column: number } | undefined;
  readonly text: string;
  /** The text's tree; undefined where it is no JSON object. */
  readonly root: (JsonNode & { readonly kind: 'object' }) | undefined;
  /** Environments that `"$protected": true` stands in. */
  readonly protected: readonly string[];
  /** Environment's name → its variables with their lines. `$shared` among them. */
  readonly environments: ReadonlyMap<string, ReadonlyMap<string, { readonly value: Value; readonly line: number }>>;
}

/** Reads an environment file's text. Never fails: what is wrong stands in `problem`. */
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
    // Keys with a dollar are settings of the environment (`$protected`), never variables; nor is what one signs in with.
    if (!m.key.startsWith('$') && !isSecurity(m.key, m.value))
      entries.set(m.key, { value: jsonToValue(m.value), line: lines.positionAt(m.keyRange.start).line + 1 });
  }
  return entries;
}

/** The variables of one environment (or `$shared`), a layer for each file: the first file that has a key wins, and hides the others. */
export function environmentLayers(
  files: readonly EnvironmentFile[],
  environment: string,
  kind: 'environment' | 'shared',
): readonly Layer[] {
  return files.flatMap((f) => {
    const members = f.environments.get(environment);
    if (members === undefined) return [];
    const variables = new Map<string, Variable>();
    for (const [name, { value, line }] of members)
      variables.set(name, {
        name,
        origin: { layer: kind, file: f.file, line, environment },
        secret: f.private,
        content: { kind: 'json', value },
      });
    return [{ kind, find: (name) => variables.get(name), names: () => variables.keys() }];
  });
}

/** Every string inside a value, changed by `map`; everything else stays. A part in which nothing changes stays the same object. */
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
