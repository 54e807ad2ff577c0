import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf, type PanelView } from './panel.ts';
import { answerSaveDialog } from './saveDialog.ts';

const mebibyte = 1024 * 1024;
const line = `${'0123456789'.repeat(10)}\n`;
const block = Buffer.from(line.repeat(10_000));
/** 80 blocks and one line. */
const lines = 800_001;

describe('large bodies in the workbench', () => {
  let server: http.Server;
  let session: Session;
  let panel: PanelView;
  let asked = 0;
  /** Resumes the server's reading. */
  let readOn: () => void = () => undefined;

  before(async () => {
    server = http.createServer((request, response) => {
      asked++;
      if (request.url === '/upload') {
        request.on('end', () => response.end('taken'));
        request.once('data', () => {
          request.pause();
          readOn = () => void request.resume();
        });
        return;
      }
      if (request.url === '/moved') return void response.writeHead(302, { Location: '/large' }).end();
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      let left = 80;
      const go = (): void => {
        while (left > 0) {
          left--;
          if (!response.write(block)) return void response.once('drain', go);
        }
        response.end('the last line');
      };
      go();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    session = await openWorkbench({
      files: {
        'large.req': `GET ${url}/moved\n`,
        'upload.req': `POST ${url}/upload\n\n< ./large.bin\n`,
        'large.bin': 'x'.repeat(64 * mebibyte),
      },
    });
    panel = panelOf(session.workbench);
  });

  after(async () => {
    await session.close();
    server.closeAllConnections();
    server.close();
  });

  async function send(file: string): Promise<void> {
    await session.workbench.openFile(file);
    const before = asked;
    await clickUntil(session.workbench.codeLens(/Send/), () => asked > before);
  }

  it('are shown to their last line, with how they were received', async () => {
    await send('large.req');
    await panel.shows(/77\.\d MB/);
    await panel.openTab(/Body/);
    const text = session.workbench.webview().locator('.lines');
    await text.getByText('0123456789'.repeat(10)).first().waitFor();
    await text.click();
    await session.workbench.page.keyboard.press('ControlOrMeta+End');
    await session.workbench.webview().getByText('the last line').waitFor();
    await session.workbench.webview().getByText(lines.toLocaleString('en-US')).first().waitFor();
    await panel.openTab(/Headers/);
    await session.workbench.webview().getByText('/moved').first().waitFor();
    assert.equal(await panel.failure.count(), 0);
  });

  it('leave nothing behind after a cancelled save', async () => {
    const { page } = session.workbench;
    await send('large.req');
    await panel.shows(/77\.\d MB/);
    const file = path.join(session.folder, 'saved.txt');
    // What is written goes through a pipe that nobody empties: it takes as long as the test wants.
    execFileSync('mkfifo', [file]);
    const pipe = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    try {
      await panel.button(/^More actions$/).click();
      await session.workbench.webview().getByRole('menuitem', { name: 'Save the body…' }).click();
      await answerSaveDialog(page, /\.txt$/, file);
      await page.getByText('already exists').first().waitFor({ state: 'attached' });
      await page.keyboard.press('Enter');
      const toast = session.workbench.toast('Saving');
      await toast.hover();
      await toast.getByRole('button', { name: 'Cancel' }).click();
      await toast.waitFor({ state: 'detached' });
      const bytes = Buffer.alloc(mebibyte);
      let size = 0;
      await until('nothing more is written', () => {
        try {
          for (let read = fs.readSync(pipe, bytes); read > 0; read = fs.readSync(pipe, bytes)) size += read;
          return true;
        } catch (error) {
          assert.equal((error as NodeJS.ErrnoException).code, 'EAGAIN');
          return false;
        }
      });
      assert.ok(size < 10 * mebibyte, `${size} bytes were written`);
    } finally {
      fs.closeSync(pipe);
    }
    const left = fs.readdirSync(session.folder).filter((name) => name.includes('saved'));
    assert.deepEqual(left, ['saved.txt']);
  });

  it('show their progress while they are sent', async () => {
    await send('upload.req');
    await panel.shows(/Sending \d+\.\d [KM]B of 64\.0 MB…/);
    readOn();
    await panel.shows(/200/);
    await panel.openTab(/Body/);
    await session.workbench.webview().getByText('taken').waitFor();
  });
});
