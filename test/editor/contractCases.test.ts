import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { contextKeys } from '../../src/editor/commands/contributions.ts';
import { runContractCases } from '../../src/editor/commands/runContractCases.ts';
import { updateFromOpenApi } from '../../src/editor/commands/updateFromOpenApi.ts';
import type { Services } from '../../src/editor/services.ts';
import { followOpenApi } from '../../src/editor/world/openApi.ts';
import type { CollectionEvent } from '../../src/runner/index.ts';
import { until } from '../support/until.ts';
import { explorer, type SpiedExplorer } from './spiedExplorer.ts';
import { openFile, writeFile } from './workspaceFile.ts';

const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/users': {
      post: { requestBody: { required: true, content: { 'application/json': { schema } } }, responses: { 201: { description: 'ok' } } },
    },
  },
});

interface Manifest {
  readonly contributes: { readonly menus: Readonly<Record<string, readonly { readonly command?: string; readonly when?: string }[]>> };
}

describe('commands for OpenAPI documents', () => {
  let server: http.Server;
  let made: SpiedExplorer;
  let bodies: string[];
  let asked: string[];
  let answer: string | undefined;
  let handle: (body: string, response: http.ServerResponse) => void;
  let host = '';
  const { showWarningMessage, showInformationMessage } = vscode.window;

  beforeEach(async () => {
    [bodies, asked, answer] = [[], [], 'Send'];
    server = http.createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        bodies.push(body);
        handle(body, response);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    made = explorer();
    const ask = async (message: string): Promise<string | undefined> => {
      asked.push(message);
      return answer;
    };
    Object.assign(vscode.window, { showWarningMessage: ask, showInformationMessage: ask });
    handle = (body, response) => void response.writeHead(/^\{"name": ?"/.test(body) ? 201 : 422).end();
  });
  afterEach(() => {
    Object.assign(vscode.window, { showWarningMessage, showInformationMessage });
    made.dispose();
    server.closeAllConnections();
    server.close();
  });

  let nth = 0;
  /** Runs the cases of a request. Returns their names and results. */
  const cases = async (url = `${host}/users`): Promise<readonly string[]> => {
    const folder = `cases${nth++}`;
    await writeFile(`${folder}/api.json`, document);
    const file = await openFile(
      `${folder}/a.req`,
      `# @openapi ./api.json\n# @timeout 5s\n\n### Create\nPOST ${url}\nContent-Type: application/json\n\n{"name": "Ada"}\n`,
    );
    const events: CollectionEvent[] = [];
    let ended = 0;
    const summary = {
      begin: () => ({ planned: () => {}, begun: () => {}, emit: (e: CollectionEvent) => events.push(e), ended: () => ended++ }),
    };
    await runContractCases({ ...made, testing: { summary } } as unknown as Services, file.uri, 4);
    assert.equal(ended, 1);
    return events.flatMap((e) => (e.kind === 'request-finished' ? [e.result.verdict] : []));
  };

  it('sends the cases after the host was confirmed', async () => {
    const results = await cases();
    assert.deepEqual(asked, [`Send contract cases to ${host.slice('http://'.length)}?`]);
    assert.ok(bodies.length > 2, bodies.join());
    assert.equal(results.length, bodies.length);
    assert.equal(bodies[0], '{"name": "Ada"}');
    assert.ok(bodies.slice(1).every((body) => !/^\{"name": ?"/.test(body)));
  });

  it('sends nothing to a host that was not confirmed', async () => {
    answer = undefined;
    await cases();
    assert.deepEqual(bodies, []);
  });

  it('sends no case if the server is dead, refuses the request as written or redirects it', async () => {
    await cases('http://127.0.0.1:1/users');
    assert.deepEqual(bodies, []);
    handle = (_, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).destroy();
    await cases();
    assert.equal(bodies.length, 1);
    bodies = [];
    handle = (_, response) => void response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end();
    await cases();
    assert.equal(bodies.length, 1);
    assert.ok(!asked.some((message) => message.includes('127.0.0.1:1/')));
  });

  it('are in menus only where a document is named', async () => {
    const set = new Map<unknown, unknown>();
    const { executeCommand } = vscode.commands;
    const spied = (id: string, ...args: unknown[]): Thenable<unknown> => {
      if (id === 'setContext') set.set(args[0], args[1]);
      return executeCommand(id, ...args);
    };
    Object.assign(vscode.commands, { executeCommand: spied });
    const following = followOpenApi(made.surroundings);
    try {
      await openFile('menus/with.req', '# @openapi ./api.json\n\n### Ping\nGET http://127.0.0.1:1/\n');
      await until('the key is set', () => set.get(contextKeys.editorOpenApi) === true || undefined);
      await openFile('menus/without.req', '### Ping\nGET http://127.0.0.1:1/\n');
      await until('the key is reset', () => set.get(contextKeys.editorOpenApi) === false || undefined);
      await made.tests.run([]);
      assert.equal(set.get(contextKeys.openApi), true);
    } finally {
      following.dispose();
      Object.assign(vscode.commands, { executeCommand });
    }
    const extension = vscode.extensions.getExtension('req-client.req-client');
    assert.ok(extension);
    const { menus } = (extension.packageJSON as Manifest).contributes;
    const items = Object.entries(menus).flatMap(([menu, all]) =>
      all.flatMap(({ command, when = '' }) => (command === 'req.runContractCases' ? [`${menu}: ${when}`] : [])),
    );
    assert.equal(items.length, 3);
    for (const item of items) assert.match(item, / api|req\.(?:editorO|o)penApi\b/);
  });

  it('reports why requests cannot be updated, and that all match the document', async () => {
    const update = (): Promise<void> => updateFromOpenApi(made as unknown as Services);
    const request = `### Create\nPOST ${host}/users\nContent-Type: application/json\n\n{"name": "Ada"}\n`;
    await openFile('updates/none.req', request);
    await assert.rejects(update(), /No OpenAPI document is named/);
    await writeFile('updates/broken.json', '<html>');
    await openFile('updates/broken.req', `# @openapi ./broken.json\n\n${request}`);
    await assert.rejects(update(), /broken\.json/);
    await writeFile('updates/fits/api.json', document);
    await openFile('updates/fits/a.req', `# @openapi ./api.json\n\n${request}`);
    await update();
    assert.deepEqual(asked, ['All requests match the OpenAPI document.']);
  });
});
