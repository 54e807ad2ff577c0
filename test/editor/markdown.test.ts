import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startStreamServer, type StreamServer } from '../support/streamServer.ts';
import { until } from '../support/until.ts';
import { lenses, openFile, positionOf, type Summary } from './workspaceFile.ts';

describe('request files in Markdown', () => {
  let server: StreamServer;

  before(async () => {
    server = await startStreamServer();
    await vscode.extensions.getExtension('req-client.req-client')?.activate();
  });

  after(() => server.close());

  const insert = async (document: vscode.TextDocument, before: string, text: string): Promise<void> => {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, positionOf(document, before), text);
    await vscode.workspace.applyEdit(edit);
  };

  it('have lenses, and Markdown without them has none', async () => {
    const document = await openFile(
      'two.md',
      '```req\nGET http://127.0.0.1:1/a\n\n###\nGET http://127.0.0.1:1/b\n```\n\n> ```req\n> GET http://127.0.0.1:1/c\n> ```\n',
    );
    assert.deepEqual(await lenses(document), ['Send', 'Send', 'Send']);
    assert.deepEqual(await lenses(await openFile('none.md', '# GET http://127.0.0.1:1/\n\n```http\nGET http://127.0.0.1:1/\n```\n')), []);
  });

  it('keep their run while the text above is edited, each its own, and Cancel ends it', async () => {
    const fence = `\`\`\`req\nGET ${server.url}/feed\n\`\`\`\n`;
    const document = await openFile('runs.md', `# One\n\n${fence}\n# Two\n\n${fence}\n`);
    const second = document.lineCount - 4;
    assert.match(document.lineAt(second).text, /GET/);
    const run = vscode.commands.executeCommand<Summary>('req.send', document.uri, second);
    await until('it runs', () => server.feeds.length === 1);
    await until('there is a lens that ends it', async () => (await lenses(document)).includes('Cancel') || undefined);
    assert.deepEqual(await lenses(document), ['Send', 'Cancel']);
    await insert(document, '# Two', `# New\n\n${fence.replace('/feed', '/other')}\n`);
    assert.deepEqual(await lenses(document), ['Send', 'Send', 'Cancel']);
    await insert(document, '# One', 'A word.\n\n');
    assert.deepEqual(await lenses(document), ['Send', 'Send', 'Cancel']);
    const found = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 100);
    const cancel = found.find((l) => l.command?.command === 'req.cancel')?.command;
    await vscode.commands.executeCommand('req.cancel', ...(cancel?.arguments ?? []));
    assert.equal((await run).outcome, 'cancelled');
    const [, , , result, ...others] = await lenses(document);
    assert.match(result ?? '', /^200 · Cancelled · /);
    assert.deepEqual(others, []);
  });

  it('are sent at the cursor', async () => {
    const document = await openFile('cursor.md', '# One\n\n```req\nGET http://127.0.0.1:1/{{nobody}}\n```\n');
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(4, 0, 4, 0);
    const { failure } = await vscode.commands.executeCommand<Summary>('req.send');
    assert.deepEqual([failure?.kind, failure?.at?.line, failure?.at?.file.endsWith('cursor.md')], ['undefined-variable', 4, true]);
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    assert.equal(await vscode.commands.executeCommand('req.send'), undefined);
  });
});
