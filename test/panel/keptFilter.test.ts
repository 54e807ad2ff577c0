import assert from 'node:assert/strict';
import { Panel } from '../../src/panel/panel.ts';
import type { Host } from '../../src/panel/host.ts';
import type { FromPanel, ToPanel } from '../../src/protocol/messages.ts';

/** The page's door, of which what is kept outlives the page. */
function makeHost(kept: unknown) {
  let hear: (message: ToPanel) => void = () => undefined;
  const sent: FromPanel[] = [];
  const state = { kept };
  const host: Host = {
    send: (message) => sent.push(message),
    onMessage: (listener) => (hear = listener),
    kept: () => state.kept,
    keep: (data) => (state.kept = structuredClone(data)),
  };
  return { host, sent, state, hear: (message: ToPanel) => hear(message) };
}

const started = (runId: string): ToPanel => ({
  type: 'started',
  runId,
  name: 'a',
  file: '/a.req',
  line: 1,
  method: 'GET',
  url: 'http://a.test',
  environment: null,
  time: 0,
});

describe('a filter of events', () => {
  const filter = { types: ['tick'], query: { text: 'w7', regex: true, matchCase: false }, comments: true };
  const filters = (sent: readonly FromPanel[]) => sent.flatMap((m) => (m.type === 'filterEvents' ? [m.filter] : []));

  it('is asked for again, with how the stream is looked at, when a hidden page comes back to its run', () => {
    const first = makeHost(undefined);
    const panel = new Panel(first.host, (render) => render());
    first.hear(started('r1'));
    panel.filterEvents(filter);
    panel.stores.eventsView.look = { ...panel.stores.eventsView.look, detail: true };
    const again = makeHost(first.state.kept);
    const back = new Panel(again.host, (render) => render());
    again.hear(started('r1'));
    assert.deepEqual(filters(again.sent), [filter]);
    assert.deepEqual(
      [back.stores.found?.filter, back.stores.eventsView.filter, back.stores.eventsView.look.detail],
      [filter, filter, true],
    );
  });

  it('is not that of another run', () => {
    const { host, sent, hear } = makeHost(undefined);
    const panel = new Panel(host, (render) => render());
    hear(started('r1'));
    panel.filterEvents(filter);
    hear(started('r2'));
    assert.deepEqual([filters(sent).length, panel.stores.found], [1, null]);
  });
});
