import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  type CodeAction,
  CodeActionRequest,
  type CompletionList,
  CompletionRequest,
  CompletionResolveRequest,
  DefinitionRequest,
  DocumentFormattingRequest,
  DocumentHighlightRequest,
  DocumentLinkRequest,
  DocumentRangeFormattingRequest,
  type DocumentSymbol,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  InlayHintRequest,
  type Location,
  type MarkupContent,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  SelectionRangeRequest,
  type SemanticTokensOptions,
  SemanticTokensRequest,
  type TextDocumentEdit,
  WorkspaceSymbolRequest,
} from 'vscode-languageserver-protocol/node';
import { until } from '../support/until.ts';
import { startClient, type Client } from './client.ts';

describe('req lsp', () => {
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

  it('returns its name and version', () => assert.equal(client.server.serverInfo?.name, 'req'));

  it('reports the problems of a document, and then that there are none', async () => {
    const uri = await client.open(path.join(folder, 'a.req'), 'GET {{host}}/{{usr.name}}\n');
    const [found] = await client.diagnosticsOf(uri, (d) => d.length > 0);
    assert.equal(found?.code, 'undefined-variable');
    assert.deepEqual(found.range, { start: { line: 0, character: 13 }, end: { line: 0, character: 25 } });
    await client.change(uri, 'GET {{host}}/{{user.name}}\n');
    assert.deepEqual(await client.diagnosticsOf(uri, () => true), []);
  });

  it('checks and completes a GraphQL query with its schema, which is read in the background', async () => {
    fs.writeFileSync(path.join(folder, 'schema.graphql'), 'type Query { user: Int users: Int }\n');
    const uri = await client.open(path.join(folder, 'graphql.req'), '# @graphql ./schema.graphql\nGRAPHQL {{host}}\n\n{ usr }\n');
    const [found] = await client.diagnosticsOf(uri, (d) => d.length > 0);
    assert.deepEqual([found?.code, found?.range.start], ['graphql', { line: 3, character: 2 }]);
    const place = { textDocument: { uri }, position: { line: 3, character: 4 } };
    const list = (await client.connection.sendRequest(CompletionRequest.type, place)) as CompletionList;
    assert.deepEqual(
      list.items.map(({ label }) => label),
      ['user', 'users', '__typename'],
    );
  });

  it('reports the problems of the changed document, and those of the others on save', async () => {
    const user = await client.open(path.join(folder, 'user.req'), 'GET {{host}}/{{fromScript}}\n');
    const [missing] = await client.diagnosticsOf(user, (d) => d.length > 0);
    assert.equal(missing?.code, 'undefined-variable');
    // After all files of the collection are read, everything is published again; wait for that before counting.
    const place = { textDocument: { uri: user }, position: { line: 0, character: 7 }, context: { includeDeclaration: true } };
    await client.connection.sendRequest(ReferencesRequest.type, place);
    // Waiting diagnostics are then published for a newer text.
    await client.change(user, 'GET {{host}}/{{fromScript}}{{fromScript}}\n');
    await client.diagnosticsOf(user, (d) => d.length === 2);
    const setter = await client.open(path.join(folder, 'setter.req'), 'GET {{host}}\n');
    await client.diagnosticsOf(setter, () => true);
    const reported = client.timesTold(user);
    // The second round is published after all of the first.
    for (const edited of ['a', 'b']) {
      await client.change(setter, `GET {{host}}/${edited}\n\n> {%\n  tool.setVar("fromScript", 1);\n%}\n`);
      await client.diagnosticsOf(setter, () => true);
    }
    assert.equal(client.timesTold(user), reported);
    await client.save(setter);
    const known = await client.diagnosticsOf(user, (d) => d.every(({ code }) => code !== 'undefined-variable'));
    assert.ok(known.every(({ severity }) => severity !== 1));
  });

  it('hovers with the value of the environment that its client chose', async () => {
    const uri = await client.open(path.join(folder, 'b.req'), 'GET {{host}}/\n');
    const found = await client.connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position: { line: 0, character: 7 } });
    assert.ok(found);
    assert.match((found.contents as MarkupContent).value, /http:\/\/dev/);
  });

  it('completes, and returns the details of the selected item', async () => {
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
    const reported = await connection.sendRequest(CompletionResolveRequest.type, user);
    assert.match((reported.documentation as MarkupContent).value, /"name": "Ada"/);
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

  describe('with several files', () => {
    const at = (text: string, word: string, add = 1): { line: number; character: number } => {
      const before = text.slice(0, text.indexOf(word) + add).split('\n');
      return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    };
    const a = '### Log in\n# @name login\nGET {{host}}/in\n\n> {% tool.setVar("token", 1); %}\n';
    const b = '@ids = [7]\n\n### Next\n# @ref login\nget {{host}}/{{ids[0]}}/{{token}}\n\n{"a": {{ids}}}\n';
    let one: string;
    let two: string;

    before(async () => {
      fs.writeFileSync(path.join(folder, 'one.req'), a);
      one = await client.open(path.join(folder, 'one.req'), a);
      two = await client.open(path.join(folder, 'two.req'), b);
    });

    it('completes the API of scripts', async () => {
      const found = await client.connection.sendRequest(CompletionRequest.type, {
        textDocument: { uri: one },
        position: at(a, 'tool.', 5),
      });
      assert.ok((found as CompletionList).items.some((i) => i.label === 'getVar'));
    });

    it('goes to definitions in other files, and finds and marks references', async () => {
      const to = async (word: string): Promise<unknown> => {
        const found = await client.connection.sendRequest(DefinitionRequest.type, { textDocument: { uri: two }, position: at(b, word, 3) });
        return (found as Location[]).map((l) => [path.basename(l.uri), l.range.start.line]);
      };
      assert.deepEqual(await to('{{token}}'), [['one.req', 4]]);
      assert.deepEqual(await to('{{host}}'), [['http-client.env.json', 0]]);
      const references = await client.connection.sendRequest(ReferencesRequest.type, {
        textDocument: { uri: two },
        position: at(b, 'ids'),
        context: { includeDeclaration: true },
      });
      assert.equal(references?.length, 3);
      const marked = await client.connection.sendRequest(DocumentHighlightRequest.type, {
        textDocument: { uri: two },
        position: at(b, 'ids'),
      });
      assert.equal(marked?.length, 3);
    });

    it('renames over files, also in scripts, and reports why it cannot', async () => {
      const params = { textDocument: { uri: two }, position: at(b, '{{token}}', 3) };
      assert.deepEqual(await client.connection.sendRequest(PrepareRenameRequest.type, params), {
        range: { start: at(b, '{{token}}', 2), end: at(b, '{{token}}', 7) },
        placeholder: 'token',
      });
      const edit = await client.connection.sendRequest(RenameRequest.type, { ...params, newName: 'key' });
      assert.ok(edit);
      const changed = (edit.documentChanges as TextDocumentEdit[]).map((c) => [path.basename(c.textDocument.uri), c.edits.length]);
      assert.deepEqual(
        changed.toSorted(([x], [y]) => (String(x) < String(y) ? -1 : 1)),
        [
          ['one.req', 1],
          ['two.req', 1],
        ],
      );
      await assert.rejects(
        async () => client.connection.sendRequest(RenameRequest.type, { ...params, newName: 'a b' }),
        /may contain only letters/,
      );
    });

    it('returns symbols, folds, growing selections and links', async () => {
      const textDocument = { uri: two };
      const symbols = await client.connection.sendRequest(DocumentSymbolRequest.type, { textDocument });
      assert.deepEqual(
        (symbols as DocumentSymbol[]).map((s) => s.name),
        ['ids', 'Next'],
      );
      const everywhere = await client.connection.sendRequest(WorkspaceSymbolRequest.type, { query: 'logi' });
      assert.deepEqual(
        everywhere?.map((s) => s.name),
        ['Log in'],
      );
      assert.ok(((await client.connection.sendRequest(FoldingRangeRequest.type, { textDocument }))?.length ?? 0) > 0);
      const [grown] = (await client.connection.sendRequest(SelectionRangeRequest.type, { textDocument, positions: [at(b, 'ids')] })) ?? [];
      assert.ok(grown?.parent);
      assert.deepEqual(await client.connection.sendRequest(DocumentLinkRequest.type, { textDocument }), []);
    });

    it('offers quick fixes with their problem, refactorings on request, and Fix All', async () => {
      const start = at(b, 'get {{', 1);
      const params = { textDocument: { uri: two }, range: { start, end: start } };
      const fixes = (await client.connection.sendRequest(CodeActionRequest.type, {
        ...params,
        context: { diagnostics: [], only: ['quickfix'] },
      })) as CodeAction[];
      assert.deepEqual(
        fixes[0]?.diagnostics?.map((d) => d.code),
        ['method-case'],
      );
      assert.match(JSON.stringify(fixes[0]?.edit), /GET/);
      const others = (await client.connection.sendRequest(CodeActionRequest.type, {
        ...params,
        context: { diagnostics: [], only: ['refactor'] },
      })) as CodeAction[];
      assert.ok(others.every((x) => x.kind?.startsWith('refactor')));
      const all = (await client.connection.sendRequest(CodeActionRequest.type, {
        ...params,
        context: { diagnostics: [], only: ['source.fixAll'] },
      })) as CodeAction[];
      assert.equal(all.length, 1);
    });
  });

  it('offers quick fixes by an OpenAPI document, and reports a broken schema', async () => {
    fs.writeFileSync(path.join(folder, 'api.yaml'), 'openapi: 3.1.0\npaths: { /users: { get: {} } }\n');
    fs.writeFileSync(path.join(folder, 'broken.json'), '{');
    const text = '# @openapi ./api.yaml\nGET http://h/user\n\n?? body matchesSchema ./broken.json\n';
    const uri = await client.open(path.join(folder, 'api.req'), text);
    const start = { line: 1, character: 6 };
    const titles = async (): Promise<readonly string[]> => {
      const params = { textDocument: { uri }, range: { start, end: start }, context: { diagnostics: [] } };
      return ((await client.connection.sendRequest(CodeActionRequest.type, params)) ?? []).map((a) => a.title);
    };
    await until('the document is read', async () => (await titles()).includes('Change the path to /users'));
    await client.diagnosticsOf(uri, (found) => found.some((d) => d.code === 'schema-file'));
  });

  it('lives through an empty document, one that is not open, and places that are not there', async () => {
    const uri = await client.open(path.join(folder, 'empty.req'), '');
    const position = { line: 99, character: 99 };
    for (const textDocument of [{ uri }, { uri: 'file:///nowhere.req' }]) {
      await client.connection.sendRequest(HoverRequest.type, { textDocument, position });
      await client.connection.sendRequest(CompletionRequest.type, { textDocument, position });
      await client.connection.sendRequest(DefinitionRequest.type, { textDocument, position });
      await client.connection.sendRequest(DocumentSymbolRequest.type, { textDocument });
      await client.connection.sendRequest(DocumentFormattingRequest.type, { textDocument, options: { tabSize: 2, insertSpaces: true } });
    }
    const found = await client.connection.sendRequest(HoverRequest.type, { textDocument: { uri: 'untitled:Untitled-1' }, position });
    assert.equal(found, null);
  });
});
