import { jsonToValue, readJson, type JsonNode } from '../../base/json.ts';
import { LineIndex } from '../../base/text.ts';
import { isArrayValue, isObjectValue, type Value } from '../../base/value.ts';
import type { DefinitionNode, DocumentTree } from '../syntax/nodes.ts';

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

/** One source of variables. `before` limits a file's own definitions to those above an offset. */
export interface Layer {
  readonly kind: LayerKind;
  find(name: string, before?: number): Variable | undefined;
  names(): Iterable<string>;
}

/** Variables that are data: what scripts set, options of the command, answers to prompts. */
export interface DataVariables {
  find(name: string): { readonly value: Value; readonly origin: Origin; readonly hides?: readonly string[] } | undefined;
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
      const { value, origin, hides = [] } = found;
      return { name, origin, secret: false, hides, content: { kind: 'data', value } };
    },
  };
}

const indexes = new WeakMap<DocumentTree, ReadonlyMap<string, readonly DefinitionNode[]>>();

/** Every `@` definition of a file by name, in the file's order. */
function definitionsOf(tree: DocumentTree): ReadonlyMap<string, readonly DefinitionNode[]> {
  const known = indexes.get(tree);
  if (known !== undefined) return known;
  const byName = new Map<string, DefinitionNode[]>();
  for (const block of tree.blocks) {
    for (const definition of block.definitions) {
      const list = byName.get(definition.name.text);
      if (list === undefined) byName.set(definition.name.text, [definition]);
      else list.push(definition);
    }
  }
  indexes.set(tree, byName);
  return byName;
}

function definedIn(tree: DocumentTree, file: string, layer: LayerKind, node: DefinitionNode): Variable {
  const line = tree.lines.positionAt(node.range.start).line + 1;
  return {
    name: node.name.text,
    origin: { layer, file, line },
    secret: false,
    content: { kind: 'text', text: node.value.text },
    position: node.range.start,
  };
}

/** The last definition that begins before `limit`. Halving: a file may define a name ten thousand times. */
function nearestAbove(list: readonly DefinitionNode[], limit: number): DefinitionNode | undefined {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as DefinitionNode).range.start < limit) low = middle + 1;
    else high = middle;
  }
  return list[low - 1];
}

/** A file's own `@` definitions as a request at `position` sees them: the nearest above, or else the first below. */
export function fileLayer(tree: DocumentTree, file: string, position: number): Layer {
  const byName = definitionsOf(tree);
  const made = new Map<DefinitionNode, Variable>();
  return {
    kind: 'file',
    names: () => byName.keys(),
    find(name, before) {
      const list = byName.get(name);
      if (list === undefined) return undefined;
      const limit = before ?? position;
      let node = nearestAbove(list, limit);
      const below = node === undefined;
      if (below && before !== undefined) return undefined;
      node ??= list[0] as DefinitionNode;
      let variable = made.get(node);
      if (variable === undefined) {
        variable = { ...definedIn(tree, file, 'file', node), ...(below ? { below } : {}) };
        made.set(node, variable);
      }
      return variable;
    },
  };
}

/** The `@` definitions of a `collection.req` or `folder.req`; the last of a name counts. */
export function sharedFileLayer(tree: DocumentTree, file: string, kind: 'folder' | 'collection'): Layer {
  const variables = new Map<string, Variable>();
  for (const [name, list] of definitionsOf(tree)) {
    const { position: _, ...variable } = definedIn(tree, file, kind, list[list.length - 1] as DefinitionNode);
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
      problem: { message, line: at.line + 1, column: at.column + 1 },
    };
  };
  if (!result.ok) return none(`This is not JSON: ${result.problem.message}.`, result.problem.offset);
  if (result.node.kind !== 'object')
    return none('An environment file is an object of environments: {"dev": {"host": "…"}}.', result.node.range.start);
  const environments = new Map<string, ReadonlyMap<string, { value: Value; line: number }>>();
  let problem: EnvironmentFile['problem'];
  for (const member of result.node.members) {
    if (member.value.kind !== 'object') {
      const at = lines.positionAt(member.value.range.start);
      problem ??= { message: `The environment "${member.key}" must be an object of variables.`, line: at.line + 1, column: at.column + 1 };
      continue;
    }
    environments.set(member.key, membersWithLines(member.value, lines));
  }
  return { file, private: isPrivate, text, root: result.node, environments, problem };
}

function membersWithLines(node: JsonNode & { kind: 'object' }, lines: LineIndex): ReadonlyMap<string, { value: Value; line: number }> {
  const entries = new Map<string, { value: Value; line: number }>();
  for (const m of node.members) {
    // Keys with a dollar are settings of the environment (`$protected`), never variables.
    if (!m.key.startsWith('$')) entries.set(m.key, { value: jsonToValue(m.value), line: lines.positionAt(m.keyRange.start).line + 1 });
  }
  return entries;
}

/** The variables of one environment (or `$shared`) over all files, the first file that has a key wins. */
export function environmentLayer(files: readonly EnvironmentFile[], environment: string, kind: 'environment' | 'shared'): Layer {
  const variables = new Map<string, Variable>();
  for (const f of files) {
    for (const [name, { value, line }] of f.environments.get(environment) ?? []) {
      if (variables.has(name)) continue;
      variables.set(name, {
        name,
        origin: { layer: kind, file: f.file, line, environment },
        secret: f.private,
        content: { kind: 'json', value },
      });
    }
  }
  return { kind, find: (name) => variables.get(name), names: () => variables.keys() };
}

/** Every string inside a value, changed by `map`; everything else stays. */
export function mapStrings(value: Value, map: (text: string) => Value): Value {
  if (typeof value === 'string') return map(value);
  if (isArrayValue(value)) return value.map((x) => mapStrings(x, map));
  if (isObjectValue(value)) return new Map([...value].map(([key, x]) => [key, mapStrings(x, map)]));
  return value;
}
