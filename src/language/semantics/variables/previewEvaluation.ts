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

/** Stand-in for a value that is new at each send. */
const madeAnew = '‹new at each send›';

/** Stand-in for a value that a send prompts for. */
export const askedWhenSending = '‹asked when sending›';

const fromEnvironment = '‹from the process environment›';
const fromDotenv = '‹from .env›';

/** Whether a text holds a stand-in for what could be any text: only a send knows what it means. */
export const onlyKnownWhenSent = (text: string): boolean =>
  [askedWhenSending, fromEnvironment, fromDotenv, maskText].some((standIn) => text.includes(standIn));

/** Whether a text holds a stand-in of any kind: it is not the text that will be sent. */
export const mentionsStandIn = (text: string): boolean => text.includes(madeAnew) || onlyKnownWhenSent(text);
/** Whether a text holds a stand-in for what is made, asked or fetched when sending: it is no value yet. A mask is none. */
export const holdsStandIn = (text: string): boolean =>
  [madeAnew, askedWhenSending, fromEnvironment, fromDotenv].some((standIn) => text.includes(standIn));

/** The names of dynamic values from outside the collection. */
export interface PreviewSources {
  /** Whether the process's environment has a name. */
  readonly env: (name: string) => boolean;
  /** Whether the nearest `.env` has a name. */
  readonly dotenv: (name: string) => boolean;
  /** Why `.env` cannot be read. */
  readonly brokenDotenv?: string | undefined;
}

/** Sources of a preview: they prompt for nothing, generate nothing and reveal no secret. Values that only a send has are stand-ins. */
function lookingSources({ env, dotenv, brokenDotenv }: PreviewSources, hidesTainted: boolean): Sources {
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
  /** When its response was complete, milliseconds since 1970. */
  time?(name: string): number | undefined;
}

/** The exchanges for the placeholders of one file. Requests of the file are known before they are sent. */
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
  /** `@undefined keep` applies: placeholders without a value are sent as they are written. */
  readonly keepUndefined: boolean;
  /** From the inside out. */
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

/** Hides the variables that `@secret` names wherever their values occur, also before anything looks them up. */
function hidingAll(evaluation: Evaluation, { secretNames }: Scope): Evaluation {
  let met = secretNames.size === 0;
  return {
    ...evaluation,
    get secrets() {
      if (!met) for (const name of secretNames) evaluation.named(name);
      met = true;
      // The stand-in of a prompted value is the same for all of them, so it hides nothing.
      if (!evaluation.secrets.has(askedWhenSending)) return evaluation.secrets;
      return new Set([...evaluation.secrets].filter((text) => text !== askedWhenSending));
    },
  };
}

/**
 * A scope and an evaluation without sending. Pass `shared` caches when several blocks are previewed.
 * @param hidesTainted also hide what was made from values of the process's environment
 */
export function previewEvaluation(
  context: BlockContext,
  outside: PreviewSources,
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
        lookingSources(outside, hidesTainted),
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
