import * as vscode from 'vscode';
import { decodeValue, encodeValue, type EncodedValue } from '../../base/values/valueCodec.ts';
import type { Origin, Taint } from '../../language/index.ts';
import type { StoredVariable } from '../../runner/index.ts';
import { isStorable, ScriptVariables } from '../../runner/scriptVariables.ts';
import { log, quietly } from '../log/log.ts';

interface Kept {
  readonly value: EncodedValue;
  readonly origin: Origin;
  readonly taint?: Taint;
}

const keyOf = (root: string): string => `variables:${root}`;

/** Script variables of all collections, in the workspace storage and never in project files. */
export class VariableStores implements vscode.Disposable {
  readonly #memento: vscode.Memento;
  readonly #stores = new Map<string, ScriptVariables>();
  readonly #dirty = new Set<string>();
  readonly #changed = new vscode.EventEmitter<string>();
  #saving: NodeJS.Timeout | undefined;
  /** Settles when all changes so far are stored. Never rejects. */
  #saved: Promise<unknown> = Promise.resolve();
  /** Fires with the root of the collection whose variables changed. */
  readonly onDidChange = this.#changed.event;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** The variables of one collection, by root. Collections do not share variables. */
  of(root: string): ScriptVariables {
    let store = this.#stores.get(root);
    if (store === undefined) {
      store = new ScriptVariables(this.#kept(root), () => this.#touch(root));
      this.#stores.set(root, store);
    }
    return store;
  }

  /** Stores pending changes. Resolves when all are stored. */
  async flush(): Promise<void> {
    this.#save();
    await this.#saved;
  }

  dispose(): void {
    this.#save();
    this.#changed.dispose();
  }

  *#kept(root: string): Generator<readonly [string, StoredVariable]> {
    const kept = this.#memento.get<Readonly<Record<string, Kept>>>(keyOf(root), {});
    for (const [name, { value, origin, taint }] of Object.entries(kept)) {
      try {
        yield [name, { value: decodeValue(value), origin, ...(taint === undefined ? {} : { taint }) }];
      } catch (e) {
        log().warn(`The stored variable ${name} could not be read: ${String(e)}`);
      }
    }
  }

  #touch(root: string): void {
    this.#dirty.add(root);
    this.#changed.fire(root);
    // Batches the writes of a loop that sets many variables.
    this.#saving ??= setTimeout(() => this.#save(), 50);
  }

  #save(): void {
    clearTimeout(this.#saving);
    this.#saving = undefined;
    for (const root of this.#dirty) {
      const store = this.of(root);
      const kept = Object.fromEntries(
        [...store.names()].flatMap((name): readonly (readonly [string, Kept])[] => {
          const v = store.find(name);
          // Variables made from secrets are not stored.
          if (v === undefined || !isStorable(v)) return [];
          const { value, origin, taint } = v;
          return [[name, { value: encodeValue(value), origin, ...(taint === undefined ? {} : { taint }) }]];
        }),
      );
      this.#saved = this.#saved.then(() => quietly('keeping variables', () => this.#memento.update(keyOf(root), kept)));
    }
    this.#dirty.clear();
  }
}
