import assert from 'node:assert/strict';
import { diagnostics, diagnosticSteps, shownDiagnostics } from '../../../src/language/onDemand.ts';
import { inspect } from '../../support/inspect.ts';

describe('the diagnostics of thousands of requests', () => {
  it('are all there where there are thousands, and an editor shows the gravest thousand and that there are more', async () => {
    const { view } = await inspect(`${'###\n@unused = 1\nGET {{a}}/{{b}}\n'.repeat(600)}\n### Last\nGET http://h\nnot a header\n`);
    assert.equal(diagnostics(view).filter(({ id }) => id === 'undefined-variable').length, 1200);
    const shown = shownDiagnostics(view);
    assert.equal(shown.length, 1000);
    assert.deepEqual(new Set(shown.slice(0, -1).map(({ severity }) => severity)), new Set(['error']));
    assert.ok(shown.some(({ id }) => id === 'not-a-header'));
    const last = shown.at(-1);
    assert.deepEqual([last?.id, last?.severity, last?.range], ['more-problems', 'information', { start: 0, end: 0 }]);
  });

  it('contain all errors after a thousand warnings', async () => {
    const { view } = await inspect(`${'### A\nGET http://h\nContent-Typ: text/plain\n\n'.repeat(1200)}### Last\nGET http://h/{{gone}}\n`);
    const shown = shownDiagnostics(view);
    assert.deepEqual(
      [shown[0]?.id, new Set(shown.slice(1, -1).map(({ severity }) => severity)), shown.at(-1)?.id, shown.length],
      ['undefined-variable', new Set(['warning']), 'more-problems', 1000],
    );
  });

  it('are all the errors where thousands of hints are out of view', async () => {
    const request = (i: number): string => `### ${i}\n# @name r${i}\nGET http://h/{{r${i - 1}.response.body.id}}\n\n`;
    const text = `### 0\n# @name r0\nGET http://h\n\n${Array.from({ length: 1500 }, (_, i) => request(i + 1)).join('')}### Last\nGET http://h/{{gone}}\n`;
    const { view } = await inspect(text);
    const steps = diagnosticSteps(view, ({ start }) => start < 200);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    const ids = step.value.map(({ id }) => id);
    assert.equal(ids.at(-1), 'undefined-variable');
    assert.ok(ids.slice(0, -1).every((id) => id === 'undefined-until-sent') && ids.length > 1 && ids.length < 10);
  });

  it('are shown where thousands of requests are sent after those that they use', async () => {
    const request = (i: number): string =>
      `### R ${i}\n# @name r${i}\n# @ref r${Math.max(0, i - 1)}\nGET http://h/{{r${Math.max(0, i - 1)}.response.body.id}}\n\n`;
    const text = `### R 0\n# @name r0\nGET http://h\n\n${Array.from({ length: 1500 }, (_, i) => request(i + 1)).join('')}### Last\nGET http://h/{{gone}}\n`;
    const { view } = await inspect(text);
    assert.deepEqual(
      shownDiagnostics(view).map(({ id }) => id),
      ['undefined-variable'],
    );
  });

  it('find values through many `@ref`s in time that is linear in the text', async () => {
    const time = async (count: number): Promise<number> => {
      const request = (i: number): string => `### R ${i}\n# @name r${i}\n# @ref r${i - 1}\nGET http://h/{{r0.response.body.id}}\n\n`;
      const { view } = await inspect(
        `### R 0\n# @name r0\nGET http://h\n\n${Array.from({ length: count }, (_, i) => request(i + 1)).join('')}`,
      );
      const start = process.cpuUsage();
      assert.deepEqual(shownDiagnostics(view), []);
      const { user } = process.cpuUsage(start);
      return user;
    };
    await time(200);
    const [few, many] = [await time(400), await time(3200)];
    assert.ok(many < 24 * few, `${many / few} times as long for 8 times the text`);
  });
});
