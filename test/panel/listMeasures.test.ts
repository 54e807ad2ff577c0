import assert from 'node:assert/strict';
import { Panel } from '../../src/panel/panel.ts';
import type { ToPanel } from '../../src/protocol/messages.ts';

describe('the rows of a body', () => {
  it('of the next run are drawn with the heights of earlier ones, from their top', () => {
    let report: (message: ToPanel) => void = () => undefined;
    const host = {
      send: () => undefined,
      onMessage: (listener: typeof report) => void (report = listener),
      kept: () => undefined,
      keep: () => undefined,
    };
    const panel = new Panel(host, (render) => render());
    const run = { name: 'a', file: '/a.req', line: 1, method: 'GET', url: 'http://a.test', environment: null, time: 0 };
    report({ type: 'started', runId: '1', ...run });
    const list = panel.bodyList('pretty', false);
    list.view = { width: 400, height: 300 };
    list.layout.rowHeight = 18;
    list.place = { top: 90, bar: 90 };
    report({ type: 'started', runId: '2', ...run });
    const next = panel.bodyList('pretty', false);
    assert.notEqual(next, list);
    assert.deepEqual([next.view, next.layout.rowHeight, next.place.top], [list.view, 18, 0]);
  });
});
