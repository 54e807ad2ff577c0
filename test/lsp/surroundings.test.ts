import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  DidCloseTextDocumentNotification,
  FileChangeType,
  ReferencesRequest,
  type Diagnostic,
} from 'vscode-languageserver-protocol/node';
import { makeFolder, type Folder } from '../support/command.ts';
import { startClient, type Client } from './client.ts';

describe('req lsp reports problems', () => {
  let folder: Folder;
  let client: Client | undefined;
  beforeEach(() => (folder = makeFolder()));
  afterEach(async () => {
    await client?.end();
    folder.remove();
  });

  const undefinedIn = (found: readonly Diagnostic[]): boolean =>
    found.some(({ code, severity }) => code === 'undefined-variable' && severity === 1);

  for (const [name, saved, edited] of [
    ['collection.req', '', '@id = 7\n'],
    ['other.req', 'GET http://h\n', 'GET http://h\n\n> {%\n  tool.setVar("id", 7);\n%}\n'],
  ] as const)
    it(`again when ${name} is closed without its edits being saved`, async () => {
      folder.write('collection.req', '');
      folder.write(name, saved);
      client = await startClient(folder.path);
      const { connection } = client;
      const text = 'GET http://h/{{id}}\n';
      const user = await client.open(path.join(folder.path, 'user.req'), text);
      // Reads all files of the collection, after which problems are published again.
      const context = { includeDeclaration: true };
      await connection.sendRequest(ReferencesRequest.type, { textDocument: { uri: user }, position: { line: 0, character: 15 }, context });
      const other = await client.open(path.join(folder.path, name), edited);
      await client.save(other);
      await client.change(user, `${text}A: b\n`);
      await client.diagnosticsOf(user, (found) => !undefinedIn(found));
      await connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri: other } });
      assert.ok(await client.diagnosticsOf(user, undefinedIn));
    });

  it('again when a folder is moved, which its client reports without the files in it', async () => {
    folder.write('collection.req', '');
    folder.write('sub/setter.req', 'GET http://h\n\n> {%\n  tool.setVar("id", 7);\n%}\n');
    client = await startClient(folder.path);
    const { connection } = client;
    const user = await client.open(path.join(folder.path, 'user.req'), 'GET http://h/{{id}}\n');
    const uriOf = (name: string): string => pathToFileURL(path.join(folder.path, name)).href;
    // Reads all files of the collection.
    const context = { includeDeclaration: true };
    await connection.sendRequest(ReferencesRequest.type, { textDocument: { uri: user }, position: { line: 0, character: 15 }, context });
    await client.diagnosticsOf(user, (found) => !undefinedIn(found));
    fs.renameSync(path.join(folder.path, 'sub'), path.join(folder.path, 'moved'));
    const report = (name: string, type: FileChangeType): Promise<void> =>
      connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [{ uri: uriOf(name), type }] });
    await report('sub', FileChangeType.Deleted);
    await client.diagnosticsOf(user, undefinedIn);
    await report('moved', FileChangeType.Created);
    assert.ok(await client.diagnosticsOf(user, (found) => !undefinedIn(found)));
  });

  it('without the files of hidden folders and of node_modules that appear', async () => {
    folder.write('collection.req', '');
    const sets = (name: string): string => `GET http://h\n\n> {%\n  tool.setVar("${name}", 7);\n%}\n`;
    client = await startClient(folder.path);
    const { connection } = client;
    const user = await client.open(path.join(folder.path, 'user.req'), 'GET http://h/{{id}}/{{x}}\n');
    const context = { includeDeclaration: true };
    await connection.sendRequest(ReferencesRequest.type, { textDocument: { uri: user }, position: { line: 0, character: 15 }, context });
    await client.diagnosticsOf(user, (found) => found.filter((d) => d.severity === 1).length === 2);
    folder.write('node_modules/setter.req', sets('id'));
    folder.write('.hidden/setter.req', sets('id'));
    folder.write('sub/setter.req', sets('x'));
    const changes = ['node_modules', '.hidden', 'sub'].map((name) => {
      const uri: string = pathToFileURL(path.join(folder.path, name)).href;
      return { uri, type: FileChangeType.Created } as const;
    });
    await connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
    const found = await client.diagnosticsOf(user, (all) => all.filter((d) => d.severity === 1).length < 2);
    assert.match(JSON.stringify(found.find((d) => d.severity === 1)?.message), /^"id is not defined/);
  });

  it('again when a folder is opened in a client that started without one', async () => {
    folder.write('http-client.env.json', '{"$shared": {"host": "http://h"}}');
    client = await startClient(folder.path, {}, []);
    const uri = await client.open(path.join(folder.path, 'below/x.req'), 'GET {{host}}/\n');
    await client.diagnosticsOf(uri, undefinedIn);
    const added = [{ uri: pathToFileURL(folder.path).href, name: 'added' }];
    await client.connection.sendNotification(DidChangeWorkspaceFoldersNotification.type, { event: { added, removed: [] } });
    assert.deepEqual(await client.diagnosticsOf(uri, (found) => !undefinedIn(found)), []);
  });

  it('of an environment file until it is deleted, or the last document that uses it is closed', async () => {
    const name = 'http-client.env.json';
    const broken = '{"dev": ';
    const environment = pathToFileURL(path.join(folder.path, name)).href;
    folder.write('collection.req', '');
    folder.write(name, broken);
    client = await startClient(folder.path);
    const { connection } = client;
    const shown = (isWanted: (found: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]> | undefined =>
      client?.diagnosticsOf(environment, isWanted);
    const changed = (type: FileChangeType): Promise<void> =>
      connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [{ uri: environment, type }] });
    const close = (uri: string): Promise<void> =>
      connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
    const [first, second] = [
      await client.open(path.join(folder.path, 'a.req'), ''),
      await client.open(path.join(folder.path, 'b.req'), ''),
    ];
    await shown((found) => found.length > 0);
    fs.rmSync(path.join(folder.path, name));
    await changed(FileChangeType.Deleted);
    await shown((found) => found.length === 0);
    folder.write(name, broken);
    await changed(FileChangeType.Created);
    await shown((found) => found.length > 0);
    await close(first);
    await close(second);
    assert.deepEqual(await shown((found) => found.length === 0), []);
  });
});
