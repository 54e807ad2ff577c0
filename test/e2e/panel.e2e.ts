import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { useGallery } from './useGallery.ts';

describe('the response panel’s page', () => {
  const gallery = useGallery();
  let page: Page;
  const problems: string[] = [];

  async function open(scenario: string, width = 820): Promise<void> {
    problems.length = 0;
    page = await gallery.newPage(width);
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(gallery.urlOf(scenario, 'dark'));
  }

  afterEach(async () => {
    problems.push(...(await page.evaluate<readonly string[]>('window.violations')));
    await page.close();
    assert.deepEqual(problems, [], 'errors or policy violations in the page');
  });

  const sent = (type: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    page.evaluate(`window.gallery.sent.filter((m) => m.type === ${JSON.stringify(type)})`);
  const selectedTab = (): Promise<string | null> => page.getByRole('tab', { selected: true }).textContent();
  const elements = (): Promise<number> => page.evaluate('document.querySelectorAll("*").length');
  const virtual = () => page.locator('.virtual');
  const total = async (): Promise<number> => Number((await page.locator('#tab-events .count').textContent())?.replaceAll(',', ''));
  const frames = (count: number): Promise<unknown> =>
    page.evaluate(
      `new Promise((done) => { let n = ${count}; (function next() { n-- > 0 ? requestAnimationFrame(next) : done(null); })(); })`,
    );

  /** Waits until more than `more` events are shown. The page's content security policy blocks Playwright's own waiting. */
  async function untilTotal(more: number): Promise<void> {
    while ((await total()) <= more) await frames(2);
  }

  it('shows a JSON body in lines, with visible control characters, and text from right to left within its line', async () => {
    await open('json');
    await page.getByText('"Ada Lovelace"').waitFor();
    assert.match((await page.locator('.head').textContent()) ?? '', /200 OK Successful/);
    assert.match((await virtual().textContent()) ?? '', /<script>alert\(1\)<\/script>/);
    const isolated = `[...document.querySelectorAll('.foreign')].filter((e) => getComputedStyle(e).unicodeBidi === 'isolate')`;
    assert.match(await page.evaluate(`${isolated}.map((e) => e.textContent).join()`), /^(?!.*Ada Lovelace).*שלום/);
  });

  it('selects the text of the view by Ctrl+A, not the page, and copies its lines as lines', async () => {
    const selected = (): Promise<string> => page.evaluate('document.getSelection().toString()');
    await open('json');
    await page.getByText('"Ada Lovelace"').click();
    await page.keyboard.press('Control+A');
    assert.match(await selected(), /^\s*\{\n[^]*"Ada Lovelace"[^]*\}\s*$/);
    await page.evaluate(`addEventListener('copy', (event) => { window.copied = event.clipboardData.getData('text/plain'); })`);
    await page.keyboard.press('Control+C');
    const copied = await page.evaluate<string>('window.copied');
    assert.match(copied, /^\{\n {2}"id": "9007199254740993",\n {2}"name": "Ada Lovelace",\n[^]*\n\}$/);
    await page.getByRole('tab', { name: /Headers/ }).click();
    await page.keyboard.press('Control+A');
    assert.match(await selected(), /content-type/i);
    assert.doesNotMatch(await selected(), /Send again|Body/);
    await page.close();
    await open('llm');
    await page.locator('.row.event').first().click();
    await page.keyboard.press('Enter');
    await page.locator('.event-detail .code').click();
    await page.keyboard.press('Control+A');
    assert.match(await selected(), /^\{\s[^]*"content"[^]*\}\s*$/);
  });

  it('keeps the whole menu in view at any size of the panel', async () => {
    await open('answer', 300);
    await page.getByRole('tab', { name: /Events/ }).click();
    for (const height of [520, 240])
      for (const name of ['Types of events', 'View', 'Save', 'More actions']) {
        await page.setViewportSize({ width: 300, height });
        await page.getByRole('button', { name, exact: true }).click();
        for (const item of await page.locator('.menu-item').all()) {
          await item.scrollIntoViewIfNeeded();
          const box = await item.boundingBox();
          assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 300 && box.y >= 0 && box.y + box.height <= height, name);
        }
        await page.keyboard.press('Escape');
      }
  });

  it('describes a logged value in a line, folded and unfolded', async () => {
    await open('reported');
    await page.getByRole('tab', { name: /Console/ }).click();
    const logged = page.locator('.console-fold');
    for (const unfolded of ['false', 'true']) {
      assert.equal(await logged.getAttribute('aria-expanded'), unfolded);
      const { width, height } = (await logged.boundingBox()) ?? { width: 0, height: Infinity };
      assert.ok(width > 40 && height < 40, `${width} × ${height}`);
      await logged.click();
    }
  });

  it('copies the whole body after Ctrl+A, if the page has a part of it, and all matches of a filter', async () => {
    await open('huge');
    await page.locator('.line').first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    while ((await sent('copyBody')).length === 0) await frames(2);
    await page.getByRole('button', { name: 'Filter by JSONPath' }).click();
    await page.keyboard.type('$[*].id');
    await page.getByText('1,000 values').waitFor();
    await page.locator('.line').first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    while ((await sent('copyChosen')).length === 0) await frames(2);
    assert.equal((await sent('copyBody')).length, 1);
  });

  it('copies all events after Ctrl+A, also if the page has few of them, and those that match a filter', async () => {
    await open('longStream');
    await page.getByText('event 499999', { exact: true }).waitFor();
    await virtual().focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    while ((await sent('copyEvents')).length === 0) await frames(2);
    assert.deepEqual(
      (await sent('copyEvents')).map((m) => m['view']),
      [0],
    );
    await page.getByRole('searchbox', { name: 'Filter events' }).or(page.getByLabel('Filter events')).first().fill('49999');
    await page.getByText('event 49999', { exact: true }).waitFor();
    await virtual().focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    while ((await sent('copyEvents')).length === 1) await frames(2);
    assert.deepEqual((await sent('copyEvents')).at(-1)?.['view'], (await sent('filterEvents')).at(-1)?.['view']);
  });

  it('moves between tabs with the arrows, Home and End', async () => {
    await open('tests');
    await page.getByRole('tab', { name: 'Body' }).focus();
    const seen: (string | null)[] = [];
    for (const key of ['ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home']) {
      await page.keyboard.press(key);
      seen.push(await selectedTab());
    }
    assert.deepEqual(seen, ['Headers7', 'Request', 'Body', 'Request', 'Body']);
    assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-selected")'), 'true');
  });

  it('names every button and the tab panel', async () => {
    for (const scenario of ['tests', 'slowStream']) {
      await open(scenario);
      await page.getByRole('tab').first().waitFor();
      for (const button of await page.getByRole('button').all()) {
        const name = (await button.getAttribute('aria-label')) ?? (await button.textContent());
        assert.ok(name !== null && name.trim() !== '', await button.innerHTML());
      }
      assert.equal(await page.getByRole('tabpanel').count(), 1);
      if (scenario === 'tests') await page.close();
    }
  });

  it('opens the line of a failing test', async () => {
    await open('tests');
    await page.getByRole('tab', { name: 'Tests, 2 of 4 failed' }).click();
    await page.getByRole('button', { name: 'Failed: status == 201' }).click();
    await frames(2);
    assert.deepEqual(await sent('goTo'), [{ type: 'goTo', file: '/home/ada/shop/users.req', line: 24, column: 1 }]);
  });

  it('keeps tab, form and wrapping over a reload', async () => {
    await open('json');
    await page.getByRole('button', { name: 'Raw' }).click();
    await page.getByRole('button', { name: 'Wrap long lines' }).click();
    await page.getByRole('tab', { name: 'Headers' }).click();
    await page.reload();
    await page.getByRole('tab', { name: 'Headers', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'Body' }).click();
    assert.equal(await page.getByRole('button', { name: 'Raw' }).getAttribute('aria-pressed'), 'true');
    assert.equal(await page.getByRole('button', { name: 'Wrap long lines' }).getAttribute('aria-pressed'), 'true');
    await page.getByText('{"id":"9007199254740993"').waitFor();
  });

  it('cancels with Escape, once, and keeps the received part', async () => {
    await open('slowStream');
    await page.locator('.event').nth(3).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByText('Cancelled', { exact: true }).waitFor();
    assert.equal((await sent('cancel')).length, 1);
    assert.ok((await page.locator('.event').count()) > 3);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
  });

  it('shows two million lines: both ends, any place, by wheel and by keys, with few elements', async () => {
    await open('huge');
    await page.getByText('"row 1"').waitFor();
    await virtual().focus();
    await page.keyboard.press('End');
    await page.getByText('"row 1999998"').waitFor();
    await virtual().hover();
    await page.mouse.wheel(0, -2000);
    await page.getByText('"row 1999880"').waitFor();
    await page.evaluate('document.querySelector(".virtual").scrollTop = 4_000_000');
    const middle = page.locator('.line-text', { hasText: /"row 99\d{4}"|"row 100\d{4}"/ });
    await middle.first().waitFor();
    assert.ok((await elements()) < 1500);
    await page.keyboard.press('Home');
    await page.getByText('"row 1"', { exact: true }).waitFor();
  });

  it('requests each page of lines once', async () => {
    await open('huge');
    await page.getByText('"row 1"').waitFor();
    for (const to of [2000, 0, 2000, 0]) {
      await page.evaluate(`document.querySelector(".virtual").scrollTop = ${to}`);
      await frames(3);
    }
    const starts = (await sent('wantLines')).map((want) => want['start']);
    assert.deepEqual(starts, [...new Set(starts)]);
  });

  it('follows a stream, stops after scrolling up, and follows again', async () => {
    await open('slowStream');
    await untilTotal(40);
    await virtual().hover();
    await page.mouse.wheel(0, -150);
    const follow = page.getByRole('button', { name: /^Follow \(\d+ new\)/ });
    await follow.waitFor();
    await frames(20);
    const place = (): Promise<number> => page.evaluate('document.querySelector(".virtual").scrollTop');
    const held = await place();
    const before = await total();
    await untilTotal(before + 5);
    assert.equal(await place(), held);
    await follow.click();
    await follow.waitFor({ state: 'detached' });
    await frames(3);
    assert.ok((await place()) > held);
    await page.getByRole('tab', { name: /^Headers/ }).click();
    await until('the page reports the room for the newest events while they are followed in sight', async () => {
      const [first = 0, second, third, fourth, ...more] = (await sent('showNewest')).map(({ count }) => Number(count));
      return more.length === 0 && second === 0 && fourth === 0 && first === third && first > 10 && first < 60;
    });
  });

  it('unfolds an event by keys, with its data formatted, and shows all of it in the detail', async () => {
    await open('llm');
    await page.locator('.event').first().waitFor();
    await virtual().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    const first = page.locator('.event', { has: page.locator('#event-0') });
    const isUnfolded = (): Promise<string | null> => page.locator('#event-0').getAttribute('aria-expanded');
    await first.locator('.code').waitFor();
    assert.equal(await isUnfolded(), 'true');
    assert.match((await first.locator('.code').textContent()) ?? '', /^\{\n {2}"id": "c1",\n {2}"choices": \[\n/);
    await page.getByRole('button', { name: 'Copy the data' }).click();
    await frames(2);
    const [copied] = await sent('copyEvent');
    assert.deepEqual([copied?.['index'], copied?.['as']], [0, 'data']);
    await page.locator('.event-table').focus();
    await page.keyboard.press('ArrowLeft');
    await first.locator('.code').waitFor({ state: 'detached' });
    assert.equal(await isUnfolded(), 'false');
    await page.keyboard.press('Enter');
    const detail = page.getByRole('region', { name: 'Details of event 1' });
    await detail.waitFor();
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    await page.locator('#event-19', { hasText: 'incomplete' }).waitFor();
  });

  it('continues to draw, with few elements, at 5,000 events a second', async () => {
    await open('fastStream');
    await page.locator('.event').nth(10).waitFor();
    const counts: number[] = [];
    for (let step = 0; step < 10; step++) {
      await frames(6);
      counts.push(await total());
    }
    const growing = counts.filter((count, i) => i === 0 || count > (counts[i - 1] ?? 0));
    assert.ok(growing.length >= 8, `drawn counts: ${counts.join(' ')}`);
    await untilTotal(10_000);
    assert.ok((await elements()) < 1500);
    const last = await page.locator('.event-line').last().getAttribute('aria-rowindex');
    assert.ok(Math.abs(Number(last) - (await total())) < 5000, 'the newest is in sight');
    await page.keyboard.press('Escape');
    await page.getByText('Cancelled', { exact: true }).waitFor();
  });

  it('fetches old events of a long stream when they come into view', async () => {
    await open('longStream');
    await page.getByText('event 499999', { exact: true }).waitFor();
    await virtual().focus();
    await page.keyboard.press('Home');
    await page.getByText('event 0', { exact: true }).waitFor();
    assert.ok((await sent('wantEvents')).length > 0);
  });

  it('fits 300 px without scrolling sideways', async () => {
    const rightmost =
      'Math.max(...[...document.querySelectorAll(".actions, .bar :is(button, input)")].map((e) => e.getBoundingClientRect().right))';
    for (const scenario of ['json', 'slowStream', 'answer', 'reported', 'hex', 'failed']) {
      await open(scenario, 300);
      await page.getByRole('tab').first().waitFor();
      await page.getByRole('tab', { selected: true }).focus();
      const count = Number(await page.evaluate(`document.querySelectorAll('[role=tab]').length`));
      for (let nth = 0; nth < count; nth++) {
        await page.keyboard.press('ArrowRight');
        await frames(5);
        const where = `${scenario}, ${(await page.getByRole('tab', { selected: true }).textContent()) ?? ''}`;
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 300, where);
        assert.ok((await page.evaluate<number>(rightmost)) <= 300, `a button of ${where} is out of sight`);
      }
      if (scenario !== 'failed') await page.close();
    }
  });
});
