import assert from 'node:assert/strict';
import { EnvironmentPage } from '../../../src/panel/environments/environmentPage.ts';
import type { EnvironmentTableData } from '../../../src/protocol/environmentMessages.ts';

const table = (rows: readonly string[], columns: readonly string[]): EnvironmentTableData => ({
  title: 'shop',
  folder: '/shop',
  columns: columns.map((name) => ({ name, isShared: false, isProtected: false, isChosen: false })),
  rows: rows.map((name) => ({ name, cells: columns.map(() => null) })),
  problem: null,
});

describe('the table of environments, when its files change', () => {
  const page = new EnvironmentPage(() => undefined);
  const named = () => page.cellAt(page.at.value).name;

  beforeEach(() => {
    page.receive({ type: 'table', table: table(['host', 'token', 'port'], ['dev', 'live']) });
    page.focus({ row: 2, column: 1 });
  });

  it('keeps the focus at its variable and environment, wherever they are then', () => {
    page.receive({ type: 'table', table: table(['port', 'host', 'token'], ['a', 'live', 'dev']) });
    assert.deepEqual(named(), { variable: 'port', environment: 'live' });
  });

  it('keeps the place of a removed variable', () => {
    page.receive({ type: 'table', table: table(['host', 'token'], ['dev', 'live']) });
    assert.deepEqual(named(), { variable: 'token', environment: 'live' });
  });
});
