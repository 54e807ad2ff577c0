import assert from 'node:assert/strict';
import path from 'node:path';
import {
  CodeActionRequest,
  CompletionRequest,
  CompletionResolveRequest,
  DefinitionRequest,
  DocumentLinkRequest,
  DocumentSymbolRequest,
  HoverRequest,
  InlayHintRequest,
  WorkspaceSymbolRequest,
  type CompletionList,
  type Diagnostic,
} from 'vscode-languageserver-protocol/node';
import { leaksIn } from '../support/canary.ts';
import { canaryFiles } from '../support/canaryCollection.ts';
import { makeFolder, type Folder } from '../support/command.ts';
import { startClient, type Client } from './client.ts';

describe('req lsp never shows a secret', () => {
  const files = canaryFiles('http://127.0.0.1:1');
  let folder: Folder;
  let client: Client;

  before(async () => {
    folder = makeFolder(files);
    client = await startClient(folder.path, { environment: 'dev' });
  });

  after(async () => {
    await client.end();
    folder.remove();
  });

  for (const name of Object.keys(files).filter((file) => file.endsWith('.req'))) {
    it(`answers every question about ${name} without one`, async () => {
      const text = files[name] ?? '';
      const uri = await client.open(path.join(folder.path, name), text);
      const { connection } = client;
      const textDocument = { uri };
      const lines = text.split('\n');
      const range = { start: { line: 0, character: 0 }, end: { line: lines.length - 1, character: 0 } };
      const diagnostics: readonly Diagnostic[] = await client.diagnosticsOf(uri, () => true);
      const reported: unknown[] = [diagnostics];
      // Each place that a placeholder begins at, and the beginning of each line.
      for (const [line, written] of lines.entries()) {
        for (const { index } of [{ index: 0 }, ...written.matchAll(/(?<=\{\{)/g)]) {
          const at = { textDocument, position: { line, character: index } };
          reported.push(await connection.sendRequest(HoverRequest.type, at), await connection.sendRequest(DefinitionRequest.type, at));
          const list = (await connection.sendRequest(CompletionRequest.type, at)) as CompletionList;
          reported.push(list);
          for (const item of list.items.slice(0, 30)) reported.push(await connection.sendRequest(CompletionResolveRequest.type, item));
        }
      }
      reported.push(
        await connection.sendRequest(InlayHintRequest.type, { textDocument, range }),
        await connection.sendRequest(DocumentLinkRequest.type, { textDocument }),
        await connection.sendRequest(DocumentSymbolRequest.type, { textDocument }),
        await connection.sendRequest(WorkspaceSymbolRequest.type, { query: '' }),
        await connection.sendRequest(CodeActionRequest.type, { textDocument, range, context: { diagnostics: [...diagnostics] } }),
      );
      const all = JSON.stringify(reported);
      assert.ok(all.includes('•••') && all.includes('private'));
      assert.deepEqual(leaksIn(all), []);
    });
  }
});
