import type { Collection } from '../../language/index.ts';
import type { CollectionState } from '../../runner/index.ts';

/** State of each collection: variables, exchanges, and the environment if the collection defines it. */
export type CollectionStates = (collection: Collection) => CollectionState;

/** @param create creates the initial state of a collection */
export function collectionStates(
  environment: string | undefined,
  create: () => Pick<CollectionState, 'variables' | 'exchanges'>,
): CollectionStates {
  const states = new Map<string, Pick<CollectionState, 'variables' | 'exchanges'>>();
  return ({ root, environments }) => {
    const state = states.get(root) ?? create();
    states.set(root, state);
    return { environment: environment !== undefined && environments.includes(environment) ? environment : undefined, ...state };
  };
}
