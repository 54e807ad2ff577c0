import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { startStreamServer, type StreamServer } from '../support/streamServer.ts';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf, type PanelView } from './panel.ts';

const paragraphs = Array.from(
  { length: 60 },
  (_, i) => `Paragraph ${i + 1} has so many words that it stands in more than one line where it is narrow.`,
);
const text = `See [the docs](https://example.test/docs) ![a map](https://example.test/map.png)\n\n\`\`\`js\nlet a;\n\`\`\`\n\n${paragraphs.join('\n\n')}`;

/** Whether the focused element has an outline, other than that of a pressed button. A string, because it runs in the page. */
const focusShows = `(({ outlineStyle, outlineOffset }) =>
  outlineStyle === 'solid' && (document.activeElement.ariaPressed !== 'true' || parseFloat(outlineOffset) > 0)
)(getComputedStyle(document.activeElement))`;

describe('the Text tab by the keyboard alone', () => {
  let server: StreamServer;
  let session: Session;
  let panel: PanelView;

  before(async () => {
    server = await startStreamServer();
    session = await openWorkbench({ files: { 'ask.req': `### Ask\nPOST ${server.url}/chat\nAccept: text/event-stream\n` } });
    panel = panelOf(session.workbench);
    await session.workbench.openFile('ask.req');
    await clickUntil(session.workbench.codeLens(/Send/), () => server.feeds.length > 0);
    const feed = await until('the server has the request', () => server.feeds[0]);
    const call = { index: 0, id: 'c1', function: { name: 'add', arguments: '{"a":1}' } };
    for (const delta of [{ reasoning_content: 'Let me think.' }, { content: text }, { tool_calls: [call] }])
      feed.write(`data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta }] })}\n\n`);
    feed.end();
    await panel.shows(/ended/i);
    await session.workbench.line('### Ask').first().click();
  });

  after(async () => {
    await session.close();
    server.close();
  });

  const page = () => session.workbench.webview();
  const inPage = (expression: string): Promise<unknown> => page().locator('body').evaluate(expression);
  const press = (key: string): Promise<void> => session.window.page.keyboard.press(key);
  const copied = (): Promise<string> => session.window.page.evaluate<string>('navigator.clipboard.readText()');
  /** Role and name of the focused element, as a screen reader reads them. */
  const focused = async (): Promise<string> => {
    const [element] = await page().locator(':focus').all();
    return /^- '?([\w: ]*\w(?: "[^"]*")?)/.exec((await element?.ariaSnapshot()) ?? '')?.[1] ?? '';
  };

  /** Presses a key until the focused element matches. Returns all elements focused on the way, including that one. */
  async function walk(key: string, to: RegExp): Promise<readonly string[]> {
    const way: string[] = [];
    for (let stops = 0; stops < 20; stops++) {
      const before = await focused();
      await press(key);
      way.push(await until('the focus has moved', async () => ((await focused()) === before ? undefined : await focused())));
      assert.equal(await inPage(focusShows), true, `the focus is in sight: ${way.at(-1)}`);
      if (to.test(way.at(-1) ?? '')) return way;
    }
    assert.fail(`never at ${to}: ${way.join('; ')}`);
  }

  it('is reached from the editor, and each control is reached by keys, with its name and a visible focus', async () => {
    await press('Control+Alt+O');
    await until('a tab is in hand', async () => (await focused()).startsWith('tab '));
    await walk('ArrowRight', /tab "Text"/);
    assert.deepEqual(await walk('Tab', /arguments of add/), [
      'textbox "Path"',
      'button "Write # @text"',
      'button "Markdown"',
      'button "Plain"',
      'button "Copy the text"',
      'text: Reasoning',
      'region "Text of the stream"',
      'link "the docs"',
      'link "Image, not fetched: a map"',
      'button "Copy the code"',
      'region "Code, js"',
      'button "Copy the arguments of add"',
    ]);
  });

  it('copies the target of a link or a picture, and shows the key for it', async () => {
    await walk('Shift+Tab', /a map/);
    await page().getByText('https://example.test/map.png – Enter copies it').waitFor();
    await press('Enter');
    await page().getByText('Copied: https://example.test/map.png').waitFor();
    await until('the address was copied', async () => (await copied()) === 'https://example.test/map.png');
  });

  it('is scrolled by keys, at once to its end, and copied completely though a part of it is drawn', async () => {
    await walk('Shift+Tab', /"Plain"/);
    await press('Space');
    await walk('Tab', /Text of the stream/);
    await page().locator('.joined-text', { hasText: 'See [the docs]' }).waitFor();
    await press('PageDown');
    await page().locator('.joined-text', { hasText: 'Paragraph 1 has' }).waitFor();
    await press('End');
    const last = page().locator('.joined-text .line', { hasText: 'Paragraph 60 has' });
    await last.waitFor();
    await until('the end is in sight', () =>
      inPage(`(() => {
      const bottom = (element) => element.getBoundingClientRect().bottom;
      const list = document.querySelector('.joined-text');
      return bottom([...list.querySelectorAll('.line')].at(-1)) <= bottom(list) + 1;
    })()`),
    );
    await press('Control+A');
    await press('Control+C');
    await until('all of it was copied', async () => (await copied()) === text);
  });

  it('selects the focused part by Ctrl+A, after any selection', async () => {
    await walk('Shift+Tab', /Reasoning/);
    await press('Enter');
    await walk('Tab', /Copy the reasoning/);
    await press('Control+A');
    await press('Control+C');
    await until('the reasoning was copied', async () => /^\s*Reasoning\s+Let me think\.\s*$/.test(await copied()));
  });

  it('keeps the focus when a path is written into the request, and returns it to the editor by Escape', async () => {
    await walk('Shift+Tab', /Write # @text/);
    await press('Enter');
    await until('the path is in the file', () =>
      fs.readFileSync(path.join(session.folder, 'ask.req'), 'utf8').includes('# @text choices[0].delta.content\n'),
    );
    await page().getByText('from # @text').waitFor();
    assert.equal(await focused(), 'textbox "Path"');
    await walk('Tab', /Copy the text/);
    await press('Escape');
    await panel.head.waitFor({ state: 'detached' });
    await session.window.page.locator('.editor-instance .monaco-editor.focused').waitFor();
  });
});
