import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

export function makeTemporaryFolder(prefix: string): TemporaryFolder {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), prefix));
  const remove = (): void => {
    process.off('exit', remove);
    // Programs that are being ended may still write: hence the retries.
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', remove);
  return { path: folder, remove };
}
