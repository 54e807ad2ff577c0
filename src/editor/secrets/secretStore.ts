import type * as vscode from 'vscode';

/** A secret by its name, and whose it is: a collection's, by its root, or of every collection. */
export interface SecretName {
  readonly name: string;
  readonly root: string | undefined;
}

const everyPrefix = 'secret:';
const ownPrefix = 'collectionSecret:';

const keyOf = ({ name, root }: SecretName): string =>
  root === undefined ? `${everyPrefix}${name}` : `${ownPrefix}${JSON.stringify([root, name])}`;

function nameOf(key: string): SecretName | undefined {
  if (key.startsWith(everyPrefix)) return { name: key.slice(everyPrefix.length), root: undefined };
  if (!key.startsWith(ownPrefix)) return undefined;
  const [root, name] = JSON.parse(key.slice(ownPrefix.length)) as [string, string];
  return { name, root };
}

/**
 * Secrets in VS Code's secret storage. Each belongs to one collection, or was given to all: what one collection keeps no other
 * one gets by naming it. VS Code does not list its storage in every version, so the names, and nothing else, are kept beside it.
 */
export class SecretStore {
  readonly #secrets: vscode.SecretStorage;
  readonly #names: vscode.Memento;

  /** @param names a storage for all workspaces */
  constructor(secrets: vscode.SecretStorage, names: vscode.Memento) {
    this.#secrets = secrets;
    this.#names = names;
  }

  /** The value that a collection has for a name: its own, else that of every collection. */
  async find(name: string, root: string | undefined): Promise<string | undefined> {
    const own = root === undefined ? undefined : await this.get({ name, root });
    return own ?? this.get({ name, root: undefined });
  }

  async get(secret: SecretName): Promise<string | undefined> {
    return this.#secrets.get(keyOf(secret));
  }

  async keep(secret: SecretName, value: string): Promise<void> {
    await this.#secrets.store(keyOf(secret), value);
    await this.#names.update(keyOf(secret), true);
  }

  async delete(secret: SecretName): Promise<void> {
    await this.#secrets.delete(keyOf(secret));
    await this.#names.update(keyOf(secret), undefined);
  }

  /** The names of all that is kept, sorted. */
  names(): readonly SecretName[] {
    const known = this.#names.keys().flatMap((key) => nameOf(key) ?? []);
    return known.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  /** The names that a collection has values for, each once. */
  namesIn(root: string): readonly string[] {
    return [...new Set(this.names().flatMap((s) => (s.root === undefined || s.root === root ? s.name : [])))];
  }
}
