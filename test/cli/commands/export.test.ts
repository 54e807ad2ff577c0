import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { makeFolder, runReq, type Ended, type Folder } from '../../support/command.ts';

describe('req export', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = makeFolder();
    folder.write(
      'api.req',
      [
        '@host = http://127.0.0.1:1',
        '### First',
        'GET {{host}}/a?key={{$secret.API_KEY}}',
        '',
        '### Second',
        '< {%\nrequest.body = "made";\n%}',
        'POST {{host}}/b',
        'Authorization: Bearer {{$secret.API_KEY}}',
        '',
        'x',
        '',
        '?? status == 200',
        '',
        '### Third',
        '# @disabled',
        'GET {{host}}/c',
        '',
      ].join('\n'),
    );
  });
  afterEach(() => folder.remove());
  const exporting = (...args: readonly string[]): Promise<Ended> =>
    runReq(['export', ...args], { cwd: folder.path, env: { REQ_SECRET_API_KEY: 'tell-nobody' } });

  it('writes a whole file in its order, scripts run, secrets left to the environment', async () => {
    const { code, stdout, stderr } = await exporting('curl', 'api.req');
    assert.equal(code, 0, stderr);
    assert.equal(
      stdout,
      `# First\ncurl -L 'http://127.0.0.1:1/a?key='"$REQ_SECRET_API_KEY"\n\n` +
        `# Second\ncurl -L http://127.0.0.1:1/b \\\n  -H 'Authorization: Bearer '"$REQ_SECRET_API_KEY" \\\n  -H 'Content-Type:' \\\n  --data-raw made\n`.replace(
          'http://127.0.0.1:1/b',
          `'http://127.0.0.1:1/b'`,
        ),
    );
    assert.match(stderr, /Second: Assertions, and scripts that run after it, are left out\./);
    assert.match(stderr, /Secrets are read from the environment: REQ_SECRET_API_KEY\./);
  });

  it('writes one request, secrets only with the flag, and replaces no file without --force', async () => {
    const args = ['raw', 'api.req', '-n', 'First', '-o', 'out.txt'];
    assert.equal((await exporting(...args)).code, 0);
    assert.match(folder.read('out.txt'), /^GET \/a\?key=••• HTTP\/1\.1\r\n/);
    const refused = await exporting(...args);
    assert.deepEqual([refused.code, refused.stdout], [2, '']);
    assert.match(refused.stderr, /out\.txt already exists/);
    assert.equal((await exporting(...args, '--force', '--with-secrets')).code, 0);
    assert.match(folder.read('out.txt'), /^GET \/a\?key=tell-nobody HTTP\/1\.1\r\n/);
  });

  it('writes a folder as one Postman collection, folders and files in their order', async () => {
    folder.write('more/z.req', '### Z\nGET http://127.0.0.1:1/z\nX: {{later}}\n');
    const { code, stdout, stderr } = await exporting('postman', '.');
    assert.equal(code, 0, stderr);
    const { item } = JSON.parse(stdout) as { item: { name: string; item: { name: string; item?: { name: string }[] }[] }[] };
    assert.deepEqual(
      item.map((i) => [i.name, i.item.map((j) => [j.name, j.item?.map((k) => k.name)])]),
      [
        [
          'api',
          [
            ['First', undefined],
            ['Second', undefined],
          ],
        ],
        ['more', [['z', ['Z']]]],
      ],
    );
    assert.ok(!stdout.includes('tell-nobody'));
    assert.match(stderr, /Z: \{\{later\}\} has no value[^]*Secrets are variables without a value: API_KEY\./);
    const single = await exporting('curl', '.');
    assert.deepEqual(
      [single.code, single.stderr],
      [
        2,
        'error: . is a folder, and curl exports one file at a time.\nhint: Name a file, or export the folder as one of http, har, postman, openapi, artillery.\n',
      ],
    );
    const chosen = await exporting('postman', '.', '-n', 'First');
    assert.deepEqual([chosen.code, /Name the file instead/.test(chosen.stderr)], [2, true]);
  });

  it('says how to export a request that needs the response of another one', async () => {
    folder.write('b.req', '# @name b\nGET http://127.0.0.1:1/{{first.response.body.id}}\n\n###\n# @name first\nGET http://127.0.0.1:1/a\n');
    const failed = await exporting('curl', 'b.req', '-n', 'b');
    assert.equal(failed.code, 3);
    assert.match(failed.stderr, /hint: The request is not exported\. --undefined keep exports it with the placeholder\.\n$/);
    const kept = await exporting('curl', 'b.req', '-n', 'b', '--undefined', 'keep');
    assert.deepEqual([kept.code, kept.stderr], [0, '']);
    assert.match(kept.stdout, /first\.response\.body\.id/);
  });

  it('writes through a link out of a home folder that is a repository, as of dotfiles, and out of no other repository', async function () {
    if (process.platform === 'win32') this.skip();
    folder.write('home/.git/HEAD', '');
    folder.write('outside/x', '');
    folder.write('home/work/b.req', 'GET http://127.0.0.1:1/\n');
    fs.symlinkSync(join(folder.path, 'outside'), join(folder.path, 'home/work/out'));
    const written = (home: string): Promise<Ended> =>
      runReq(['export', 'curl', 'b.req', '-o', 'out/b.sh', '--force'], {
        cwd: join(folder.path, 'home/work'),
        env: { HOME: join(folder.path, home) },
      });
    assert.equal((await written('home')).code, 0);
    assert.match(folder.read('outside/b.sh'), /^# .*\ncurl /);
    assert.match((await written('outside')).stderr, /a symbolic link leads out of the folder .*home/);
  });

  it('writes a folder as one OpenAPI document, without needing its secrets', async () => {
    folder.write('more/z.req', '### Z\n# @auth bearer {{$secret.NOWHERE}}\nPUT http://127.0.0.1:1/z/{{later}}\n');
    const { code, stdout, stderr } = await runReq(['export', 'openapi', '.'], { cwd: folder.path });
    assert.equal(code, 0, stderr);
    const { openapi, paths, components } = JSON.parse(stdout) as Record<string, Record<string, Record<string, { tags: string[] }>>>;
    assert.equal(openapi, '3.1.0');
    const tagsOf = (item: Record<string, { tags: string[] }>) =>
      Object.entries(item).map(([method, { tags }]) => `${method} ${tags.join()}`);
    const operations = Object.entries(paths ?? {}).map(([path, item]) => `${path} ${tagsOf(item as never).join()}`);
    assert.deepEqual(operations, ['/a get api', '/b post api', '/z/{later} put more/z']);
    assert.deepEqual(components?.['securitySchemes'], {
      API_KEY: { type: 'http', scheme: 'bearer' },
      NOWHERE: { type: 'http', scheme: 'bearer' },
    });
    assert.match(stderr, /Second: OpenAPI has no equivalent for 1 script\.[^]*Secrets are left out: /);
    assert.ok(!/secret-[0-9a-f]{8}/.test(stdout + stderr), stdout);
  });

  it('writes a load test of Artillery without needing its secrets', async () => {
    folder.write(
      'load.req',
      '### A\n# @auth bearer {{$secret.TOKEN}}\nPOST http://127.0.0.1:1/a\nX: a-{{$secret.KEY}}\n\n{{$secret.PW}}\n',
    );
    const { stdout, stderr } = await runReq(['export', 'artillery', 'load.req'], { cwd: folder.path });
    assert.match(stdout, /"X": "a-\{\{ \$env\.REQ_SECRET_KEY \}\}"/);
    assert.match(stdout, /"Authorization": "Bearer \{\{ \$env\.REQ_SECRET_TOKEN \}\}"/);
    assert.match(stdout, /body: "\{\{ \$env\.REQ_SECRET_PW \}\}"/);
    assert.equal(
      stderr,
      'Secrets are read from the environment: REQ_SECRET_KEY, REQ_SECRET_TOKEN, REQ_SECRET_PW. --with-secrets writes them.\n',
    );
  });

  it('writes saved responses as examples of an OpenAPI document, without secrets, and reports unreadable ones', async () => {
    const saved = ['one.200.json', 'two.json', 'whole.txt', 'gone.json', '../outside.json'].map((name) => `<> ./${name}\n`).join('');
    folder.write('s/c.req', `### C\n# @name c\nGET http://127.0.0.1:1/c\nX: {{$secret.API_KEY}}\n\n?? status == 200\n\n${saved}`);
    folder.write('s/collection.req', '');
    folder.write('outside.json', '{}');
    folder.write('s/one.200.json', '{"id": 12345678901234567890, "key": "tell-nobody"}');
    folder.write('s/two.json', '{"id": 2}');
    folder.write('s/whole.txt', 'HTTP/1.1 422 Unprocessable\r\nContent-Type: application/problem+json; a=b\r\n\r\n{"title": "bad"}');
    const { code, stdout, stderr } = await exporting('openapi', 's/c.req');
    assert.equal(code, 0, stderr);
    const { paths } = JSON.parse(stdout) as { readonly paths: Record<string, { readonly get: { readonly responses: object } }> };
    assert.match(stdout, /"id": 12345678901234567890/);
    assert.deepEqual(paths['/c']?.get.responses, {
      200: {
        description: 'The response with status 200.',
        content: {
          'application/json': {
            schema: { type: 'object', properties: { id: { type: 'integer' }, key: { type: 'string' } }, required: ['id'] },
            examples: {
              'one.200': { summary: 'one.200', value: { id: Number('12345678901234567890'), key: '' } },
              two: { summary: 'two', value: { id: 2 } },
            },
          },
        },
      },
      422: {
        description: 'The response with status 422.',
        content: {
          'application/problem+json': {
            schema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
            example: { title: 'bad' },
          },
        },
      },
    });
    assert.match(stderr, /c: A secret or a placeholder is left out of the saved response \.\/one\.200\.json\./);
    assert.match(stderr, /c: The saved response \.\/gone\.json is left out: there is no such file\./);
    assert.match(stderr, /\.\/\.\.\/outside\.json is left out: it is outside of the collection/);
    const other = await exporting('postman', 's/c.req');
    assert.ok(!other.stderr.includes('saved response'), other.stderr);
  });

  it('reports requests that cannot be exported, and writes the rest', async () => {
    folder.write('b.req', '### A\nGET http://h/{{nothing}}\n\n### B\nGET http://h/b\n');
    const { code, stdout, stderr } = await exporting('curl', 'b.req');
    assert.equal(code, 3);
    assert.equal(stdout, "# B\ncurl -L 'http://h/b'\n");
    assert.match(stderr, /nothing/);
    const none = await exporting('fortran', 'b.req');
    assert.equal(none.code, 2);
    assert.match(none.stderr, /There is no target "fortran".*\n.*curl/);
  });
});
