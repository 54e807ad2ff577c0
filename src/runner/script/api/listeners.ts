import type { StreamEvent } from '../../ports/events.ts';
import type { ApiJob } from '../thread/workerMessages.ts';
import type { Ending } from './apiEnding.ts';
import { append, jsonParse, RangeErrorCtor, TypeErrorCtor } from './primordials.ts';
import { seenEvent } from './apiResponse.ts';

const maxListeners = 100;

export interface Listeners {
  readonly onEvent: (listener: unknown) => void;
  readonly any: () => boolean;
  /** Calls the listeners in sequence. `event` is a StreamEvent as JSON text. */
  readonly hear: (event: string) => Promise<void>;
  readonly begin: (phase: ApiJob['phase']) => void;
}

/** `tool.onEvent`: registers functions that receive the events of the request's stream as they arrive. */
export function createListeners(ending: Ending): Listeners {
  let phase: ApiJob['phase'] = 'response';
  const all: ((event: object) => unknown)[] = [];
  return {
    begin: (of) => void (phase = of),
    onEvent: (listener) => {
      if (phase === 'response')
        throw new TypeErrorCtor(
          'tool.onEvent is only for scripts before the request; response scripts read the events from response.events',
        );
      if (typeof listener !== 'function') throw new TypeErrorCtor('tool.onEvent(fn): fn must be a function');
      if (all.length >= maxListeners) throw new RangeErrorCtor('a script can call tool.onEvent at most 100 times');
      append(all, listener as (event: object) => unknown);
    },
    any: () => all.length > 0,
    hear: async (text) => {
      ending.begin();
      const event = jsonParse(text) as StreamEvent;
      for (let i = 0; i < all.length; i++) {
        const listener = all[i] as (event: object) => unknown;
        await listener(seenEvent(event));
      }
    },
  };
}
