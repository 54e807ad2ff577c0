import assert from 'node:assert/strict';
import { Panel } from '../../src/panel/panel.ts';
import type { FromPanel } from '../../src/protocol/messages.ts';
import { until } from '../support/until.ts';

describe('that a body’s text is shown', () => {
  const panelOf = () => {
    const reported: boolean[] = [];
    const send = (message: FromPanel): void => void (message.type === 'textShown' && reported.push(message.shown));
    const host = { send, onMessage: () => undefined, kept: () => undefined, keep: () => undefined };
    return { panel: new Panel(host, (render) => render()), reported };
  };

  it('is reported once while answers follow each other', async () => {
    const { panel, reported } = panelOf();
    const other = panelOf();
    for (const shown of [true, false, true]) panel.showText(shown);
    for (const shown of [true, false]) other.panel.showText(shown);
    await until('the other reports that its text is gone', () => other.reported.length > 1);
    assert.deepEqual([reported, other.reported], [[true], [true, false]]);
  });
});
