import * as vscode from 'vscode';
import { createHash } from 'node:crypto';
import { counted, t } from '../../base/l10n.ts';
import { realPath } from '../../files/real.ts';
import { isInside, unnamedSecret } from '../../language/index.ts';
import type { Destination, ProgramToRun, Receiver } from '../../runner/index.ts';
import { pathOf } from '../world/editorFiles.ts';
import { digestOf, namedFiles, programQuestion } from './programQuestion.ts';

const keys = {
  file: 'allowedFiles',
  body: 'allowedBodies',
  environment: 'allowedEnvironmentValues',
  secret: 'allowedSecretsOfAgents',
  program: 'allowedPrograms',
} as const;
const kinds = Object.keys(keys) as readonly Kind[];

type Kind = keyof typeof keys;

interface Question {
  readonly message: string;
  readonly detail: string;
  readonly allow: string;
}

/** Asks the user; false if permission is denied. */
type Ask = (question: Question) => Promise<boolean>;

async function askInWindow({ message, detail, allow }: Question): Promise<boolean> {
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, allow)) === allow;
}

/** A host that contains a secret is stored as a hash. */
const receiverKey = ({ host, shown }: Receiver): string =>
  host === shown ? host.replace(/[;%= ]/g, (sign) => encodeURIComponent(sign)) : createHash('sha256').update(host).digest('hex');

/** A permission is valid for exactly these receivers. The key contains no spaces. */
function keyOf({ proxy, addresses = [], unchecked, ...host }: Destination): string {
  const key = receiverKey(host);
  const beside = [
    ...(proxy === undefined ? [] : [`proxy=${receiverKey(proxy)}`]),
    ...addresses.map((address) => `address=${receiverKey(address)}`),
    ...(unchecked === true ? ['unchecked'] : []),
  ];
  return [key, ...beside].join(';');
}

export function destinationText({ shown, proxy, addresses, unchecked }: Destination): string {
  const beside = [
    ...(proxy === undefined ? [] : [t('through the proxy {0}', proxy.shown)]),
    ...(addresses === undefined ? [] : [t('at the address {0}', addresses.map((address) => address.shown).join(', '))]),
    ...(unchecked === true ? [t('without checking its certificate')] : []),
  ];
  return beside.length === 0 ? shown : `${shown} (${beside.join(', ')})`;
}

function shownKey(key: string): string {
  const receiver = (text: string): string => (/^[0-9a-f]{64}$/.test(text) ? t('a host that is a secret') : decodeURIComponent(text));
  const [host = '', ...beside] = key.split(';');
  const after = (prefix: string): readonly Receiver[] =>
    beside.flatMap((part) => (part.startsWith(prefix) ? [{ host: '', shown: receiver(part.slice(prefix.length)) }] : []));
  const [proxy] = after('proxy=');
  const addresses = after('address=');
  return destinationText({
    host: '',
    shown: receiver(host),
    ...(proxy === undefined ? {} : { proxy }),
    ...(addresses.length === 0 ? {} : { addresses }),
    ...(beside.includes('unchecked') ? { unchecked: true } : {}),
  });
}

const valueKey = (root: string, name: string, to: Destination): string => JSON.stringify([root, name, keyOf(to)]);

/** Scope of secrets: a name has another value in another environment. */
interface SecretsOf {
  readonly root: string;
  readonly environment: string | undefined;
}

const secretKey = ({ root, environment }: SecretsOf, name: string, to: Destination): string =>
  JSON.stringify([root, name, keyOf(to), environment ?? null]);

const valueOfKey = (key: string): { readonly root: string; readonly name: string; readonly to: string } => {
  const [root = '', name = '', to = ''] = JSON.parse(key) as readonly string[];
  return { root: vscode.workspace.asRelativePath(root), name, to: shownKey(to) };
};

/** A secret for display, as its placeholder. */
export const secretLabel = (name: string): string => (name === unnamedSecret ? t('an unnamed secret') : `{{${name}}}`);

export class Permissions {
  readonly #memento: vscode.Memento;
  readonly #ask: Ask;

  constructor(memento: vscode.Memento, ask: Ask = askInWindow) {
    this.#memento = memento;
    this.#ask = ask;
  }

  /**
   * Whether a file outside the collection and the workspace may be read.
   * @param to receiver of the file, if it is part of a body
   */
  async mayRead(file: string, root: string, to?: Destination): Promise<boolean> {
    const path = await realPath(file);
    for (const folder of [root, ...(vscode.workspace.workspaceFolders ?? []).map((f) => pathOf(f.uri))])
      if (isInside(path, await realPath(folder))) return true;
    if (to !== undefined) {
      const message = t('This request sends the file {0}, or values made from it, to {1}.', path, destinationText(to));
      return this.#may('body', [`${path} ${keyOf(to)}`], {
        message,
        detail: t('The file is outside the workspace. Req asks once for each file and receiver.'),
        allow: t('Send It'),
      });
    }
    const message = t('This request reads the file {0}, which is outside the workspace.', path);
    return this.#may('file', [path], { message, detail: t('Req asks once for each file.'), allow: t('Read It') });
  }

  /** Whether requests of a collection may send values of the process's environment, or values made from them. */
  async maySendEnvironment(names: readonly string[], root: string, to: Destination): Promise<boolean> {
    const lacking = names.filter((name) => !this.#given('environment').includes(valueKey(root, name, to)));
    const values = lacking.join(', ');
    const message = t(
      "This request sends values of the process's environment, or values made from them, to {0}: {1}.",
      destinationText(to),
      values,
    );
    const wanted = names.map((name) => valueKey(root, name, to));
    const detail = t('Req asks once for each collection, value and receiver.');
    return this.#may('environment', wanted, { message, detail, allow: t('Send Them') });
  }

  /** The secrets of a collection that agents may not yet send to a destination. */
  lackingSecrets(names: readonly string[], of: SecretsOf, to: Destination): readonly string[] {
    const given = this.#given('secret');
    return names.filter((name) => !given.includes(secretKey(of, name, to)));
  }

  allowSecrets(names: readonly string[], of: SecretsOf, to: Destination): Promise<void> {
    return this.#allow(
      'secret',
      names.map((name) => secretKey(of, name, to)),
    );
  }

  /** Whether a program that a file names may run (without a shell). Never in an untrusted workspace. */
  async mayRun(program: ProgramToRun, file: string): Promise<boolean> {
    if (!vscode.workspace.isTrusted) return false;
    const folders = [program.root, program.folder, ...(vscode.workspace.workspaceFolders ?? []).map((f) => pathOf(f.uri))];
    const files = await namedFiles(program, folders);
    // Arguments may contain secrets, so only a digest is stored.
    const key = JSON.stringify([file, program.shown[0] ?? '', await digestOf(program, files)]);
    const { message, detail } = programQuestion(program, files, (path) => vscode.workspace.asRelativePath(path));
    const asks = t('{0} names the program. Req asks once for each file and command.', vscode.workspace.asRelativePath(file));
    return this.#may('program', [key], { message, detail: [...detail, asks].join('\n\n'), allow: t('Run It') });
  }

  async forget(): Promise<void> {
    const row = (of: Kind, key: string, name: string, description: string) =>
      ({ of, key, label: name.replaceAll('$(', '\\$('), description, picked: true }) as const;
    const items = [
      ...this.#given('file').map((path) => row('file', path, path, t('may be read'))),
      ...this.#given('body').map((key) => {
        const at = key.lastIndexOf(' ');
        return row('body', key, key.slice(0, at), t('may be sent to {0}', shownKey(key.slice(at + 1))));
      }),
      ...this.#given('environment').map((key) => {
        const { root, name, to } = valueOfKey(key);
        return row('environment', key, name, t('may be sent to {0} by requests in {1}', to, root));
      }),
      ...this.#given('secret').map((key) => {
        const { root, name, to } = valueOfKey(key);
        return row('secret', key, secretLabel(name), t('may be sent to {0} by agents with requests in {1}', to, root));
      }),
      ...this.#given('program').map((key) => {
        const [file = '', program = ''] = JSON.parse(key) as readonly string[];
        return row('program', key, vscode.workspace.asRelativePath(file), t('may run {0}', program));
      }),
    ];
    if (items.length === 0) return void vscode.window.showInformationMessage(t('No permissions are stored for this workspace.'));
    const options = { title: t('Req: Forget Permissions'), placeHolder: t('Select the permissions to forget'), canPickMany: true } as const;
    const chosen = await vscode.window.showQuickPick(items, options);
    if (chosen === undefined || chosen.length === 0) return;
    for (const kind of kinds) {
      const gone = new Set(chosen.flatMap((item) => (item.of === kind ? [item.key] : [])));
      const left = this.#given(kind).filter((key) => !gone.has(key));
      await this.#memento.update(keys[kind], left);
    }
    void vscode.window.setStatusBarMessage(
      `$(check) ${counted(chosen.length, '{0} permission forgotten', '{0} permissions forgotten')}`,
      3000,
    );
  }

  #given(kind: Kind): readonly string[] {
    return this.#memento.get<readonly string[]>(keys[kind], []);
  }

  async #may(kind: Kind, wanted: readonly string[], question: Question): Promise<boolean> {
    const given = this.#given(kind);
    if (wanted.every((key) => given.includes(key))) return true;
    if (!(await this.#ask(question))) return false;
    await this.#allow(kind, wanted);
    return true;
  }

  async #allow(kind: Kind, wanted: readonly string[]): Promise<void> {
    // Another permission may have been stored meanwhile.
    await this.#memento.update(keys[kind], [...new Set([...this.#given(kind), ...wanted])]);
  }
}
