import assert from 'node:assert/strict';
import { memoryTokens, type SignIn, type SignInPage } from '../../src/runner/index.ts';
import { startOAuthServer, type OAuthOptions, type OAuthServer } from './oauthServer.ts';
import { sendRun, type SendOptions, type SendRun } from './sendRun.ts';

export interface OAuthRunOptions extends SendOptions {
  readonly text?: string;
  /** The user's action on the page, in place of the simulated browser. */
  readonly open?: SignIn['open'];
  readonly files?: Readonly<Record<string, string>>;
}

/** A client with a secret, and one that signs in with a browser. */
export const client = { 'Grant Type': 'Client Credentials', 'Client Secret': 's:e c+r%' };
export const secret = { clientSecret: 's:e c+r%' };
export const browser = { 'Grant Type': 'Authorization Code', 'Auth URL': 'SERVER/authorize', Scope: 'openid a' };

/** Asserts that the run's request was accepted. */
export const isIn = (sent: SendRun): void => assert.deepEqual([sent.result.failure?.message, sent.tests], [undefined, ['+ status == 200']]);

/** An authorization server for each test, and runs that sign in there. Stored tokens last for one test. */
export class OAuthRuns {
  server: OAuthServer | undefined;
  tokens = memoryTokens();
  pages: SignInPage[] = [];
  now = 1_000_000;

  /** Call within a suite. */
  static use(): OAuthRuns {
    const runs = new OAuthRuns();
    beforeEach(() => Object.assign(runs, { tokens: memoryTokens(), pages: [], now: 1_000_000 }));
    afterEach(async () => {
      await runs.server?.close();
      runs.server = undefined;
    });
    return runs;
  }

  async start(options: OAuthOptions = {}): Promise<OAuthServer> {
    return (this.server = await startOAuthServer(options));
  }

  /** Sends with a configuration of the id `id`; `SERVER` in it is the server. */
  run(configuration: Readonly<Record<string, unknown>>, options: OAuthRunOptions = {}): Promise<SendRun> {
    const { text = '# @auth oauth2 id\nGET SERVER/api\n\n?? status == 200\n', open, files = {}, ...more } = options;
    const { server, tokens, pages } = this;
    assert.ok(server);
    const fields = { Type: 'OAuth2', 'Token URL': 'SERVER/token', 'Client ID': 'cli:ent', ...configuration };
    const all = { 'http-client.env.json': JSON.stringify({ dev: { Security: { Auth: { id: fields } } } }), 'a.req': text, ...files };
    const browse = async (page: SignInPage): Promise<void> => {
      pages.push(page);
      await server.browse(page.url);
    };
    return sendRun(Object.fromEntries(Object.entries(all).map(([name, content]) => [name, content.replaceAll('SERVER', server.url)])), {
      environment: 'dev',
      ...more,
      host: { now: () => this.now, signIn: { tokens, open: open ?? browse, mayRun: () => Promise.resolve(false) }, ...more.host },
    });
  }
}
