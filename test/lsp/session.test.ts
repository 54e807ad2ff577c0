import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { commandBundle, makeFolder, type Folder } from '../support/command.ts';
import { until } from '../support/until.ts';
import { Conversation } from './conversation.ts';

describe('a session with req lsp', () => {
  let folder: Folder;
  let talk: Conversation;

  const start = async (...flags: readonly string[]): Promise<void> => {
    talk = new Conversation(await commandBundle(), folder.path, flags);
  };
  beforeEach(() => {
    folder = makeFolder({ 'collection.req': '@host = http://h\n' });
  });
  afterEach(() => {
    talk.child.kill('SIGKILL');
    folder.remove();
  });

  it('runs from initialize to exit over a pipe, with diagnostics, hover and completion', async () => {
    await start('--stdio', `--clientProcessId=${process.pid}`);
    const { result } = await talk.initialize(process.pid);
    assert.equal((result as { serverInfo: { name: string } }).serverInfo.name, 'req');
    talk.notify('initialized', {});
    const uri = pathToFileURL(path.join(folder.path, 'a.req')).href;
    talk.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'req', version: 1, text: 'GET {{host}}/{{usr}}\n' } });
    const published = await until('diagnostics', () => talk.received.find((m) => m.method === 'textDocument/publishDiagnostics'));
    const { diagnostics } = published.params as { diagnostics: { code: string; range: unknown }[] };
    assert.deepEqual(
      diagnostics.map((d) => d.code),
      ['undefined-variable'],
    );
    const position = { line: 0, character: 7 };
    const hover = await talk.request('textDocument/hover', { textDocument: { uri }, position });
    assert.match(JSON.stringify(hover.result), /http:\/\/h/);
    const completion = await talk.request('textDocument/completion', { textDocument: { uri }, position });
    assert.match(JSON.stringify(completion.result), /"label":"host"/);
    assert.equal((await talk.request('shutdown')).error, undefined);
    talk.notify('exit');
    assert.equal(await talk.exited, 0);
    assert.deepEqual([talk.other, talk.errors], ['', '']);
  });

  it("cancels a request on the client's demand, and answers the next", async () => {
    await start();
    await talk.initialize(null);
    const uri = pathToFileURL(path.join(folder.path, 'a.req')).href;
    const params = { textDocument: { uri }, position: { line: 0, character: 0 } };
    talk.write(
      { id: 71, method: 'textDocument/hover', params },
      { id: 72, method: 'textDocument/hover', params },
      { method: '$/cancelRequest', params: { id: 72 } },
      { id: 73, method: 'textDocument/hover', params },
    );
    assert.equal((await talk.response(72)).error?.code, -32800);
    assert.equal((await talk.response(73)).error, undefined);
  });

  it('answers an unknown method with an error, and continues', async () => {
    await start();
    await talk.initialize(null);
    assert.equal((await talk.request('textDocument/nothing', {})).error?.code, -32601);
    talk.notify('$/nothing');
    assert.equal((await talk.request('shutdown')).error, undefined);
  });

  it('answers requests before initialize and after shutdown with an error, and ignores notifications', async () => {
    await start();
    const uri = pathToFileURL(path.join(folder.path, 'a.req')).href;
    const hover = { textDocument: { uri }, position: { line: 0, character: 7 } };
    const open = { textDocument: { uri, languageId: 'req', version: 1, text: 'GET {{host}}/\n' } };
    talk.notify('textDocument/didOpen', open);
    assert.equal((await talk.request('textDocument/hover', hover)).error?.code, -32002);
    assert.equal((await talk.request('shutdown')).error?.code, -32002);
    await talk.initialize(null);
    assert.equal((await talk.request('textDocument/hover', hover)).result, null);
    assert.equal((await talk.initialize(null)).error?.code, -32600);
    talk.notify('textDocument/didOpen', open);
    assert.ok((await talk.request('textDocument/hover', hover)).result);
    assert.equal((await talk.request('shutdown')).error, undefined);
    assert.equal((await talk.request('textDocument/hover', hover)).error?.code, -32600);
    assert.equal((await talk.request('shutdown')).error?.code, -32600);
    talk.notify('exit');
    assert.equal(await talk.exited, 0);
  });

  it('ends with 1 without shutdown', async () => {
    await start();
    await talk.initialize(null);
    talk.notify('exit');
    assert.equal(await talk.exited, 1);
  });

  it('ends when its input closes, before and after initialize', async () => {
    await start();
    talk.child.stdin.end();
    assert.equal(await talk.exited, 1);
    await start();
    await talk.initialize(null);
    talk.child.stdin.end();
    assert.equal(await talk.exited, 1);
  });

  for (const [what, bytes, message] of [
    ['a header without an end', 'x'.repeat(1_000_000), 'The header of a message is longer than 16 KiB.'],
    ['a header without a length', 'Content-Type: text/plain\r\n\r\n{}', 'The header of a message has no Content-Length.'],
    [
      'a message of a billion bytes',
      'Content-Length: 1000000000\r\n\r\n{}',
      'A message is 1000000000 bytes long, and the limit is 256 MiB.',
    ],
  ] as const)
    it(`ends with an error at ${what}, though the pipe stays open`, async () => {
      await start();
      await talk.initialize(null);
      talk.child.stdin.write(bytes);
      assert.equal(await talk.exited, 2);
      assert.ok(talk.errors.includes(message), talk.errors);
      assert.ok(talk.errors.includes('Language Server Protocol'), talk.errors);
    });

  it('reads messages however they are divided, with other headers and headers in their text', async () => {
    await start();
    const text = JSON.stringify({
      jsonrpc: '2.0',
      id: 5,
      method: 'initialize',
      params: { capabilities: {}, processId: null, rootUri: null, x: 'ä' },
    }).replace('{', '{\r\n\r\n');
    const message = `content-length: ${Buffer.byteLength(text)}\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n${text}`;
    for (const byte of Buffer.from(message)) {
      talk.child.stdin.write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal((await talk.response(5)).error, undefined);
  });

  it('ends with the process of its client, though the pipe stays open', async () => {
    const editor = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await start();
    await talk.initialize(editor.pid ?? null);
    editor.kill('SIGKILL');
    assert.equal(await talk.exited, 1);
  });

  it('ends by a signal while a request is open', async () => {
    await start();
    await talk.initialize(null);
    talk.child.kill('SIGTERM');
    await talk.exited;
    assert.equal(talk.child.signalCode, 'SIGTERM');
  });
});
