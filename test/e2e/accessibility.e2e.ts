import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { picture } from './picture.ts';
import { useGallery } from './useGallery.ts';

/**
 * The findings of axe in a page, as text. The code is a string because it runs in the page, whose types this project lacks. Exceptions:
 * line numbers and words of code have the theme's colours; a tab has its count in words (`Headers, 7 headers`); the grid scrolls the rows
 * of events.
 */
const findings = `axe.run({ exclude: [['.number'], ['[class^="token-"]']] }, { resultTypes: ['violations'], rules: { 'label-content-name-mismatch': { enabled: false } } })
  .then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map((v) => ({ ...v, nodes: v.nodes.filter((n) => v.id !== 'scrollable-region-focusable' || !n.html.includes('event-rows')) }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, help, nodes }) => id + ': ' + help + '\\n' + nodes.slice(0, 3).map((n) => '  ' + n.html.slice(0, 200) + ' ' + (n.any[0]?.message ?? '')).join('\\n')))`;

const scenarios = [
  'json',
  'tests',
  'huge',
  'failed',
  'cutOff',
  'slowStream',
  'llm',
  'image',
  'hex',
  'xml',
  'empty',
  'waiting',
  'nothing',
  'retried',
  'parts',
  'asked',
  'refused',
  'unreadable',
  'answer',
  'chat',
  'growing',
  'urls',
  'unresolved',
  'certificate',
];

describe('the response panel’s accessibility', () => {
  const gallery = useGallery();
  let page: Page;

  afterEach(() => page.close());

  async function open(scenario: string, theme: string, width: number): Promise<void> {
    // What moves has other colours while it does.
    page = await gallery.newPage(width, { reducedMotion: 'reduce' });
    await page.goto(gallery.urlOf(scenario, theme));
    await page.locator('.panel').waitFor();
    await page.evaluate(axe.source);
  }

  const nothingIsFound = async (where: string): Promise<void> =>
    assert.deepEqual(await page.evaluate<readonly string[]>(findings), [], where);

  /** The page as it is, and in each of its tabs. */
  async function look(where: string): Promise<void> {
    await nothingIsFound(where);
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await nothingIsFound(`${where}, ${(await tab.textContent()) ?? ''}`);
    }
  }

  for (const scenario of scenarios)
    it(`has no serious findings of axe: ${scenario}`, async () => {
      await open(scenario, 'dark', 820);
      await look(scenario);
    });

  for (const theme of ['dark', 'light', 'contrast', 'contrastLight'])
    it(`has no serious findings of axe in the summary of a run, in the theme ${theme}`, async () => {
      for (const scenario of ['runGoing', 'runFailed', 'runCancelled', 'runPassed'])
        for (const width of [820, 300]) {
          await open(scenario, theme, width);
          await nothingIsFound(`${scenario}, ${width} px`);
          const { scroll, client } = await page.evaluate<{ scroll: number; client: number }>(
            '({ scroll: document.documentElement.scrollWidth, client: document.documentElement.clientWidth })',
          );
          assert.ok(scroll <= client, `${scenario} is wider than ${width} px`);
          await page.close();
        }
    });

  it('has all actions of a run in view, in a panel of 220 px', async () => {
    await open('runFailed', 'dark', 220);
    const rights = await page.evaluate<readonly number[]>(
      `[...document.querySelectorAll('.run-actions button')].map((button) => button.getBoundingClientRect().right)`,
    );
    assert.equal(rights.length, 2);
    assert.ok(
      rights.every((right) => right <= 220),
      rights.join(),
    );
    await picture(page, 'run-220');
    await page.close();
  });

  it('counts the states of a run, and writes minutes on one line, in a panel of 320 px', async () => {
    await open('runFailed', 'dark', 320);
    assert.deepEqual(await page.locator('.segment').filter({ visible: true }).allInnerTexts(), ['Failed 2', 'Passed 2', 'Skipped 1']);
    // A box of one line has one rectangle.
    const lines = await page.evaluate<readonly number[]>(`[...document.querySelectorAll('td.run-time')].map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    })`);
    assert.deepEqual(lines, [1, 1, 1, 1, 0]);
    await page.close();
  });

  for (const theme of ['light', 'contrast', 'contrastLight'])
    it(`has no serious findings of axe in the theme ${theme}, 300 px wide, with its menu open`, async () => {
      await open('tests', theme, 300);
      await look(theme);
      await page.getByRole('button', { name: 'More actions' }).click();
      await nothingIsFound(`${theme}, menu`);
    });

  for (const theme of ['contrast', 'contrastLight'])
    it(`marks pressed buttons by more than a background colour, in the theme ${theme}`, async () => {
      await open('json', theme, 820);
      await page.getByRole('tab', { name: 'Request' }).click();
      const bytes = page.getByRole('button', { name: 'Bytes', exact: true });
      const shadow = () => page.evaluate<string>(`getComputedStyle(document.querySelector('.small[aria-pressed]')).boxShadow`);
      assert.equal(await shadow(), 'none');
      await bytes.click();
      await bytes.and(page.locator('[aria-pressed="true"]')).waitFor();
      assert.match(await shadow(), /^rgb\(.*inset$/);
    });

  it('has the buttons of a form in view if its questions are higher than the panel', async () => {
    await open('asked', 'dark', 300);
    await page.setViewportSize({ width: 300, height: 200 });
    const box = await page.getByRole('button', { name: 'Send', exact: true }).boundingBox();
    assert.ok(box !== null && box.y + box.height <= 200, JSON.stringify(box));
  });

  it('shows the focus in the table of events: around it, and at the selected row', async () => {
    await open('slowStream', 'dark', 820);
    const table = page.locator('.event-table');
    const outlineOf = (selector: string) => page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).outlineStyle`);
    await page.locator('.row.event').first().waitFor();
    await table.focus();
    assert.equal(await outlineOf('.event-table'), 'solid');
    await page.keyboard.press('Home');
    await page.locator('.active > .event-line').waitFor();
    assert.equal(await outlineOf('.active > .event-line'), 'solid');
    assert.equal(await outlineOf('.event-table'), 'none');
  });

  /** Clicks a tab, in the overflow menu if it does not fit. */
  async function goTab(name: string | RegExp): Promise<void> {
    const tab = page.getByRole('tab', { name });
    await page.locator('.tabs').waitFor();
    if (await tab.isVisible()) return tab.click();
    await page.getByRole('button', { name: 'More tabs' }).click();
    await page.getByRole('menuitem', { name }).click();
  }

  it('has space for the search field at 300 px, and breaks no word in the name of a bar or a section', async () => {
    await open('answer', 'light', 300);
    await goTab(/Events/);
    const field = await page.getByRole('textbox', { name: 'Filter events' }).boundingBox();
    assert.ok(field !== null && field.width > 180, JSON.stringify(field));
    const middles = async (...buttons: readonly string[]): Promise<readonly number[]> => {
      const boxes = await Promise.all(buttons.map((name) => page.getByRole('button', { name, exact: true }).boundingBox()));
      return boxes.map((box) => Math.round(box === null ? NaN : box.y + box.height / 2));
    };
    await goTab('Text');
    const [plain, copy] = await middles('Plain', 'Copy the text');
    assert.equal(plain, copy);
    await goTab('Request');
    const heads = `[...document.querySelectorAll('.section-head')].map(({ firstElementChild: name, lastElementChild: actions }) =>
      actions.getBoundingClientRect().left - name.getBoundingClientRect().right)`;
    for (const gap of await page.evaluate<readonly number[]>(heads)) assert.ok(gap >= 8, String(gap));
    await page.close();
    await open('retried', 'light', 300);
    await goTab('Timeline');
    await page.getByRole('rowheader', { name: 'Assertions' }).waitFor();
    const lines = `[...document.querySelectorAll('.bars th')].map((th) => {
      const range = document.createRange();
      range.selectNodeContents(th.firstChild);
      return th.firstChild.textContent.trim().includes(' ') ? 1 : range.getClientRects().length;
    })`;
    assert.deepEqual([...new Set(await page.evaluate<readonly number[]>(lines))], [1]);
    await page.close();
    await open('json', 'light', 300);
    await page.getByRole('button', { name: 'Search the body (Ctrl+F)' }).click();
    const box = await page.locator('.find-field').boundingBox();
    const [next, close] = await middles('Next match (Enter)', 'Close the search (Escape)');
    assert.deepEqual([next, close], Array(2).fill(Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)));
  });

  it('shows offset, bytes and text of each row of a hex dump at any width, and keeps the selected byte in sight', async () => {
    const bytesAt = async (width: number): Promise<number> => {
      await page.setViewportSize({ width, height: 520 });
      await page.waitForFunction(`document.querySelector('.hex-row:has(.hex-characters > span)') !== null`);
      await until(`the text is in view at ${width} px`, () =>
        page.evaluate<boolean>(`document.querySelector('.hex-characters').getBoundingClientRect().right <= innerWidth`),
      );
      await picture(page, `hex-${width}`);
      return page.locator('.hex-row').nth(0).locator('.hex-bytes > span').count();
    };
    await open('hex', 'light', 820);
    await goTab('Body');
    const rows = page.locator('.hex-rows');
    await rows.focus();
    await page.keyboard.press('ArrowDown');
    for (let i = 0; i < 100; i++) await page.keyboard.press('ArrowDown');
    const selected = async (): Promise<string | null> => page.locator('.hex-bytes .cursor').getAttribute('data-at');
    assert.equal(await selected(), '1600');
    assert.equal(await bytesAt(820), 16);
    assert.equal(await bytesAt(480), 8);
    await page.locator('.hex-bytes .cursor').waitFor();
    assert.equal(await selected(), '1600');
    assert.equal(await bytesAt(300), 4);
    await page.locator('.hex-bytes .cursor').waitFor();
    await page.keyboard.press('ArrowDown');
    assert.equal(await selected(), '1604');
  });

  it('breaks no date in a narrow panel, and shortens the name of a file, not its line, beside the other facts', async () => {
    await open('retried', 'light', 300);
    await page.evaluate(`document.querySelector('.head .place > bdi').textContent = 'a-rather-long-name-of-a-file.req'`);
    const { place, line } = await page.evaluate<{ place: number; line: number }>(`(() => {
      const place = document.querySelector('.head .place');
      const facts = [...document.querySelectorAll('.head .fact')][0];
      return { place: place.scrollWidth - place.clientWidth, line: Math.abs(place.getBoundingClientRect().bottom - facts.getBoundingClientRect().bottom) };
    })()`);
    assert.equal(place, 0);
    assert.ok(line < 8, 'in the line of the facts');
    await goTab('Timeline');
    for (const width of [300, 290, 280, 270, 260]) {
      await page.setViewportSize({ width, height: 520 });
      const lines = await page.evaluate<readonly number[]>(`(() => {
        for (const details of document.querySelectorAll('details.connection')) details.open = true;
        return [...document.querySelectorAll('.date')].map((date) => date.getClientRects().length);
      })()`);
      assert.ok(lines.length > 1 && lines.every((count) => count === 1), `${width} px: ${lines.join()}`);
    }
  });
});
