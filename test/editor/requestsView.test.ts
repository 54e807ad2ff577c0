import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { editorFiles } from '../../src/editor/world/editorFiles.ts';
import { until } from '../support/until.ts';
import { labelOf, labelsIn, openRows, rowAt, type Opened } from './openedRows.ts';
import { writeFile } from './workspaceFile.ts';

const folder = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const textOf = (file: string): string => fs.readFileSync(path.join(folder(), file), 'utf8');

describe('the Requests view', () => {
  let view: Opened;
  const remove = (): void => {
    for (const name of ['listed', 'named']) fs.rmSync(path.join(folder(), name), { recursive: true, force: true });
  };

  const confirmMoves = async (value: false | undefined): Promise<void> =>
    vscode.workspace.getConfiguration('explorer').update('confirmDragAndDrop', value, vscode.ConfigurationTarget.Global);

  before(async () => {
    await confirmMoves(false);
    await writeFile('listed/collection.req', '@host = http://127.0.0.1:1\n');
    await writeFile(
      'listed/a.req',
      '### Log in\n# @name login\n# @tag smoke\nPOST {{host}}/session\n\n### Users\n# @ref login\nGET {{host}}/users\n',
    );
    await writeFile('listed/sub/b.req', 'DELETE {{host}}/users/1\n');
    await writeFile('listed/sub/c.req', '### Body\nPOST {{host}}/\n\n< ./body.json\n');
    await writeFile('listed/sub/body.json', '{}');
    view = openRows();
  });

  after(async () => {
    view.dispose();
    remove();
    await confirmMoves(undefined);
  });

  it('lists collections, folders, files and requests with their method, and reads it to a screen reader', async () => {
    const root = await rowAt(view, 'listed');
    assert.deepEqual(await labelsIn(view, root), ['sub', 'a.req']);
    assert.deepEqual(await labelsIn(view, await rowAt(view, 'listed', 'a.req')), ['POST Log in', 'GET Users']);
    assert.deepEqual(await labelsIn(view, await rowAt(view, 'listed', 'sub', 'b.req')), ['DELETE {{host}}/users/1']);
    const item = view.rows.getTreeItem(await rowAt(view, 'listed', 'a.req', 'POST Log in'));
    assert.equal(item.accessibilityInformation?.label, 'POST Log in, tag smoke');
    assert.equal(item.description, '{{host}}/session');
  });

  it('shows for each request whether it has an OpenAPI document', async () => {
    await writeFile('named/collection.req', '# @openapi ./api.yaml\n');
    await writeFile('named/d.req', '### Own\nGET http://127.0.0.1:1/\n\n### Without\n# @openapi none\nGET http://127.0.0.1:1/\n');
    const values = async (): Promise<readonly (string | undefined)[]> => {
      const root = (await view.rows.getChildren()).find((row) => labelOf(view.rows, row) === 'named');
      if (root === undefined || !(await labelsIn(view, root)).includes('d.req')) return [];
      const rows = await view.rows.getChildren(await rowAt(view, 'named', 'd.req'));
      return rows.map((row) => view.rows.getTreeItem(row).contextValue);
    };
    await until('the request has the document', async () => (await values()).join() === 'request api,request' || undefined);
    const users = await rowAt(view, 'listed', 'a.req', 'GET Users');
    assert.equal(view.rows.getTreeItem(users).contextValue, 'request');
    const changed = new Promise<void>((resolve) => view.rows.onDidChangeTreeData(() => resolve()));
    await writeFile('named/collection.req', '# @tag x\n');
    await changed;
    await until('no document is named', async () => (await values()).join() === 'request,request' || undefined);
  });

  it('updates the rows of a changed file also if its requests were already read for something else, such as the cursor', async () => {
    const file = await rowAt(view, 'listed', 'sub', 'b.req');
    assert.equal(file.kind, 'file');
    await view.rows.getChildren(file);
    const changed = new Promise<void>((resolve) => {
      const listening = view.rows.onDidChangeTreeData((node) => {
        if (node !== file) return;
        listening.dispose();
        resolve();
      });
    });
    const document = await vscode.workspace.openTextDocument(path.join(folder(), 'listed/sub/b.req'));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), '### Changed\n');
    await vscode.workspace.applyEdit(edit);
    const [request] = await view.rows.allOf(file);
    assert.equal(request?.summary.title, 'Changed');
    await changed;
    assert.deepEqual(await labelsIn(view, file), ['DELETE Changed']);
    const back = new vscode.WorkspaceEdit();
    back.delete(document.uri, new vscode.Range(0, 0, 1, 0));
    await vscode.workspace.applyEdit(back);
    await document.save();
  });

  it('lists .http files that Req reads, and leaves their text alone', async () => {
    const text = '### Ping\nGET http://127.0.0.1:1/ping\n\n### Pong\nGET http://127.0.0.1:1/pong\n';
    await writeFile('foreign/collection.req', '');
    await writeFile('foreign/old.http', text);
    const labels = (): Promise<readonly string[]> =>
      rowAt(view, 'foreign').then(
        (node) => labelsIn(view, node),
        () => [],
      );
    await until('the file is listed', async () => (await labels()).includes('old.http') || undefined);
    const file = await rowAt(view, 'foreign', 'old.http');
    assert.deepEqual(await labelsIn(view, file), ['GET Ping', 'GET Pong']);
    const ping = await rowAt(view, 'foreign', 'old.http', 'GET Ping');
    assert.equal(view.rows.getTreeItem(ping).contextValue, 'httpRequest');
    await view.commands.duplicate(ping);
    await view.commands.moveBy([ping], 'down');
    await view.drag.drop([await rowAt(view, 'listed', 'a.req', 'GET Users')], file);
    assert.equal(textOf('foreign/old.http'), text);
    assert.match(textOf('listed/a.req'), /### Users/);
    await view.commands.duplicate(file);
    assert.equal(textOf('foreign/old 2.http'), text);
    fs.rmSync(path.join(folder(), 'foreign'), { recursive: true, force: true });
  });

  it('filters by name, URL, tag and method, and shows it', async () => {
    view.rows.setFilter('#smoke');
    assert.deepEqual(await labelsIn(view, await rowAt(view, 'listed', 'a.req')), ['POST Log in']);
    assert.match(String(view.view.message), /^Filter “#smoke”: \d+ of [\d,]+ requests\.$/);
    view.rows.setFilter('DELETE users/1');
    assert.deepEqual(await labelsIn(view, await rowAt(view, 'listed', 'sub')), ['b.req']);
    view.rows.setFilter('');
    assert.equal(view.view.message, '');
    assert.deepEqual(await labelsIn(view, await rowAt(view, 'listed')), ['sub', 'a.req']);
  });

  it('follows files that are written, changed and deleted', async () => {
    const changed = new Set<string>();
    const listening = view.rows.onDidChangeTreeData((changes) => {
      for (const node of [changes].flat()) changed.add(node === undefined ? 'all' : labelOf(view.rows, node));
    });
    await labelsIn(view, await rowAt(view, 'listed'));
    await until('the new file has a row', async () => {
      await writeFile('listed/new.req', '### New\nGET {{host}}/new\n');
      return (await labelsIn(view, await rowAt(view, 'listed'))).includes('new.req');
    });
    await labelsIn(view, await rowAt(view, 'listed', 'new.req'));
    changed.clear();
    await writeFile('listed/new.req', '### Newer\nGET {{host}}/new\n');
    // The first text may still be reported.
    await until('its row is updated', async () => {
      if (!changed.has('new.req')) return undefined;
      const [label] = await labelsIn(view, await rowAt(view, 'listed', 'new.req'));
      return label === 'GET Newer' || undefined;
    });
    // VS Code keeps the document for minutes.
    const document = await vscode.workspace.openTextDocument(path.join(folder(), 'listed/new.req'));
    fs.rmSync(path.join(folder(), 'listed/new.req'));
    await until('its row is gone', async () => !(await labelsIn(view, await rowAt(view, 'listed'))).includes('new.req'));
    assert.equal(document.isClosed, false);
    listening.dispose();
  });

  it('moves a request to another file by dragging, and back by one undo in the view or by dragging', async () => {
    const before = textOf('listed/a.req');
    const target = textOf('listed/sub/b.req');
    const dragged = await rowAt(view, 'listed', 'a.req', 'POST Log in');
    await view.drag.drop([dragged], await rowAt(view, 'listed', 'sub', 'b.req'));
    assert.equal(textOf('listed/a.req'), '### Users\n# @ref login\nGET {{host}}/users\n');
    assert.equal(textOf('listed/sub/b.req'), 'DELETE {{host}}/users/1\n\n### Log in\n# @name login\n# @tag smoke\nPOST {{host}}/session\n');
    await view.commands.undo();
    assert.deepEqual([textOf('listed/a.req'), textOf('listed/sub/b.req')], [before, target]);
    await view.drag.drop([await rowAt(view, 'listed', 'a.req', 'POST Log in')], await rowAt(view, 'listed', 'sub', 'b.req'));
    await view.drag.drop([await rowAt(view, 'listed', 'sub', 'b.req', 'POST Log in')], await rowAt(view, 'listed', 'a.req', 'GET Users'));
    assert.equal(textOf('listed/a.req'), before);
  });

  it('reorders requests by dragging down and up', async () => {
    const drop = async (from: string, to: string): Promise<readonly string[]> => {
      await view.drag.drop([await rowAt(view, 'listed', 'a.req', from)], await rowAt(view, 'listed', 'a.req', to));
      return labelsIn(view, await rowAt(view, 'listed', 'a.req'));
    };
    assert.deepEqual(await drop('POST Log in', 'GET Users'), ['GET Users', 'POST Log in']);
    assert.deepEqual(await drop('POST Log in', 'GET Users'), ['POST Log in', 'GET Users']);
  });

  /** Replaces the text of `a.req` in its editor, and saves it. */
  async function type(text: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(path.join(folder(), 'listed/a.req'));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    assert.ok(await vscode.workspace.applyEdit(edit));
    await document.save();
  }

  it('undoes its changes one after another, and none of a file that was edited since', async () => {
    const before = textOf('listed/a.req');
    await view.commands.duplicate(await rowAt(view, 'listed', 'a.req', 'GET Users'));
    const duplicated = textOf('listed/a.req');
    await view.drag.drop([await rowAt(view, 'listed', 'a.req', 'POST Log in')], await rowAt(view, 'listed', 'a.req', 'GET Users'));
    assert.notEqual(textOf('listed/a.req'), duplicated);
    await view.commands.undo();
    assert.equal(textOf('listed/a.req'), duplicated);
    await type(`# typed\n${duplicated}`);
    await assert.rejects(view.commands.undo(), /a\.req was changed since then\. Undo in its editor\./);
    assert.equal(textOf('listed/a.req'), `# typed\n${duplicated}`);
    await type(duplicated);
    await view.commands.undo();
    assert.equal(textOf('listed/a.req'), before);
  });

  it('undoes the new name of a file, with the paths that followed it, and a change before that', async () => {
    const [text, moved] = [textOf('listed/a.req'), textOf('listed/sub/c.req')];
    await view.commands.duplicate(await rowAt(view, 'listed', 'a.req', 'GET Users'));
    await view.drag.drop([await rowAt(view, 'listed', 'sub', 'c.req')], await rowAt(view, 'listed'));
    await until('its path follows', () => fs.existsSync(path.join(folder(), 'listed/c.req')) && textOf('listed/c.req') !== moved);
    await view.commands.undo();
    await until('it is back', () => fs.existsSync(path.join(folder(), 'listed/sub/c.req')) && textOf('listed/sub/c.req') === moved);
    assert.equal(fs.existsSync(path.join(folder(), 'listed/c.req')), false);
    assert.notEqual(textOf('listed/a.req'), text);
    await view.commands.undo();
    assert.equal(textOf('listed/a.req'), text);
  });

  it('moves a file to a folder, and the paths in it follow', async () => {
    await view.drag.drop([await rowAt(view, 'listed', 'sub', 'c.req')], await rowAt(view, 'listed'));
    await until('the file is there', () => fs.existsSync(path.join(folder(), 'listed/c.req')));
    await until('its path follows', () => textOf('listed/c.req') === '### Body\nPOST {{host}}/\n\n< ./sub/body.json\n');
    // Below all rows is the workspace folder, as in the Explorer.
    const isListed = async (): Promise<boolean> => (await labelsIn(view, await rowAt(view, 'listed'))).includes('c.req');
    await until('the row follows', isListed);
    await view.drag.drop([await rowAt(view, 'listed', 'c.req')], undefined);
    await until('the file is in the workspace folder', () => fs.existsSync(path.join(folder(), 'c.req')));
    fs.rmSync(path.join(folder(), 'c.req'));
  });

  it('duplicates a request with a name of its own', async () => {
    await view.commands.duplicate(await rowAt(view, 'listed', 'a.req', 'POST Log in'));
    assert.deepEqual(await labelsIn(view, await rowAt(view, 'listed', 'a.req')), ['POST Log in', 'POST Log in 2', 'GET Users']);
    assert.match(textOf('listed/a.req'), /# @name login_2/);
  });

  it('renames a request in a file that is edited while the title is asked for', async () => {
    const file = path.join(folder(), 'listed/a.req');
    const before = textOf('listed/a.req');
    const { showInputBox } = vscode.window;
    const typing = async (): Promise<string> => {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(vscode.Uri.file(file), new vscode.Position(0, 0), '# typed meanwhile\n\n');
      assert.ok(await vscode.workspace.applyEdit(edit));
      return 'All users';
    };
    Object.assign(vscode.window, { showInputBox: typing });
    try {
      await view.commands.rename(await rowAt(view, 'listed', 'a.req', 'GET Users'));
    } finally {
      Object.assign(vscode.window, { showInputBox });
    }
    const document = await vscode.workspace.openTextDocument(file);
    assert.equal(document.getText(), `# typed meanwhile\n\n${before.replace('### Users', '### All users')}`);
    const back = new vscode.WorkspaceEdit();
    back.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), before);
    assert.ok(await vscode.workspace.applyEdit(back));
    await document.save();
  });

  it('runs the commands of the palette and of rows', async () => {
    const request = await rowAt(view, 'listed', 'a.req', 'GET Users');
    await vscode.commands.executeCommand('req.goToRequest', request);
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.fsPath, path.join(folder(), 'listed/a.req'));
    assert.match(editor?.document.lineAt(editor.selection.active.line).text ?? '', /^GET .*users/);
    await vscode.commands.executeCommand('req.moveRequestUp', request);
    assert.deepEqual(await labelsIn(view, await rowAt(view, 'listed', 'a.req')), ['POST Log in', 'GET Users', 'POST Log in 2']);
  });
});

describe('the Requests view of 1,000 files', () => {
  const files = 1000;

  before(() => {
    const request = (file: number, i: number): string => `### Request ${file}-${i}\n# @tag t${i}\nGET http://127.0.0.1:1/${file}/${i}\n`;
    for (let n = 0; n < files; n++) {
      const place = path.join(folder(), 'thousand', `f${n % 20}`);
      fs.mkdirSync(place, { recursive: true });
      fs.writeFileSync(path.join(place, `${n}.req`), Array.from({ length: 10 }, (_, i) => request(n, i)).join('\n'));
    }
    fs.writeFileSync(path.join(folder(), 'thousand/collection.req'), '');
  });

  after(() => {
    fs.rmSync(path.join(folder(), 'thousand'), { recursive: true, force: true });
  });

  it('reads only shared files, which list the order, for the first rows, one for each file that is expanded, and all once for a filter', async () => {
    const { readText } = editorFiles;
    const read: string[] = [];
    editorFiles.readText = (file) => {
      if (file.includes('thousand')) read.push(path.basename(file));
      return readText(file);
    };
    const view = openRows();
    try {
      const root = await rowAt(view, 'thousand');
      assert.equal((await labelsIn(view, root)).length, 20);
      assert.equal((await labelsIn(view, await rowAt(view, 'thousand', 'f7'))).length, 50);
      assert.deepEqual([...new Set(read)], ['collection.req']);
      assert.equal((await labelsIn(view, await rowAt(view, 'thousand', 'f7', '7.req'))).length, 10);
      // VS Code may report it as new, and then it is read again.
      assert.deepEqual(
        read.filter((file) => file !== 'collection.req'),
        ['7.req'],
      );
      view.rows.setFilter('Request 999-');
      await rowAt(view, 'thousand', 'f19', '999.req', 'GET Request 999-9');
      assert.match(String(view.view.message), /^Filter “Request 999-”: 10 of/);
      assert.equal(new Set(read).size, files + 1);
      // VS Code may still report the files as new, which are read again then.
      let next = 0;
      await until('a filter reads no file', async () => {
        const before = read.length;
        view.rows.setFilter(`Request 998-${next++ % 10}`);
        await rowAt(view, 'thousand', 'f18', '998.req');
        return read.length === before;
      });
    } finally {
      editorFiles.readText = readText;
      view.dispose();
    }
  });
});
