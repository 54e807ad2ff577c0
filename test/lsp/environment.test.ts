import assert from 'node:assert/strict';
import path from 'node:path';
import { DidChangeConfigurationNotification, HoverRequest, type MarkupContent } from 'vscode-languageserver-protocol/node';
import { makeFolder, type Folder } from '../support/command.ts';
import { until } from '../support/until.ts';
import { startClient, type Client } from './client.ts';

describe('The environment of req lsp', () => {
  let folder: Folder;
  before(() => (folder = makeFolder({ 'http-client.env.json': '{"dev": {"host": "http://dev"}, "prod": {"host": "http://prod"}}' })));
  after(() => folder.remove());

  /** The text of the hover over `{{host}}`, after a client has reported a change of its configuration. */
  async function hoverAfter(client: Client, settings: unknown, asked = (): unknown => undefined): Promise<string> {
    await client.connection.sendNotification(DidChangeConfigurationNotification.type, { settings });
    return hover(client, asked);
  }

  async function hover(client: Client, asked = (): unknown => undefined): Promise<string> {
    const place = {
      textDocument: { uri: await client.open(path.join(folder.path, 'a.req'), 'GET {{host}}/\n') },
      position: { line: 0, character: 7 },
    };
    const answer = client.connection.sendRequest(HoverRequest.type, place);
    asked();
    const found = await answer;
    assert.ok(found);
    return (found.contents as MarkupContent).value;
  }

  const cases: readonly (readonly [what: string, section: unknown, expected: RegExp])[] = [
    ['is that of initializationOptions if the configuration is empty', undefined, /http:\/\/dev/],
    ['is that of initializationOptions if the section has no environment', { environment: null }, /http:\/\/dev/],
    ['is that of the configuration', { environment: 'prod' }, /http:\/\/prod/],
    ['is none if the configuration says so', { environment: '' }, /host is not defined/],
  ];
  for (const [what, section, expected] of cases)
    for (const pulls of [false, true])
      it(`${what}, ${pulls ? 'which the server requests' : 'which the client sends'}`, async () => {
        const configuration = section === undefined ? {} : { req: section };
        const client = await startClient(folder.path, { environment: 'dev' }, [folder.path], pulls ? configuration : undefined);
        try {
          assert.match(await hoverAfter(client, pulls ? null : configuration), expected);
        } finally {
          await client.end();
        }
      });

  it('is that of the configuration at the start, without a notification of a change', async () => {
    const client = await startClient(folder.path, { environment: 'dev' }, [folder.path], { req: { environment: 'prod' } });
    try {
      assert.match(await hover(client), /http:\/\/prod/);
    } finally {
      await client.end();
    }
  });

  it('is that of the configuration for what is asked before the client has answered', async () => {
    let answer = (): void => {};
    const isReady = new Promise<void>((resolve) => (answer = resolve));
    const client = await startClient(folder.path, { environment: 'dev' }, [folder.path], { req: { environment: 'prod' } }, isReady);
    try {
      let isAsked = false;
      const answered = hoverAfter(client, null, () => (isAsked = true));
      await until('the hover was requested', () => isAsked);
      // Time enough to answer it, by the number of other answers: that there is no such method.
      for (let i = 0; i < 200; i++) await client.connection.sendRequest('req/none').catch(() => undefined);
      answer();
      assert.match(await answered, /http:\/\/prod/);
    } finally {
      await client.end();
    }
  });
});
