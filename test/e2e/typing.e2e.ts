import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { until } from '../support/until.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';

describe('request files in the workbench', () => {
  let session: Session;

  before(async () => {
    session = await openWorkbench({
      files: {
        'users.req': '### List the users\nGET http://127.0.0.1:4010/users\n',
        'typed.req': '',
        'snippet.req': '',
        'prose.req': 'GET http://127.0.0.1:9/\n\n',
        'a.req': 'GET http://127.0.0.1:9/\n\n',
        'command.txt': "curl -L http://127.0.0.1:9/pasted \\\n  -H 'Accept: text/plain'",
        'text.txt': '# how curl works',
      },
    });
  });

  after(async () => {
    await session.close();
  });

  const saved = async (name: string): Promise<string> => {
    await session.workbench.save();
    return fs.readFileSync(path.join(session.folder, name), 'utf8');
  };

  it('open in their own language', async () => {
    const { workbench } = session;
    await workbench.openFile('users.req');
    await workbench.line('GET http://127.0.0.1:4010/users').waitFor();
    await workbench.statusItem(/^Req$/).waitFor();
  });

  it('keep a title, a URL, a header and a text body as they are typed, without suggestions that the end of the line would accept', async () => {
    const { workbench } = session;
    const { keyboard } = workbench.page;
    await workbench.openFile('prose.req');
    // The colors of the language come a moment after the editor; they decide where suggestions appear.
    await workbench.line('GET http').locator('span > span').nth(1).waitFor();
    await keyboard.press('ControlOrMeta+End');
    const breadcrumb = workbench.page.locator('.breadcrumbs-control');
    const typeLine = async (text: string, follows: () => Promise<unknown>): Promise<void> => {
      await keyboard.type(text, { delay: 60 });
      // Later than a suggestion would be.
      await follows();
      await keyboard.press('Enter');
    };
    // Both are near to names of snippets.
    await typeLine('### Note', () => workbench.line('### Note').waitFor());
    await typeLine('POST http://127.0.0.1:9/data?get', () => breadcrumb.filter({ hasText: 'Note' }).waitFor());
    await typeLine('X-Mode: put', () => workbench.line('X-Mode: put').waitFor());
    await typeLine('Content-Type: text/plain', () => workbench.line('Content-Type: text/plain').waitFor());
    await keyboard.press('Enter');
    await typeLine('Please get', () => workbench.codeLens(/Send/).nth(1).waitFor());
    const typed = '### Note\nPOST http://127.0.0.1:9/data?get\nX-Mode: put\nContent-Type: text/plain\n\nPlease get\n';
    assert.equal(await saved('prose.req'), `GET http://127.0.0.1:9/\n\n${typed}`);
  });

  it('contain the request that the keys type', async () => {
    const { workbench } = session;
    const { keyboard } = workbench.page;
    // As fast as fingers; Escape, because suggestions that come late would take an Enter that was meant for the line.
    const type = async (text: string): Promise<void> => {
      for (const [i, line] of text.split('\n').entries()) {
        if (i > 0) {
          await keyboard.press('Escape');
          await keyboard.press('Enter');
        }
        await keyboard.type(line, { delay: 30 });
      }
    };
    await workbench.openFile('typed.req');
    // The rules of the language come a moment after the editor, and with them the colours of a line that was just begun.
    const typeBrace = (): Promise<true> =>
      until('a brace is closed', async () => {
        await type('{');
        if (await workbench.line(/^\{\}$/).isVisible()) return true;
        await keyboard.press('Backspace');
        return false;
      });
    await typeBrace();
    await keyboard.press('Backspace');
    await type('@host = http://127.0.0.1:1\n\n');
    await type('# a comment\nPOST {{host}}/users\n');
    // What the brackets close themselves is typed over, or gone past.
    await type('Content-Type: application/json\n\n');
    await typeBrace();
    await type('\n"name": "{{name}}"');
    await keyboard.press('Control+End');
    assert.equal(
      await saved('typed.req'),
      '@host = http://127.0.0.1:1\n\n# a comment\nPOST {{host}}/users\nContent-Type: application/json\n\n{\n  "name": "{{name}}"\n}',
    );
  });

  it('expand a snippet, the dollar of a secret included', async () => {
    const { workbench } = session;
    const { keyboard } = workbench.page;
    await workbench.openFile('snippet.req');
    await workbench.statusItem(/^Req$/).waitFor();
    await keyboard.type('bearer');
    const row = workbench.page.locator('.suggest-widget .monaco-list-row', { hasText: 'Bearer token' });
    await row.waitFor();
    await row.click();
    await workbench.line('{{$secret.TOKEN}}').waitFor();
    assert.equal(await saved('snippet.req'), 'GET https://api.example.com/me\nAuthorization: Bearer {{$secret.TOKEN}}\n');
  });

  it('make a request of a pasted curl command, undo it, and leave other text unchanged', async () => {
    const { workbench, window } = session;
    const { page } = workbench;
    await window.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const copy = async (file: string): Promise<void> => {
      await workbench.openFile(file);
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Control+C');
      await workbench.openFile('a.req');
      await page.keyboard.press('Control+End');
    };
    await workbench.openFile('a.req');
    // Before that the extension is still starting, and a paste is a paste.
    await workbench.codeLens(/Send/).first().waitFor();
    await copy('command.txt');
    await page.keyboard.press('Control+V');
    await workbench.line(/^Accept:\stext\/plain$/).waitFor();
    assert.equal(await saved('a.req'), 'GET http://127.0.0.1:9/\n\n###\n\nGET http://127.0.0.1:9/pasted\nAccept: text/plain');
    await page.keyboard.press('Control+Z');
    await workbench.line('Accept: text/plain').waitFor({ state: 'detached' });
    await copy('text.txt');
    await page.keyboard.press('Control+V');
    await workbench.line('# how curl works').waitFor();
  });
});
