import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { asLine, payloadsFor, ranMark, type Payload } from '../support/payloads.ts';
import { startCanary, startPayloadServer, type Canary, type PayloadServer } from '../support/payloadServer.ts';
import { setNetworkEvents } from '../vscode/networkEvents.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf } from './panel.ts';

/** Responses with payloads in body and head. */
const answers = ['json', 'text', 'html', 'svg', 'md', 'csv', 'css', 'parts', 'sse'] as const;

describe('payloads in every shown text', () => {
  let canary: Canary;
  let server: PayloadServer;
  let session: Session;
  let payloads: readonly Payload[];
  const dialogs: string[] = [];
  const requested: string[] = [];

  before(async () => {
    canary = await startCanary();
    payloads = payloadsFor(canary.url);
    server = await startPayloadServer(payloads);
    const files = Object.fromEntries(answers.map((name) => [`${name}.req`, requestFor(name)]));
    session = await openWorkbench({ files, settings: { 'editor.unusualLineTerminators': 'off' } });
    const { page } = session.workbench;
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await setNetworkEvents(page, true);
    page.on('request', (request) => requested.push(request.url()));
  });

  after(async () => {
    await session.close();
    server.close();
    canary.close();
  });

  /** A request with payloads in its title, headers, body, console output of its scripts, and names of tests. */
  function requestFor(name: string): string {
    const lines = payloads.map(({ text }) => JSON.stringify(asLine(text)));
    const title = asLine(payloads[2]?.text ?? '');
    const body = JSON.stringify(payloads.map(({ text }) => text)).replaceAll('{{', '{ {');
    const scripts = lines.flatMap((text) => [`console.log(${text});`, `tool.test(${text}, () => { throw new Error(${text}); });`]);
    return `### ${title}\nPOST ${server.url}/${name}\nContent-Type: application/json\nX-Payload: ${title}\n\n${body}\n\n> {%\n${scripts.join('\n')}\n%}\n`;
  }

  /** Asserts that no payload ran, nothing was fetched, and no dialog is open. */
  async function untouched(where: string): Promise<void> {
    const { page } = session.workbench;
    // One that scripts are forbidden in has no answer; what would have run there is seen by what it asks for.
    const frames = page.frames().filter((frame: Frame) => frame.url() !== 'about:srcdoc');
    const marks = await Promise.all(frames.map((frame) => frame.evaluate<unknown>(`globalThis.${ranMark}`).catch(() => undefined)));
    assert.deepEqual(
      marks.filter((mark) => mark !== undefined),
      [],
      `something ran: ${where}`,
    );
    const asked = requested.filter((url) => url.startsWith(canary.url));
    assert.deepEqual([canary.hits, asked, dialogs], [[], [], []], where);
  }

  /** Every element that shows more when pressed: tabs, forms of the body, collapsed rows. */
  async function visit(where: string, tabs: Locator): Promise<void> {
    const page = session.workbench.webview();
    for (let i = 0; i < (await tabs.count()); i++) {
      const tab = tabs.nth(i);
      const name = (await tab.textContent()) ?? '';
      await press(tab);
      await untouched(`${where}, ${name}`);
      if (name.startsWith('Body')) {
        const forms = page.getByRole('group', { name: 'Body view' }).getByRole('button');
        for (let form = 0; form < (await forms.count()); form++) {
          await press(forms.nth(form));
          await untouched(`${where}, ${name}, ${(await forms.nth(form).textContent()) ?? ''}`);
        }
      } else {
        // Some of what unfolds; more of the same shows nothing new.
        const folded = page.locator('[role=tabpanel] :is([role=row], [role=treeitem])[aria-expanded=false]');
        for (let j = 0; j < Math.min(3, await folded.count()); j++) await press(folded.first());
        await untouched(`${where}, ${name}, unfolded`);
      }
    }
  }

  async function press(target: Locator): Promise<void> {
    await target.click();
    // Its page, and what is in frames of it, has been drawn.
    await session.workbench
      .webview()
      .locator('body')
      .evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))');
  }

  // The other tabs show of every answer the same: what was sent, and what the same scripts said.
  const ofTheAnswer = /^(Body|Headers|Events|Text)/;

  for (const [i, name] of answers.entries())
    it(`run nothing, fetch nothing and ask nothing: ${name}`, async () => {
      const { workbench } = session;
      const panel = panelOf(workbench);
      await workbench.openFile(`${name}.req`);
      await clickUntil(workbench.codeLens(/Send/), panel.head.filter({ hasText: `/${name}` }));
      await panel.shows(/200/);
      await panel.button(/Send again/).waitFor();
      const tabs = workbench.webview().getByRole('tab');
      await visit(name, i === 0 ? tabs : tabs.filter({ hasText: ofTheAnswer }));
    });

  it('would be visible if they fetched something', async () => {
    const url = `${session.server.origin}/seen`;
    await session.window.page.evaluate(`fetch(${JSON.stringify(url)})`);
    assert.ok(requested.includes(url));
  });

  it('would be stopped by the policy of the page, which allows only its own scripts', async () => {
    const probe = `(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.probe = 1';
      document.head.append(script);
      return [String(globalThis.probe), document.querySelector('meta[http-equiv]').content.includes("default-src 'none'")];
    })()`;
    assert.deepEqual(await session.workbench.webview().locator('body').evaluate(probe), ['undefined', true]);
  });

  it('do nothing in a frame of the panel either, whose source contains all of them unchanged', async () => {
    const page = session.workbench.webview();
    const source = payloads.map(({ text }) => text).join('\n');
    const loaded = `new Promise((done) => {
      const frame = document.createElement('iframe');
      frame.sandbox = '';
      frame.onload = () => requestAnimationFrame(() => requestAnimationFrame(() => done(frame.sandbox.length)));
      frame.srcdoc = ${JSON.stringify(source)};
      document.body.append(frame);
    })`;
    assert.equal(await page.locator('body').evaluate(loaded), 0);
    // The browser may open a connection for a page that it then asks nothing: what is previewed names no address for that reason.
    assert.deepEqual(
      canary.hits.filter((hit) => hit !== 'a connection'),
      [],
    );
  });
});
