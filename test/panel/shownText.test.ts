import assert from 'node:assert/strict';
import { Panel } from '../../src/panel/panel.ts';
import type { FromPanel } from '../../src/protocol/messages.ts';
import { until } from '../support/until.ts';

describe('that a body’s text is shown', () => {
  const panelOf = () => {
    const told: boolean[] = [];
    const send = (message: FromPanel): void => void (message.type === 'textShown' && told.push(message.shown));
    const host = { send, onMessage: () => undefined, kept: () => undefined, keep: () => undefined };
    return { panel: new Panel(host, (render) => render()), told };
  };

  it('is reported once while answers follow each other', async () => {
    const { panel, told } = panelOf();
    const other = panelOf();
    for (const shown of [true, false, true]) panel.showText(shown);
    for (const shown of [true, false]) other.panel.showText(shown);
    await until('it is told of the other that its text is gone', () => other.told.length > 1);
    assert.deepEqual([told, other.told], [[true], [true, false]]);
  });
});
