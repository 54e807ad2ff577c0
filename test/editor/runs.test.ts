import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ActiveRuns, type ActiveRun } from '../../src/editor/sending/activeRuns.ts';
import { Environments } from '../../src/editor/world/environments.ts';
import { RunRecord } from '../../src/response/record/runRecord.ts';
import { cookieKeeper } from '../../src/editor/sending/cookieKeeper.ts';
import { Permissions } from '../../src/editor/sending/permissions.ts';
import { Runs } from '../../src/editor/sending/runs.ts';
import { Surroundings } from '../../src/editor/world/editorSurroundings.ts';
import { SecretStore } from '../../src/editor/secrets/secretStore.ts';
import { VariableStores } from '../../src/editor/sending/variableStores.ts';
import { signInWithEditor, TokenKeeper } from '../../src/editor/sending/signIn.ts';
import { vscodeHost } from '../../src/editor/sending/vscodeHost.ts';
import { listRequests } from '../../src/language/index.ts';
import { createView } from '../../src/language/onDemand.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { startStreamServer, type StreamServer } from '../support/streamServer.ts';
import { until } from '../support/until.ts';
import { hoverText, openFile, send, type Summary } from './workspaceFile.ts';

describe('runs in the editor', () => {
  let recorder: Recorder;
  let streams: StreamServer;

  beforeEach(async () => {
    recorder = await startRecorder();
    streams = await startStreamServer();
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('req.cancelAll');
    streams.close();
    await recorder.close();
  });

  it('leave one stream alive where a request is sent again twice at the same moment', async () => {
    const kept = new Map<string, unknown>();
    const memento = {
      keys: () => [...kept.keys()],
      get: (key: string, fallback?: unknown) => kept.get(key) ?? fallback,
      update: async (key: string, v: unknown) => void kept.set(key, v),
    };
    const extension = vscode.extensions.getExtension('req-client.req-client');
    assert.ok(extension);
    const context = { extension, extensionUri: extension.extensionUri, workspaceState: memento } as unknown as vscode.ExtensionContext;
    const variables = new VariableStores(memento as vscode.Memento);
    const active = new ActiveRuns();
    const permissions = new Permissions(memento as vscode.Memento);
    const runs = new Runs(
      vscodeHost(
        permissions,
        new SecretStore(context.secrets, memento as vscode.Memento),
        signInWithEditor(new TokenKeeper(context.secrets, memento as vscode.Memento), permissions),
        cookieKeeper(context.secrets, memento as vscode.Memento),
        async () => undefined,
      ),
      variables,
      active,
      context,
    );
    const surroundings = new Surroundings(
      variables,
      new Environments(memento as vscode.Memento),
      (root) => active.exchangesOf(root),
      async () => createView,
    );
    try {
      const known = await surroundings.know(await openFile('twice.req', `GET ${streams.url}/feed\n`));
      const [request] = listRequests(known.tree);
      assert.ok(request);
      let over = 0;
      const begin = (): Promise<RunRecord> => runs.send(known, request).finally(() => over++);
      const all = [begin()];
      await until('the first stream is live', () => streams.feeds.length === 1);
      all.push(begin(), begin());
      await until('one run is left', () => over === 2 && active.all.length === 1);
      active.cancelAll();
      assert.deepEqual(
        (await Promise.all(all)).map((r) => r.summary?.outcome),
        ['cancelled', 'cancelled', 'cancelled'],
      );
      await until('no stream is live', () => streams.feeds.every((f) => f.closed));
    } finally {
      for (const part of [surroundings, runs, active, variables]) part.dispose();
    }
  });

  it('go on, scripts included, when limits change and another request is sent', async () => {
    const document = await openFile(
      'limits.req',
      `### feed\nGET ${streams.url}/feed\n\n> {%\n  tool.setVar("ended", response.events.length);\n%}\n\n### other\nGET ${recorder.url}/other\n`,
    );
    const running = send(document, '/feed');
    const feed = await until('the stream is live', () => streams.feeds[0]);
    await vscode.workspace.getConfiguration().update('req.scripts.timeLimit', 5, vscode.ConfigurationTarget.Workspace);
    try {
      assert.equal((await send(document, '/other')).outcome, 'complete');
      feed.write('data: one\n\n');
      feed.end();
      assert.equal((await running).outcome, 'complete');
      const shows = await openFile('limits-shows.req', `GET ${recorder.url}/{{ended}}\n`);
      assert.match(await hoverText(shows, '{{ended}}'), /number[^]*1/);
    } finally {
      await vscode.workspace.getConfiguration().update('req.scripts.timeLimit', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it('that end at once do not change the progress display', async () => {
    const active = new ActiveRuns();
    const uri = vscode.Uri.file('/a.req');
    const run = (id: string): ActiveRun => ({
      record: new RunRecord(id, uri, { key: 'a#0', title: 'a', index: 0, count: 1 }, null),
      since: 0,
      stop: new AbortController(),
      done: Promise.resolve(),
    });
    const [short, long] = [run('short'), run('long')];
    const changes: boolean[] = [];
    active.onDidChangeLong(() => changes.push(active.long.length > 0));
    active.add(short);
    active.delete(short);
    active.add(long);
    await until('the other is long', () => active.long.length > 0);
    active.delete(long);
    assert.deepEqual(changes, [true, false]);
    active.dispose();
  });

  it('keep their lens, and Cancel ends them, while their request is edited', async () => {
    const document = await openFile('edited.req', `### Feed\nGET ${streams.url}/feed\n`);
    const running = send(document, '/feed');
    const feed = await until('the stream is live', () => streams.feeds[0]);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, '### Feed'.length), ' of events');
    edit.insert(document.uri, new vscode.Position(1, `GET ${streams.url}/feed`.length), '?more=1');
    await vscode.workspace.applyEdit(edit);
    const cancel = await until('the lens cancels', async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 10);
      return lenses[0]?.command?.title.includes('Cancel') === true ? lenses[0].command : undefined;
    });
    await vscode.commands.executeCommand(cancel.command, ...(cancel.arguments ?? []));
    assert.equal((await running).outcome, 'cancelled');
    await until('the server sees the socket close', () => feed.closed);
  });

  it('never send another request instead of a removed one', async () => {
    const document = await openFile('gone.req', `GET ${recorder.url}/kept\n\n###\nDELETE ${recorder.url}/everything\n`);
    await send(document, '/kept');
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, 3, 0), '');
    await vscode.workspace.applyEdit(edit);
    await vscode.commands.executeCommand('req.sendAgain');
    assert.deepEqual(
      recorder.requests.map((r) => r.method),
      ['GET'],
    );
  });

  it('send the same request again after lines were inserted before it', async () => {
    const document = await openFile('moved.req', `GET ${recorder.url}/moved\n`);
    await send(document, '/moved');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), `DELETE ${recorder.url}/everything\n\n###\n`);
    await vscode.workspace.applyEdit(edit);
    await vscode.commands.executeCommand('req.sendAgain');
    assert.deepEqual(
      recorder.requests.map((r) => r.target),
      ['/moved', '/moved'],
    );
  });

  it('work from a document that was never saved, with the files of the workspace folder', async () => {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(root);
    const shared = vscode.Uri.joinPath(root, 'untitled-body.txt');
    await vscode.workspace.fs.writeFile(shared, Buffer.from('from a file'));
    const document = await vscode.workspace.openTextDocument({
      language: 'req',
      content: `POST ${recorder.url}/untitled\n\n< ./untitled-body.txt\n`,
    });
    assert.equal((await send(document, '/untitled')).outcome, 'complete');
    assert.equal(recorder.requests[0]?.body, 'from a file');
  });

  it('use an environment file that appears or changes just before they are sent', async () => {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(root);
    const document = await openFile('fresh/env.req', `POST ${recorder.url}/env\n\n{{fresh}}\n`);
    const file = vscode.Uri.joinPath(root, 'fresh/http-client.env.json');
    for (const fresh of ['one', 'two']) {
      await vscode.workspace.fs.writeFile(file, Buffer.from(JSON.stringify({ $shared: { fresh } })));
      const { outcome, failure }: Summary = await send(document, '/env');
      assert.equal(outcome, 'complete', failure?.message);
      assert.equal(recorder.requests.at(-1)?.body, fresh);
    }
  });
});
