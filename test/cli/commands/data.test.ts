import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder, runReq, type Ended, type Folder } from '../../support/command.ts';
import { startRecorder, type Recorder } from '../../support/recorder.ts';

const answer = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{"id":7}';

describe('# @data', () => {
  let recorder: Recorder;
  let folder: Folder;

  beforeEach(async () => {
    recorder = await startRecorder(() => answer);
    folder = makeFolder();
  });

  afterEach(async () => {
    folder.remove();
    await recorder.close();
  });

  const write = (files: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(files)) folder.write(name, text.replaceAll('HOST', recorder.url));
  };
  const req = (...args: string[]): Promise<Ended> => runReq(args, { cwd: folder.path });
  const targets = (): readonly string[] => recorder.requests.map((r) => r.target);
  const users = 'name,age,password\nAda,3,hidden1\n"Bob, Jr",41,hidden2\n';

  it('runs its request once for each row, what it needs once, and the others once', async () => {
    write({
      'a.req':
        '### login\nGET HOST/login\n\n### create\n# @data ./users.csv\n# @ref login\nGET HOST/{{name}}/{{age}}/{{password}}\n\n### last\nGET HOST/last\n',
      'users.csv': users,
    });
    const { code, stdout } = await req('run', 'a.req', '--reporter', 'pretty', '--reporter', 'junit=out.xml');
    assert.equal(code, 0, stdout);
    assert.deepEqual(targets(), ['/login', '/Ada/3/hidden1', '/Bob,%20Jr/41/hidden2', '/last']);
    assert.match(stdout, /create \[name=Ada, age=3\]/);
    assert.match(stdout, /4 requests: 4 passed/);
    const report = fs.readFileSync(path.join(folder.path, 'out.xml'), 'utf8');
    assert.match(report, /name="create \[name=&quot;?.*Bob, Jr/);
    assert.ok(!report.includes('[name=Ada, age=3, '), 'columns with the name of a secret are not in the name of a row');
  });

  it('compares a column of CSV with a number as a number and with a text as text, and a value of JSON by its type', async () => {
    write({
      'a.req': '### a\nGET HOST/a\n\n?? body.id == {{n}}\n?? body.id < {{more}}\n?? header Content-Length == {{length}}\n',
      'rows.csv': 'n,more,length\n7,10,8\n',
      'rows.jsonl': '{"n": "7", "more": 10, "length": "8"}\n',
    });
    const table = await req('run', 'a.req', '--data', 'rows.csv');
    assert.equal(table.code, 0, table.stdout);
    const json = await req('run', 'a.req', '--data', 'rows.jsonl');
    assert.deepEqual(json.stdout.match(/✗ .*== .*\n.*/g), ['✗ body.id == {{n}}  a.req:4\n        expected "7", got 7']);
  });

  it('in the first block of a file runs its requests in order for each row; script values of a column last until the row ends', async () => {
    write({
      'a.req':
        '# @data ./rows.json\n\n### a\nGET HOST/a/{{id}}\n\n> {% if (tool.getVar("id") === 1) tool.setVar("name", "set"); %}\n\n### b\nGET HOST/b/{{name}}\n\n### own\n# @data none\nGET HOST/own\n\n### c\nGET HOST/c/{{id}}\n',
      'rows.json': '[{"id": 1, "name": "x"}, {"id": 2, "name": "y"}]',
    });
    const { code, stdout } = await req('run', '.');
    assert.equal(code, 0, stdout);
    assert.deepEqual(targets(), ['/a/1', '/b/set', '/a/2', '/b/y', '/own', '/c/1', '/c/2']);
  });

  it('names a row without a value that is a secret, in every report', async () => {
    write({
      'a.req': '### a\n# @data ./rows.json\nGET HOST/a\n\n?? status == 404\n',
      'rows.json': JSON.stringify(['of-the-file', 'of-the-process', 'of-the-environment'].map((who) => ({ who, age: 3 }))),
      'secrets.env': 'KEY=of-the-file\n',
      'http-client.private.env.json': JSON.stringify({ dev: { key: 'of-the-environment' } }),
    });
    const run = (...args: readonly string[]): Promise<Ended> =>
      runReq(['run', 'a.req', '--secrets', 'secrets.env', ...args], {
        cwd: folder.path,
        env: { REQ_SECRET_OTHER: 'of-the-process' },
      });
    const reporters = ['pretty', 'dot', 'tap', 'junit', 'json', 'html', 'github'];
    for (const args of [[], ['-v'], ['--data', 'rows.json'], ['--env', 'dev']])
      for (const reporter of reporters) {
        const { stdout, stderr } = await run('--reporter', reporter, ...args);
        assert.doesNotMatch(stdout + stderr, /of-the-/, `${reporter} ${args.join(' ')}`);
        // A dot has no name, and only that of a failed request is printed.
        if (reporter !== 'dot' || args[0] !== '--data') assert.match(stdout, /who=•••/, `${reporter} ${args.join(' ')}`);
      }
  });

  it('names a row without a secret that its request meets', async () => {
    write({
      'a.req': '### a\n# @data ./rows.csv\n# @secret key\n@key = met-by-it\nGET HOST/{{key}}\n\n?? status == 404\n',
      'rows.csv': 'who\nmet-by-it\n',
    });
    const { stdout, stderr } = await req('run', 'a.req');
    assert.match(stdout, /who=•••/);
    assert.doesNotMatch(stdout + stderr, /met-by/);
    const { stdout: junit } = await req('run', 'a.req', '--data', 'rows.csv', '--reporter', 'junit');
    assert.match(junit, /who=•••/);
    assert.doesNotMatch(junit, /met-by/);
  });

  it('sends dependencies with the same data in the same row', async () => {
    write({
      'a.req': '# @data ./rows.csv\n\n### first\nGET HOST/first/{{id}}\n\n### b\n# @ref first\nGET HOST/b/{{id}}\n',
      'rows.csv': 'id\n1\n2\n',
    });
    const { code, stdout } = await req('run', 'a.req#b');
    assert.equal(code, 0, stdout);
    assert.deepEqual(targets(), ['/first/1', '/b/1', '/first/2', '/b/2']);
  });

  it('sends a dependency with other data once, in the first row of that', async () => {
    write({
      'a.req': '### one\n# @data ./a.json\n# @ref needed\nGET HOST/one/{{a}}\n\n### needed\n# @data ./b.json\nGET HOST/needed/{{b}}\n',
      'a.json': '[{"a": 1}, {"a": 2}]',
      'b.json': '[{"b": 8}, {"b": 9}]',
    });
    const { code, stdout } = await req('run', 'a.req#one');
    assert.equal(code, 0, stdout);
    assert.deepEqual(targets(), ['/needed/8', '/one/1', '/one/2']);
  });

  it('is overridden by --data, and req send uses the first row, also for a dependency in another file', async () => {
    write({
      'a.req': '### a\n# @data ./rows.csv\nGET HOST/a/{{id}}\n',
      'b.req': '### b\n# @ref a\nGET HOST/b\n',
      'rows.csv': 'id\n1\n2\n',
      'other.csv': 'id\n8\n9\n',
      'collection.req': '',
    });
    const run = await req('run', 'a.req', '--data', 'other.csv');
    assert.equal(run.code, 0, run.stdout);
    assert.equal((await req('send', 'a.req')).code, 0);
    const needed = await req('send', 'b.req');
    assert.equal(needed.code, 0, needed.stderr);
    assert.deepEqual(targets(), ['/a/8', '/a/9', '/a/1', '/a/1', '/b']);
  });

  it('sends nothing if a selected request names unusable data, and reports the place', async () => {
    write({
      'col/collection.req': '',
      'col/a.req': '### a\nGET HOST/a\n\n### b\n# @data ../out.csv\n# @tag data\nGET HOST/b/{{id}}\n',
      'col/broken.req': '# @data ./broken.csv\nGET HOST/c\n',
      'col/broken.csv': 'id,name\n1\n',
      'col/link.req': '# @data ./link.csv\nGET HOST/d\n',
      'out.csv': 'id\n1\n',
    });
    fs.symlinkSync('../out.csv', path.join(folder.path, 'col/link.csv'));
    const cases: readonly (readonly [args: readonly string[], says: RegExp])[] = [
      [['run', 'col/a.req'], /\.\.\/out\.csv is not read: it is outside/],
      [['run', 'col/link.req'], /a symbolic link leads to/],
      [['run', 'col/broken.req'], /broken\.csv.*1 field/s],
      [['send', 'col/broken.req'], /broken\.csv.*1 field/s],
    ];
    for (const [args, says] of cases) {
      const { code, stderr, stdout } = await req(...args);
      assert.equal(code, 2, stderr + stdout);
      assert.match(stderr, says);
    }
    assert.deepEqual(targets(), []);
    assert.equal((await req('run', 'col/a.req', '--exclude-tag', 'data')).code, 0);
    assert.deepEqual(targets(), ['/a']);
  });

  it('is checked by req check: the file, its columns, and where it has no effect', async () => {
    write({
      'collection.req': '# @data ./rows.csv\n',
      'a.req':
        '# @data ./rows.csv\nGET HOST/{{id}}/{{nmae}}\n\n### b\n# @data ./none.csv\nGET HOST\n\n### c\n# @data ./broken.json\nGET HOST\n',
      'rows.csv': 'id,name\n1,Ada\n',
      'broken.json': '[{"id": 1,]',
    });
    const { code, stdout } = await req('check', '.');
    assert.equal(code, 2);
    assert.match(stdout, /a\.req:2:\d+ error nmae is not defined.*\[undefined-variable\]/);
    assert.match(stdout, /a\.req:5:\d+ error There is no file \.\/none\.csv.*\[missing-file\]/);
    assert.match(stdout, /a\.req:9:\d+ error broken\.json: .*\[data-file\]/);
    assert.match(stdout, /collection\.req:1:\d+ warning @data has no effect here.*\[data-file\]/);
    assert.ok(!/\bid is not defined/.test(stdout), stdout);
  });
});
