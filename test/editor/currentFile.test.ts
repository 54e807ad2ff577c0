import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../support/until.ts';
import { acceptFirst } from './quickPick.ts';

describe('commands that write requests, while another tab has the focus', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-current-'));
  let panel: vscode.WebviewPanel | undefined;
  let written: vscode.TextDocument | undefined;
  before(() => {
    fs.writeFileSync(path.join(folder, 'collection.req'), '# @openapi ./api.yaml\n@host = http://127.0.0.1\n');
    fs.writeFileSync(path.join(folder, 'api.yaml'), "openapi: 3.1.0\npaths: { '/users': { get: { operationId: listUsers } } }\n");
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  afterEach(async () => {
    panel?.dispose();
    await written?.save();
    // Commands that save or close all would ask about an untitled file that another suite has left.
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await vscode.window.tabGroups.close(tabs.filter((tab) => !tab.isDirty));
  });

  /** Opens a file with the cursor in its first request, then another tab, which takes the focus. */
  async function openBehind(name: string, column: vscode.ViewColumn): Promise<void> {
    const file = path.join(folder, name);
    fs.writeFileSync(file, '### One\nGET {{host}}/one\n\n### Two\nGET {{host}}/two\n');
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
    editor.selection = new vscode.Selection(1, 3, 1, 3);
    panel = vscode.window.createWebviewPanel('req.test', 'Another tab', { viewColumn: column, preserveFocus: false });
    await until('the other tab has the focus', () => vscode.window.activeTextEditor === undefined);
    written = editor.document;
  }

  /** The text of the focused editor, with `|` for the cursor. */
  const shown = async (): Promise<string> => {
    const { document, selection } = await until('the editor has the focus', () => vscode.window.activeTextEditor);
    const at = document.offsetAt(selection.start);
    return `${document.getText().slice(0, at)}|${document.getText().slice(at)}`;
  };

  for (const [place, column] of [
    ['beside', vscode.ViewColumn.Beside],
    ['in front', vscode.ViewColumn.Active],
  ] as const) {
    it(`New Request inserts at the cursor of the current file, with the other tab ${place}`, async () => {
      await openBehind('new.req', column);
      await vscode.commands.executeCommand('req.newRequest');
      assert.equal(await shown(), '### One\nGET {{host}}/one\n\n###\n\nGET {{host}}/|\n\n### Two\nGET {{host}}/two\n');
    });

    it(`Paste cURL inserts into the current file, with the other tab ${place}, and puts the cursor behind the request`, async () => {
      await openBehind('paste.req', column);
      await vscode.env.clipboard.writeText('curl -L http://127.0.0.1:9/a');
      await vscode.commands.executeCommand('req.pasteCurl');
      assert.equal(await shown(), '### One\nGET {{host}}/one\n\n### Two\nGET {{host}}/two\n\n###\n\nGET http://127.0.0.1:9/a|');
    });

    it(`New Request from Operation inserts at the cursor of the current file, with the other tab ${place}`, async () => {
      await openBehind('operation.req', column);
      await acceptFirst('req.newRequestFromOperation');
      assert.match(
        await shown(),
        /^### One\nGET \{\{host\}\}\/one\n\n\|### GET \/users\n# @name listUsers\nGET \{\{host\}\}\/users\n\n.*\n\n### Two\nGET/,
      );
    });
  }
});
