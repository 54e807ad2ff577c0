import type { Sources } from './dynamics.ts';
import { dynamicText } from './dynamicValues.ts';
import { taken } from '../unresolved.ts';
import type { Variable } from '../variables.ts';

/** Values of dynamics in variables, such as `@id = {{$uuid}}`, by their place. Each send has its own `Sources` object. */
const madeOnce = new WeakMap<Sources, Map<string, string>>();

/**
 * The value of a dynamic in a variable (`@id = {{$uuid}}`), the same during a send.
 * @param place index of the dynamic in the variable
 */
export function dynamicOnce(name: string, args: readonly string[], sources: Sources, owner: Variable, place: number): string {
  const { file, line } = owner.origin;
  const key = JSON.stringify([file, line, owner.name, place, name, ...args]);
  let made = madeOnce.get(sources);
  if (made === undefined) madeOnce.set(sources, (made = new Map()));
  let text = made.get(key);
  if (text === undefined) made.set(key, (text = taken(dynamicText(name, args, sources))));
  return text;
}
