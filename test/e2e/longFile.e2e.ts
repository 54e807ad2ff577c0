import fs from 'node:fs';
import path from 'node:path';
import { until } from '../support/until.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';

const defined = '@known = 1\n';

describe('a file of two thousand requests in the workbench', () => {
  let session: Session;

  before(async () => {
    const requests = Array.from({ length: 2000 }, (_, i) => `### ${i}\nGET http://127.0.0.1:9/{{known}}/{{gone}}/${i}\n`);
    session = await openWorkbench({ files: { 'collection.req': defined, 'long.req': requests.join('\n') } });
  });

  after(async () => {
    await session.close();
  });

  /** Colors of the two placeholders in the line that ends with `end`. */
  const colors = (end: string): Promise<readonly string[]> =>
    session.workbench.page.evaluate<readonly string[]>(`(() => {
      const line = [...document.querySelectorAll('.monaco-editor .view-line')].find((e) => e.textContent.endsWith(${JSON.stringify(end)}));
      const spans = [...(line?.querySelectorAll('span span') ?? [])];
      return ['known', 'gone'].map((name) => spans.find((e) => e.textContent === name)).map((e) => (e ? getComputedStyle(e).color : ''));
    })()`);

  it('colors placeholders at every visible place, and again after a change of their values', async () => {
    const { workbench, folder } = session;
    const differ = (end: string): Promise<true> =>
      until(`the placeholders of ${end} are colored`, async () => {
        const [known, gone] = await colors(end);
        return known !== '' && gone !== '' && known !== gone;
      });
    await workbench.openFile('long.req');
    await differ('/0');
    await workbench.page.keyboard.press('Control+End');
    await differ('/1995');
    fs.writeFileSync(path.join(folder, 'collection.req'), '# no definition\n');
    await until('both are undefined', async () => {
      const [known, gone] = await colors('/1995');
      return known !== '' && known === gone;
    });
    fs.writeFileSync(path.join(folder, 'collection.req'), defined);
    await differ('/1995');
  });
});
