import { draftAt, givenPlace, type Draft, type GivenPlace } from '../../files/given.ts';
import { unwritable } from '../world/cliFiles.ts';
import { endAfterBrokenPipe, isBrokenPipe } from './brokenPipe.ts';

/**
 * A file that receives a body's bytes. It is written under a temporary name and renamed when the body is complete or the request ends, so
 * that an existing file survives a crash. Created with the first response: a request without one replaces no file.
 */
export class BodyFile {
  readonly path: string;
  readonly #place: GivenPlace;
  #draft: Draft | undefined;

  private constructor(path: string, place: GivenPlace) {
    this.path = path;
    this.#place = place;
  }

  /** @throws {ReqError} if it cannot be written */
  static async at(path: string): Promise<BodyFile> {
    return new BodyFile(
      path,
      await givenPlace(path).catch((e: unknown) => {
        throw unwritable(path, e);
      }),
    );
  }

  /** @throws {ReqError} if it cannot be created */
  open(): void {
    this.#guarded(() => (this.#draft ??= draftAt(this.#place, 'discard')));
  }

  /** @throws {ReqError} if the disk is full; an existing file is then unchanged */
  write(bytes: Uint8Array): void {
    this.#guarded(() => this.#draft?.write(bytes));
  }

  /** @throws {ReqError} if it cannot be renamed */
  close(): void {
    this.#guarded(() => this.#draft?.keep());
  }

  #guarded(work: () => unknown): void {
    try {
      work();
    } catch (e) {
      this.#draft?.discard();
      if (isBrokenPipe(e)) return void endAfterBrokenPipe();
      throw unwritable(this.path, e);
    }
  }
}
