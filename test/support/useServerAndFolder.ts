import { makeFolder, type Folder } from './command.ts';
import { startServer, type TestServer } from './server.ts';

/** A proxy for an object that only exists while a test runs. */
function whileTesting<T extends object>(current: () => T | undefined): T {
  return new Proxy({} as T, {
    get(_, key) {
      const there = current();
      if (there === undefined) throw new Error('There is none outside of a test.');
      return Reflect.get(there, key) as unknown;
    },
  });
}

/** Call within a suite: one test server for all of its tests, and a new folder for each. */
export function useServerAndFolder(): { readonly server: TestServer; readonly folder: Folder } {
  let server: TestServer | undefined;
  let folder: Folder | undefined;
  before(async () => {
    server = await startServer();
  });
  after(() => server?.close());
  beforeEach(() => {
    folder = makeFolder();
  });
  afterEach(() => folder?.remove());
  return { server: whileTesting(() => server), folder: whileTesting(() => folder) };
}
