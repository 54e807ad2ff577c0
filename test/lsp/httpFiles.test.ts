import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  type CodeAction,
  CodeActionRequest,
  type CompletionList,
  CompletionRequest,
  DefinitionRequest,
  DocumentFormattingRequest,
  type DocumentSymbol,
  DocumentSymbolRequest,
  HoverRequest,
  type Location,
  type MarkupContent,
  PrepareRenameRequest,
  SemanticTokensRequest,
  type TextDocumentEdit,
  type TextEdit,
} from 'vscode-languageserver-protocol/node';
import { startClient, type Client } from './client.ts';

const text = `@base = http://127.0.0.1:1

### List users
# @name list
GET {{base}}/users
    ?team={{$shared team}}
Accept: application/json

### Watch
WEBSOCKET {{base}}/events
`;

describe('req lsp in .http files', () => {
  let folder: string;
  let client: Client;
  let uri: string;

  before(async () => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'req-lsp-')));
    fs.writeFileSync(path.join(folder, 'http-client.env.json'), '{"$shared": {"team": "blue"}}');
    client = await startClient(folder);
    uri = await client.open(path.join(folder, 'users.http'), text);
  });

  after(async () => {
    assert.equal(await client.end(), 0);
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const at = (word: string, add = 0): { readonly line: number; readonly character: number } => {
    const before = text.slice(0, text.indexOf(word) + add).split('\n');
    return { line: before.length - 1, character: (before.at(-1) ?? '').length };
  };

  it('reports unsupported features at their lines', async () => {
    const found = await client.diagnosticsOf(uri, (d) => d.length > 0);
    assert.deepEqual(
      found.map((d) => d.range.start.line),
      [at('WEBSOCKET').line],
    );
  });

  it('hovers, goes to definitions, completes, colors and lists symbols at the places of the file', async () => {
    const textDocument = { uri };
    const hover = await client.connection.sendRequest(HoverRequest.type, { textDocument, position: at('{{base}}/users', 3) });
    assert.ok(hover);
    assert.match((hover.contents as MarkupContent).value, /127\.0\.0\.1:1/);
    const [place] = (await client.connection.sendRequest(DefinitionRequest.type, {
      textDocument,
      position: at('{{base}}/users', 3),
    })) as readonly Location[];
    assert.equal(place?.range.start.line, 0);
    const symbols = (await client.connection.sendRequest(DocumentSymbolRequest.type, { textDocument })) as readonly DocumentSymbol[];
    assert.ok(symbols.some(({ name, selectionRange }) => name === 'List users' && selectionRange.start.line <= at('GET').line));
    const { data = [] } = (await client.connection.sendRequest(SemanticTokensRequest.type, { textDocument })) ?? {};
    assert.ok(data.length > 0 && data.every((n) => n >= 0));
    const { items } = (await client.connection.sendRequest(CompletionRequest.type, {
      textDocument,
      position: at('{{base}}/users', 2),
    })) as CompletionList;
    const labels = items.map(({ label }) => label);
    assert.ok(labels.includes('base'));
    assert.ok(!labels.some((label) => label.startsWith('$secret')));
  });

  it('offers the quick fixes that its client has a text for, and no others', async () => {
    const misspelled = 'GET {{bose}}/users\n    ?a=1\n\n### B\n@base = http://127.0.0.1:1\nGET {{base}}/x\n';
    const other = await client.open(path.join(folder, 'misspelled.http'), misspelled);
    const diagnostics = await client.diagnosticsOf(other, (d) => d.some(({ code }) => code === 'undefined-variable'));
    const range = diagnostics.find(({ code }) => code === 'undefined-variable')?.range;
    assert.ok(range);
    const actions = (await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: other },
      range,
      context: { diagnostics: [] },
    })) as readonly CodeAction[];
    const change = actions.find(({ title }) => /base/.test(title));
    assert.ok(change, actions.map(({ title }) => title).join(', '));
    const [made] = change.edit?.documentChanges ?? [];
    assert.ok(made);
    const [edit] = (made as TextDocumentEdit).edits as readonly TextEdit[];
    assert.equal(edit?.newText, 'base');
    assert.equal(edit.range.start.line, 0);
    for (const { edit: others } of actions)
      for (const changed of others?.documentChanges ?? [])
        for (const written of 'edits' in changed ? changed.edits : []) assert.doesNotMatch((written as TextEdit).newText, /# @|\$secret/);
  });

  it('offers no other edits, whose text would not be that of the file', async () => {
    const textDocument = { uri };
    assert.equal(
      await client.connection.sendRequest(DocumentFormattingRequest.type, { textDocument, options: { tabSize: 2, insertSpaces: true } }),
      null,
    );
    await assert.rejects(client.connection.sendRequest(PrepareRenameRequest.type, { textDocument, position: at('base') }), /Convert/);
  });
});
