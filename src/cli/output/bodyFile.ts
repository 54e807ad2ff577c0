import { draftAt, givenPlace, type Draft, type GivenPlace } from '../../files/given.ts';
import { unwritable } from '../world/cliFiles.ts';

/**
 * A file that takes a body's bytes as they come, and its name when they have come or the request has ended: until then, and after a
 * crash, the file that was there stays. Begun at the first response: a server that is not there replaces no file.
 */
export class BodyFile {
  readonly path: string;
  readonly #place: GivenPlace;
  #draft: Draft | undefined;

  private constructor(path: string, place: GivenPlace) {
    this.path = path;
    this.#place = place;
  }

  /** Throws ReqError where it cannot be written. */
  static async at(path: string): Promise<BodyFile> {
    return new BodyFile(
      path,
      await givenPlace(path).catch((e: unknown) => {
        throw unwritable(path, e);
      }),
    );
  }

  /** Throws ReqError. */
  open(): void {
    this.#guarded(() => (this.#draft ??= draftAt(this.#place, 'discard')));
  }

  /** Throws ReqError where the disk does not take it all; the file then stays as it was. */
  write(bytes: Uint8Array): void {
    this.#guarded(() => this.#draft?.write(bytes));
  }

  /** Throws ReqError. */
  close(): void {
    this.#guarded(() => this.#draft?.keep());
  }

  #guarded(work: () => unknown): void {
    try {
      work();
    } catch (e) {
      this.#draft?.discard();
      throw unwritable(this.path, e);
    }
  }
}
