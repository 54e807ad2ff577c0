import assert from 'node:assert/strict';
import { inspect } from '../../../support/inspect.ts';

describe('the hint at events that are kept', () => {
  /** The marked texts. */
  async function marked(...lines: readonly string[]): Promise<readonly string[]> {
    const inspected = await inspect(`GET http://h\n\n${lines.join('\n')}\n`);
    const { view } = inspected;
    const found = inspected.diagnostics().filter((d) => d.id === 'kept-events' && d.severity === 'hint');
    return found.map((d) => view.tree.text.slice(d.range.start, d.range.end));
  }

  it('marks assertions and captures that read events by their position', async () => {
    assert.deepEqual(
      await marked('?? events[0].data == x', '?? events.$..n length > 2', '?? events isArray', '@last << events[-1].data.id'),
      ['events[0].data', 'events.$..n', 'events', 'events[-1].data.id'],
    );
  });

  it('leaves out assertions that count or check the whole stream', async () => {
    assert.deepEqual(
      await marked('?? events.length == 3', '?? every event.data isObject', '?? events where event == a count >= 3', '?? gap < 2s'),
      [],
    );
  });
});
