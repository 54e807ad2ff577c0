import { createMask, maskText, spellingWindow } from '../../../base/masks/mask.ts';
import { notSentYet } from '../../semantics/variables/placeholderProblems.ts';
import type { Value } from '../../../base/values/value.ts';
import type { ExchangeStore, PreviewContext } from '../../semantics/variables/previewEvaluation.ts';
import { askedWhenSending } from '../../semantics/variables/standIns.ts';
import { secretTexts } from '../../semantics/variables/secrets/secretTexts.ts';
import type { Evaluated } from '../../semantics/values/valuePath.ts';
import type { LayerKind, Origin } from '../../semantics/variables/variables.ts';
import type { EnvironmentFile } from '../../semantics/variables/environmentFile.ts';
import type { Block, DocumentTree } from '../../syntax/nodes.ts';
import { cacheMerged, cachePerBlock } from '../../incremental/blockCache.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { listRequests } from '../structure/requests.ts';
import { secretUsesIn, secretUsesInEnvironments, type SecretUse } from '../navigation/secretUses.ts';

/** A definition of a name, the last exchange of a request, or a stored secret. */
export interface ListedVariable {
  /** As written in a placeholder: `$secret.NAME` for a secret. */
  readonly name: string;
  /** Undefined for an exchange and a secret. */
  readonly origin: Origin | undefined;
  /** The preview value, or the reason why there is none; evaluated lazily. Runs nothing, shows no prompts, reveals no secrets. */
  readonly value: () => Evaluated;
  /** Its value is masked. */
  readonly secret: boolean;
  /** For an exchange: when it was received, in milliseconds since 1970. */
  readonly time?: number | undefined;
  /** The effective definition, if it is not this one. */
  readonly hiddenBy: ListedVariable | undefined;
  /** The definitions that this one hides, in order of precedence; empty for a hidden one. */
  readonly hides: readonly ListedVariable[];
}

/** The variables of one layer. Groups are in order of precedence. */
export interface VariableGroup {
  readonly kind: LayerKind | 'exchange' | 'secret';
  /** Absolute path of the shared file, or of the file itself. */
  readonly file: string | undefined;
  readonly variables: readonly ListedVariable[];
}

export interface VariableList {
  readonly view: FileView;
  /** Groups that are not empty. */
  readonly groups: readonly VariableGroup[];
  readonly mask: (text: string) => string;
  /** Names of `@secret NAME` anywhere in the collection. Values that scripts set for them are masked too. */
  readonly secretNames: ReadonlySet<string>;
  /** Characters to read before the first one is shown, so that no secret is cut in two. */
  readonly reach: number;
}

const order: readonly VariableGroup['kind'][] = [
  'prompt',
  'data',
  'script',
  'option',
  'file',
  'folder',
  'environment',
  'collection',
  'shared',
  'exchange',
  'secret',
];

/** The variables that a block can name, grouped by layer, with the definitions that hide each other. */
export function listVariables(view: FileView, block: Block): VariableList {
  const looking = view.look(block);
  const secretNames = secretNamesIn(view);
  const groups = new Map<string, VariableGroup & { readonly variables: ListedVariable[] }>();
  const put = (kind: VariableGroup['kind'], file: string | undefined, variable: ListedVariable): void => {
    const key = `${kind}\0${file ?? ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { kind, file, variables: [variable] });
    else group.variables.push(variable);
  };
  for (const name of looking.scope.names()) {
    for (const listed of definitionsOf(name, looking, secretNames.has(name))) {
      const { layer, file } = listed.origin as Origin;
      put(layer, layer === 'file' || layer === 'folder' || layer === 'collection' ? file : undefined, listed);
    }
  }
  // Secrets are known only after evaluation, so evaluate all variables before showing any.
  const named: Value[] = [];
  for (const { variables } of groups.values()) {
    for (const { value, secret } of variables) {
      const result = value();
      if (secret && result.ok) named.push(result.value);
    }
  }
  const files = view.collection.environmentFiles.map((f) => f.file);
  for (const { kind, variables } of groups.values()) if (kind !== 'script') variables.sort((a, b) => placeOf(a, files) - placeOf(b, files));
  const secrets = new Set(looking.evaluation.secrets());
  for (const text of secretTexts(named)) secrets.add(text);
  // The substitute for a value to prompt for is not a secret.
  secrets.delete(askedWhenSending);
  for (const exchange of exchangesIn(view, looking)) {
    for (const secret of view.exchanges.hides?.(exchange.name) ?? []) secrets.add(secret);
    put('exchange', undefined, exchange);
  }
  for (const secret of secretsIn(view)) put('secret', undefined, secret);
  const folders = view.collection.shared.map((s) => s.file);
  const rank = ({ kind, file = '' }: VariableGroup): number => order.indexOf(kind) * 10_000 + folders.indexOf(file);
  let longest = 0;
  for (const secret of secrets) longest = Math.max(longest, secret.length);
  return {
    view,
    groups: [...groups.values()].toSorted((a, b) => rank(a) - rank(b)),
    mask: createMask(secrets),
    secretNames,
    reach: spellingWindow(longest),
  };
}

/** Sort key of a variable within its group: by environment file, nearest first, then by line. */
const placeOf = ({ origin }: ListedVariable, files: readonly string[]): number =>
  files.indexOf(origin?.file ?? '') * 10_000_000 + (origin?.line ?? 0);

/** The definitions of a name, the effective one first. */
function definitionsOf(name: string, { scope, evaluation }: PreviewContext, secret: boolean): readonly ListedVariable[] {
  const listed: ListedVariable[] = [];
  for (const v of scope.findAll(name)) {
    const { origin } = v;
    // In a shared file, a definition appears both as the file's own and as one from the surrounding files.
    if (listed.some((l) => isSamePlace(l.origin, origin))) continue;
    let value: Evaluated | undefined;
    listed.push({
      name,
      origin,
      value: () => (value ??= evaluation.variable(v)),
      secret: secret || v.secret,
      hiddenBy: undefined,
      hides: [],
    });
  }
  const [effective, ...others] = listed;
  if (effective === undefined) return [];
  const hides: ListedVariable[] = [];
  const whole = { ...effective, hides };
  for (const other of others) hides.push({ ...other, hiddenBy: whole });
  return [whole, ...hides];
}

/** The names of `# @secret NAME` in a file. */
const secretNamesOf = cacheMerged(
  cachePerBlock((_, block) => block.directives.flatMap((d) => (d.name.text === 'secret' ? (d.argument?.text ?? []) : []))),
  (a, b) => a.join('\n') === b.join('\n'),
  (all): ReadonlySet<string> => new Set(all.flat()),
);

/** The names of `# @secret NAME` in all files. */
export function secretNamesIn({ files }: Pick<FileView, 'files'>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { tree } of files()) for (const name of secretNamesOf(tree)) names.add(name);
  return names;
}

const isSamePlace = (a: Origin | undefined, b: Origin): boolean =>
  a?.file !== undefined && a.file === b.file && a.line === b.line && a.environment === b.environment;

/** The last exchanges of the collection's named requests. */
function* exchangesIn({ files, exchanges }: FileView, { scope, evaluation }: PreviewContext): Generator<ListedVariable> {
  const listed = new Set<string>();
  for (const { tree } of files()) {
    for (const { name } of listRequests(tree)) {
      if (name === '' || listed.has(name)) continue;
      listed.add(name);
      const time = exchanges.time?.(name);
      if (time === undefined && exchanges.find(name) === undefined) continue;
      const variable = scope.find(name);
      const value = variable && evaluation.variable(variable);
      const hiddenBy: ListedVariable | undefined = variable &&
        value && { name, origin: variable.origin, value: () => value, secret: variable.secret, hiddenBy: undefined, hides: [] };
      yield { name, origin: undefined, value: () => exchangeValue(exchanges, name), secret: false, time, hiddenBy, hides: [] };
    }
  }
}

function exchangeValue(exchanges: ExchangeStore, name: string): Evaluated {
  const value = exchanges.find(name);
  return value === undefined ? { ok: false, problem: notSentYet(name) } : { ok: true, value };
}

const namedIn = new WeakMap<DocumentTree | EnvironmentFile, ReadonlySet<string>>();

function secretsNamedIn(key: DocumentTree | EnvironmentFile, uses: () => Iterable<SecretUse>): ReadonlySet<string> {
  let names = namedIn.get(key);
  if (names === undefined) namedIn.set(key, (names = new Set(Array.from(uses(), (use) => use.name))));
  return names;
}

function* secretsIn({ files, environmentFiles }: FileView): Generator<ListedVariable> {
  const names = new Set<string>();
  for (const file of files()) for (const name of secretsNamedIn(file.tree, () => secretUsesIn(file))) names.add(name);
  for (const file of environmentFiles()) for (const name of secretsNamedIn(file, () => secretUsesInEnvironments(file))) names.add(name);
  for (const name of [...names].toSorted((a, b) => (a < b ? -1 : 1)))
    yield {
      name: `$secret.${name}`,
      origin: undefined,
      value: () => ({ ok: true, value: maskText }),
      secret: true,
      hiddenBy: undefined,
      hides: [],
    };
}
