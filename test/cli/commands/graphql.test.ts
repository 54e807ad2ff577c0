import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { buildSchema, graphql } from 'graphql';
import { startSampleServer } from '../../../sample/server.mjs';
import { makeFolder, runReq, type Folder } from '../../support/command.ts';

const sdl = `"""All of it."""
type Query {
  """One user."""
  user(id: ID!): User
}

type User {
  id: ID!
  name: String!
}

type Subscription {
  userAdded: User!
}
`;

interface Asked {
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** A server that executes queries, and sends the result of a subscription as events. */
async function startServer() {
  const asked: Asked[] = [];
  const schema = buildSchema(sdl);
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (c: Buffer) => chunks.push(c));
    const answer = async (): Promise<void> => {
      const body = Buffer.concat(chunks).toString();
      asked.push({ headers: request.headers, body });
      if (request.url === '/token') return void response.end('{"token": "t-1"}');
      if (request.headers.authorization !== 'Bearer t-1') return void response.writeHead(401).end('{"errors":[{"message":"Sign in."}]}');
      const source = request.headers['content-type'] === 'application/graphql' ? body : (JSON.parse(body) as { query: string }).query;
      const result = JSON.stringify(await graphql({ schema, source }));
      if (request.headers.accept === 'text/event-stream') {
        // Never ends by itself.
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(`event: next\ndata: ${result}\n\n`);
      } else response.writeHead(200, { 'Content-Type': 'application/json' }).end(result);
    };
    request.on('end', () => void answer());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    asked,
    url: `http://127.0.0.1:${port}`,
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe('req graphql', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let folder: Folder;

  beforeEach(async () => {
    server = await startServer();
    folder = makeFolder();
  });
  afterEach(() => {
    folder.remove();
    server.close();
  });

  const write = (name: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(folder.path, name)), { recursive: true });
    fs.writeFileSync(path.join(folder.path, name), text);
  };
  const read = (name: string): string => fs.readFileSync(path.join(folder.path, name), 'utf8');
  const run = (...args: string[]): ReturnType<typeof runReq> => runReq(args, { cwd: folder.path });

  it('sends the introspection as the request, and keeps the schema where the request names it', async () => {
    write('collection.req', `@host = ${server.url}\nX-Team: a\n`);
    write(
      'a.req',
      '### login\n# @name login\nPOST {{host}}/token\n\n### users\n# @ref login\n# @graphql ./api/schema.graphql\nGRAPHQL {{host}}/graphql\nX-Own: b\nAuthorization: Bearer {{login.response.body.token}}\n\n{ user(id: 1) { nam } }\n\n?? body.data.user exists\n',
    );
    const { code, stdout, stderr } = await run('graphql', 'a.req#users');
    assert.equal(code, 0, stderr);
    assert.equal(stdout, 'api/schema.graphql\n');
    assert.equal(read('api/schema.graphql'), sdl);
    const sent = server.asked.at(-1);
    assert.deepEqual([sent?.headers['x-team'], sent?.headers['x-own'], sent?.headers.authorization], ['a', 'b', 'Bearer t-1']);
    assert.match(sent?.body ?? '', /__schema/);
    const checked = await run('check', 'a.req');
    assert.equal(checked.code, 2);
    assert.match(checked.stdout, /a\.req:12:17 error Cannot query field "nam" on type "User"\. Did you mean "name"\? \[graphql\]/);
  });

  it('keeps a schema for each environment, and names the line to write', async () => {
    write('http-client.env.json', JSON.stringify({ dev: { host: server.url, token: 't-1' }, prod: { host: server.url, token: 'no' } }));
    write('a.req', '# @auth bearer {{token}}\nGRAPHQL {{host}}/graphql\n\n{ user(id: 1) { id } }\n');
    const { code, stdout, stderr } = await run('graphql', 'a.req', '--env', 'dev');
    assert.equal(code, 0, stderr);
    assert.equal(stdout, 'schema.dev.graphql\n');
    assert.match(stderr, /# @graphql \.\/schema\.graphql/);
    const refused = await run('graphql', 'a.req', '--env', 'prod');
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /status 401.*not a schema: .*Sign in\./);
    assert.deepEqual(fs.readdirSync(folder.path).toSorted(), ['a.req', 'http-client.env.json', 'schema.dev.graphql']);
  });

  it('replaces a schema with another text only with --force', async () => {
    write('a.req', `# @auth bearer t-1\n# @graphql ./s.graphql\nGRAPHQL ${server.url}/graphql\n\n{ a }\n`);
    write('s.graphql', 'type Query { mine: Int }\n');
    const kept = await run('graphql', 'a.req');
    assert.equal(kept.code, 2);
    assert.match(kept.stderr, /exists with another text\. Nothing was written\./);
    assert.equal(read('s.graphql'), 'type Query { mine: Int }\n');
    assert.equal((await run('graphql', 'a.req', '--force')).code, 0);
    assert.equal(read('s.graphql'), sdl);
    assert.equal((await run('graphql', 'a.req')).code, 0);
  });

  it('writes through no link out of the collection', async () => {
    const other = makeFolder();
    try {
      fs.symlinkSync(other.path, path.join(folder.path, 'out'), 'dir');
      write('collection.req', '');
      write('a.req', `# @auth bearer t-1\n# @graphql ./out/s.graphql\nGRAPHQL ${server.url}/graphql\n\n{ a }\n`);
      const { code, stderr } = await run('graphql', 'a.req');
      assert.equal(code, 2, stderr);
      assert.deepEqual(fs.readdirSync(other.path), []);
    } finally {
      other.remove();
    }
  });

  for (const [what, head] of [
    ['a POST with JSON', 'POST URL\nContent-Type: application/json'],
    ['application/graphql', 'POST URL\nContent-Type: application/graphql'],
    ['a subscription over server-sent events', 'GRAPHQL URL\nAccept: text/event-stream'],
  ] as const)
    it(`works with ${what}`, async () => {
      write('a.req', `# @auth bearer t-1\n# @reconnect 5\n${head.replace('URL', `${server.url}/graphql`)}\n\n{"query": "{ a }"}\n`);
      const { code, stderr } = await run('graphql', 'a.req');
      assert.equal(code, 0, stderr);
      assert.equal(read('schema.graphql'), sdl);
    });

  it('refuses a request that sends no GraphQL, before anything is sent', async () => {
    write('a.req', `GET ${server.url}/graphql\n`);
    const { code, stderr } = await run('graphql', 'a.req');
    assert.equal(code, 2);
    assert.match(stderr, /sends no GraphQL/);
    assert.deepEqual(server.asked, []);
  });

  it('asks for --yes in a protected environment, as send does', async () => {
    write('http-client.env.json', JSON.stringify({ prod: { $protected: true, host: server.url } }));
    write('a.req', '# @auth bearer t-1\nGRAPHQL {{host}}/graphql\n\n{ a }\n');
    const refused = await run('graphql', 'a.req', '--env', 'prod');
    assert.equal(refused.code, 6, refused.stderr);
    assert.deepEqual(server.asked, []);
    assert.equal((await run('graphql', 'a.req', '--env', 'prod', '--yes')).code, 0);
  });

  it('fetches the schema of the sample collection from the sample server', async () => {
    const sample = await startSampleServer();
    try {
      const schema = new URL('../../../sample/collection/schema.graphql', import.meta.url);
      write('a.req', `GRAPHQL ${sample.url}/graphql\n\n{ users { name } }\n`);
      const { code, stderr } = await run('graphql', 'a.req');
      assert.equal(code, 0, stderr);
      assert.equal(read('schema.graphql'), fs.readFileSync(schema, 'utf8'));
    } finally {
      await sample.close();
    }
  });
});
