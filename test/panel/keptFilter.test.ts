import assert from 'node:assert/strict';
import { Panel } from '../../src/panel/panel.ts';
import type { Host } from '../../src/panel/panelHost.ts';
import type { FromPanel, ToPanel } from '../../src/protocol/messages.ts';
import { until } from '../support/until.ts';

/** The page's host. Its stored state outlives the page. */
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

describe('the run that a page shows', () => {
  it('is kept before it is drawn, whatever is chosen meanwhile', () => {
    const { host, state, hear } = makeHost(undefined);
    const draws: (() => void)[] = [];
    const panel = new Panel(host, (draw) => draws.push(draw));
    const kept = (): unknown => (state.kept as { readonly runId: unknown }).runId;
    hear(started('r1'));
    draws.shift()?.();
    hear(started('r2'));
    assert.equal(kept(), 'r2');
    panel.chooseWrap(true);
    assert.deepEqual([kept(), panel.run.value?.started.runId], ['r2', 'r1']);
    draws.shift()?.();
    assert.deepEqual([kept(), panel.run.value?.started.runId, panel.stores.runId], ['r2', 'r2', 'r2']);
  });
});

describe('a JSONPath filter of a body', () => {
  const body: ToPanel = {
    type: 'body',
    runId: 'r1',
    view: 'json',
    contentType: 'application/json',
    size: 2,
    modes: ['pretty', 'raw'],
    lines: null,
    note: null,
    preview: null,
  };
  const paths = (sent: readonly FromPanel[]) => sent.flatMap((m) => (m.type === 'filter' ? [m.path] : []));
  const filtered = async () => {
    const first = makeHost(undefined);
    const panel = new Panel(first.host, (render) => render());
    first.hear(started('r1'));
    panel.openTool('filter');
    panel.stores.text.choose('$.a');
    await until('the filter is requested', () => paths(first.sent).length > 0);
    return { ...first, panel };
  };

  it('is requested again, with its field, if a hidden page comes back to its run', async () => {
    const { state } = await filtered();
    const again = makeHost(state.kept);
    const back = new Panel(again.host, (render) => render());
    again.hear(started('r1'));
    again.hear(body);
    await until('the filter is requested', () => paths(again.sent).length > 0);
    assert.deepEqual([paths(again.sent), back.stores.text.filter.value.path], [['$.a'], '$.a']);
    assert.deepEqual(back.textTools.value.filter, { isRestored: true });
  });

  it('is not restored after it was closed', async () => {
    const { panel, sent, state } = await filtered();
    panel.closeTool('filter');
    await until('the end of the filter is requested', () => paths(sent).length > 1);
    const again = makeHost(state.kept);
    const back = new Panel(again.host, (render) => render());
    again.hear(started('r1'));
    assert.equal(back.textTools.value.filter, null);
  });
});

describe('a filter of events', () => {
  const filter = { types: ['tick'], query: { text: 'w7', regex: true, matchCase: false }, comments: true };
  const filters = (sent: readonly FromPanel[]) => sent.flatMap((m) => (m.type === 'filterEvents' ? [m.filter] : []));

  it('is requested again, with the view of the stream, if a hidden page comes back to its run', () => {
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

  it('leaves chosen what was, however many follow that let nothing or others through, until a person chooses another', () => {
    const { host, sent, hear } = makeHost(undefined);
    const panel = new Panel(host, (render) => render());
    hear(started('r1'));
    const eventOf = (index: number) =>
      ({ index, at: 0, event: 'tick', data: 'x', id: '', retry: null, complete: true, delta: 0, isGap: false, size: 1 }) as const;
    hear({ type: 'events', runId: 'r1', events: [0, 1, 2, 3].map(eventOf), total: 4 });
    const find = (text: string, rows: number, near: number): void => {
      panel.filterEvents({ types: null, query: { text, regex: false, matchCase: false }, comments: false });
      const view = panel.stores.found?.view ?? -1;
      hear({ type: 'eventsFound', runId: 'r1', view, rows, scanned: 4, done: true, near: rows > 0 ? near : null, error: null });
    };
    const asked = () => sent.flatMap((m) => (m.type === 'filterEvents' ? [m.near] : []));
    panel.stores.eventsView.choose(2, 4);
    find('w', 1, 0);
    assert.equal(panel.stores.eventsView.active, 0);
    find('wi', 0, 0);
    find('win', 0, 0);
    panel.filterEvents({ types: null, query: null, comments: false });
    assert.deepEqual([asked(), panel.stores.eventsView.active], [[2, 2, 2], 2]);
    panel.stores.eventsView.choose(3, 4);
    find('w', 0, 0);
    assert.equal(asked().at(-1), 3);
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
