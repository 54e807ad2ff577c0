import assert from 'node:assert/strict';
import fs from 'node:fs';
import { runReq, type Ended } from '../../support/command.ts';
import { useServerAndFolder } from '../../support/useServerAndFolder.ts';

describe('req and Markdown files', () => {
  const { server, folder } = useServerAndFolder();
  const req = (...args: string[]): Promise<Ended> => runReq(args, { cwd: folder.path });
  const targets = (from: number): readonly string[] => server.requests.slice(from).map((r) => r.target);
  const fence = (text: string): string => `\`\`\`req\n${text}\n\`\`\`\n`;

  /** Requests at the lines 6, 15 and 23; the first two fences each define their own `x`. */
  const text = (): string =>
    [
      '# API',
      '',
      fence('# @name login\n@x = 1\nPOST {{host}}/echo?login{{x}}'),
      'Then a list:',
      '',
      '1. In a list',
      '   ```req',
      '   @x = 2',
      '   ### Create a user',
      '   GET {{host}}/echo?create{{x}}',
      '   ```',
      '',
      '```js',
      'GET http://never/',
      '```',
      '',
      '> ~~~req',
      '> GET {{host}}/echo?last',
      '>',
      '> ?? status == 418',
      '> ~~~',
    ].join('\n');

  beforeEach(() => {
    folder.write('collection.req', `@host = ${server.url}\n`);
    folder.write('doc.md', text());
  });

  it('lists the requests of the fences with their lines', async () => {
    const { stdout } = await req('list', 'doc.md', '--json');
    assert.deepEqual(
      (JSON.parse(stdout) as { file: string; line: number; name: string; title: string }[]).map((r) => [r.file, r.line, r.name, r.title]),
      [
        ['doc.md', 6, 'login', 'login'],
        ['doc.md', 15, 'Create a user', 'Create a user'],
        ['doc.md', 23, '', 'GET {{host}}/echo?last'],
      ],
    );
  });

  it('sends one by doc.md#name or #title, -n or a line of its fence, with the definitions of its own fence', async () => {
    const from = server.requests.length;
    for (const args of [
      ['doc.md#login'],
      ['doc.md#Create a user'],
      ['doc.md', '-n', 'login'],
      ['doc.md', '-l', '16'],
      ['doc.md', '-l', '7'],
    ]) {
      const { code, stderr } = await req('send', ...args);
      assert.equal(code, 0, stderr);
    }
    assert.deepEqual(targets(from), ['/echo?login1', '/echo?create2', '/echo?login1', '/echo?create2', '/echo?login1']);
  });

  it('sends all in order, and reports a failed assertion at its line', async () => {
    const from = server.requests.length;
    const { code, stderr } = await req('send', 'doc.md', '--all');
    assert.equal(code, 1);
    assert.deepEqual(targets(from), ['/echo?login1', '/echo?create2', '/echo?last']);
    assert.match(stderr, /✗ status == 418 {2}doc\.md:25\n/);
  });

  it('lists the requests if none is chosen or found', async () => {
    const all = await req('send', 'doc.md');
    assert.equal(all.code, 2);
    assert.match(all.stderr, /doc\.md contains 3 requests: [^]* {5}6 {2}login[^]* {4}15 {2}Create a user/);
    assert.match((await req('send', 'doc.md#logn')).stderr, /no request named "logn"[^]*Did you mean "login"/);
    assert.match((await req('send', 'doc.md', '-l', '9')).stderr, /doc\.md has no request at line 9/);
    folder.write('none.md', '# Nothing\n\n```js\n1\n```\n');
    const none = await req('send', 'none.md');
    assert.deepEqual(
      [none.code, none.stderr],
      [2, 'error: none.md contains no request.\nhint: Req reads the fences of a Markdown file that begin with ```req.\n'],
    );
    assert.match((await req('send', 'nothing.md#a')).stderr, /^error: There is no file nothing\.md\.\n$/);
    assert.equal((await req('send', 'doc.md#login', '-n', 'login')).code, 2);
  });

  it('runs the fences of a file in order, also in parallel and in shards, and reports their lines', async () => {
    const from = server.requests.length;
    const { code, stdout } = await req('run', 'doc.md', '--parallel', '3');
    assert.equal(code, 1);
    assert.deepEqual(targets(from), ['/echo?login1', '/echo?create2', '/echo?last']);
    assert.match(stdout, /doc\.md:25/);
    assert.match(stdout, /3 requests: 2 passed, 1 failed/);
    folder.write('other.md', fence('GET {{host}}/echo?other'));
    const second = server.requests.length;
    assert.equal((await req('run', 'doc.md', 'other.md', '--shard', '2/2')).code, 0);
    assert.deepEqual(targets(second), ['/echo?other']);
  });

  it('runs one by its name beside others, and the whole file where that is named too', async () => {
    folder.write('a.req', '### a\nGET {{host}}/echo?a\n');
    const from = server.requests.length;
    assert.equal((await req('run', 'doc.md#login', 'a.req')).code, 0);
    assert.deepEqual(targets(from).toSorted(), ['/echo?a', '/echo?login1']);
    const second = server.requests.length;
    assert.equal((await req('run', 'doc.md#login', 'doc.md')).code, 1);
    assert.equal(targets(second).length, 3);
    const wrong = await req('run', 'a.req', 'doc.md#logn');
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /^error: doc\.md contains no request named "logn"\.\nhint: Did you mean "login"\?\n$/);
  });

  it('is not read where a folder is run, and a name with # is a file name first', async () => {
    folder.write('a#b.req', 'GET {{host}}/echo?hash\n');
    const from = server.requests.length;
    assert.equal((await req('run', '.')).code, 0);
    assert.equal((await req('send', 'a#b.req')).code, 0);
    assert.deepEqual(targets(from), ['/echo?hash', '/echo?hash']);
  });

  it('checks the fences, each as a file of its own', async () => {
    folder.write('doc.md', `${text()}\n${fence('GET {{hots}}/a')}`);
    const { code, stdout } = await req('check', 'doc.md');
    assert.equal(code, 2);
    assert.match(stdout, /^doc\.md:28:5 error hots is not defined[^\n]*\n$/);
  });

  it('exports the request that is named behind #', async () => {
    const { code, stdout } = await req('export', 'curl', 'doc.md#login');
    assert.equal(code, 0);
    assert.match(stdout, /echo\?login1/);
  });

  it('keeps snapshots of its fences when a folder is run with --update-snapshots', async () => {
    folder.write('snap.md', fence('# @name kept\nGET {{host}}/json\n\n?? body matchesSnapshot'));
    assert.equal((await req('run', 'snap.md')).code, 0);
    const file = '__snapshots__/snap.md.kept.snap';
    assert.ok(folder.read(file) !== '');
    folder.write('a.req', 'GET {{host}}/json\n');
    const { code, stderr } = await req('run', '.', '--update-snapshots');
    assert.equal(code, 0, stderr);
    assert.ok(fs.existsSync(`${folder.path}/${file}`), stderr);
  });

  it('refuses one whose fences are too many to be read', async () => {
    folder.write('many.md', `${'\n'.repeat(1000)}${fence('GET http://h/')}`.repeat(64));
    const { code, stderr } = await req('list', 'many.md');
    assert.equal(code, 2);
    assert.match(stderr, /many\.md has too many lines and fences/);
  });
});
