import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import type { RootHookObject } from 'mocha';

const refuse = (what: string) => (): never => {
  throw new Error(`This is not a unit test: it ${what}. List its file in test/integration.json.`);
};

/** In `npm run test:unit`, a test that starts a program or opens a socket fails. Mocha's main process starts its workers, so this is a hook. */
export const mochaHooks: RootHookObject = {
  beforeAll() {
    const start = refuse('starts a program');
    const all = { spawn: start, spawnSync: start, exec: start, execSync: start, execFile: start, execFileSync: start, fork: start };
    Object.assign(childProcess, all);
    net.Server.prototype.listen = refuse('listens on a socket');
    net.Socket.prototype.connect = refuse('connects a socket');
    syncBuiltinESMExports();
  },
};
