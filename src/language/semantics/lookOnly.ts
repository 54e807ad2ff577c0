import type { Value } from '../../base/value.ts';
import { maskText } from '../../base/mask.ts';
import { requestNames } from '../features/requests.ts';
import type { DocumentTree } from '../syntax/nodes.ts';
import { promptsOf, scopeOf, sharedBlocks, type BlockContext } from './context.ts';
import type { SharedBlock } from './resolve.ts';
import { effectiveDirective } from './options.ts';
import type { DataVariables } from './variables.ts';
import type { Sources } from './dynamics.ts';
import { createEvaluation, type Evaluation, type ExchangeValues } from './evaluate.ts';
import type { Scope } from './scope.ts';

/** Stands for a value that each send makes anew. */
const madeAnew = '‹new at each send›';

/** Stands for an answer that a send asks for. */
const askedWhenSending = '‹asked when sending›';

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

/**
 * Sources for looking without sending: nothing is asked for, made up or revealed, so that a hover never runs anything.
 * Values that only a send has come out as a stand-in.
 */
function lookingSources(env: (name: string) => boolean): Sources {
  return {
    now: () => 0,
    random: () => 0,
    uuid: () => madeAnew,
    env: (name) => (env(name) ? fromEnvironment : undefined),
    dotenv: () => fromDotenv,
    secret: () => maskText,
    prompt: () => askedWhenSending,
  };
}

/** The last exchanges of a collection, by request name. */
export interface ExchangeStore {
  find(name: string): Value | undefined;
  /** Secrets that went into the request of that exchange: they are shown nowhere. */
  hides?(name: string): readonly string[];
  /** When its answer had come, milliseconds since 1970. */
  time?(name: string): number | undefined;
}

/** Exchanges as the placeholders of one file reach them: requests of the file are known before they are sent. */
export function exchangesOf(tree: DocumentTree, store: ExchangeStore): ExchangeValues {
  return {
    known: (name) => requestNames(tree).has(name) || store.find(name) !== undefined,
    find: (name) => store.find(name),
    hides: (name) => store.hides?.(name) ?? [],
    names: () => requestNames(tree),
  };
}

export interface Looking {
  readonly scope: Scope;
  readonly evaluation: Evaluation;
  /** `@undefined keep` stands in the block or around it: what has no value is sent as it is written. */
  readonly keepUndefined: boolean;
  /** The blocks around, from the inside out. */
  readonly shared: readonly SharedBlock[];
}

/** A scope and an evaluation to look at values with. */
export function lookAround(context: BlockContext, env: (name: string) => boolean, exchanges: ExchangeStore): Looking {
  const prompts = new Map(promptsOf(context).map((p) => [p.name, p]));
  const answers: DataVariables = {
    find: (name) => (prompts.has(name) ? { value: askedWhenSending, origin: { layer: 'prompt' } } : undefined),
    names: () => prompts.keys(),
  };
  const scope = scopeOf({ ...context, answers });
  const shared = sharedBlocks(context);
  const blocks = [context.block, ...shared.map((s) => s.block)];
  return {
    scope,
    evaluation: createEvaluation(scope, lookingSources(env), exchangesOf(context.tree, exchanges)),
    keepUndefined: effectiveDirective(blocks, 'undefined') === 'keep',
    shared,
  };
}
