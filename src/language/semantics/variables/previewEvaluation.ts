import type { Value } from '../../../base/value.ts';
import { maskText } from '../../../base/mask.ts';
import { requestNames } from '../request/requestNames.ts';
import { contentOf, type Block, type DocumentTree } from '../../syntax/nodes.ts';
import { promptsOf, scopeOf, sharedBlocks, type BlockContext } from './blockContext.ts';
import type { SharedBlock } from '../request/sharedBlock.ts';
import { effectiveDirective } from '../request/sendOptions.ts';
import { FileVariables, type DataVariables } from './variables.ts';
import type { Sources } from './dynamics.ts';
import { createEvaluation, type Evaluation, type ExchangeValues } from './evaluate.ts';
import type { Scope } from './scope.ts';
import { Dependencies } from '../../incremental/dependencies.ts';
import { recordedExchanges, recordedScope } from '../../incremental/recorded.ts';
import { SharedValues } from '../../incremental/sharedValues.ts';
import { isSecretEnv, type Taint } from './taint.ts';

/** Stand-in for a value that each send generates. */
const madeAnew = '‹new at each send›';

/** Stand-in for a value that the user enters when sending. */
export const askedWhenSending = '‹asked when sending›';

const fromEnvironment = '‹from the process environment›';
const fromDotenv = '‹from .env›';

/** Whether a text contains a stand-in for arbitrary text, so that its meaning is only known when sending. */
export const onlyKnownWhenSent = (text: string): boolean =>
  [askedWhenSending, fromEnvironment, fromDotenv, maskText].some((standIn) => text.includes(standIn));

/** Whether a text contains any stand-in, including a mask, so it is not the text that will be sent. */
export const mentionsStandIn = (text: string): boolean => text.includes(madeAnew) || onlyKnownWhenSent(text);
/** Whether a text contains a stand-in for a value that only exists when sending. A mask is not such a stand-in. */
export const holdsStandIn = (text: string): boolean =>
  [madeAnew, askedWhenSending, fromEnvironment, fromDotenv].some((standIn) => text.includes(standIn));

/** The names that the process's environment and `.env` define. */
export interface PreviewSources {
  /** Whether the process's environment defines a name. */
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
    now: () => 0,
    random: () => 0,
    uuid: () => madeAnew,
    env: (name) => (env(name) ? (isSecretEnv(name) ? maskText : fromEnvironment) : undefined),
    dotenv: (name) => (dotenv(name) ? fromDotenv : undefined),
    brokenDotenv,
    secret: () => maskText,
    prompt: () => askedWhenSending,
    token: () => maskText,
  };
}

/** The last exchanges of a collection, by request name. */
export interface ExchangeStore {
  find(name: string): Value | undefined;
  /** Secrets that the exchange's request contained. */
  hides?(name: string): readonly string[];
  /** The taint of the exchange's request. */
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
  /** The lookups so far. */
  readonly dependencies: Dependencies;
}

/** Caches that the previews of all blocks of one snapshot share. */
export class SharedPreviews {
  readonly variables = new FileVariables();
  readonly values = new SharedValues();
}

/** Whether a block's own directives give it another scope than the file's other blocks. */
const hasOwnScope = (block: Block): boolean =>
  contentOf(block).directives.some((d) => d.name.text === 'prompt' || d.name.text === 'secret');

/** Adds the values of all variables named by `@secret` to the secrets, even if no placeholder uses them. */
function hidingAll(evaluation: Evaluation, { secretNames }: Scope): Evaluation {
  let isComplete = secretNames.size === 0;
  return {
    ...evaluation,
    get secrets() {
      if (!isComplete) for (const name of secretNames) evaluation.named(name);
      isComplete = true;
      // All prompted values have the same stand-in, so masking it would hide nothing.
      if (!evaluation.secrets.has(askedWhenSending)) return evaluation.secrets;
      return new Set([...evaluation.secrets].filter((text) => text !== askedWhenSending));
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
  const scope = recordedScope(scopeOf({ ...context, answers }, shared, variables), dependencies);
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
  };
}
