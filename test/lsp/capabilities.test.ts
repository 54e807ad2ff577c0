import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { commandBundle, makeFolder, type Folder } from '../support/command.ts';
import { until } from '../support/until.ts';
import { Conversation } from './conversation.ts';

describe('req lsp follows the capabilities of its client', () => {
  let folder: Folder;
  let talk: Conversation;
  let uri: string;

  const text = '@id = 7\n\n### One\n# @name one\nPOST {{host}}/{{id}}\n\n< ./none.json\n';

  beforeEach(() => {
    folder = makeFolder({ 'collection.req': '@host = http://h\n' });
    uri = pathToFileURL(path.join(folder.path, 'a.req')).href;
  });
  afterEach(() => {
    talk.child.kill('SIGKILL');
    folder.remove();
  });

  /** Starts a session and opens the text. Returns what the server offers. */
  async function open(capabilities: object): Promise<Record<string, unknown>> {
    talk = new Conversation(await commandBundle(), folder.path, []);
    const { result } = await talk.initialize(null, capabilities);
    talk.notify('initialized', {});
    talk.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'req', version: 1, text } });
    return (result as { capabilities: Record<string, unknown> }).capabilities;
  }

  async function resultOf(method: string, params: object): Promise<unknown> {
    return (await talk.request(method, { textDocument: { uri }, ...params })).result;
  }

  const atHost = { position: { line: 4, character: 8 } };

  it('renames by versioned edits, else by a map of edits', async () => {
    assert.equal((await open({}))['renameProvider'], true);
    const edit = (line: number, start: number): object => ({
      range: { start: { line, character: start }, end: { line, character: start + 4 } },
      newText: 'base',
    });
    const renamed = await resultOf('textDocument/rename', { ...atHost, newName: 'base' });
    const shared = pathToFileURL(path.join(folder.path, 'collection.req')).href;
    assert.deepEqual(renamed, { changes: { [uri]: [edit(4, 7)], [shared]: [edit(0, 1)] } });
    talk.child.kill('SIGKILL');
    const offered = await open({
      workspace: { workspaceEdit: { documentChanges: true } },
      textDocument: { rename: { prepareSupport: true } },
    });
    assert.deepEqual(offered['renameProvider'], { prepareProvider: true });
    const versioned = (await resultOf('textDocument/rename', { ...atHost, newName: 'base' })) as { documentChanges: unknown[] };
    assert.equal(versioned.documentChanges.length, 2);
  });

  it('offers to create a file only if the client can', async () => {
    const start6 = { line: 6, character: 4 };
    const params = { range: { start: start6, end: start6 }, context: { diagnostics: [], only: ['quickfix'] } };
    const titles = async (): Promise<readonly string[]> =>
      ((await resultOf('textDocument/codeAction', params)) as { title: string }[]).map((a) => a.title);
    await open({ workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create'] } } });
    assert.deepEqual(await titles(), ['Create ./none.json']);
    for (const workspaceEdit of [{}, { documentChanges: true }, { resourceOperations: ['create'] }]) {
      talk.child.kill('SIGKILL');
      await open({ workspace: { workspaceEdit } });
      assert.deepEqual(await titles(), []);
    }
  });

  it('hovers and documents completions in plain text for a client that does not show Markdown', async () => {
    await open({
      textDocument: { hover: { contentFormat: ['plaintext'] }, completion: { completionItem: { documentationFormat: ['plaintext'] } } },
    });
    const hover = (await resultOf('textDocument/hover', atHost)) as { contents: unknown };
    assert.deepEqual(hover.contents, { kind: 'plaintext', value: 'host · string\n\nhttp://h\n\nFrom collection.req:1' });
    const { items } = (await resultOf('textDocument/completion', atHost)) as { items: { label: string }[] };
    const host = items.find(({ label }) => label === 'host');
    const { result } = await talk.request('completionItem/resolve', host);
    assert.equal((result as { documentation: { kind: string } }).documentation.kind, 'plaintext');
    talk.child.kill('SIGKILL');
    await open({ textDocument: { hover: { contentFormat: ['plaintext', 'markdown'] } } });
    const shown = (await resultOf('textDocument/hover', atHost)) as { contents: { kind: string } };
    assert.equal(shown.contents.kind, 'markdown');
  });

  it('lists symbols as a tree, else flat', async () => {
    await open({});
    const flat = (await resultOf('textDocument/documentSymbol', {})) as { name: string; location: { uri: string } }[];
    assert.deepEqual(
      flat.map((s) => [s.name, s.location.uri]),
      [
        ['id', uri],
        ['One', uri],
      ],
    );
    talk.child.kill('SIGKILL');
    await open({ textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } });
    const tree = (await resultOf('textDocument/documentSymbol', {})) as { name: string; children: unknown[] }[];
    assert.deepEqual(
      tree.map((s) => s.name),
      ['id', 'One'],
    );
    assert.ok(tree.every((s) => Array.isArray(s.children)));
  });

  for (const [what, other] of [
    ['inlayHint', 'semanticTokens'],
    ['semanticTokens', 'inlayHint'],
  ] as const)
    it(`requests a refresh of ${what} from a client that cannot refresh ${other}`, async () => {
      await open({ workspace: { [what]: { refreshSupport: true } } });
      await resultOf('textDocument/hover', atHost);
      const requests = (): readonly (string | undefined)[] => talk.received.filter((m) => m.id !== undefined).map((m) => m.method);
      const before = requests().length;
      talk.notify('workspace/didChangeConfiguration', { settings: { req: { environment: '' } } });
      await until('the refresh', () => (requests().slice(before).includes(`workspace/${what}/refresh`) ? true : undefined));
      assert.ok(!requests().includes(`workspace/${other}/refresh`));
    });
});
