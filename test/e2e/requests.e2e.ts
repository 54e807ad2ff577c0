import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { setPane } from './setPane.ts';
import { picture } from './picture.ts';

const answer = (_: unknown, target: string): string => {
  const status = target.startsWith('/missing') ? '404 Not Found' : target.startsWith('/broken') ? '500 Server Error' : '200 OK';
  return `HTTP/1.1 ${status}\r\nContent-Length: 2\r\n\r\n{}`;
};

/** Drags a row with several mouse movements, because lists begin a drag only after some movement. */
async function drag(from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  const { mouse } = from.page();
  if (start === null || end === null) return;
  await mouse.move(start.x + 40, start.y + start.height / 2);
  await mouse.down();
  await mouse.move(end.x + 30, end.y + end.height / 2, { steps: 12 });
  await mouse.move(end.x + 40, end.y + end.height / 2, { steps: 4 });
  await mouse.up();
}

const appears = (element: Locator, timeout: number): Promise<boolean> =>
  element.waitFor({ timeout }).then(
    () => true,
    () => false,
  );

describe('the Requests view in the workbench', () => {
  let recorder: Recorder;
  let session: Session;

  before(async () => {
    recorder = await startRecorder(answer);
    session = await openWorkbench({
      own: 'VS Code keeps which views are collapsed.',
      files: {
        'collection.req': `@host = ${recorder.url}\n`,
        'users.req':
          '### Log in\n# @name login\n# @tag smoke\nPOST {{host}}/session\n\n### Get a user\n# @ref login\nGET {{host}}/users/1\n\n### Delete a user\nDELETE {{host}}/missing/1\n',
        'admin/audit.req': 'GET {{host}}/broken\n\n###\nPATCH {{host}}/audit/1\n',
        'admin/orders.req': '### Create an order\nPUT {{host}}/orders\n',
      },
    });
    const { workbench } = session;
    await workbench.openFile('users.req');
    await workbench.codeLens(/Send$/).first().waitFor();
    await workbench.runCommand('Req: Show Requests');
    await workbench.treeRow(/^users\.req/).waitFor();
    for (const view of ['Variables', 'History']) await setPane(workbench.page, view, false);
  });

  after(async () => {
    await session.close();
    await recorder.close();
  });

  const textOf = (file: string): string => fs.readFileSync(path.join(session.folder, file), 'utf8');

  it('follows the editor, and sends from a row, whose status it then shows', async () => {
    const { workbench } = session;
    await workbench.line('GET {{host}}/users/1').first().click();
    await until('the row of the request at the cursor is selected', async () =>
      /selected/.test((await workbench.treeRow(/^GET Get a user/).getAttribute('class')) ?? ''),
    );
    await until('it is sent', async () => {
      const row = workbench.treeRow(/^GET Get a user/);
      await row.hover({ timeout: 2000 }).catch(() => undefined);
      await row
        .getByLabel(/^Send/)
        .first()
        .click({ timeout: 2000 })
        .catch(() => undefined);
      return recorder.requests.some(({ target }) => target === '/users/1');
    });
    await workbench.treeRow(/^GET Get a user.*200/).waitFor();
  });

  it('works by the keyboard: sends, opens and renames the row with the focus', async () => {
    const { workbench } = session;
    const { page } = workbench;
    await workbench.treeRow(/^POST Log in/).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+Enter');
    await workbench.treeRow(/^DELETE Delete a user.*404/).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('F2');
    await workbench.answer('Sign in');
    await workbench.treeRow(/^POST Sign in/).waitFor();
    await until('the file is saved', () => textOf('users.req').startsWith('### Sign in\n# @name login\n'));
    await workbench
      .treeRow(/^POST Sign in/)
      .and(page.locator('.focused'))
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await workbench
      .treeRow(/^GET Get a user/)
      .and(page.locator('.focused'))
      .waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.editor-instance :focus').first().waitFor({ state: 'attached' });
  });

  it('keeps the focus on a renamed request below one that was added', async () => {
    const { workbench } = session;
    const { page } = workbench;
    const before = textOf('users.req');
    const write = (text: string): void => fs.writeFileSync(path.join(session.folder, 'users.req'), text);
    write(`### Ping\nGET {{host}}/ping\n\n${before}`);
    await workbench.treeRow(/^GET Ping/).waitFor();
    await workbench.treeRow(/^POST Sign in/).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('F2');
    await workbench.answer('Get one user');
    await workbench
      .treeRow(/^GET Get one user/)
      .and(page.locator('.focused'))
      .waitFor();
    write(before);
    await workbench.treeRow(/^GET Ping/).waitFor({ state: 'detached' });
  });

  it('filters while the user types, and shows all again', async () => {
    const { workbench } = session;
    await workbench.runCommand('Req: Filter Requests…');
    await workbench.quickInput().fill('PATCH');
    await workbench.treeRow(/^PATCH/).waitFor();
    await workbench.treeRow(/^users\.req/).waitFor({ state: 'detached' });
    await workbench.page.getByText('Filter “PATCH”: 1 of 6 requests.').first().waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.runCommand('Req: Clear Filter of Requests');
    await workbench.treeRow(/^users\.req/).waitFor();
  });

  it('moves a request to another file by dragging, and deletes it after a question', async () => {
    const { workbench } = session;
    const { page } = workbench;
    const request = workbench.treeRow(/^GET Get a user/);
    await clickUntil(workbench.treeRow(/^admin/), workbench.treeRow(/^orders\.req/));
    await clickUntil(workbench.treeRow(/^orders\.req/), workbench.treeRow(/^PUT Create an order/));
    await request.click();
    await drag(request, workbench.treeRow(/^orders\.req/));
    await until('it is moved', () => textOf('admin/orders.req').includes('Get a user'));
    assert.equal(textOf('users.req').includes('Get a user'), false);
    assert.match(textOf('admin/orders.req'), /# @ref login\nGET \{\{host\}\}\/users\/1\n$/);
    await until('the row is below its new file, and only there', async () => {
      const rows = await page.locator('.sidebar .monaco-list-row').allInnerTexts();
      const moved = rows.flatMap((row, i) => (row.startsWith('GET Get a user') ? [i] : []));
      return moved.length === 1 && moved.every((i) => i > rows.findIndex((row) => row.startsWith('PUT Create')));
    });
    // A view that is filled again between the click and the key has no selection.
    await until('the question is shown', async () => {
      await request.click();
      await page.keyboard.press('Delete');
      return appears(workbench.dialog(), 10_000);
    });
    await workbench.dialog().getByRole('button', { name: 'Delete' }).click();
    await request.waitFor({ state: 'detached' });
    await until('its text is gone', () => !textOf('admin/orders.req').includes('Get a user'));
  });

  it('can be read in each theme and in a narrow side bar', async () => {
    const { workbench, folder } = session;
    fs.mkdirSync(path.join(folder, '.vscode'), { recursive: true });
    await clickUntil(workbench.treeRow(/^audit\.req/), workbench.treeRow(/^PATCH/));
    await workbench.treeRow(/^POST Sign in/).click();
    await workbench.page.keyboard.press('Control+Enter');
    await workbench.treeRow(/^POST Sign in.*200/).waitFor();
    await workbench.treeRow(/^PATCH/).click();
    for (const [theme, type] of [
      ['Default Light Modern', 'vs'],
      ['Default Dark Modern', 'vs-dark'],
      ['Default High Contrast', 'hc-black'],
      ['Default High Contrast Light', 'hc-light'],
    ] as const) {
      fs.writeFileSync(path.join(folder, '.vscode/settings.json'), JSON.stringify({ 'workbench.colorTheme': theme }));
      await workbench.page.locator(`.monaco-workbench.${type}`).waitFor();
      await picture(workbench.page, `requests-${type}`);
    }
    await workbench.treeRow(/^POST Sign in.*200/).waitFor();
  });
});

describe('the Requests view without .req files', () => {
  let session: Session;

  before(async () => {
    session = await openWorkbench({
      files: {
        'api/a.http': 'GET http://127.0.0.1:1/a\n',
        'b.http': '### B\nGET http://127.0.0.1:1/b\n',
        'c.rest': 'GET http://127.0.0.1:1/c\n',
      },
      // Where Req reads them, they have rows.
      settings: { 'req.http.enabled': 'off' },
    });
  });

  after(() => session.close());

  it('shows the number of .http files, and imports them with their folders', async () => {
    const { workbench, folder } = session;
    await workbench.runCommand('Req: Show Requests');
    await workbench.page.getByText('3 .http files found').first().waitFor();
    await picture(workbench.page, 'requests-empty');
    await workbench.page.getByRole('button', { name: 'Import the .http Files…' }).click();
    await workbench.page.locator('.quick-input-list .monaco-list-row').first().click();
    await until('the files are there', () => fs.existsSync(path.join(folder, 'api/a.req')) && fs.existsSync(path.join(folder, 'b.req')));
    await workbench.treeRow(/^b\.req/).waitFor();
  });
});
