import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

let folder: string | undefined;
let made = 0;

/**
 * A temporary file for bytes that do not fit in memory, readable only by this user. Deleted on close and at process
 * exit; after a kill, by the next `sweepSpoolFolders`. Methods throw the system's errors.
 */
export class SpoolFile {
  readonly path: string;
  readonly #descriptor: number;
  #size = 0;

  constructor() {
    this.path = path.join(spoolFolder(), `${made++}`);
    this.#descriptor = fs.openSync(this.path, 'wx+', 0o600);
  }

  /** Bytes written. */
  get size(): number {
    return this.#size;
  }

  /** Appends bytes. A partial write, as on a full disk, is counted in `size`. */
  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const written = fs.writeSync(this.#descriptor, bytes, at, bytes.length - at, this.#size);
      at += written;
      this.#size += written;
    }
  }

  /** Fills `target` with the bytes from `position` on. */
  read(position: number, target: Uint8Array): void {
    for (let at = 0; at < target.length;) {
      const read = fs.readSync(this.#descriptor, target, at, target.length - at, position + at);
      if (read === 0) throw new Error(`${this.path} has become shorter`);
      at += read;
    }
  }

  close(): void {
    fs.closeSync(this.#descriptor);
    fs.rmSync(this.path, { force: true });
  }
}

/** Writes a file for another program and returns its path. Deleted at process exit. */
export function writeTemporary(name: string, pieces: Iterable<Uint8Array>): string {
  const file = path.join(spoolFolder(), name);
  const descriptor = fs.openSync(file, 'wx', 0o600);
  try {
    for (const piece of pieces) for (let at = 0; at < piece.length;) at += fs.writeSync(descriptor, piece, at);
  } finally {
    fs.closeSync(descriptor);
  }
  return file;
}

/** This process's folder, created on first use. */
function spoolFolder(): string {
  if (folder !== undefined) return folder;
  const own = fs.mkdtempSync(path.join(os.tmpdir(), `req-bodies-${process.pid}-`));
  process.once('exit', () => {
    try {
      fs.rmSync(own, { recursive: true, force: true });
    } catch {
      // The next sweep deletes it.
    }
  });
  return (folder = own);
}

/** Deletes the folders of killed processes. */
export async function sweepSpoolFolders(): Promise<void> {
  const names = await fs.promises.readdir(os.tmpdir()).catch(() => []);
  for (const name of names) {
    const pid = /^req-bodies-(\d+)-\w+$/.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    // A folder that cannot be deleted belongs to another user.
    await fs.promises.rm(path.join(os.tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (e) {
    return e instanceof Error && 'code' in e && e.code === 'EPERM';
  }
}
