import { valueToText, type Value } from '../../../base/values/value.ts';
import { maskText } from '../../../base/masks/mask.ts';
import { requestNames } from '../request/requestNames.ts';
import { contentOf, type Block, type DocumentTree } from '../../syntax/nodes.ts';
import { promptsOf, scopeOf, sharedBlocks, type BlockContext } from './blockContext.ts';
import type { SharedBlock } from '../request/sharedBlock.ts';
import { effectiveDirective } from '../request/sendOptions.ts';
import type { DataVariables } from './variables.ts';
import { FileVariables } from './fileDefinitions.ts';
import type { Sources } from './dynamics/dynamics.ts';
import { createEvaluation, type Evaluation, type ExchangeValues } from './evaluate.ts';
import type { Scope } from './scope.ts';
import { Dependencies } from '../../incremental/dependencies.ts';
import { recordedExchanges, recordedScope } from '../../incremental/recorded.ts';
import { SharedValues } from '../../incremental/sharedValues.ts';
import { askedWhenSending, fromDotenv, fromEnvironment, mentionsStandIn, standInFor } from './standIns.ts';
import { isSecretEnv, type Taint } from './secrets/taint.ts';
import { plainFormOf, plainKindOf, type PlainKind } from '../values/plainText.ts';
import type { Placeholder } from '../../syntax/template.ts';

/** The names that the process's environment and `.env` define. */
export interface PreviewSources {
  readonly env: (name: string) => boolean;
  /** Whether the nearest `.env` defines a name. */
  readonly dotenv: (name: string) => boolean;
  /** The reason why the nearest `.env` cannot be used. */
  readonly brokenDotenv?: string | undefined;
}

/** Sources for a preview, without prompts, generated values and secrets. Values that only exist when sending are stand-ins. */
function previewSources({ env, dotenv, brokenDotenv }: PreviewSources, hidesTainted: boolean): Sources {
  return {
    hidesTainted,
    isStandIn: (value) => mentionsStandIn(valueToText(value)),
    generated: standInFor,
    now: () => 0,
    random: () => 0,
    uuid: () => '',
    sample: () => '',
    env: (name) => (env(name) ? (isSecretEnv(name) ? maskText : fromEnvironment) : undefined),
    dotenv: (name) => (dotenv(name) ? fromDotenv : undefined),
    brokenDotenv,
    secret: () => maskText,
    prompt: () => askedWhenSending,
    token: () => maskText,
  };
}

export interface ExchangeStore {
  find(name: string): Value | undefined;
  /** Secrets that the exchange's request contained. */
  hides?(name: string): readonly string[];
  isPartial?(name: string): boolean;
  taint?(name: string): Taint | undefined;
  /** Time at which the response was complete, in milliseconds since 1970. */
  time?(name: string): number | undefined;
}

/** The exchanges for the placeholders of a file. Names of the file's requests are known before they are sent. */
export function exchangesOf(tree: DocumentTree, store: ExchangeStore): ExchangeValues {
  return {
    known: (name) => requestNames(tree).has(name) || store.find(name) !== undefined,
    find: (name) => store.find(name),
    hides: (name) => store.hides?.(name) ?? [],
    isPartial: (name) => store.isPartial?.(name) === true,
    taint: (name) => store.taint?.(name),
    names: () => requestNames(tree),
  };
}

export interface PreviewContext {
  readonly scope: Scope;
  readonly evaluation: Evaluation;
  /** Whether `@undefined keep` applies, so undefined placeholders are sent as written. */
  readonly keepUndefined: boolean;
  /** The innermost first. */
  readonly shared: readonly SharedBlock[];
  readonly exchanges: ExchangeStore;
  readonly dependencies: Dependencies;
  /**
   * The kind of plain text that a placeholder of the request inserts; undefined if it may insert other text. Results that depend on the
   * kind alone stay current while the text changes.
   */
  readonly plainKind: (p: Placeholder) => PlainKind | undefined;
}

/** Caches that the previews of all blocks of one snapshot share. */
export class SharedPreviews {
  readonly variables = new FileVariables();
  readonly values = new SharedValues();
}

const ownScope: ReadonlySet<string> = new Set(['prompt', 'secret', 'data']);

/** Whether a block's own directives give it another scope than the file's other blocks. */
const hasOwnScope = (block: Block): boolean => contentOf(block).directives.some((d) => ownScope.has(d.name.text));

/** Adds the values of all variables named by `@secret` to the secrets, even if no placeholder uses them. */
function hidingAll(evaluation: Evaluation, { secretNames }: Scope): Evaluation {
  let isComplete = secretNames.size === 0;
  return {
    ...evaluation,
    secrets() {
      if (!isComplete) for (const name of secretNames) evaluation.named(name);
      isComplete = true;
      // All prompted values have the same stand-in, so masking it would hide nothing.
      if (!evaluation.secrets().has(askedWhenSending)) return evaluation.secrets();
      return new Set([...evaluation.secrets()].filter((text) => text !== askedWhenSending));
    },
  };
}

/**
 * Creates a scope and an evaluation for display. Pass shared caches to preview several blocks of one snapshot.
 * @param hidesTainted also hide values that depend on the process's environment
 */
export function previewEvaluation(
  context: BlockContext,
  sources: PreviewSources,
  exchanges: ExchangeStore,
  { variables, values }: SharedPreviews = new SharedPreviews(),
  hidesTainted = false,
): PreviewContext {
  const shared = sharedBlocks(context);
  const prompts = new Map(promptsOf(context, shared).map((p) => [p.name, p]));
  const answers: DataVariables = {
    find: (name) => (prompts.has(name) ? { value: askedWhenSending, origin: { layer: 'prompt' } } : undefined),
    names: () => prompts.keys(),
  };
  const dependencies = new Dependencies();
  const own = scopeOf({ ...context, answers }, shared, variables);
  const scope = recordedScope(own, dependencies);
  const blocks = [context.block, ...shared.map((s) => s.block)];
  const accounting = { dependencies, shared: hasOwnScope(context.block) ? undefined : values };
  return {
    scope,
    evaluation: hidingAll(
      createEvaluation(
        scope,
        previewSources(sources, hidesTainted),
        recordedExchanges(exchangesOf(context.tree, exchanges), dependencies),
        accounting,
      ),
      scope,
    ),
    keepUndefined: effectiveDirective(blocks, 'undefined') === 'keep',
    shared,
    exchanges,
    dependencies,
    plainKind(p) {
      const name = bareName(p);
      return name === undefined ? undefined : kindOfPlain(name, undefined, own, dependencies);
    },
  };
}

/** The name in a placeholder that is a name only, without path and filters. */
function bareName({ expression, filters }: Placeholder): string | undefined {
  if (expression.kind !== 'path' || expression.segments.length !== 1 || filters.length > 0) return undefined;
  return String(expression.segments[0]?.key);
}

/** Maximum length of a chain of definitions whose kind is determined. */
const mostSteps = 8;

/** Only definitions of the file have a kind, because the kind only tracks their changes. */
function kindOfPlain(name: string, before: number | undefined, scope: Scope, dependencies: Dependencies, steps = 0): PlainKind | undefined {
  const v = steps > mostSteps ? undefined : scope.find(name, before);
  dependencies.plain.add(name);
  if (v?.position === undefined || v.below === true || v.secret || v.content.kind !== 'text') return undefined;
  return plainKindOf(plainFormOf(v.content.text), (of) => kindOfPlain(of, v.position, scope, dependencies, steps + 1));
}
