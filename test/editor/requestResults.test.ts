import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { LastResults } from '../../src/editor/sending/lastResults.ts';
import { LastRuns } from '../../src/editor/requests/lastRuns.ts';
import { identify, listRequests, parse, type RequestIdentity } from '../../src/language/index.ts';
import type { FinishedRun } from '../../src/response/record/finishedRun.ts';
import type { RunRecord } from '../../src/response/record/runRecord.ts';
import type { StoredFacts } from '../../src/response/record/storedRun.ts';
import { until } from '../support/until.ts';
import { openRows, rowAt, type Opened } from './openedRows.ts';
import { writeFile } from './workspaceFile.ts';

const place = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'results');
const file = path.join(place, 'a.req');
const uri = vscode.Uri.file(file);
const text = '### Log in\nPOST http://127.0.0.1:1/session\n\n### Users\nGET http://127.0.0.1:1/users\n\n###\nGET http://127.0.0.1:1/c\n';

const identityAt = (index: number, of = text): RequestIdentity => {
  const tree = parse(of);
  return identify(tree, listRequests(tree)[index] ?? assert.fail());
};

const facts = (request: RequestIdentity, status: number, time: number): StoredFacts =>
  ({
    uri: uri.toString(),
    request,
    status,
    time,
    statusText: '',
    outcome: 'complete',
    duration: 1,
    tests: { passed: 0, failed: 0 },
  }) as StoredFacts;

/** A run that ended with a status. */
function ended(request: RequestIdentity, status: number, time: number): FinishedRun {
  const record = { id: `${time}`, uri, request, environment: '', bytes: undefined, events: { total: 0 } };
  const events = [
    { kind: 'started', time, line: 1, method: 'GET', urlTemplate: '' },
    { kind: 'sending', request: { method: 'GET', url: 'http://h/' } },
    { kind: 'head', head: { status, statusText: '' } },
    { kind: 'finished', outcome: 'complete', timings: { total: 1 } },
  ];
  const notes = events.map((event) => ({ event }));
  return { record, root: place, notes, directives: [], hiding: { mask: (value: string) => value } } as unknown as FinishedRun;
}

describe('the results in the Requests view', () => {
  const finished = new vscode.EventEmitter<FinishedRun>();
  let stored: readonly StoredFacts[];
  let view: Opened;

  beforeEach(async () => {
    await writeFile('results/collection.req', '');
    await writeFile('results/a.req', text);
    stored = [];
    view = openRows(new LastRuns({ onDidFinish: finished.event }, async () => stored));
  });

  afterEach(async () => {
    view.dispose();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    fs.rmSync(place, { recursive: true, force: true });
  });

  async function replace(before: string, after: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    const at = document.getText().indexOf(before);
    const change = new vscode.WorkspaceEdit();
    change.replace(uri, new vscode.Range(document.positionAt(at), document.positionAt(at + before.length)), after);
    assert.ok(await vscode.workspace.applyEdit(change));
  }

  const shown = async (): Promise<readonly string[]> => {
    const rows = await view.rows.getChildren(await rowAt(view, 'results', 'a.req'));
    return rows.map((row) => String(view.rows.getTreeItem(row).description).split(' · ')[0] ?? '');
  };
  const showing = async (...wanted: readonly string[]): Promise<void> => {
    let last: readonly string[] = [];
    await until(`the rows show ${wanted.join(', ')}`, async () => {
      last = await shown();
      return last.join() === wanted.join();
    }).catch((e: unknown) => {
      throw new Error(`They show ${last.join(', ')}.`, { cause: e });
    });
  };

  const none = 'http://127.0.0.1:1/session';
  const users = 'http://127.0.0.1:1/users';

  it('stay with a request whose title, name or URL is edited', async () => {
    stored = [facts(identityAt(1), 201, 1)];
    await showing(none, '201', '');
    await replace('### Users', '### All users');
    await showing(none, '201', '');
    await replace('/users', '/people');
    await showing(none, '201', '');
    await replace('### All users', '### All people\n# @name people');
    await showing(none, '201', '');
  });

  it('stay with a request without a title whose URL is edited', async () => {
    finished.fire(ended(identityAt(2), 204, 1));
    await showing(none, users, '204');
    await replace('/c\n', '/c?page=2\n');
    await showing(none, users, '204');
  });

  it('are shown at a request that was edited before the view was opened, or while it ran', async () => {
    finished.fire(ended(identityAt(1), 201, 1));
    await replace('### Users', '### All users');
    await showing(none, '201', '');
    await replace('### Log in', '### Sign in');
    await showing(none, '201', '');
    finished.fire(ended(identityAt(0), 200, 2));
    await showing('200', '201', '');
  });

  it('of an earlier window are not given to another request at the place of one that is gone', async () => {
    stored = [facts({ ...identityAt(1), key: 'Gone#0', title: 'Gone' }, 201, 1)];
    await showing(none, users, '');
  });

  it('of an earlier window no longer count at a file that is read and does not have their request', async () => {
    await writeFile('results/b.req', '### New\nGET http://127.0.0.1:1/new\n');
    const gone = {
      ...facts({ key: 'Gone#0', title: 'Gone', index: 0, count: 1 }, 500, 1),
      uri: vscode.Uri.file(path.join(place, 'b.req')).toString(),
    };
    stored = [gone];
    const [read, folder, row] = [
      await rowAt(view, 'results', 'a.req'),
      await rowAt(view, 'results'),
      await rowAt(view, 'results', 'b.req'),
    ];
    const updated = new Set<unknown>();
    const listening = view.rows.onDidChangeTreeData((changed) => [changed].flat().forEach((node) => updated.add(node)));
    const countOf = (): unknown => view.rows.getTreeItem(row).description;
    await view.rows.getChildren(read);
    await until('the history is counted', () => updated.has(folder));
    assert.equal(countOf(), '1 failed');
    updated.clear();
    await view.rows.getChildren(row);
    await until('the row is updated', () => updated.has(row));
    assert.notEqual(countOf(), '1 failed');
    listening.dispose();
  });

  it('of the same request at the lens are not replaced by a newer one of a request that is gone', () => {
    const results = new LastResults();
    const record = (id: string, request: RequestIdentity): RunRecord =>
      ({ id, uri, request, share: () => ({ dispose: () => {} }) }) as unknown as RunRecord;
    results.add(record('users', identityAt(1)), facts(identityAt(1), 200, 1));
    results.add(record('gone', identityAt(0)), facts(identityAt(0), 500, 2));
    // The first request is deleted, and another one added at the end.
    const tree = parse(text.replace(/^### Log in\n.*\n\n/, '') + '\n### New\nGET http://127.0.0.1:1/new\n');
    const at = results.of(uri, tree);
    const found = listRequests(tree).map(({ block }) => at.get(block)?.runId);
    assert.deepEqual(found, ['users', undefined, undefined]);
    results.dispose();
  });
});
