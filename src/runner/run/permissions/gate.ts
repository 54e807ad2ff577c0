import { ReqError } from '../../../base/reqError.ts';
import { unnamedSecret, type ResolvedRequest, type Taint } from '../../../language/index.ts';
import type { SentFiles } from '../values/bodyFiles.ts';
import type { Destination } from '../../ports/host.ts';
import { raceAbort } from '../../../base/async/raceAbort.ts';
import { shownDestination, type Addressed, type Sending } from './protectedValues.ts';

/** Inputs of a run that may not be sent to every receiver. Grows while the run looks up values. */
export class RunTaint implements Taint {
  readonly #env = new Set<string>();
  readonly #files = new Set<string>();

  get env(): readonly string[] {
    return [...this.#env];
  }

  get files(): readonly string[] {
    return [...this.#files];
  }

  add({ env, files }: Taint): void {
    for (const name of env) this.#env.add(name);
    for (const file of files) this.#files.add(file);
  }
}

export interface GateInput extends Sending {
  /** Taint of the values of variables, scripts and other requests. */
  readonly taint: Taint;
  /** Files in the body, with their versions. Their permission was requested when they were opened. */
  readonly bodyFiles: SentFiles;
  readonly destinationOf: (request: Addressed) => Destination;
  readonly mask: (text: string) => string;
  /** Names of the secrets in the request so far. */
  readonly secrets: () => readonly string[];
  /** Names of the secrets in the cookies of this message. */
  readonly cookieSecrets: () => readonly string[];
}

export type MessageKind = 'request' | 'redirect' | 'token';

/**
 * Checks every message of a run before it is sent: the request, its redirects and its token requests. Each may have a different
 * receiver, so each is checked against all inputs of the run.
 */
export class Gate {
  readonly #input: GateInput;
  /** Permissions granted in this run, as JSON of kind, name and destination. */
  readonly #allowed = new Set<string>();

  constructor(input: GateInput) {
    this.#input = input;
  }

  /** @throws {ReqError} `refused` if the message may not be sent */
  async message(request: ResolvedRequest, kind: MessageKind): Promise<void> {
    const { context, host, own, signal, destinationOf, mask, bodyFiles } = this.#input;
    const { method, wireUrl } = request;
    const to = destinationOf(request);
    const files = kind === 'token' ? [] : bodyFiles.versions();
    const { collection, environment } = context;
    const message = { method, url: mask(wireUrl), to, at: own, root: collection.root, environment, files };
    const ofCookies = kind === 'token' ? [] : this.#input.cookieSecrets();
    const secrets = [...new Set([...this.#secretsIn(request, kind), ...ofCookies])];
    if (host.maySend !== undefined && !(await raceAbort(host.maySend({ ...message, secrets }), signal)))
      throw new ReqError('refused', `Nothing was sent: ${method} may not go to ${shownDestination(to)}.`, {
        at: own,
        hint: 'Allow it when asked.',
      });
    const isRedirect = kind === 'redirect';
    const otherwise = isRedirect ? 'The redirect was not followed' : 'Nothing was sent';
    await this.taint(to, otherwise);
    if (isRedirect && request.body.length > 0) await this.#files(bodyFiles.paths(), to, otherwise);
  }

  /**
   * Names of the secrets in a message. Redirects and token requests have only the secrets that their text contains. The request
   * itself may also contain parts of secrets, which a text search cannot find.
   */
  #secretsIn(request: ResolvedRequest, kind: MessageKind): readonly string[] {
    const { mask, secrets } = this.#input;
    const names = secrets();
    if (kind === 'request' && names.length > 0) return names;
    for (const text of textsOf(request)) if (mask(text) !== text) return names.length > 0 ? names : [unnamedSecret];
    return [];
  }

  /** @throws {ReqError} `refused` if an input of the run may not be sent to the destination */
  async taint(to: Destination, otherwise = 'Nothing was sent'): Promise<void> {
    const { context, host, own, signal, taint } = this.#input;
    const env = taint.env.filter((name) => !this.#isAllowed('env', name, to));
    if (env.length > 0) {
      if (!(await raceAbort(host.maySendEnvironment(env, context.collection.root, to), signal)))
        throw new ReqError(
          'refused',
          `${otherwise}: ${env.join(', ')} of the process's environment may not go to ${shownDestination(to)}.`,
          {
            at: own,
            hint: 'Allow it when asked, or remove the placeholder.',
          },
        );
      for (const name of env) this.#allow('env', name, to);
    }
    await this.#files(taint.files, to, otherwise);
  }

  async #files(files: Iterable<string>, to: Destination, otherwise: string): Promise<void> {
    const { context, host, own, signal } = this.#input;
    for (const path of files) {
      if (this.#isAllowed('file', path, to)) continue;
      if (!(await raceAbort(host.mayRead(path, context.collection.root, to), signal)))
        throw new ReqError('refused', `${otherwise}: ${path} may not go to ${shownDestination(to)}.`, {
          at: own,
          hint: 'Allow it when asked, or run the command with --allow-read DIR.',
        });
      this.#allow('file', path, to);
    }
  }

  #isAllowed(kind: 'env' | 'file', name: string, to: Destination): boolean {
    return this.#allowed.has(JSON.stringify([kind, name, to]));
  }

  #allow(kind: 'env' | 'file', name: string, to: Destination): void {
    this.#allowed.add(JSON.stringify([kind, name, to]));
  }
}

/** Texts of a message that its receiver can read. */
function* textsOf({ method, wireUrl, headers, body }: ResolvedRequest): Generator<string> {
  yield `${method} ${wireUrl}`;
  for (const [name, value] of headers) yield `${name}: ${value}`;
  for (const part of body) if (part.kind === 'text') yield part.text;
}
