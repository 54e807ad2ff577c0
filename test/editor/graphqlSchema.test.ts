import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { fetchGraphqlSchema } from '../../src/editor/commands/graphqlCommands.ts';
import type { Services } from '../../src/editor/services.ts';
import { explorer } from './spiedExplorer.ts';
import { openFile } from './workspaceFile.ts';

const text = { kind: 'SCALAR', name: 'String', ofType: null };
const introspection = {
  data: {
    __schema: {
      queryType: { name: 'Query' },
      mutationType: null,
      subscriptionType: null,
      directives: [],
      types: [
        { ...text, fields: null, inputFields: null, interfaces: null, enumValues: null, possibleTypes: null },
        {
          kind: 'OBJECT',
          name: 'Query',
          fields: [{ name: 'a', args: [], type: text, isDeprecated: false, deprecationReason: null }],
          inputFields: null,
          interfaces: [],
          enumValues: null,
          possibleTypes: null,
        },
      ],
    },
  },
};

describe('Fetch GraphQL Schema', () => {
  it('names the schema above the request where it is then, if the file is edited meanwhile', async () => {
    let typing = async (): Promise<void> => {};
    const server = http.createServer((_, response) => {
      void typing().then(() => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(introspection)));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const made = explorer();
    const { showInformationMessage } = vscode.window;
    Object.assign(vscode.window, { showInformationMessage: async () => undefined });
    try {
      const request = `### Query\nGRAPHQL http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql\n\nquery { a }\n`;
      const document = await openFile('graphqlSchema/a.req', request);
      typing = async () => {
        const edit = new vscode.WorkspaceEdit();
        edit.insert(document.uri, new vscode.Position(0, 0), '### First\nGET http://127.0.0.1:1/\n\n');
        assert.ok(await vscode.workspace.applyEdit(edit));
      };
      await fetchGraphqlSchema(made as unknown as Services, document.uri, 1);
      const lines = document.getText().split('\n');
      assert.match(lines[lines.findIndex((line) => line.startsWith('GRAPHQL')) - 1] ?? '', /^# @graphql \.\/\S+$/, document.getText());
      assert.deepEqual(lines.slice(0, 3), ['### First', 'GET http://127.0.0.1:1/', '']);
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
      made.dispose();
      server.closeAllConnections();
      server.close();
    }
  });
});
