import { jsonToValue, readJson, whyNoJson, type JsonNode } from '../../../base/json/json.ts';
import { LineIndex } from '../../../base/text/text.ts';
import type { Value } from '../../../base/values/value.ts';
import { isSecurity } from '../auth/isSecurity.ts';
import type { Layer, Variable } from './variables.ts';

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
  if (!result.ok) return none(`This ${whyNoJson(result.problem)}.`, result.problem.offset);
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
      entries.set(m.key, {
        value: isKeptElsewhere(m.value) ? `{{$secret.${m.key}}}` : jsonToValue(m.value),
        line: lines.positionAt(m.keyRange.start).line + 1,
      });
  }
  return entries;
}

/** Whether a value names a secret in a store of Visual Studio, which Req does not read. */
const isKeptElsewhere = (node: JsonNode): boolean =>
  node.kind === 'object' &&
  node.members.some(
    ({ key, value }) =>
      key === 'provider' &&
      value.kind === 'scalar' &&
      typeof value.value === 'string' &&
      /^(?:AspnetUserSecrets|AzureKeyVault|Encrypted)$/.test(value.value),
  );

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
