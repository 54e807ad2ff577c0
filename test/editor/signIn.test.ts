import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Permissions } from '../../src/editor/sending/permissions.ts';
import { TokenKeeper } from '../../src/editor/sending/signIn.ts';
import type { ProgramToRun } from '../../src/runner/index.ts';
import { startOAuthServer, type OAuthServer } from '../support/oauthServer.ts';
import { until } from '../support/until.ts';
import { openFile, send, writeFile } from './workspaceFile.ts';

/** A storage in memory, with its contents. */
function memento(): { readonly kept: Map<string, unknown>; readonly memento: vscode.Memento; readonly secrets: vscode.SecretStorage } {
  const kept = new Map<string, unknown>();
  const hidden = new Map<string, string>();
  return {
    kept,
    memento: {
      keys: () => [...kept.keys()],
      get: (key: string, fallback?: unknown) => kept.get(key) ?? fallback,
      update: async (key: string, value: unknown) => void (value === undefined ? kept.delete(key) : kept.set(key, value)),
    } as vscode.Memento,
    secrets: {
      get: async (key: string) => hidden.get(key),
      store: async (key: string, value: string) => void hidden.set(key, value),
      delete: async (key: string) => void hidden.delete(key),
    } as unknown as vscode.SecretStorage,
  };
}

describe('signing in in the editor', () => {
  let server: OAuthServer;
  before(async () => {
    server = await startOAuthServer({ clientSecret: 'client-secret' });
  });
  after(() => server.close());

  it('keeps a token until it is signed out of', async () => {
    const fields = {
      'Grant Type': 'Client Credentials',
      'Token URL': `${server.url}/token`,
      'Client ID': 'cli:ent',
      'Client Secret': 'client-secret',
    };
    await writeFile('signIn/http-client.env.json', JSON.stringify({ $shared: { Security: { Auth: { api: fields } } } }));
    const document = await openFile('signIn/a.req', `# @auth oauth2 api\nGET ${server.url}/api\n`);
    for (let i = 0; i < 2; i++) {
      const { status, failure } = await send(document, '/api');
      assert.deepEqual([status, failure], [200, null]);
    }
    assert.deepEqual(server.used, ['access-token-1', 'access-token-1']);

    let over = false;
    void vscode.commands.executeCommand('req.signOut').then(() => (over = true));
    // The choice takes the key when it is shown.
    await until('the tokens are forgotten', async () => {
      if (!over) await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return over;
    });
    assert.equal((await send(document, '/api')).status, 200);
    assert.deepEqual(server.used.slice(2), ['access-token-2']);
  });

  it('writes tokens to the secret storage, and only whose they are beside it', async () => {
    const { kept, memento: state, secrets } = memento();
    const tokens = new TokenKeeper(secrets, state);
    const label = { id: 'api', root: '/ws', environment: 'dev' };
    await tokens.set('key', 'the-token', label);
    assert.equal(await tokens.get('key'), 'the-token');
    assert.deepEqual(tokens.signedIn(), [{ key: 'key', label }]);
    assert.ok(!JSON.stringify([...kept]).includes('the-token'));
    await tokens.delete('key');
    assert.deepEqual([await tokens.get('key'), tokens.signedIn(), kept.size], [undefined, [], 0]);
  });

  it('runs a program that was allowed for its file and its arguments, and writes no argument down', async () => {
    const { kept, memento: state } = memento();
    const allowed = new Permissions(state, () => Promise.resolve(true));
    const asking: string[] = [];
    const refusing = new Permissions(state, ({ message }) => {
      asking.push(message);
      return Promise.resolve(false);
    });
    const program = (...argv: readonly string[]): ProgramToRun => {
      const shown = argv.map((arg) => arg.replace('se-cret', '•••'));
      return { argv, shown, env: [], folder: '/ws', root: '/ws' };
    };
    assert.equal(await allowed.mayRun(program('get', 'se-cret'), '/ws/a.req'), true);
    assert.equal(await refusing.mayRun(program('get', 'se-cret'), '/ws/a.req'), true);
    assert.equal(await refusing.mayRun(program('get', 'other'), '/ws/a.req'), false);
    assert.equal(await refusing.mayRun(program('get', 'se-cret'), '/ws/b.req'), false);
    assert.deepEqual(asking, Array(2).fill('To get a token, this request runs the program get with 1 argument.'));
    assert.ok(!JSON.stringify([...kept]).includes('se-cret'));
  });
});
