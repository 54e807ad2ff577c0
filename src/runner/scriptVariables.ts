import { isArrayValue, isDateValue, isObjectValue, typeOfValue, type Value } from '../base/values/value.ts';
import type { Origin } from '../language/index.ts';
import type { StoredVariable, VariableStore } from './ports/host.ts';

/** One variable before and after a change; undefined where there was or is none. */
interface VariableStep {
  readonly name: string;
  readonly before: StoredVariable | undefined;
  readonly after: StoredVariable | undefined;
}

export interface VariableChange {
  /** Counted from 1, in the order of the changes. */
  readonly id: number;
  readonly how: 'set' | 'deleted' | 'cleared' | 'put back';
  /** Author, place and time of the change. */
  readonly by: Origin;
  /** One step per variable whose value changed. Only `cleared` and `put back` have several. */
  readonly steps: readonly VariableStep[];
}

const mostChanges = 500;
/** Approximate limit, in characters, on the old values that only the history keeps alive. */
const mostCharacters = 32 * 1024 * 1024;

/** Script variables of one collection, in memory, with the history of their changes. */
export class ScriptVariables implements VariableStore {
  readonly #all: Map<string, StoredVariable>;
  readonly #changed: () => void;
  readonly #history: { readonly change: VariableChange; readonly characters: number }[] = [];
  #characters = 0;
  #lastId = 0;

  constructor(initial: Iterable<readonly [string, StoredVariable]> = [], changed: () => void = () => {}) {
    this.#all = new Map(initial);
    this.#changed = changed;
  }

  /** Recorded changes, oldest first. Values are not copied. */
  get history(): readonly VariableChange[] {
    return this.#history.map((h) => h.change);
  }

  find(name: string): StoredVariable | undefined {
    return this.#all.get(name);
  }

  names(): Iterable<string> {
    return this.#all.keys();
  }

  /** Setting an equal value replaces the variable's origin but adds no step to the history. */
  set(name: string, variable: StoredVariable): void {
    this.#make('set', variable.origin, [[name, variable]]);
  }

  delete(name: string, by: Origin): boolean {
    const had = this.#all.has(name);
    if (had) this.#make('deleted', by, [[name, undefined]]);
    return had;
  }

  /** Deletes all variables as one change, and returns their number. */
  clear(by: Origin): number {
    const names = [...this.#all.keys()];
    if (names.length > 0)
      this.#make(
        'cleared',
        by,
        names.map((name) => [name, undefined]),
      );
    return names.length;
  }

  /** Restores the values and types from before a change. This is recorded as a change too. */
  putBack({ steps }: VariableChange, by: Origin): void {
    const kept = (before: StoredVariable): StoredVariable => ({ ...before, origin: by });
    this.#make(
      'put back',
      by,
      steps.map(({ name, before }) => [name, before && kept(before)]),
    );
  }

  #make(how: VariableChange['how'], by: Origin, wanted: readonly (readonly [name: string, after: StoredVariable | undefined])[]): void {
    const steps: VariableStep[] = [];
    for (const [name, after] of wanted) {
      const before = this.#all.get(name);
      if (after === undefined) this.#all.delete(name);
      else this.#all.set(name, after);
      if (before === undefined ? after !== undefined : after === undefined || !isSame(before.value, after.value))
        steps.push({ name, before, after });
    }
    if (steps.length > 0) this.#remember({ id: ++this.#lastId, how, by, steps });
    this.#changed();
  }

  #remember(change: VariableChange): void {
    let characters = 0;
    for (const { before } of change.steps) if (before !== undefined) characters += sizeOf(before.value);
    this.#history.push({ change, characters });
    this.#characters += characters;
    while (this.#history.length > mostChanges || (this.#characters > mostCharacters && this.#history.length > 1))
      this.#characters -= this.#history.shift()?.characters ?? 0;
  }
}

/** Deep equality that also compares types and the order of keys. */
function isSame(a: Value, b: Value): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || typeOfValue(a) !== typeOfValue(b)) return false;
  if (isArrayValue(a)) return isArrayValue(b) && a.length === b.length && a.every((x, i) => isSame(x, b[i] as Value));
  if (isDateValue(a)) return isDateValue(b) && a.getTime() === b.getTime();
  if (!isObjectValue(a) || !isObjectValue(b)) return 'numberText' in a && 'numberText' in b && a.numberText === b.numberText;
  const others = b.entries();
  if (a.size !== b.size) return false;
  for (const [key, x] of a) {
    const [otherKey, y] = others.next().value as [string, Value];
    if (key !== otherKey || !isSame(x, y)) return false;
  }
  return true;
}

/** Approximate size of a value in characters. */
function sizeOf(value: Value): number {
  if (typeof value === 'string') return value.length;
  let size = 8;
  if (isArrayValue(value)) for (const x of value) size += sizeOf(x);
  else if (typeof value === 'object' && value !== null && isObjectValue(value))
    for (const [key, x] of value) size += key.length + sizeOf(x);
  return size;
}

/** Whether a variable may be written to disk. Values derived from secrets stay in memory. */
export const isStorable = ({ secret, hides }: StoredVariable): boolean => hides === undefined && secret !== true;
