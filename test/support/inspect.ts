import {
  createEvaluation,
  exchangesOf,
  isRequest,
  noVariables,
  type parse,
  scopeOf,
  semanticTokens,
  sendDefaults,
  sharedBlocks,
  sourceOf,
  blockAt,
  type Block,
  type BlockContext,
  type DataVariables,
  type Diagnostic,
  type Evaluation,
  type FileView,
  type LayerKind,
  type PreviewContext,
  type RequestBlock,
  type Resolution,
  type SendDefaults,
  type Sources,
  type WantedToken,
} from '../../src/language/index.ts';
import { resolveRequest } from '../../src/language/sending.ts';
import { diagnostics, schemasRead } from '../../src/language/onDemand.ts';
import { hover } from '../../src/language/onDemand.ts';
import type { Value } from '../../src/base/values/value.ts';
import { cursor } from './cursor.ts';
import { memoryWorkspace, root } from './memoryWorkspace.ts';
import { toValue } from './toValue.ts';

/** Surroundings of a text, with defaults for those that a test omits. */
export interface Around {
  /** Variables set by scripts. */
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly answers?: Readonly<Record<string, unknown>>;
  /** The content of `http-client.env.json` at the root. */
  readonly environments?: Readonly<Record<string, unknown>>;
  /** The content of `http-client.private.env.json` at the root. */
  readonly privateEnvironments?: Readonly<Record<string, unknown>>;
  readonly environment?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** The file's path under the root. */
  readonly at?: string;
  /** Secrets contained in script variables and exchanges, by name. */
  readonly hides?: Readonly<Record<string, readonly string[]>>;
  /** Last exchanges by request name: `{request: {…}, response: {…}}`. */
  readonly exchanges?: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Time of the script variables and exchanges, in milliseconds since 1970. */
  readonly setAt?: number;
  /** False in Restricted Mode. */
  readonly trusted?: boolean;
  readonly dotenv?: Readonly<Record<string, string>>;
  readonly prompts?: Readonly<Record<string, string>>;
  /** Tokens fetched when sending. */
  readonly tokens?: (wanted: WantedToken) => string | undefined;
  readonly defaults?: Partial<SendDefaults>;
}

/** The time of every inspection: 2026-01-02T03:04:05.678Z. */
export const now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

type Sent = Extract<Resolution, { ok: true }>['request'];

export interface Inspected {
  readonly view: FileView;
  readonly tree: ReturnType<typeof parse>;
  readonly offset: number;
  contextOf(block: Block): BlockContext;
  look(block: Block): PreviewContext;
  evaluation(block?: Block): Evaluation;
  /** Resolves the request at the cursor, or the file's only or last one. */
  resolve(): Resolution;
  /** The resolved request. Fails the test with its problems if there is none. */
  sent(): Sent;
  body(): string;
  header(name: string): string | undefined;
  /** Messages of all errors that prevent sending the request. */
  problems(): readonly string[];
  hover(): string | undefined;
  diagnostics(): readonly Diagnostic[];
  /** `id severity "text under it"`, in the file's order. */
  said(): readonly string[];
  tokens(): readonly string[];
}

function data(
  values: Readonly<Record<string, unknown>> | undefined,
  layer: LayerKind,
  hides: (name: string) => readonly string[],
  time?: number,
): DataVariables {
  if (values === undefined) return noVariables;
  const all = new Map(Object.entries(values).map(([name, value]) => [name, toValue(value)]));
  return {
    find: (name) =>
      all.has(name)
        ? {
            value: all.get(name) as Value,
            origin: { layer, request: 'setup', ...(time === undefined ? {} : { time }) },
            hides: hides(name),
          }
        : undefined,
    names: () => all.keys(),
  };
}

export function fixedSources(around: Around = {}): Sources {
  let uuids = 0;
  return {
    now: () => now,
    random: () => 0.5,
    uuid: () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`,
    sample: (kind) => `a sample of ${kind}`,
    env: (name) => around.env?.[name],
    dotenv: (name) => around.dotenv?.[name],
    secret: (name) => around.secrets?.[name],
    prompt: (label) => around.prompts?.[label],
    token: (wanted) => around.tokens?.(wanted),
  };
}

/** A text, and the cursor's offset. */
export interface TextAt {
  readonly text: string;
  readonly offset: number;
}

/** Creates a text's surroundings. `|` in it is the cursor. */
export async function inspect(marked: string | TextAt, around: Around = {}): Promise<Inspected> {
  const { text, offset: at } = typeof marked === 'string' ? cursor(marked) : marked;
  const file = `${root}/${around.at ?? 'a.req'}`;
  const files = new Map<string, string>([[file, text]]);
  for (const [name, content] of Object.entries(around.files ?? {})) files.set(`${root}/${name}`, content);
  if (around.environments !== undefined) files.set(`${root}/http-client.env.json`, JSON.stringify(around.environments, undefined, 1));
  if (around.privateEnvironments !== undefined)
    files.set(`${root}/http-client.private.env.json`, JSON.stringify(around.privateEnvironments, undefined, 1));
  const lines = Object.entries(around.dotenv ?? {}).map(([name, value]) => `${name}=${value}\n`);
  if (lines.length > 0 && !files.has(`${root}/.env`)) files.set(`${root}/.env`, lines.join(''));
  const hides = (name: string): readonly string[] => around.hides?.[name] ?? [];
  const store = {
    find: (name: string) => (around.exchanges?.[name] === undefined ? undefined : toValue(around.exchanges[name])),
    hides,
    time: () => around.setAt,
  };
  const { workspace } = memoryWorkspace(files, {
    environment: around.environment,
    variables: data(around.variables, 'script', hides, around.setAt),
    exchanges: store,
    env: around.env,
    ...(around.trusted === undefined ? {} : { trusted: around.trusted }),
  });
  const view = await workspace.know({ file, version: 1, getText: () => text }, { whole: true });
  await schemasRead(view);
  const { tree } = view;
  const offset = at ?? tree.blocks.findLast(isRequest)?.requestLine.range.start ?? text.length;
  const answers = data(around.answers, 'prompt', () => []);
  const contextOf = (block: Block): BlockContext => ({ ...view.contextOf(block), answers });
  const block = blockAt(tree, offset);
  const evaluation = (of = block): Evaluation => createEvaluation(scopeOf(contextOf(of)), fixedSources(around), exchangesOf(tree, store));
  let resolution: Resolution | undefined;
  const resolve = (): Resolution =>
    (resolution ??= resolveRequest({
      block: block as RequestBlock,
      source: sourceOf(tree, block as RequestBlock),
      shared: sharedBlocks(contextOf(block)),
      evaluation: evaluation(),
      defaults: { ...sendDefaults, ...around.defaults },
    }));
  const sent = (): Sent => {
    const r = resolve();
    if (!r.ok) throw new Error(r.problems.map((p) => `${p.id}: ${p.message}`).join('\n'));
    return r.request;
  };
  return {
    tree,
    offset,
    contextOf,
    view,
    look: view.look,
    evaluation,
    resolve,
    sent,
    body: () =>
      sent()
        .body.map((p) => (p.kind === 'text' ? p.text : `‹${p.fill ? '@' : ''}${p.path}›`))
        .join(''),
    header: (name) => sent().headers.find(([n]) => n.toLowerCase() === name.toLowerCase())?.[1],
    problems() {
      const r = resolve();
      return r.ok ? [] : r.problems.map((p) => p.message);
    },
    hover: () => hover(view, offset)?.markdown,
    diagnostics: () => diagnostics(view),
    said: () =>
      diagnostics(view)
        .toSorted((a, b) => a.range.start - b.range.start)
        .map((d) => `${d.id} ${d.severity} ${JSON.stringify(text.slice(d.range.start, d.range.end))}`),
    tokens: () => semanticTokens(view).map((t) => `${text.slice(t.range.start, t.range.end)} ${t.kind}`),
  };
}
