import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { startSampleServer, type SampleServer } from '../../sample/server.mjs';
import { until } from '../support/until.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { picture } from './picture.ts';

describe('GraphQL in the workbench', () => {
  let server: SampleServer;
  let session: Session;

  before(async () => {
    server = await startSampleServer();
    session = await openWorkbench({
      files: {
        'a.req': `### Users\nGRAPHQL ${server.url}/graphql\n`,
        'v/own.graphql':
          'type Query { users(filter: Filter!): [String] }\ninput Filter { role: Role, limit: Int }\nenum Role { owner viewer }\n',
        'v/v.req':
          '# @graphql ./own.graphql\n\n### V\nGRAPHQL http://127.0.0.1:1/\n\nquery U($filter: Filter!) {\n  users(filter: $filter)\n}\n\n{\n  "filter": {\n    "limit": "x"\n  }\n}\n',
      },
    });
  });

  after(async () => {
    await session.close();
    await server.close();
  });

  it('fetches the schema, builds a query, completes it, explains it and shows its problems', async () => {
    const { workbench, folder } = session;
    const { page } = workbench;
    const { keyboard } = page;
    const shot = (name: string): Promise<void> => picture(page, `graphql-${name}`);
    await workbench.openFile('a.req');
    await workbench.codeLens(/Send$/).first().waitFor();
    await workbench.line('GRAPHQL').first().click();

    await workbench.runCommand('Req: Fetch GraphQL Schema');
    await until('the schema is written', () => fs.existsSync(path.join(folder, 'schema.graphql')));
    assert.equal(
      fs.readFileSync(path.join(folder, 'schema.graphql'), 'utf8'),
      fs.readFileSync(new URL('../../sample/collection/schema.graphql', import.meta.url), 'utf8'),
    );
    await workbench.line('# @graphql ./schema.graphql').waitFor();
    await workbench.toast('3 types').waitFor();
    await shot('fetched');
    await workbench.runCommand('Notifications: Clear All Notifications');

    await workbench.line('GRAPHQL').first().click();
    await workbench.runCommand('Req: Build GraphQL Query…');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'One user, or null' }).first().waitFor();
    await shot('build');
    await keyboard.type('user(id');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'user(id: Int!): User' }).first().click();
    await workbench.line('query User($id: Int!) {').waitFor();
    await workbench.line('"id": 0').waitFor();

    await workbench.line('email').first().click();
    await keyboard.press('End');
    await keyboard.press('Enter');
    await keyboard.type('si');
    const widget = page.locator('.suggest-widget.visible');
    await widget
      .locator('.monaco-list-row .label-name', { hasText: /^since$/ })
      .first()
      .waitFor();
    await shot('completion');
    await keyboard.press('Escape');
    await keyboard.type('nce2', { delay: 50 });
    await page.locator('.squiggly-error').first().waitFor();
    await workbench.line('since2').first().locator('span', { hasText: 'since2' }).last().hover();
    await page.locator('.monaco-hover', { hasText: 'Cannot query field "since2" on type "User". Did you mean "since"?' }).first().waitFor();
    await shot('problem');
    await keyboard.press('Backspace');
    await until('the problem is gone', async () => (await page.locator('.squiggly-error').count()) === 0);
    await workbench.line('user(id').first().locator('span', { hasText: 'user' }).last().hover();
    await page.locator('.monaco-hover', { hasText: 'One user, or null if there is none.' }).first().waitFor();
    await shot('hover');

    await workbench.codeLens(/Send$/).first().click();
    await workbench.webview().getByText('"data"').first().waitFor();
    await shot('sent');
  });

  it('completes and checks the variables', async () => {
    const { workbench } = session;
    const { page } = workbench;
    const shot = (name: string): Promise<void> => picture(page, `graphql-${name}`);
    await workbench.openFile('v.req');
    await page.locator('.squiggly-error').first().waitFor();
    await workbench.line('"limit"').first().click();
    await page.keyboard.press('End');
    await page.keyboard.type(',');
    await page.keyboard.press('Enter');
    await page.keyboard.type('"ro', { delay: 50 });
    const item = (name: RegExp) => page.locator('.suggest-widget.visible .monaco-list-row .label-name', { hasText: name }).first();
    await item(/role/).waitFor();
    await shot('variables');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Space');
    await item(/owner/).waitFor();
    await shot('variable-values');
  });
});
