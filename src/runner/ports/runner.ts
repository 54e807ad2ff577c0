import type { Range } from '../../base/text/text.ts';
import type { BlockContext, ExchangeStore, FoundPlaceholder } from '../../language/index.ts';
import type { Cookies } from '../cookies/cookieJars.ts';
import type { RunResult } from '../run/runResult.ts';
import type { ValueText } from '../run/values/valueText.ts';
import type { RunInput } from './input.ts';

export interface Run {
  readonly done: Promise<RunResult>;
  /** Masks the secrets used so far in a text. */
  readonly mask: (text: string) => string;
  /** Ranges of the secrets used so far in a text, in text order. */
  readonly find: (text: string) => readonly Range[];
  readonly secrets: () => readonly string[];
  /** Number of secrets used so far. If it has grown, texts masked before may still contain a secret. */
  readonly secretsMet: () => number;
}

export interface Runner {
  /** Starts at once. Aborting the signal ends the run within 100 ms, in every phase. */
  run(input: RunInput, signal: AbortSignal): Run;
  /** The value of a placeholder as a send would resolve it, secrets included. Runs no scripts and shows no prompts. */
  valueOf(found: FoundPlaceholder, context: BlockContext, exchanges: ExchangeStore): Promise<ValueText>;
  /** @param root of the collection */
  cookies(root: string, environment: string | undefined): Cookies;
  /** Drops the cached tokens printed by programs. */
  forgetTokens(): void;
  /** Resolves when the tokens that cancelled runs were refreshing are stored. */
  tokensKept(): Promise<void>;
  /** Ends the script worker and closes kept connections. */
  dispose(): Promise<void>;
}
