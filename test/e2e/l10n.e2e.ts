import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { markedTexts } from '../support/markedTexts.ts';
import { startRecorder } from '../support/recorder.ts';
import { makeTemporaryFolder } from '../vscode/temporaryFolder.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench } from './openWorkbench.ts';
import { panelOf } from './panel.ts';
import { useGallery } from './useGallery.ts';

const repository = path.resolve(import.meta.dirname, '../..');

/**
 * Records the page's messages from the extension: they are data, which is not translated. A string, because it runs in the page, whose
 * types this project lacks.
 */
const keepTold = `
  window.told = [];
  const leaves = (value) => typeof value === 'string' ? window.told.push(value)
    : typeof value === 'object' && value !== null ? Object.values(value).forEach(leaves) : undefined;
  window.addEventListener('message', ({ data }) => leaves(data));`;

/** Visible words and labels for screen readers that are neither translated nor data, units, or names of standards or of the wire. */
const english = `(() => {
  const said = [];
  const walker = document.createTreeWalker(document.querySelector('#app'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (!node.parentElement.closest('.sentence')) said.push(node.data);
  // One text in several elements.
  for (const sentence of document.querySelectorAll('#app .sentence')) said.push(sentence.textContent);
  for (const element of document.querySelectorAll('#app *'))
    for (const name of ['title', 'aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'alt'])
      if (element.hasAttribute(name)) said.push(element.getAttribute(name));
  const left = (text) => {
    for (let before = ''; before !== text; ) [before, text] = [text, text.replace(/⟦[^⟦⟧]*⟧/g, '')];
    return text.replace(/[\\d.,]+ (ms|min|s|B|KB|MB|GB)(?!\\w)/g, '').trim();
  };
  const same = /^(Aa|DNS|TLS|log|info|warn|error|event|id|retry|data|JSONPath: .*|[+:]? ?[Δ→·]+|SHA-256 .*|OpenAI chat completions|Ctrl\\+C|Shift\\+Alt\\+C)$/;
  const wordsOf = (text) => text.match(/[\\p{L}\\p{N}]*\\p{L}\\p{Ll}+/gu) ?? [];
  const told = new Set(window.told.flatMap(wordsOf));
  return [...new Set(said.map(left))].filter((text) => !same.test(text)
    && wordsOf(text).some((word) => !told.has(word))
    && !window.told.some((one) => one.includes(text)));
})()`;

describe('the panel in another language', () => {
  const gallery = useGallery();
  let page: Page;

  afterEach(() => page.close());

  async function open(scenario: string): Promise<void> {
    page = await gallery.newPage(820);
    await page.addInitScript(keepTold);
    await page.goto(gallery.urlOf(scenario, 'dark', '&texts=marked'));
    await page.locator('.panel, .calm').first().waitFor();
  }

  const allIsTranslated = async (where: string): Promise<void> =>
    assert.deepEqual(await page.evaluate<readonly string[]>(english), [], where);

  /** The page as it is, with each of its tools on, and with each of its menus open. */
  async function look(where: string): Promise<void> {
    await allIsTranslated(where);
    for (const button of await page.locator('[aria-haspopup=menu]').all()) {
      if (!(await button.isVisible())) continue;
      await button.click();
      await allIsTranslated(`${where}, a menu`);
      await page.keyboard.press('Escape');
    }
    const tools = page.locator('.content [aria-pressed=false]:not(.segment), .content details:not([open]) > summary');
    for (const tool of await tools.all()) {
      if (!(await tool.isVisible())) continue;
      await tool.click();
      await allIsTranslated(`${where}, a tool`);
    }
  }

  for (const scenario of 'json tests huge failed cutOff slowStream llm image hex xml empty waiting refused unreadable reported retried answer asked parts nothing runGoing runFailed runCancelled runPassed'.split(
    ' ',
  ))
    it(`has all its texts in it: ${scenario}`, async () => {
      await open(scenario);
      await look(scenario);
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click();
        await look(`${scenario}, ${(await tab.textContent()) ?? ''}`);
      }
    });
});

describe('Req in a workbench of another language', () => {
  const shipped = JSON.parse(fs.readFileSync(path.join(repository, 'l10n/bundle.l10n.de.json'), 'utf8')) as Readonly<
    Record<string, string>
  >;

  it('has lenses, messages, trees and the panel in that language', async () => {
    const extension = makeTemporaryFolder('req-l10n-');
    for (const name of fs.readdirSync(repository).filter((n) => n !== 'l10n' && n !== 'dist' && !/^package\.nls\..+\.json$/.test(n)))
      fs.symlinkSync(path.join(repository, name), path.join(extension.path, name));
    // By where code lies VS Code knows whose it is.
    fs.cpSync(path.join(repository, 'dist'), path.join(extension.path, 'dist'), { recursive: true });
    fs.mkdirSync(path.join(extension.path, 'l10n'));
    fs.writeFileSync(path.join(extension.path, 'l10n/bundle.l10n.de.json'), JSON.stringify(markedTexts()));
    try {
      await showsAllIn(markedTexts(), extension.path);
    } finally {
      extension.remove();
    }
  });

  it('has them in German, which is included', () => showsAllIn(shipped, repository));

  /** Sends a request in a workbench with an extension whose texts must be the translations. */
  async function showsAllIn(texts: Readonly<Record<string, string>>, extension: string): Promise<void> {
    const pattern = (text: string): string => {
      assert.ok(texts[text] !== undefined, `${text} is not translated`);
      return texts[text].replaceAll(/[$()*+./?[\\\]^|]/g, String.raw`\$&`).replaceAll(/\{\d\}/g, '.*');
    };
    const begins = (text: string): RegExp => new RegExp(`^${pattern(text)}`);
    const contains = (text: string): RegExp => new RegExp(pattern(text));
    const recorder = await startRecorder();
    const session = await openWorkbench({
      files: { 'a.req': `@host = ${recorder.url}\nGET {{host}}/\n` },
      development: [extension],
      language: 'de',
    });
    try {
      const { workbench } = session;
      await workbench.openFile('a.req');
      await workbench.codeLens(contains('Send')).first().waitFor();
      await workbench.statusItem(contains('No environment')).waitFor();
      await workbench.runCommand('Req: Show Cookies…');
      await workbench.toast(contains('No cookies are stored for {0}.')).waitFor();
      const panel = panelOf(workbench);
      await clickUntil(workbench.codeLens(contains('Send')), panel.tab(begins('Headers')));
      await panel.button(begins('Send again')).waitFor();
      await workbench.tab(contains('Response')).waitFor();
      await workbench.runCommand('Req: Show Variables');
      await workbench.treeRow(begins('File')).waitFor();
    } finally {
      await session.close();
      await recorder.close();
    }
  }
});
