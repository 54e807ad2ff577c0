import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  DidChangeWorkspaceFoldersNotification,
  DidCloseTextDocumentNotification,
  ReferencesRequest,
  type Diagnostic,
} from 'vscode-languageserver-protocol/node';
import { makeFolder, type Folder } from '../support/command.ts';
import { startClient, type Client } from './client.ts';

describe('req lsp reports problems again', () => {
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
    it(`when ${name} is closed without its edits being saved`, async () => {
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

  it('when a folder is opened in a client that started without one', async () => {
    folder.write('http-client.env.json', '{"$shared": {"host": "http://h"}}');
    client = await startClient(folder.path, {}, []);
    const uri = await client.open(path.join(folder.path, 'below/x.req'), 'GET {{host}}/\n');
    await client.diagnosticsOf(uri, undefinedIn);
    const added = [{ uri: pathToFileURL(folder.path).href, name: 'added' }];
    await client.connection.sendNotification(DidChangeWorkspaceFoldersNotification.type, { event: { added, removed: [] } });
    assert.deepEqual(await client.diagnosticsOf(uri, (found) => !undefinedIn(found)), []);
  });
});
