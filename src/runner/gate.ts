import { ReqError } from '../base/reqError.ts';
import type { ResolvedRequest, Taint } from '../language/index.ts';
import type { Destination } from './host.ts';
import { orCancelled } from './orCancelled.ts';
import { shownDestination, type Addressed, type Sending } from './permissions.ts';

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
  /** Files that went into the body. They were asked for when they were opened. */
  readonly bodyFiles: ReadonlySet<string>;
  readonly destinationOf: (request: Addressed) => Destination;
  readonly mask: (text: string) => string;
}

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

  /** Throws ReqError `cancelled` where the message may not leave. @param isRedirect a server chose its URL */
  async message(request: ResolvedRequest, isRedirect: boolean): Promise<void> {
    const { host, own, signal, destinationOf, mask, bodyFiles } = this.#input;
    const { method, wireUrl } = request;
    const to = destinationOf(request);
    if (host.maySend !== undefined && !(await orCancelled(host.maySend({ method, url: mask(wireUrl), to }), signal)))
      throw new ReqError('cancelled', `Nothing was sent: ${method} may not go to ${shownDestination(to)}.`, {
        at: own,
        hint: 'Allow it when asked.',
      });
    const otherwise = isRedirect ? 'The redirect was not followed' : 'Nothing was sent';
    await this.taint(to, otherwise);
    if (isRedirect && request.body.length > 0) await this.#files(bodyFiles, to, otherwise);
  }

  /** Throws ReqError `cancelled` where what went into the run may not go to a destination. */
  async taint(to: Destination, otherwise = 'Nothing was sent'): Promise<void> {
    const { context, host, own, signal, taint } = this.#input;
    const env = taint.env.filter((name) => !this.#isAllowed('env', name, to));
    if (env.length > 0) {
      if (!(await orCancelled(host.maySendEnvironment(env, context.collection.root, to), signal)))
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
      if (!(await orCancelled(host.mayRead(path, context.collection.root, to), signal)))
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
