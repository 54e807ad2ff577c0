import type { Collection } from '../../language/index.ts';
import type { CollectionState } from '../../runner/index.ts';

/** What each collection has of its own: variables, exchanges, and the environment where it knows it. */
export type CollectionStates = (collection: Collection) => CollectionState;

/** @param create makes what a collection has at its start */
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
