import { ReqError } from '../../base/reqError.ts';
import { unnamedSecret, type ResolvedRequest, type Taint } from '../../language/index.ts';
import type { SentFiles } from './bodyFiles.ts';
import type { Destination } from '../ports/host.ts';
import { raceAbort } from '../../base/raceAbort.ts';
import { shownDestination, type Addressed, type Sending } from './protectedValues.ts';

/** What a run has met that may not go to every receiver. Grows while the run looks up values. */
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

/** With what a gate decides. */
export interface GateInput extends Sending {
  /** Of values: variables, scripts, other requests. */
  readonly taint: Taint;
  /** Files that went into the body, with their versions. They were asked for when they were opened. */
  readonly bodyFiles: SentFiles;
  readonly destinationOf: (request: Addressed) => Destination;
  readonly mask: (text: string) => string;
  /** Names of the secrets that went into the request so far. */
  readonly secrets: () => readonly string[];
}

/** Which message of a run it is: its request, what a server redirects it to, or what fetches a token for it. */
export type MessageKind = 'request' | 'redirect' | 'token';

/**
 * The one place that every message of a run passes before it leaves: the request, its redirects, and what fetches its tokens. Each may
 * have another receiver, and is asked for with all that went into the run.
 */
export class Gate {
  readonly #input: GateInput;
  /** What was allowed in this run, by kind and destination. */
  readonly #allowed = new Set<string>();

  constructor(input: GateInput) {
    this.#input = input;
  }

  /** Throws ReqError `cancelled` where the message may not leave. */
  async message(request: ResolvedRequest, kind: MessageKind): Promise<void> {
    const { context, host, own, signal, destinationOf, mask, bodyFiles } = this.#input;
    const { method, wireUrl } = request;
    const to = destinationOf(request);
    const files = kind === 'token' ? [] : bodyFiles.versions();
    const { collection, environment } = context;
    const message = { method, url: mask(wireUrl), to, at: own, root: collection.root, environment, files };
    if (host.maySend !== undefined && !(await raceAbort(host.maySend({ ...message, secrets: this.#secretsIn(request, kind) }), signal)))
      throw new ReqError('cancelled', `Nothing was sent: ${method} may not go to ${shownDestination(to)}.`, {
        at: own,
        hint: 'Allow it when asked.',
      });
    const isRedirect = kind === 'redirect';
    const otherwise = isRedirect ? 'The redirect was not followed' : 'Nothing was sent';
    await this.taint(to, otherwise);
    if (isRedirect && request.body.length > 0) await this.#files(bodyFiles.paths(), to, otherwise);
  }

  /** A redirect and a request for a token carry only what their text shows; what went into the request itself may be a piece of a secret. */
  #secretsIn(request: ResolvedRequest, kind: MessageKind): readonly string[] {
    const { mask, secrets } = this.#input;
    const names = secrets();
    if (kind === 'request' && names.length > 0) return names;
    for (const text of textsOf(request)) if (mask(text) !== text) return names.length > 0 ? names : [unnamedSecret];
    return [];
  }

  /** Throws ReqError `cancelled` where what went into the run may not go to a destination. */
  async taint(to: Destination, otherwise = 'Nothing was sent'): Promise<void> {
    const { context, host, own, signal, taint } = this.#input;
    const env = taint.env.filter((name) => !this.#isAllowed('env', name, to));
    if (env.length > 0) {
      if (!(await raceAbort(host.maySendEnvironment(env, context.collection.root, to), signal)))
        throw new ReqError(
          'cancelled',
          `${otherwise}: ${env.join(', ')} of the process's environment may not go to ${shownDestination(to)}.`,
          {
            at: own,
            hint: 'Allow it when asked, or take the placeholder out.',
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
        throw new ReqError('cancelled', `${otherwise}: ${path} may not go to ${shownDestination(to)}.`, {
          at: own,
          hint: 'Allow it when asked, or give the command --allow-read DIR.',
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

/** What a receiver can read of a message. */
function* textsOf({ method, wireUrl, headers, body }: ResolvedRequest): Generator<string> {
  yield `${method} ${wireUrl}`;
  for (const [name, value] of headers) yield `${name}: ${value}`;
  for (const part of body) if (part.kind === 'text') yield part.text;
}
