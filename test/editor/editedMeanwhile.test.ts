import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { buildGraphqlQuery } from '../../src/editor/commands/graphqlCommands.ts';
import { goTo } from '../../src/editor/commands/responses/goTo.ts';
import { sendRecordAgain } from '../../src/editor/commands/sendRequest.ts';
import { addAuth, addFormField } from '../../src/editor/commands/writeParts.ts';
import type { Services } from '../../src/editor/services.ts';
import { explorer } from './spiedExplorer.ts';
import { openFile } from './workspaceFile.ts';
import { until } from '../support/until.ts';

const folder = (): vscode.Uri => vscode.workspace.workspaceFolders?.[0]?.uri as vscode.Uri;

type Command = (services: Services, uri: unknown, line: unknown) => Promise<void>;

/** A command, the request that it writes to, and the labels of the items that the user selects. */
const commands: Readonly<Record<string, { run: Command; request: string; selects: readonly string[] }>> = {
  'Add Auth…': { run: addAuth, request: 'GET http://127.0.0.1:1/\n', selects: ['bearer', 'Ask When Sending'] },
  'Add Form Field or File…': { run: addFormField, request: 'POST http://127.0.0.1:1/\n', selects: ['Field'] },
  'Build GraphQL Query…': {
    run: buildGraphqlQuery,
    request: '# @graphql ./schema.graphql\nGRAPHQL http://127.0.0.1:1/\n',
    selects: ['a'],
  },
};

describe('a command that asks before it writes into a request', () => {
  const { showInformationMessage, showInputBox, showQuickPick } = vscode.window;
  let made: ReturnType<typeof explorer>;

  before(async () => {
    made = explorer();
    await vscode.workspace.fs.writeFile(
      vscode.Uri.joinPath(folder(), 'meanwhile/schema.graphql'),
      new TextEncoder().encode('type Query { a: String }\n'),
    );
  });

  after(async () => {
    made.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder(), 'meanwhile'), { recursive: true });
  });

  afterEach(() => Object.assign(vscode.window, { showInformationMessage, showInputBox, showQuickPick }));

  /** Answers questions as a user does, and calls `meanwhile` while the first list is shown. */
  function answer(selects: readonly string[], meanwhile: () => Promise<void>): void {
    let asked = 0;
    Object.assign(vscode.window, {
      showQuickPick: async (items: readonly vscode.QuickPickItem[]) => {
        if (asked++ === 0) await meanwhile();
        return items.find(({ label }) => selects.some((text) => label.replace(/^\$\(\S+\) /, '') === text));
      },
      showInputBox: async ({ value }: vscode.InputBoxOptions) => value,
      showInformationMessage: async (message: string) => assert.fail(message),
    });
  }

  it('Build GraphQL Query… leaves the cursor where the user puts it as soon as the query is there', async () => {
    const document = await openFile('meanwhile/c.req', '### First\n# @graphql ./schema.graphql\nGRAPHQL http://127.0.0.1:1/\n');
    answer(['a'], async () => {});
    const listening = vscode.workspace.onDidChangeTextDocument((event) => {
      const editor = vscode.window.visibleTextEditors.find((e) => e.document === document);
      if (event.document === document && editor !== undefined) editor.selection = new vscode.Selection(0, 4, 0, 4);
    });
    try {
      await buildGraphqlQuery(made as unknown as Services, document.uri, 2);
    } finally {
      listening.dispose();
    }
    assert.match(document.getText(), /query/);
    await until(
      'the cursor is where the user put it',
      () => vscode.window.activeTextEditor?.selection.active.isEqual(new vscode.Position(0, 4)) === true,
    );
  });

  for (const [name, { run, request, selects }] of Object.entries(commands)) {
    const text = `### First\nGET http://127.0.0.1:1/\n\n### Second\n${request}`;
    const line = text.trimEnd().split('\n').length - 1;

    it(`${name} writes into a request that nobody edits`, async () => {
      const document = await openFile('meanwhile/a.req', text);
      answer(selects, async () => {});
      await run(made as unknown as Services, document.uri, line);
      assert.ok(document.getText().startsWith('### First\nGET http://127.0.0.1:1/\n\n### Second\n'));
      assert.ok(document.getText().length > text.length, document.getText());
    });

    it(`${name} refuses and writes nothing if the file is edited while it asks`, async () => {
      const document = await openFile('meanwhile/b.req', text);
      answer(selects, async () => {
        const edit = new vscode.WorkspaceEdit();
        edit.insert(document.uri, new vscode.Position(0, 0), '# typed meanwhile\n');
        assert.ok(await vscode.workspace.applyEdit(edit));
      });
      await assert.rejects(
        run(made as unknown as Services, document.uri, line),
        /The files changed in the meantime\. Nothing was edited\./,
      );
      assert.equal(document.getText(), `# typed meanwhile\n${text}`);
    });
  }
});

describe('a response whose file was deleted', () => {
  it('names the file when it is sent again, and where its line is opened', async () => {
    const made = explorer();
    const uri = vscode.Uri.joinPath(folder(), 'deleted/a.req');
    try {
      const request = { name: '', title: 'GET http://127.0.0.1:1/', nth: 0, of: 1 };
      const sent = { uri, request } as unknown as Parameters<typeof sendRecordAgain>[1];
      await assert.rejects(sendRecordAgain(made as unknown as Services, sent), { message: 'deleted/a.req no longer exists.' });
      await assert.rejects(goTo(uri.fsPath, 1, 1), { message: 'deleted/a.req no longer exists.' });
    } finally {
      made.dispose();
    }
  });
});
