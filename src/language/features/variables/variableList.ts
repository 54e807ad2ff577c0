import { createMask, maskText, spellingWindow } from '../../../base/mask.ts';
import { notSentYet } from '../../semantics/variables/placeholderProblems.ts';
import type { Value } from '../../../base/value.ts';
import { askedWhenSending, type ExchangeStore, type PreviewContext } from '../../semantics/variables/previewEvaluation.ts';
import { secretTexts } from '../../semantics/variables/secretTexts.ts';
import type { Evaluated } from '../../semantics/values/valuePath.ts';
import type { EnvironmentFile, LayerKind, Origin } from '../../semantics/variables/variables.ts';
import type { Block, DocumentTree } from '../../syntax/nodes.ts';
import { cacheMerged, cachePerBlock } from '../../incremental/blockCache.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { listRequests } from '../structure/requests.ts';
import { secretUses } from '../navigation/secretUses.ts';

/** One definition of a name; or the last exchange of a request, or a secret of the secret storage. */
export interface ListedVariable {
  /** As a placeholder begins with it: `$secret.NAME` for a secret. */
  readonly name: string;
  /** Undefined for an exchange and a secret. */
  readonly origin: Origin | undefined;
  /** Its value here, or why it has none; nothing runs for it, is asked or revealed. Read when it is first asked for. */
  readonly value: () => Evaluated;
  /** Never shown. */
  readonly secret: boolean;
  /** For an exchange: when it had come, milliseconds since 1970. */
  readonly time?: number | undefined;
  /** The definition that wins over this one. */
  readonly hiddenBy: ListedVariable | undefined;
  /** What it wins over, the next in order first; empty for one that is hidden itself. */
  readonly hides: readonly ListedVariable[];
}

/** Variables of one scope: in its order of precedence, the first that knows a name wins. */
export interface VariableGroup {
  readonly kind: LayerKind | 'exchange' | 'secret';
  /** Of a shared file, or the file itself: its absolute path. */
  readonly file: string | undefined;
  readonly variables: readonly ListedVariable[];
}

/** Everything that a name can mean at one place of a collection. */
export interface VariableList {
  readonly view: FileView;
  /** Each with something in it. */
  readonly groups: readonly VariableGroup[];
  /** Hides secrets in a text. */
  readonly mask: (text: string) => string;
  /** Names that `@secret NAME` hides anywhere in the collection: what scripts set for them is hidden here too. */
  readonly secretNames: ReadonlySet<string>;
  /** How long a piece of text must be before its first character is shown: no secret is cut in two by then. */
  readonly reach: number;
}

const order: readonly VariableGroup['kind'][] = [
  'prompt',
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

/** Every variable that a block of a file can name, what hides it and what it hides, scope by scope. */
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
  // What a value hides is known when it has been evaluated: all of them, before the first is shown.
  const named: Value[] = [];
  for (const { variables } of groups.values()) {
    for (const { value, secret } of variables) {
      const result = value();
      if (secret && result.ok) named.push(result.value);
    }
  }
  const files = view.collection.environmentFiles.map((f) => f.file);
  for (const { kind, variables } of groups.values()) if (kind !== 'script') variables.sort((a, b) => placeOf(a, files) - placeOf(b, files));
  const secrets = new Set(looking.evaluation.secrets);
  for (const text of secretTexts(named)) secrets.add(text);
  // An answer that is not known yet is no secret yet.
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

/** Where a variable stands among those of its group: in the nearest file of environments first, then by line. */
const placeOf = ({ origin }: ListedVariable, files: readonly string[]): number =>
  files.indexOf(origin?.file ?? '') * 10_000_000 + (origin?.line ?? 0);

/** The definitions of a name, the winner first. */
function definitionsOf(name: string, { scope, evaluation }: PreviewContext, secret: boolean): readonly ListedVariable[] {
  const listed: ListedVariable[] = [];
  for (const v of scope.findAll(name)) {
    const { origin } = v;
    // In a shared file its own definitions are met twice: as the file's and as what stands around it.
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
  const [winner, ...others] = listed;
  if (winner === undefined) return [];
  const hides: ListedVariable[] = [];
  const whole = { ...winner, hides };
  for (const other of others) hides.push({ ...other, hiddenBy: whole });
  return [whole, ...hides];
}

/** The names of `# @secret NAME` in a file. */
const secretNamesOf = cacheMerged(
  cachePerBlock((_, block) => block.directives.flatMap((d) => (d.name.text === 'secret' ? (d.argument?.text ?? []) : []))),
  (a, b) => a.join('\n') === b.join('\n'),
  (all): ReadonlySet<string> => new Set(all.flat()),
);

/** The names of `# @secret NAME` in any file. */
function secretNamesIn({ files }: FileView): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { tree } of files) for (const name of secretNamesOf(tree)) names.add(name);
  return names;
}

const isSamePlace = (a: Origin | undefined, b: Origin): boolean =>
  a?.file !== undefined && a.file === b.file && a.line === b.line && a.environment === b.environment;

/** The last exchanges of the collection's named requests. */
function* exchangesIn({ files, exchanges }: FileView, { scope, evaluation }: PreviewContext): Generator<ListedVariable> {
  const seen = new Set<string>();
  for (const { tree } of files) {
    for (const { name } of listRequests(tree)) {
      if (name === '' || seen.has(name)) continue;
      seen.add(name);
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

/** The names of secrets in each file, read again when it has changed. */
const namedIn = new WeakMap<DocumentTree | EnvironmentFile, ReadonlySet<string>>();

function secretsNamedIn(key: DocumentTree | EnvironmentFile, of: Parameters<typeof secretUses>[0]): ReadonlySet<string> {
  let names = namedIn.get(key);
  if (names === undefined) namedIn.set(key, (names = new Set(Array.from(secretUses(of), (use) => use.name))));
  return names;
}

/** The secrets that the collection's files name. */
function* secretsIn({ files, environmentFiles }: FileView): Generator<ListedVariable> {
  const names = new Set<string>();
  for (const file of files) for (const name of secretsNamedIn(file.tree, { files: [file], environmentFiles: [] })) names.add(name);
  for (const file of environmentFiles) for (const name of secretsNamedIn(file, { files: [], environmentFiles: [file] })) names.add(name);
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
