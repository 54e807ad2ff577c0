import type { Sources } from './dynamics.ts';
import { dynamicText } from './dynamicValues.ts';
import { taken } from './unresolved.ts';
import type { Variable } from './variables.ts';

/** Values that `@id = {{$uuid}}` made, by their place: they belong to a send, and a send is known by its sources. */
const madeOnce = new WeakMap<Sources, Map<string, string>>();

/** The value of a dynamic inside a variable, one per send (`@id = {{$uuid}}`). @param place its number among those of the variable */
export function dynamicOnce(name: string, args: readonly string[], sources: Sources, owner: Variable, place: number): string {
  const { file, line } = owner.origin;
  const key = JSON.stringify([file, line, owner.name, place, name, ...args]);
  let made = madeOnce.get(sources);
  if (made === undefined) madeOnce.set(sources, (made = new Map()));
  let text = made.get(key);
  if (text === undefined) made.set(key, (text = taken(dynamicText(name, args, sources))));
  return text;
}
