import assert from 'node:assert/strict';
import { useGallery } from './useGallery.ts';

describe('the header of the response panel', () => {
  const gallery = useGallery();

  it('draws only the counts again while events arrive, and keeps the focus', async () => {
    const page = await gallery.newPage(820);
    await page.goto(gallery.urlOf('fastStream', 'dark'));
    const total = async (): Promise<number> => Number((await page.locator('#tab-events .count').textContent())?.replaceAll(',', ''));
    await page.locator('.event').nth(10).waitFor();
    await page.getByRole('button', { name: 'More actions' }).focus();
    // A menu looks for its list whenever it is drawn.
    await page.evaluate(`
      globalThis.touched = new Set();
      new MutationObserver((changes) => {
        for (const { target } of changes) touched.add((target.parentElement?.closest('.fact') ?? target).className);
      }).observe(document.querySelector('.head'), { subtree: true, childList: true, attributes: true, characterData: true });
      const find = Element.prototype.querySelector;
      Element.prototype.querySelector = function (selectors) {
        if (selectors === '.menu-list' && this.closest('.head') !== null) touched.add('drawn');
        return find.call(this, selectors);
      };
    `);
    const before = await total();
    while ((await total()) <= before + 5000);
    const touched = await page.evaluate<string[]>('[...touched]');
    assert.deepEqual(
      touched.filter((name) => name !== 'fact elapsed'),
      ['fact'],
    );
    assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'More actions');
    await page.close();
  });

  for (const width of [320, 440, 820])
    it(`stays one line in a panel of ${width} px, so that Cancel moves nothing and the list follows to the last event`, async () => {
      const page = await gallery.newPage(width);
      await page.goto(gallery.urlOf('fastStream', 'dark'));
      await page.locator('.event').nth(10).waitFor();
      const place = async (): Promise<unknown> =>
        page.evaluate(
          `['.head-response', '.tabs', '.event-rows'].map((s) => { const { top, height } = document.querySelector(s).getBoundingClientRect(); return [top, height]; })`,
        );
      const before = await place();
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await page.locator('.phase-is-cancelled').waitFor();
      // "Successful" is not said of a response that was cut short.
      assert.equal(await page.locator('.status-class').count(), 0);
      assert.deepEqual(await place(), before);
      const last = Number((await page.locator('#tab-events').getAttribute('aria-label'))?.replaceAll(/\D/g, '')) - 1;
      await page.locator(`#event-${last}`).waitFor();
      assert.equal(await page.locator('.status').getAttribute('class'), 'status tone-unknown');
      await page.close();
    });

  it('has no gap where the words of a status do not fit beside Cancelled', async () => {
    const page = await gallery.newPage(300);
    await page.goto(gallery.urlOf('fastStream', 'dark'));
    await page.locator('.event').nth(10).waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.locator('.phase-is-cancelled').waitFor();
    const edges = await page.evaluate<readonly number[]>(
      `[document.querySelector('.status-code').getBoundingClientRect().right, document.querySelector('.phase').getBoundingClientRect().left]`,
    );
    assert.ok((edges[1] ?? 0) - (edges[0] ?? 0) < 16, edges.join());
    await page.close();
  });

  it('shows the number of lines completely, or not at all if it does not fit', async () => {
    const page = await gallery.newPage(500);
    await page.goto(gallery.urlOf('json', 'dark'));
    const bar = page.locator('.bar-type');
    const lines = page.locator('.bar-type > :last-child');
    const inSight = async (): Promise<boolean> =>
      (await lines.boundingBox())!.y < (await bar.boundingBox())!.y + (await bar.boundingBox())!.height;
    await lines.waitFor();
    assert.equal(await inSight(), true);
    await page.setViewportSize({ width: 350, height: 520 });
    assert.equal(await inSight(), false);
    assert.equal(
      await page.evaluate(`(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('.bar-media'))`),
      false,
    );
    await page.close();
  });

  it('cuts no letter of the status: its words are completely in view or hidden', async () => {
    const page = await gallery.newPage(280);
    await page.goto(gallery.urlOf('cutOff', 'dark'));
    const [status, reason] = [page.locator('.status'), page.locator('.status-reason')];
    await reason.waitFor();
    const isInSight = async (): Promise<boolean> => (await reason.boundingBox())!.y < (await status.boundingBox())!.y + 24;
    assert.equal(await isInSight(), false);
    await page.setViewportSize({ width: 400, height: 520 });
    assert.equal(await isInSight(), true);
    await page.close();
  });

  it('shows a URL from its beginning in a narrow panel, and all of it over what is below', async () => {
    const page = await gallery.newPage(300);
    await page.goto(gallery.urlOf('json', 'dark'));
    const url = page.locator('.url');
    await url.waitFor();
    const start = page.locator('.url-start');
    assert.ok((await start.boundingBox())!.width > 20);
    assert.equal(await page.locator('.url-end').isVisible(), false);
    assert.match(String(await page.evaluate(`getComputedStyle(document.querySelector('.url-start'), '::after').content`)), /…/);
    const top = await page.locator('.tabs').boundingBox();
    await url.focus();
    assert.ok((await url.boundingBox())!.height > 40);
    assert.deepEqual(await page.locator('.tabs').boundingBox(), top);
    await page.close();
  });

  it('puts tabs that do not fit into a menu for mouse and keys, and shows the chosen one', async () => {
    const page = await gallery.newPage(320);
    await page.goto(gallery.urlOf('tests', 'dark'));
    const more = page.getByRole('button', { name: 'More tabs' });
    await more.waitFor();
    assert.equal(await page.getByRole('tab', { name: 'Request' }).isVisible(), false);
    // Tests failed, which stays in view.
    assert.equal(await page.getByRole('tab', { name: /^Tests/ }).isVisible(), true);
    assert.equal(await page.getByRole('tab', { name: 'Timeline' }).isVisible(), false);
    await more.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const chosen = page.getByRole('tab', { name: 'Request', selected: true });
    await chosen.waitFor();
    await page.waitForFunction(`document.activeElement.id === 'tab-request'`);
    assert.ok((await chosen.boundingBox())!.x < 320);
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('tab', { name: /^Console/, selected: true }).waitFor();
    await page.waitForFunction(`document.activeElement.id === 'tab-console'`);
    await page.setViewportSize({ width: 900, height: 520 });
    await more.waitFor({ state: 'detached' });
    await page.close();
  });

  it('takes keys that follow each other at once: one opens the menu of the tabs, moves in it, chooses, and goes on from the new tab', async () => {
    const page = await gallery.newPage(320);
    await page.goto(gallery.urlOf('tests', 'dark'));
    await page.getByRole('button', { name: 'More tabs' }).waitFor();
    // In tasks that follow each other, as waiting keys do on a busy machine. A click is what Enter does to a button.
    const focused = await page.evaluate(`(async () => {
      const next = () => new Promise((resolve) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = resolve; port2.postMessage(0); });
      const press = async (key) => {
        const { activeElement } = document;
        if (key === 'Enter') activeElement.click();
        else activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        await next();
      };
      document.querySelector('[aria-label="More tabs"]').focus();
      for (const key of ['Enter', 'End', 'Enter', 'ArrowLeft']) await press(key);
      return document.activeElement.id;
    })()`);
    assert.equal(focused, 'tab-console');
    await page.close();
  });
});
