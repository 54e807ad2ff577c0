import type * as BodyBundle from '../../body/index.ts';
import type { BodyService, OpenedBody, Notify, BodyWorker } from '../../body/index.ts';

type Bundle = typeof BodyBundle;

/** Bytes above which a body is worked on in a thread. */
const smallBody = 256 * 1024;

/** Where the text of one body is worked on: here while it is small and nothing can take long, else in a thread of its own. */
export class BodyServices {
  readonly #read: () => Promise<Bundle>;
  #bundle: Promise<Bundle> | undefined;
  /** A thread that waits for its body. */
  #spare: Promise<BodyWorker> | undefined;

  /** @param read reads the bundle */
  constructor(read: () => Promise<Bundle> = () => import('../../body/index.ts')) {
    this.#read = read;
  }

  /** So many bytes have come: what they need is read while more come. */
  prepare(bytes: number): void {
    const bundle = this.#load();
    if (bytes > smallBody) this.#spare ??= bundle.then(({ BodyWorker: Home, workerFile }) => new Home(workerFile()));
  }

  async open(body: OpenedBody, size: number, tell: Notify): Promise<BodyService> {
    if (size > smallBody) return this.openThread(body, tell);
    const { inProcess } = await this.#load();
    return inProcess(body, tell);
  }

  async openThread(body: OpenedBody, tell: Notify): Promise<BodyWorker> {
    const { BodyWorker: Home, workerFile } = await this.#load();
    const home = (await this.#spare) ?? new Home(workerFile());
    this.#spare = undefined;
    home.open(body, tell);
    return home;
  }

  dispose(): void {
    this.#spare?.then(
      (home) => home.dispose(),
      () => undefined,
    );
    this.#spare = undefined;
  }

  /** One that could not be read is tried again. */
  #load(): Promise<Bundle> {
    this.#bundle ??= this.#read();
    this.#bundle.catch(() => (this.#bundle = undefined));
    return this.#bundle;
  }
}
