import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSampleServer } from '../../sample/server.mjs';
import { listRequests, sendDefaults, sharedKind } from '../../src/language/index.ts';
import { createRunner, memoryExchanges, ScriptVariables, type Host } from '../../src/runner/index.ts';
import { memoryWorkspace, root } from '../support/memoryWorkspace.ts';
import { scriptWorkerBundle } from '../support/scriptWorkerBundle.ts';
import { memoryHost } from '../support/sendRun.ts';

const folder = fileURLToPath(new URL('../../sample/collection/', import.meta.url));

/** Number of permission prompts for the whole sample collection in 2.6.0. */
const questionsBefore = 1;

describe('the sample collection', () => {
  it('needs no more permissions than in 2.6.0, each once', async () => {
    const server = await startSampleServer({ port: 0 });
    const files = new Map(
      fs
        .readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .map((file) => [
          file.replace(folder, `${root}/`),
          fs.readFileSync(file, 'utf8').replaceAll('http://127.0.0.1:4010', server.url).replace('@max-time 30s', '@max-time 500ms'),
        ]),
    );
    const asked = new Set<string>();
    const host: Partial<Host> = {
      env: (name) => (name === 'USER' ? 'ada' : undefined),
      secret: () => Promise.resolve('secret'),
      ask: ({ questions }) => Promise.resolve(questions.map(() => '1')),
      maySendEnvironment: (...question) => Promise.resolve(asked.add(JSON.stringify(question)).size > 0),
      mayRead: (file, ...question) =>
        Promise.resolve(file.startsWith(`${root}/`) || asked.add(JSON.stringify([file, ...question])).size > 0),
    };
    const variables = new ScriptVariables();
    const exchanges = memoryExchanges();
    const { workspace } = memoryWorkspace(files, { variables, exchanges, environment: 'dev' });
    const runner = createRunner({ host: memoryHost(files, host), workerFile: await scriptWorkerBundle(), userAgent: 'Req/test' });
    try {
      for (const [file, text] of files) {
        if (!file.endsWith('.req') || sharedKind(file) !== undefined) continue;
        const view = await workspace.know({ file, version: 1, getText: () => text });
        for (const { block } of listRequests(view.tree)) {
          const context = view.contextOf(block);
          const requests = (): ReturnType<typeof workspace.requests> => workspace.requests(view);
          const defaults = { ...sendDefaults, timeoutMs: 2000, maxTimeMs: 500, maxEvents: 20 };
          const run = { context, variables, exchanges, requests, defaults, mode: 'send', emit: () => {} } as const;
          await runner.run(run, new AbortController().signal).done;
        }
      }
    } finally {
      await runner.dispose();
      await server.close();
    }
    assert.ok(asked.size <= questionsBefore, [...asked].join('\n'));
    assert.ok(asked.size > 0);
  });
});
