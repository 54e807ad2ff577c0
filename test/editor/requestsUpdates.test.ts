import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { followEditor } from '../../src/editor/requests/followEditor.ts';
import { LastRuns } from '../../src/editor/requests/lastRuns.ts';
import type { RequestRows } from '../../src/editor/requests/requestRows.ts';
import { identify, listRequests } from '../../src/language/index.ts';
import type { FileNode, RequestTreeNode } from '../../src/language/onDemand.ts';
import type { RunRecord } from '../../src/response/record/runRecord.ts';
import type { StoredFacts } from '../../src/response/record/storedRun.ts';
import { until } from '../support/until.ts';
import { labelOf, labelsIn, openRows, rowAt, type Opened } from './openedRows.ts';
import { writeFile } from './workspaceFile.ts';

const place = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'updated');
const file = path.join(place, 'a.req');
const text = '### Log in\nPOST http://127.0.0.1:1/session\n\n### Users\nGET http://127.0.0.1:1/users\n';

/** The results of requests, as the view reads them. */
function sentRequests() {
  const changed = new vscode.EventEmitter<StoredFacts | undefined>();
  const last = {
    onDidChange: changed.event,
    of: () => undefined,
    failed: () => new Map(),
    read: () => {},
    follow: () => {},
  } as unknown as LastRuns;
  const send = (key: string): void => changed.fire({ uri: vscode.Uri.file(file).toString(), request: { key } } as StoredFacts);
  return { last, send };
}

describe('the rows of the Requests view', () => {
  const sent = sentRequests();
  let view: Opened;
  let updates: (RequestTreeNode | undefined)[];
  let users: RequestTreeNode;

  beforeEach(async () => {
    await writeFile('updated/collection.req', '');
    await writeFile('updated/a.req', text);
    view = openRows(sent.last);
    await until('the rows are there', async () => (await labelsIn(view, await rowAt(view, 'updated', 'a.req'))).length === 2);
    users = await rowAt(view, 'updated', 'a.req', 'GET Users');
    updates = [];
    view.rows.onDidChangeTreeData((changes) => updates.push(...[changes].flat()));
  });

  afterEach(async () => {
    view.dispose();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    fs.rmSync(place, { recursive: true, force: true });
  });

  /** Replaces text in the unsaved file. */
  async function edit(before: string, after: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    const at = document.getText().indexOf(before);
    const change = new vscode.WorkspaceEdit();
    change.replace(document.uri, new vscode.Range(document.positionAt(at), document.positionAt(at + before.length)), after);
    assert.ok(await vscode.workspace.applyEdit(change));
  }

  it('are updated alone if only their text changed, and show it', async () => {
    await edit('/users', '/people');
    await until('the row is updated', () => updates.length > 0);
    assert.deepEqual(updates, [users]);
    assert.equal(view.rows.getTreeItem(users).description, 'http://127.0.0.1:1/people');
  });

  it('are updated with their file if a request is added', async () => {
    await edit('### Users', '### New\nGET http://127.0.0.1:1/new\n\n### Users');
    await until('the file is updated', () => updates.length > 0);
    assert.deepEqual(
      updates.map((node) => node && labelOf(view.rows, node)),
      ['a.req'],
    );
    assert.deepEqual(await labelsIn(view, await rowAt(view, 'updated', 'a.req')), ['POST Log in', 'GET New', 'GET Users']);
  });

  it('are updated alone when they are sent', async () => {
    assert.equal(users.kind, 'request');
    sent.send(users.key);
    assert.deepEqual(updates, [users]);
  });

  it('of its file and folders show how many requests got no response or failed, until these are gone', async () => {
    const { tree } = (await view.surroundings.fileAt(file)) ?? assert.fail();
    const [login, list] = listRequests(tree).map((request) => identify(tree, request));
    const of = (request: unknown, facts: object): StoredFacts =>
      ({ uri: vscode.Uri.file(file).toString(), request, tests: { passed: 0, failed: 0 }, ...facts }) as unknown as StoredFacts;
    view.dispose();
    const stored = [of(list, { outcome: 'failed', status: null }), of(login, { outcome: 'complete', status: 500 })];
    view = openRows(new LastRuns({ onDidFinish: new vscode.EventEmitter<never>().event }, async () => stored));
    const shown = async (...labels: readonly string[]): Promise<unknown> => {
      const node = await rowAt(view, ...labels).catch(() => undefined);
      return node && view.rows.getTreeItem(node).description;
    };
    view.rows.onDidChangeTreeData((changes) => {
      updates.push(...[changes].flat());
      // VS Code asks for all rows again, as after the list of files was read late.
      if (changes === undefined) void shown('updated', 'a.req');
    });
    assert.equal(await shown('updated'), undefined);
    await labelsIn(view, await rowAt(view, 'updated', 'a.req'));
    await until('the rows of folder and file are updated', () => updates.some((node) => node !== undefined && node.kind !== 'request'));
    assert.equal(await shown('updated'), '2 failed');
    assert.equal(await shown('updated', 'a.req'), '2 failed');
    await edit('### Users\nGET http://127.0.0.1:1/users\n', '');
    await until('only the other one is counted', async () => (await shown('updated', 'a.req')) === '1 failed');
    assert.equal(await shown('updated'), '1 failed');
  });

  describe('of a request that is running', () => {
    /** Ends the run. */
    let end: () => void;

    /** The rows as VS Code would draw them; empty while the list of files is read again. */
    async function shown(): Promise<readonly string[]> {
      const node = await rowAt(view, 'updated', 'a.req').catch(() => undefined);
      return (node === undefined ? [] : await view.rows.getChildren(node)).map((row) => {
        const { iconPath } = view.rows.getTreeItem(row);
        return `${labelOf(view.rows, row)}${(iconPath as vscode.ThemeIcon).id === 'loading~spin' ? ' runs' : ''}`;
      });
    }

    const become = (...rows: readonly string[]): Promise<unknown> =>
      until(rows.join(), async () => JSON.stringify(await shown()) === JSON.stringify(rows));

    beforeEach(async () => {
      const { tree } = (await view.surroundings.fileAt(file)) ?? assert.fail();
      const request = listRequests(tree)[1] ?? assert.fail();
      const record = { id: 'run', uri: vscode.Uri.file(file), request: identify(tree, request) } as unknown as RunRecord;
      const run = { record, since: 0, stop: new AbortController(), done: Promise.resolve() };
      end = () => view.active.delete(run);
      view.active.add(run);
      await until('its row is updated', () => updates.includes(users));
      await become('POST Log in', 'GET Users runs');
    });

    it('keep its sign if requests are inserted above it, until it ends', async () => {
      await edit('### Log in', '### New\nGET http://127.0.0.1:1/new\n\n### Log in');
      await become('GET New', 'POST Log in', 'GET Users runs');
      updates.length = 0;
      end();
      assert.deepEqual(
        updates.map((node) => node && labelOf(view.rows, node)),
        ['GET Users'],
      );
      await become('GET New', 'POST Log in', 'GET Users');
    });

    it('lose its sign at its end if its title was edited meanwhile', async () => {
      await edit('### Users', '### All users');
      await become('POST Log in', 'GET All users runs');
      updates.length = 0;
      end();
      assert.deepEqual(
        updates.map((node) => node && labelOf(view.rows, node)),
        ['GET All users'],
      );
    });
  });

  it('lead to their request where it stands now', async () => {
    await edit('### Log in', '# note\n\n\n### Log in');
    const before = { ...users };
    await vscode.commands.executeCommand('req.goToRequest', before);
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.lineAt(editor.selection.active.line).text, 'GET http://127.0.0.1:1/users');
  });

  it('are read for a key only after the row of the cursor was revealed, which changes the selection', async () => {
    const steps: string[] = [];
    let revealed = (): void => {};
    const tree = {
      visible: true,
      selection: [],
      onDidChangeVisibility: () => ({ dispose: () => {} }),
      reveal: () => {
        steps.push('revealing');
        return new Promise<void>((resolve) => {
          revealed = () => {
            steps.push('revealed');
            resolve();
          };
        });
      },
    } as unknown as vscode.TreeView<RequestTreeNode>;
    const follower = followEditor(tree, view.rows, view.surroundings);
    try {
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
      editor.selection = new vscode.Selection(4, 0, 4, 0);
      await until('the row is being revealed', () => steps.length > 0);
      const reading = follower.undisturbed(async () => void steps.push('read'));
      revealed();
      await reading;
      assert.deepEqual(steps, ['revealing', 'revealed', 'read']);
    } finally {
      follower.dispose();
    }
  });

  it('follow an editor whose file gets its row later, as after a new name, also while rows are updated all the time', async () => {
    const revealed: RequestTreeNode[] = [];
    const tree = {
      visible: true,
      selection: [],
      onDidChangeVisibility: () => ({ dispose: () => {} }),
      reveal: async (node: RequestTreeNode) => void revealed.push(node),
    } as unknown as vscode.TreeView<RequestTreeNode>;
    const changed = new vscode.EventEmitter<undefined>();
    let looks = 0;
    let isListed = false;
    const rows = {
      onDidChangeFilter: () => ({ dispose: () => {} }),
      onDidChangeTreeData: changed.event,
      requestsOf: (of: FileNode) => view.rows.requestsOf(of),
      async fileNode(of: string) {
        looks++;
        return isListed ? view.rows.fileNode(of) : undefined;
      },
    } as unknown as RequestRows;
    const follower = followEditor(tree, rows, view.surroundings);
    try {
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
      editor.selection = new vscode.Selection(4, 0, 4, 0);
      await until('the row is looked for', () => looks > 0);
      isListed = true;
      await until('it is revealed', () => {
        changed.fire(undefined);
        return revealed.length > 0;
      });
      assert.equal(revealed[0], users);
    } finally {
      follower.dispose();
      changed.dispose();
    }
  });

  it('use no other request if VS Code has forgotten the one that was clicked', async () => {
    await edit('/users', '/people');
    await vscode.env.clipboard.writeText('before');
    await vscode.commands.executeCommand('req.copyAsCurl', undefined, undefined);
    assert.equal(await vscode.env.clipboard.readText(), 'before');
    await vscode.commands.executeCommand('req.copyAsCurl');
    assert.match(await vscode.env.clipboard.readText(), /^curl /);
  });
});
