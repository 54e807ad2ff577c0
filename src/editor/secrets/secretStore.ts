import * as vscode from 'vscode';

/** A secret by name and scope: the root of a collection, or undefined for every collection. */
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
 * Secrets in VS Code's secret storage. A collection cannot read another one's secrets by using their names. Not every version of VS Code
 * can list its storage, so the names (and nothing else) are stored separately.
 */
export class SecretStore {
  readonly #secrets: vscode.SecretStorage;
  readonly #names: vscode.Memento;
  /** Values by key, for `valuesIn`: reading the storage is slow. */
  readonly #values = new Map<string, Promise<string | undefined>>();
  readonly #changed = new vscode.EventEmitter<void>();
  #isListening = false;

  /** Fires when a secret of this window was stored or deleted. */
  readonly onDidChange = this.#changed.event;

  /** @param names storage for all workspaces */
  constructor(secrets: vscode.SecretStorage, names: vscode.Memento) {
    this.#secrets = secrets;
    this.#names = names;
  }

  /** The collection's value for a name, else the value for every collection. */
  async find(name: string, root: string | undefined): Promise<string | undefined> {
    const own = root === undefined ? undefined : await this.get({ name, root });
    return own ?? this.get({ name, root: undefined });
  }

  async get(secret: SecretName): Promise<string | undefined> {
    return this.#secrets.get(keyOf(secret));
  }

  async keep(secret: SecretName, value: string): Promise<void> {
    this.#values.delete(keyOf(secret));
    await this.#secrets.store(keyOf(secret), value);
    await this.#names.update(keyOf(secret), true);
    this.#changed.fire();
  }

  async delete(secret: SecretName): Promise<void> {
    this.#values.delete(keyOf(secret));
    await this.#secrets.delete(keyOf(secret));
    await this.#names.update(keyOf(secret), undefined);
    this.#changed.fire();
  }

  /** Names of all stored secrets, sorted. */
  names(): readonly SecretName[] {
    const known = this.#names.keys().flatMap((key) => nameOf(key) ?? []);
    return known.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  /** The values that a collection can use, for masks. */
  async valuesIn(root: string): Promise<readonly string[]> {
    const names = this.names().filter((s) => s.root === undefined || s.root === root);
    const values = await Promise.all(names.map((name) => this.#valueOf(keyOf(name))));
    return values.filter((value) => value !== undefined);
  }

  #valueOf(key: string): Promise<string | undefined> {
    if (!this.#isListening) this.#secrets.onDidChange((e) => this.#values.delete(e.key));
    this.#isListening = true;
    let value = this.#values.get(key);
    if (value === undefined) this.#values.set(key, (value = Promise.resolve(this.#secrets.get(key))));
    return value;
  }

  /** Names that have a value in a collection, without duplicates. */
  namesIn(root: string): readonly string[] {
    return [...new Set(this.names().flatMap((s) => (s.root === undefined || s.root === root ? s.name : [])))];
  }
}
