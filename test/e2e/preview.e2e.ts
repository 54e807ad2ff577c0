import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator } from 'playwright-core';
import { pngOf, wavOf } from '../support/media.ts';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf, type PanelView } from './panel.ts';

const rows = 20_000;
const page = `<!DOCTYPE html><html><head><style>p { color: rgb(1, 2, 3); }</style></head><body><p style="font-size: 31px">A page</p>
<a href="https://example.test/away">a link</a><script>document.body.textContent = 'ran';</script></body></html>`;
const bodies: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
  picture: ['image/png', pngOf(64, 32)],
  mislabelled: ['text/plain', pngOf(8, 8)],
  page: ['text/html', page],
  notes: ['text/markdown', '# Notes\n\n- [x] done\n\n[a link](https://example.test/where)\n'],
  table: ['text/csv', `id;name\n${Array.from({ length: rows }, (_, i) => `${String(i).padStart(5, '0')};"row; ${i}"`).join('\n')}\n`],
  tone: ['audio/wav', wavOf(2)],
  document: ['application/pdf', '%PDF-1.4\n<< /Type /Pages /Count 3 >>\n'],
  parts: [
    'multipart/mixed; boundary=b',
    Buffer.concat([
      Buffer.from(
        '--b\r\nContent-Type: application/json\r\nX-Part: one\r\n\r\n{"n":12345678901234567890}\r\n--b\r\nContent-Type: image/png\r\n\r\n',
      ),
      pngOf(16, 16),
      Buffer.from('\r\n--b--'),
    ]),
  ],
  bytes: ['application/octet-stream', Buffer.from(Array.from({ length: 10_000 }, (_, i) => i % 256))],
};

describe('the preview of a body, and its bytes', () => {
  let server: http.Server;
  let session: Session;
  let panel: PanelView;
  let view: FrameLocator;

  before(async () => {
    server = http.createServer((request, response) => {
      const [type, body] = bodies[(request.url ?? '').slice(1)] ?? ['text/plain', 'none'];
      // In chunks, text that takes long is shown as it arrives, in the tab Text.
      response.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }).end(body);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    session = await openWorkbench({
      files: Object.fromEntries(Object.keys(bodies).map((name) => [`${name}.req`, `GET ${url}/${name}\n`])),
    });
    panel = panelOf(session.workbench);
    view = session.workbench.webview();
  });

  after(async () => {
    await session.close();
    server.closeAllConnections();
    server.close();
  });

  async function send(name: string): Promise<void> {
    await session.workbench.openFile(`${name}.req`);
    await clickUntil(session.workbench.codeLens(/Send/), panel.head.filter({ hasText: `/${name}` }));
    await panel.shows(/200/);
  }

  it('shows pictures by themselves, with their size, fitted and unscaled, and reports a wrong type', async () => {
    await send('picture');
    await view.getByText('64 × 32').waitFor();
    await panel.button(/^100 %$/).click();
    await view.locator('.picture-box.whole').waitFor();
    await send('mislabelled');
    await view.getByText('8 × 8').waitFor();
    await view.getByText('Looks like PNG, was sent as text/plain.').waitFor();
  });

  it('shows HTML as text first; its preview has its styles, no script and no link, and is kept for the next send', async () => {
    await send('page');
    await view.locator('.lines').getByText('A page').waitFor();
    const frame = view.locator('iframe.html-frame');
    const inside = view.frameLocator('iframe.html-frame');
    await clickUntil(panel.button(/^Preview$/), inside.getByText('A page'));
    assert.equal(await frame.getAttribute('sandbox'), '');
    assert.equal(await inside.locator('a').getAttribute('href'), null);
    assert.equal(await inside.locator('script').count(), 0);
    const style = await inside
      .getByText('A page')
      .evaluate('((style) => style.color + " " + style.fontSize)(getComputedStyle(document.querySelector("p")))');
    assert.equal(style, 'rgb(1, 2, 3) 31px');
    await send('picture');
    await send('page');
    await inside.getByText('A page').waitFor();
  });

  it('shows rendered Markdown, and makes a request of a link', async () => {
    await send('notes');
    await clickUntil(panel.button(/^Preview$/), view.getByRole('heading', { name: 'Notes' }));
    assert.equal(await view.getByRole('checkbox', { name: 'Done' }).isChecked(), true);
    const link = view.getByRole('link', { name: 'a link' });
    await link.focus();
    await view.getByText('https://example.test/where').waitFor();
    await link.press('Enter');
    await session.workbench.page.locator('.view-line', { hasText: 'https://example.test/where' }).waitFor();
  });

  it('shows a table of any length, its first row as the header or not', async () => {
    await send('table');
    await clickUntil(panel.button(/^Preview$/), view.getByText(/^20,000 rows, separated by semicolons$/));
    const table = view.getByRole('table', { name: 'Table' });
    await table.getByText('row; 3', { exact: true }).waitFor();
    await table.focus();
    await table.press('End');
    await table.getByText('row; 19999', { exact: true }).waitFor();
    await view.getByRole('checkbox', { name: 'First row is the header' }).click();
    await view.getByText(/^20,001 rows/).waitFor();
    await table.press('Home');
    await table.getByText('name', { exact: true }).waitFor();
  });

  it('shows each part of a multipart body with its headers and its kind of view', async () => {
    await send('parts');
    await view.getByText('2 parts').waitFor();
    await view.getByText('X-Part').waitFor();
    await view.getByText('12345678901234567890').waitFor();
    await view.getByText('16 × 16').waitFor();
  });

  it('shows bytes, moves to one of them, and copies the selected ones', async () => {
    await send('bytes');
    const bytes = view.getByRole('region', { name: 'Bytes' });
    await bytes.getByText('00000010', { exact: true }).waitFor();
    const offset = view.getByRole('textbox', { name: 'Go to offset' });
    await offset.fill('20000');
    await offset.press('Enter');
    await view.getByText('Enter an offset from 0 to 9,999.').waitFor();
    await offset.fill('0x2101');
    await offset.press('Enter');
    await bytes.getByText('00002100', { exact: true }).waitFor();
    await bytes.focus();
    for (let i = 0; i < 3; i++) await bytes.press('Shift+ArrowRight');
    await view.getByText('0x2101 to 0x2104: 4 bytes').waitFor();
    await bytes.press('Control+C');
    await session.workbench.openFile('picture.req');
    await until('the bytes are copied', async () =>
      /^01 02 03 04$/.test(await session.workbench.page.evaluate<string>('navigator.clipboard.readText()')),
    );
    await send('page');
    await panel.button(/^Hex$/).click();
    await view.getByRole('region', { name: 'Bytes' }).getByText('00000000', { exact: true }).waitFor();
  });

  it('plays sound, and asks before it opens a document in another program', async () => {
    await send('tone');
    await view.getByText(/^2\.00 s · /).waitFor();
    await send('document');
    await view.getByText(/3 pages · /).waitFor();
    await panel.button(/Open with the system’s viewer/).click();
    const dialog = session.workbench.dialog();
    await dialog.getByText('Open this PDF file with the system’s viewer?').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});
