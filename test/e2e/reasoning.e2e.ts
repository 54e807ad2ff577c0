import assert from 'node:assert/strict';
import { useGallery } from './useGallery.ts';

describe('the reasoning of a model', () => {
  const gallery = useGallery();

  for (const chosen of [false, true])
    it(`is shown while it arrives, and ${chosen ? 'stays as the user left it' : 'folds when the answer begins'}`, async () => {
      const page = await gallery.newPage(600);
      await page.goto(gallery.urlOf('thinking', 'dark'));
      // A chat opens with its text.
      await page.getByRole('tab', { name: 'Text', selected: true }).waitFor();
      const thought = page.getByText('First I count the letters.');
      await thought.waitFor();
      const summary = page.locator('.joined-part summary');
      assert.match((await summary.textContent()) ?? '', /^Thinking… \d+ s$/);
      assert.equal(await page.getByText('No text received yet.').count(), 0);
      if (chosen) {
        await summary.focus();
        await page.keyboard.press('Enter');
        await thought.waitFor({ state: 'hidden' });
        await page.keyboard.press('Enter');
        await thought.waitFor();
      }
      await page.evaluate(`dispatchEvent(new Event('answer'))`);
      await page.getByText('Three.').waitFor();
      assert.equal(await summary.textContent(), 'Reasoning');
      assert.equal(await thought.isVisible(), chosen);
      await page.close();
    });
});
