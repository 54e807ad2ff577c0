import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { chooseRow } from '../../src/editor/commands/responses/chooseRow.ts';
import { codeLensProvider } from '../../src/editor/providers/codeLensProvider.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { startStreamServer } from '../support/streamServer.ts';
import { until } from '../support/until.ts';
import { explorer, itemOf, type SpiedExplorer } from './spiedExplorer.ts';
import { openFile, writeFile } from './workspaceFile.ts';

const run = promisify(execFile);

describe('the Test Explorer', () => {
  let recorder: Recorder;
  let made: SpiedExplorer;

  beforeEach(async () => {
    recorder = await startRecorder();
    made = explorer();
  });

  afterEach(async () => {
    made.dispose();
    await recorder.close();
  });

  it('shows how each request of a file ended, with the expected value and the place of the failure', async () => {
    const document = await openFile(
      'tests/reported.req',
      [
        '### good',
        `GET ${recorder.url}/good`,
        '',
        '?? status == 200',
        '',
        '### bad',
        `GET ${recorder.url}/bad`,
        '',
        '?? status == 404',
        '',
        '### broken',
        'GET http://127.0.0.1:1/',
        '',
        '### off',
        '# @disabled',
        `GET ${recorder.url}/off`,
        '',
        '### left',
        '< {% console.log("said \\u001b[2J so"); tool.skip("not today") %}',
        `GET ${recorder.url}/left`,
        '',
      ].join('\n'),
    );
    await made.tests.run([document.uri.fsPath]);
    assert.deepEqual(made.results(), ['skipped off', 'passed good', 'failed bad', 'errored broken', 'skipped left']);
    const [message] = made.reported.find((t) => t.what === 'failed')?.messages ?? [];
    assert.equal(message?.location?.range.start.line, 8);
    assert.equal(message.location.uri.toString(), document.uri.toString());
    assert.equal(message.expectedOutput, '404');
    assert.equal(message.actualOutput, '200');
    assert.match(made.output(), /GET http:\S+\/good\r\n {2}200 OK/);
    assert.match(made.output(), /✗ status == 404/);
    assert.match(made.output(), /said ␛\[2J so[^]*skipped: not today/);
    assert.doesNotMatch(made.output(), /[^\r]\n/);
  });

  it('shows collections, folders, files and requests after an edit', async () => {
    await writeFile('tree/collection.req', '@a = 1\n');
    const document = await openFile(
      'tree/deep/down/one.req',
      '### first\nGET http://127.0.0.1:1/\n\n### second\nGET http://127.0.0.1:1/\n',
    );
    await until('the file is there', () => {
      try {
        return made.find('tree', 'deep', 'down', 'one.req', 'second');
      } catch {
        return undefined;
      }
    });
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(3, 0, 3, 10), '\n### third');
    await vscode.workspace.applyEdit(edit);
    const third = await until('the new title is there', () => {
      try {
        return made.find('tree', 'deep', 'down', 'one.req', 'third');
      } catch {
        return undefined;
      }
    });
    assert.equal(third.range?.start.line, 5);
    assert.equal(made.find('tree', 'deep', 'down', 'one.req').children.size, 2);
  });

  it('runs only the included requests, and first those that they need', async () => {
    const document = await openFile(
      'tests/needs.req',
      `### a\n# @name login\nGET ${recorder.url}/login\n\n### b\n# @ref login\nGET ${recorder.url}/b\n\n### c\nGET ${recorder.url}/c\n`,
    );
    await made.tests.run([document.uri.fsPath]);
    made.reported.length = 0;
    recorder.requests.length = 0;
    const item = itemOf(made, document, 'b');
    await made.profiles[0]?.runHandler(new vscode.TestRunRequest([item]), new vscode.CancellationTokenSource().token);
    assert.deepEqual(
      recorder.requests.map((r) => r.target),
      ['/login', '/b'],
    );
    assert.deepEqual(made.results(), ['passed login', 'passed b']);
  });

  it('shows each row of data below its request, and runs a row again alone', async () => {
    const data = await writeFile('tests/rows.jsonl', '{"who":"ada","code":200}\n{"who":"bob","code":404}\n');
    const document = await openFile('tests/rows.req', `### greet\nGET ${recorder.url}/{{who}}\n\n?? status == {{code}}\n`);
    await made.tests.run([document.uri.fsPath], { rows: await made.tests.rowsOf(data) });
    const rows = [`${vscode.workspace.asRelativePath(data)}:1`, `${vscode.workspace.asRelativePath(data)}:2`] as const;
    assert.deepEqual(made.results(), ['passed who=ada, code=200', 'failed who=bob, code=404']);
    made.reported.length = 0;
    const row = itemOf(made, document, 'greet').children.get(rows[1]);
    assert.ok(row);
    await made.profiles[0]?.runHandler(new vscode.TestRunRequest([row]), new vscode.CancellationTokenSource().token);
    assert.deepEqual(made.results(), ['failed who=bob, code=404']);
    assert.deepEqual(
      recorder.requests.map((r) => r.target),
      ['/ada', '/bob', '/bob'],
    );
  });

  it('shows a stored secret in no name of a row: in tests, their output, the lens and the choice of a row', async () => {
    const stored = 'stored-4711';
    await writeFile('tests/stored.json', JSON.stringify([{ who: 'ada' }, { who: stored }, { who: `x-${stored}` }]));
    const text = `### a\n# @data ./stored.json\nGET ${recorder.url}/a\n`;
    const document = await openFile('tests/stored.req', text);
    const { root } = (await made.surroundings.know(document)).collection;
    await made.secrets.keep({ name: 'KEY', root }, stored);

    await made.tests.run([document.uri.fsPath]);
    const names = made.reported.map((t) => t.item);
    assert.ok(names.includes('who=•••') && names.includes('who=ada') && names.includes('who=x-•••'), names.join('; '));
    assert.ok(made.output().includes('who=•••'));
    assert.ok(!`${names.join()}${made.output()}`.includes(stored));

    made.surroundings.rows.choose(vscode.Uri.joinPath(document.uri, '../stored.json').fsPath, 1);
    const provider = codeLensProvider(made.surroundings, made.active, made.secrets);
    const lenses = await provider.provideCodeLenses(document, new vscode.CancellationTokenSource().token);
    provider.dispose();
    assert.deepEqual(
      lenses?.flatMap(({ command }) => (command?.command === 'req.chooseRow' ? command.title : [])),
      ['Row 2 of 3: who=•••'],
    );

    const refreshed = codeLensProvider(made.surroundings, made.active, made.secrets);
    const asked = new Promise<void>((resolve) => refreshed.onDidChangeCodeLenses?.(() => resolve()));
    await made.secrets.keep({ name: 'OTHER', root }, 'ada');
    await asked;
    await made.secrets.delete({ name: 'OTHER', root });
    refreshed.dispose();

    const { showQuickPick } = vscode.window;
    let offered: readonly { readonly label: string }[] = [];
    Object.assign(vscode.window, { showQuickPick: async (items: typeof offered) => void (offered = items) });
    try {
      await chooseRow(made, document.uri, 0);
    } finally {
      Object.assign(vscode.window, { showQuickPick });
    }
    assert.deepEqual(
      offered.map(({ label }) => label),
      ['who=ada', 'who=•••', 'who=x-•••'],
    );
  });

  it('runs a request with @data once for each row, and Send uses the chosen row', async () => {
    await writeFile('tests/own.json', '[{"who":"ada","code":200},{"who":"bob","code":404}]');
    const document = await openFile(
      'tests/own.req',
      `### first\nGET ${recorder.url}/first\n\n### greet\n# @data ./own.json\nGET ${recorder.url}/{{who}}\n\n?? status == {{code}}\n`,
    );
    await made.tests.run([document.uri.fsPath]);
    assert.deepEqual(made.results(), ['passed first', 'passed who=ada, code=200', 'failed who=bob, code=404']);
    recorder.requests.length = 0;
    made.surroundings.rows.choose(vscode.Uri.joinPath(document.uri, '../own.json').fsPath, 1);
    const known = await made.surroundings.know(document);
    const row = known.contextOf(known.tree.blocks.at(-1) as never).variables.find('who');
    assert.equal(row?.value, 'bob');
  });

  it('stops a run that is cancelled, and begins nothing more', async () => {
    const streams = await startStreamServer();
    try {
      const document = await openFile('tests/stopped.req', `### feed\nGET ${streams.url}/feed\n\n### after\nGET ${recorder.url}/after\n`);
      const running = made.tests.run([document.uri.fsPath]);
      await until('the stream is live', () => streams.feeds.length === 1);
      made.tests.cancelAll();
      await running;
      assert.deepEqual(made.results(), ['skipped feed']);
      assert.equal(recorder.requests.length, 0);
    } finally {
      streams.close();
    }
  });

  it('runs a watched file again when it is saved', async () => {
    const document = await openFile('tests/watched.req', `### one\nGET ${recorder.url}/one\n`);
    await made.tests.run([document.uri.fsPath]);
    const stop = new vscode.CancellationTokenSource();
    const file = itemOf(made, document);
    await made.profiles[0]?.runHandler(new vscode.TestRunRequest([file], undefined, undefined, true), stop.token);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(1, `GET ${recorder.url}/one`.length), '?again');
    await vscode.workspace.applyEdit(edit);
    await document.save();
    await until('it was run again', () => recorder.requests.at(-1)?.target === '/one?again');
    stop.cancel();
  });

  it('plays the sample collection with the same outcomes as req run', async () => {
    const extension = vscode.extensions.getExtension('req-client.req-client');
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    assert.ok(extension !== undefined && folder !== undefined);
    const server = spawn(process.execPath, [path.join(extension.extensionPath, 'sample/server.mjs'), '--port', '0'], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    let said = '';
    server.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const url = await until('the sample server listens', () => /http:\S+/.exec(said)?.[0]);
    const copy = path.join(folder, 'played');
    try {
      fs.cpSync(path.join(extension.extensionPath, 'sample/collection'), copy, { recursive: true });
      for (const name of fs.readdirSync(copy, { recursive: true, encoding: 'utf8' })) {
        const file = path.join(copy, name);
        if (!/\.(req|json)$/.test(name)) continue;
        const text = fs.readFileSync(file, 'utf8').replaceAll('http://127.0.0.1:4010', url);
        fs.writeFileSync(
          file,
          text.replace('@max-time 30s', '@max-time 500ms').replaceAll(/(duration(?: <|\).to.be.below\()) ?5000/g, '$1 100000'),
        );
      }
      const command = run(process.execPath, [path.join(extension.extensionPath, 'dist/req.cjs'), 'run', copy, '--reporter', 'json'], {
        maxBuffer: 2 ** 28,
      });
      const { stdout } = await command.catch((e: unknown) => e as { readonly stdout: string });
      const reported = JSON.parse(stdout) as {
        readonly requests: readonly {
          readonly name: string;
          readonly verdict: string;
          readonly tests: readonly { readonly name: string; readonly passed: boolean }[];
        }[];
      };
      const played = (await made.tests.run([copy])) ?? [];
      assert.ok(played.length > 40);
      assert.deepEqual(
        played.map((r) => [r.of.request.name || r.of.request.title, r.verdict, r.tests.map((t) => `${t.name} ${t.passed}`)]),
        reported.requests.map((r) => [r.name, r.verdict, r.tests.map((t) => `${t.name} ${t.passed}`)]),
      );
    } finally {
      fs.rmSync(copy, { recursive: true, force: true });
      server.kill();
    }
  });
});
