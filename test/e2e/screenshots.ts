import fs from 'node:fs';
import path from 'node:path';
import type { Context, RootHookObject } from 'mocha';
import { closeAll, failedSessions } from './openWorkbench.ts';

const folder = path.resolve(import.meta.dirname, '../../out/e2e');

/** When a test fails, saves a picture of every open window, and the output of its console and server. */
export const mochaHooks: RootHookObject = {
  async afterEach(this: Context) {
    const test = this.currentTest;
    if (test?.state !== 'failed') return;
    const name = test.fullTitle().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
    fs.mkdirSync(folder, { recursive: true });
    let number = 0;
    for (const { window, server } of failedSessions()) {
      const file = path.join(folder, `${name}-${++number}`);
      await window.page.screenshot({ path: `${file}.png` });
      fs.writeFileSync(`${file}.log`, [...window.consoleLines, '--- server', server.log()].join('\n'));
      console.error(`What the window showed: ${file}.png, and its logs: ${file}.log`);
    }
  },
  afterAll: closeAll,
};
