import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  CompletionRequest,
  CompletionResolveRequest,
  DocumentFormattingRequest,
  DocumentRangeFormattingRequest,
  HoverRequest,
  InlayHintRequest,
  SemanticTokensRequest,
  type MarkupContent,
  type SemanticTokensOptions,
} from 'vscode-languageserver-protocol/node';
import { startClient, type Client } from './client.ts';

describe('req lsp', function () {
  this.timeout(20_000);
  let folder: string;
  let client: Client;

  before(async () => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'req-lsp-')));
    fs.writeFileSync(path.join(folder, 'http-client.env.json'), '{"dev": {"host": "http://dev"}, "prod": {"host": "http://prod"}}');
    fs.writeFileSync(path.join(folder, 'collection.req'), '@user = {"name": "Ada"}\n');
    client = await startClient(folder, { environment: 'dev' });
  });

  after(async () => {
    assert.equal(await client.end(), 0);
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('says who it is', () => assert.equal(client.server.serverInfo?.name, 'req'));

  it('tells what is wrong with a document, and that it is well again', async () => {
    const uri = await client.open(path.join(folder, 'a.req'), 'GET {{host}}/{{usr.name}}\n');
    const [found] = await client.diagnosticsOf(uri, (d) => d.length > 0);
    assert.equal(found?.code, 'undefined-variable');
    assert.deepEqual(found.range, { start: { line: 0, character: 13 }, end: { line: 0, character: 25 } });
    await client.change(uri, 'GET {{host}}/{{user.name}}\n');
    assert.deepEqual(await client.diagnosticsOf(uri, () => true), []);
  });

  it('hovers with the value of the environment that its client chose', async () => {
    const uri = await client.open(path.join(folder, 'b.req'), 'GET {{host}}/\n');
    const found = await client.connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position: { line: 0, character: 7 } });
    assert.ok(found);
    assert.match((found.contents as MarkupContent).value, /http:\/\/dev/);
  });

  it('completes, and tells more of what is looked at', async () => {
    const uri = await client.open(path.join(folder, 'completed.req'), 'GET {{host}}/{{us\nAuthorization: ');
    const { connection } = client;
    const at = async (line: number, character: number) => {
      const found = await connection.sendRequest(CompletionRequest.type, { textDocument: { uri }, position: { line, character } });
      return Array.isArray(found) ? found : (found?.items ?? []);
    };
    const user = (await at(0, 17)).find((i) => i.label === 'user');
    assert.deepEqual(user?.textEdit, {
      range: { start: { line: 0, character: 15 }, end: { line: 0, character: 17 } },
      newText: 'user}}',
    });
    const told = await connection.sendRequest(CompletionResolveRequest.type, user);
    assert.match((told.documentation as MarkupContent).value, /"name": "Ada"/);
    // A client that has not said it knows snippets is given none.
    const bearer = (await at(1, 15)).find((i) => i.label === 'Bearer');
    assert.equal(bearer?.textEdit?.newText, 'Bearer {{$secret.TOKEN}}');
  });

  it('colours the whole file', async () => {
    const uri = await client.open(path.join(folder, 'c.req'), 'GET {{host}}/{{nobody}}\n');
    const tokens = await client.connection.sendRequest(SemanticTokensRequest.type, { textDocument: { uri } });
    const legend = (client.server.capabilities.semanticTokensProvider as SemanticTokensOptions).legend.tokenTypes;
    assert.deepEqual(
      tokens?.data.flatMap((n, i) => (i % 5 === 3 ? legend[n] : [])),
      ['keyword', 'string', 'variable', 'string', 'regexp', 'string'],
    );
    assert.deepEqual(tokens.data.slice(0, 10), [0, 0, 3, tokens.data[3], 0, 0, 4, 2, tokens.data[8], 0]);
  });

  it('shows values behind placeholders', async () => {
    const uri = await client.open(path.join(folder, 'h.req'), 'GET {{host}}/\n');
    const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
    const hints = await client.connection.sendRequest(InlayHintRequest.type, { textDocument: { uri }, range });
    assert.deepEqual(
      hints?.map((h) => [h.position, h.label]),
      [[{ line: 0, character: 12 }, '= http://dev']],
    );
  });

  it('formats a document and a part of one', async () => {
    const uri = await client.open(path.join(folder, 'd.req'), '@a=1\n@b=2\n');
    const textDocument = { uri };
    const options = { tabSize: 2, insertSpaces: true };
    const equalsSign = (line: number): unknown => ({
      range: { start: { line, character: 2 }, end: { line, character: 3 } },
      newText: ' = ',
    });
    assert.deepEqual(await client.connection.sendRequest(DocumentFormattingRequest.type, { textDocument, options }), [
      equalsSign(0),
      equalsSign(1),
    ]);
    const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 4 } };
    assert.deepEqual(await client.connection.sendRequest(DocumentRangeFormattingRequest.type, { textDocument, options, range }), [
      equalsSign(1),
    ]);
  });
});
