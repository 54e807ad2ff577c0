import assert from 'node:assert/strict';
import { useGallery } from './useGallery.ts';

describe('the header of the response panel', () => {
  const gallery = useGallery();

  it('draws nothing again but what counts while events come, and keeps the focus', async () => {
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
});
