import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { openaiChat } from '../support/apiStreams.ts';
import { startStreamServer, type Feed, type StreamServer } from '../support/streamServer.ts';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf, type PanelView } from './panel.ts';
import { answerSaveDialog } from './saveDialog.ts';

describe('the Events and Text tabs in the workbench', () => {
  let server: StreamServer;
  let session: Session;
  let panel: PanelView;

  before(async () => {
    server = await startStreamServer();
    session = await openWorkbench({
      files: {
        'feed.req': `### Feed\nGET ${server.url}/feed\nAccept: text/event-stream\n`,
        'ask.req': `### Ask\nPOST ${server.url}/chat\nAccept: text/event-stream\n`,
      },
    });
    panel = panelOf(session.workbench);
  });

  after(async () => {
    await session.close();
    server.close();
  });

  const page = () => session.workbench.webview();
  const menuItem = (name: RegExp) => page().getByRole('menuitemcheckbox', { name }).or(page().getByRole('menuitem', { name }));

  /** Opens a file, clicks the lens and waits until the server has the request. */
  async function send(file: string): Promise<Feed> {
    const count = server.feeds.length;
    await session.workbench.openFile(file);
    await clickUntil(session.workbench.codeLens(/Send/), () => server.feeds.length > count);
    return await until('the server has the request', () => server.feeds[count]);
  }

  async function save(item: RegExp, name: string): Promise<Buffer> {
    const file = path.join(session.folder, name);
    await page().getByRole('button', { name: 'Save', exact: true }).click();
    await menuItem(item).click();
    await answerSaveDialog(session.window.page, /Feed\.\w+$/, file);
    return await until('the file is there', () => fs.existsSync(file) && fs.readFileSync(file));
  }

  it('filters during typing and by type, shows comments, keeps its place while the stream continues, follows, shows a whole event, and saves', async () => {
    const feed = await send('feed.req');
    let sent = '';
    const write = (text: string): void => {
      sent += text;
      feed.write(text);
    };
    const eventText = (i: number): string =>
      `id: ${i}\nevent: ${i % 3 === 0 ? 'price' : 'tick'}\ndata: {"n": ${i}, "exact": 1.00, "word": "w${i}"}\n\n`;
    for (let i = 0; i < 30; i++) write(eventText(i));
    write(': a comment of the server\n\n');
    await panel.rows.filter({ hasText: '"n": 29' }).waitFor();

    const search = page().getByRole('textbox', { name: 'Filter events' });
    await search.fill('"w7"');
    await page().getByText('1 of 30').waitFor();
    assert.equal(await panel.rows.count(), 1);
    assert.equal(await page().locator('.match').first().innerText(), '"w7"');
    write('event: late\ndata: also "w7"\n\n');
    await page().getByText('2 of 31').waitFor();
    await page().getByRole('button', { name: 'Regular expression' }).click();
    await search.fill('w[12]$|(');
    await page()
      .getByRole('alert')
      .filter({ hasText: /nterminated|group/i })
      .waitFor();
    await search.fill('');
    await panel.rows.nth(5).waitFor();
    await page().getByRole('button', { name: 'Regular expression' }).click();

    await page().getByRole('button', { name: 'Types of events' }).click();
    await menuItem(/^price/).click();
    await page().getByText('10 of 31').waitFor();
    await session.window.page.keyboard.press('Escape');
    const lines = (await save(/rows shown \(JSON lines\)/, 'some.jsonl')).toString().trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { readonly id: string }).id),
      ['0', '3', '6', '9', '12', '15', '18', '21', '24', '27'],
    );
    const asTheyCame = (await save(/rows shown as received/, 'some.txt')).toString();
    assert.equal(asTheyCame, [0, 3, 6, 9, 12, 15, 18, 21, 24, 27].map(eventText).join(''));
    await page().getByRole('button', { name: 'Types of events' }).click();
    await menuItem(/All types/).click();
    await session.window.page.keyboard.press('Escape');

    await page().getByRole('button', { name: 'View', exact: true }).click();
    await menuItem(/Comments \(1\)/).click();
    await session.window.page.keyboard.press('Escape');
    await page().locator('.row.comment', { hasText: 'a comment of the server' }).waitFor();

    await page()
      .getByRole('button', { name: /Pause the view/ })
      .click();
    write('data: while it stood still\n\n');
    await page().getByText('Follow (1 new)').waitFor();
    assert.equal(await panel.rows.filter({ hasText: 'while it stood still' }).count(), 0);
    await page()
      .getByRole('button', { name: /^Follow/ })
      .click();
    await panel.rows.filter({ hasText: 'while it stood still' }).waitFor();

    const table = page().getByRole('treegrid', { name: /^Events/ });
    await table.focus();
    await session.window.page.keyboard.press('Home');
    await panel.rows.filter({ hasText: '"n": 0,' }).waitFor();
    await session.window.page.keyboard.press('Enter');
    const detail = page().getByRole('region', { name: 'Details of event 1', exact: true });
    await detail.getByText('"exact": 1.00').waitFor();
    assert.match(await detail.innerText(), /price[^]*characters/);
    await session.window.page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });

    feed.end();
    await panel.shows(/ended/i);
    assert.equal((await save(/stream as received/, 'all.txt')).toString(), sent);
    const all = (await save(/all events/, 'all.jsonl')).toString().trimEnd().split('\n');
    assert.equal(all.length, 32);
  });

  it('closes the details from their buttons, with the focus then in the table, without a cancelled stream', async () => {
    const feed = await send('feed.req');
    feed.write('data: {"n": 1}\n\n');
    await panel.rows.filter({ hasText: '"n": 1' }).waitFor();
    const table = page().getByRole('treegrid', { name: /^Events/ });
    const detail = page().getByRole('region', { name: 'Details of event 1', exact: true });
    const { keyboard } = session.window.page;
    await table.focus();
    await keyboard.press('Home');
    for (const [button, key] of [
      ['Copy the data', 'Escape'],
      ['Close the details', 'Enter'],
    ] as const) {
      await keyboard.press('Enter');
      await detail.getByRole('button', { name: button }).press(key);
      await detail.waitFor({ state: 'detached' });
      assert.equal(await table.evaluate((element) => element.matches(':focus')), true);
    }
    await panel.shows(/live/i);
    assert.equal(feed.closed, false);
    feed.end();
    await panel.shows(/ended/i);
  });

  it('copies by Ctrl+A and Ctrl+C only the events that match the filter', async () => {
    const feed = await send('feed.req');
    for (let i = 0; i < 40; i++) feed.write(`id: ${i}\nevent: ${i % 4 === 0 ? 'price' : 'tick'}\ndata: {"n": ${i}, "exact": 1.00}\n\n`);
    feed.end();
    // The previous run of this request has ended too.
    await panel.shows(/ended.*40 events/i);
    await page().getByRole('textbox', { name: 'Filter events' }).fill('price');
    await page().getByText('10 of 40').waitFor();
    await page()
      .getByRole('treegrid', { name: /^Events/ })
      .focus();
    await session.window.page.keyboard.press('Control+A');
    await session.window.page.keyboard.press('Control+C');
    await session.workbench.statusItem('10 events were copied').waitFor();
    // Only a window with the focus can read what was copied.
    await session.workbench.openFile('ask.req');
    const copied = await session.window.page.evaluate<string>('navigator.clipboard.readText()');
    assert.deepEqual(
      copied
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { readonly id: string }).id),
      ['0', '4', '8', '12', '16', '20', '24', '28', '32', '36'],
    );
    assert.match(copied, /1\.00/);
  });

  it('joins the response of a model as it arrives, with separate reasoning and tools, and writes the path into the file', async () => {
    const feed = await send('ask.req');
    await page().getByRole('tab', { name: 'Text' }).click();
    const event = (data: string): void => feed.write(`data: ${data}\n\n`);
    const delta = (member: object): string => JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: member }] });
    event(delta({ reasoning_content: 'Let me think.' }));
    event(delta({ content: 'A **bold** ' }));
    const text = page().getByRole('region', { name: 'Text of the stream' });
    await text.getByText('A bold').waitFor();
    for (const data of openaiChat) event(data);
    await text.getByText('A bold Hello ☕').waitFor();
    await page().getByRole('button', { name: 'Plain' }).click();
    await text.getByText('A **bold** Hello ☕').waitFor();
    await page().getByText('Reasoning').click();
    await page().getByText('Let me think.').waitFor();
    const calls = page().getByRole('list', { name: 'Tool calls' });
    await calls.getByText('"Paris"').waitFor();
    await calls.getByText('get_time').waitFor();
    await page()
      .locator('.joined-facts', { hasText: /tokens out\s*12[^]*finished\s*tool_calls/ })
      .waitFor();

    const field = page().getByRole('textbox', { name: 'Path' });
    assert.equal(await field.inputValue(), 'choices[0].delta.content');
    await field.fill('id');
    await text.getByText('chatcmpl-1chatcmpl-1').waitFor();
    await page()
      .getByRole('button', { name: /Write # @text/ })
      .click();
    await until(
      'the path is in the file',
      () => fs.readFileSync(path.join(session.folder, 'ask.req'), 'utf8').includes('# @text id\nPOST ') || undefined,
    );
    await page().getByText('from # @text').waitFor();
    feed.end();
    await panel.shows(/ended/i);
  });
});
