import type * as BodyBundle from '../../body/index.ts';
import type { BodyService, OpenedBody, Notify, BodyWorker } from '../../body/index.ts';

type Bundle = typeof BodyBundle;

/** Bytes above which a body is analyzed in a worker. */
const smallBody = 256 * 1024;

/** Creates the service of one body: in process for a small body, otherwise in a worker. */
export class BodyServices {
  readonly #read: () => Promise<Bundle>;
  #bundle: Promise<Bundle> | undefined;
  /** A started worker without a body. */
  #spare: Promise<BodyWorker> | undefined;

  constructor(read: () => Promise<Bundle> = () => import('../../body/index.ts')) {
    this.#read = read;
  }

  /**
   * Called while a body arrives, so that the bundle and the worker are ready when it is complete.
   * @param bytes received so far
   */
  prepare(bytes: number): void {
    const bundle = this.#load();
    if (bytes > smallBody) this.#spare ??= bundle.then(({ BodyWorker: Service, workerFile }) => new Service(workerFile()));
  }

  async open(body: OpenedBody, size: number, report: Notify): Promise<BodyService> {
    if (size > smallBody) return this.openThread(body, report);
    const { inProcess } = await this.#load();
    return inProcess(body, report);
  }

  async openThread(body: OpenedBody, report: Notify): Promise<BodyWorker> {
    const { BodyWorker: Service, workerFile } = await this.#load();
    const worker = (await this.#spare) ?? new Service(workerFile());
    this.#spare = undefined;
    worker.open(body, report);
    return worker;
  }

  dispose(): void {
    this.#spare?.then(
      (worker) => worker.dispose(),
      () => undefined,
    );
    this.#spare = undefined;
  }

  /** Loads the bundle; tries again after a failure. */
  #load(): Promise<Bundle> {
    this.#bundle ??= this.#read();
    this.#bundle.catch(() => (this.#bundle = undefined));
    return this.#bundle;
  }
}
