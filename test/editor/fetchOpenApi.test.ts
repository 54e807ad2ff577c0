import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import * as vscode from 'vscode';
import { fetchOpenApi } from '../../src/editor/commands/fetchOpenApi.ts';
import type { Services } from '../../src/editor/services.ts';
import { until } from '../support/until.ts';
import { explorer, type SpiedExplorer } from './spiedExplorer.ts';
import { openFile } from './workspaceFile.ts';

const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: { '/user': { get: { responses: { 200: { content: { 'application/json': { schema: { $ref: './user.json' } } } } } } } },
});

describe('Fetch OpenAPI Document', () => {
  let server: http.Server;
  let made: SpiedExplorer;
  let asked: string[];
  let messages: string[];
  let answer: (target: string, response: http.ServerResponse) => void;
  let host = '';
  const { showInformationMessage } = vscode.window;

  beforeEach(async () => {
    [asked, messages] = [[], []];
    server = http.createServer(({ url = '' }, response) => {
      asked.push(url);
      response.on('error', () => {});
      answer(url, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    made = explorer();
    Object.assign(vscode.window, { showInformationMessage: async (message: string) => void messages.push(message) });
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showInformationMessage });
    made.dispose();
    server.closeAllConnections();
    server.close();
  });

  /** Each fetch has a folder of its own, numbered. */
  let nth = 0;
  let folder = '';
  const fetched = async (url = `${host}/openapi.json`, directives = ''): Promise<void> => {
    const file = await openFile(`fetched${nth++}/a.req`, `${directives}# @openapi ${url}\n\n### User\nGET ${host}/user\n`);
    folder = path.dirname(file.uri.fsPath);
    await fetchOpenApi(made as unknown as Services, file.uri, undefined);
  };
  const files = (): readonly string[] =>
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .flatMap((f) =>
        f.isFile() && f.name !== 'a.req' ? [path.relative(folder, path.join(f.parentPath, f.name)).replaceAll('\\', '/')] : [],
      )
      .toSorted();
  const refuses = async (pattern: RegExp, url?: string, directives?: string): Promise<void> => {
    await assert.rejects(fetched(url, directives), pattern);
    assert.deepEqual(files(), []);
  };

  it('keeps the document and the files that it refers to', async () => {
    answer = (target, response) => void response.end(target === '/user.json' ? '{"type": "object"}' : document);
    await fetched();
    const name = `127.0.0.1-${host.split(':').at(-1)}-openapi`;
    assert.deepEqual(files(), [`${name}.json`, `${name}.refs/user.json`]);
    assert.deepEqual(asked, ['/openapi.json', '/user.json']);
    await until('the message', () => messages.some((m) => m.includes('1 operation')));
  });

  it('names a file that it did not get, and keeps the rest', async () => {
    answer = (target, response) => void (target === '/user.json' ? response.writeHead(403).end() : response.end(document));
    await fetched();
    assert.equal(files().length, 1);
    await until('the message', () => messages.some((m) => /user\.json returned status 403\./.test(m)));
  });

  it('writes nothing if the server is not reachable, or sends something else', async () => {
    await refuses(/ECONNREFUSED|refused|No server|connection/i, 'http://127.0.0.1:1/openapi.json');
    answer = (_, response) => void response.setHeader('Content-Type', 'text/html').end('<!DOCTYPE html><p>Sign in</p>');
    await refuses(/is not JSON.*Nothing was written|not an OpenAPI document/s);
    answer = (_, response) => void response.writeHead(500).end(document);
    await refuses(/returned status 500\. Nothing was written/);
    answer = (_, response) => void response.end('{"openapi": "3.1.0", "paths": ');
    await refuses(/Nothing was written/);
  });

  it('stops a document that is too large, and one that never ends', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'Content-Length': String(1024 ** 3) });
      const part = Buffer.alloc(1024 * 1024, ' ');
      const more = (): void => {
        while (!response.destroyed && response.write(part));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    await refuses(/larger|64 MB|limit|MiB/);
    let drip: NodeJS.Timeout | undefined;
    answer = (_, response) => void (drip = setInterval(() => response.write(' '), 5));
    const settings = vscode.workspace.getConfiguration('req');
    await settings.update('timeout', 0.2, vscode.ConfigurationTarget.Global);
    try {
      await refuses(/The document was not complete after 1 s/);
    } finally {
      clearInterval(drip);
      await settings.update('timeout', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('sends no credentials to the host of a redirect', async () => {
    let headers: http.IncomingHttpHeaders | undefined;
    const other = http.createServer((request, response) => {
      ({ headers } = request);
      response.end(document.replace('./user.json', '#/x'));
    });
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    answer = (_, response) =>
      void response.writeHead(302, { Location: `http://127.0.0.1:${(other.address() as AddressInfo).port}/` }).end();
    await fetched(undefined, '# @auth bearer abcdef\n');
    other.close();
    other.closeAllConnections();
    assert.equal(headers?.authorization, undefined);
    assert.equal(files().length, 1);
  });
});
