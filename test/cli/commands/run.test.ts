import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder, runReq, startReq, type Ended, type Folder } from '../../support/command.ts';
import { startRecorder, type Recorder } from '../../support/recorder.ts';

const answer = (status: string, body = '{}'): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

describe('req run', () => {
  let recorder: Recorder;
  let folder: Folder;
  let answers: (target: string) => string;

  beforeEach(async () => {
    answers = () => answer('200 OK', '{"id":7}');
    recorder = await startRecorder((_, target) => answers(target));
    folder = makeFolder();
  });

  afterEach(async () => {
    folder.remove();
    await recorder.close();
  });

  const write = (files: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(files)) folder.write(name, text.replaceAll('HOST', recorder.url));
  };
  const run = (...args: string[]): Promise<Ended> => runReq(['run', ...args], { cwd: folder.path });
  const targets = (): readonly string[] => recorder.requests.map((r) => r.target);
  const many = (...names: string[]): string => names.map((n) => `### ${n}\nGET HOST/${n}\n`).join('\n');

  it('runs the files of a folder by their paths and their requests in order, but those that are disabled', async () => {
    write({ 'b/x.req': many('b1'), 'a.req': `${many('a1', 'a2')}\n### off\n# @disabled\nGET HOST/off\n`, 'collection.req': '@x = 1\n' });
    const { code, stdout } = await run('.');
    assert.equal(code, 0);
    assert.deepEqual(targets(), ['/a1', '/a2', '/b1']);
    assert.match(stdout, /3 requests: 3 passed, 0 failed, 1 disabled/);
  });

  it('keeps values set by scripts for later requests of any file of the collection', async () => {
    write({
      'a.req': 'GET HOST/a\n\n> {%\n  tool.setVar("id", response.body.id);\n%}\n',
      'b.req': '### b\nGET HOST/b/{{id}}\n',
    });
    assert.equal((await run('.')).code, 0);
    assert.deepEqual(targets(), ['/a', '/b/7']);
  });

  it('keeps the variables of collections apart', async () => {
    write({
      'a/collection.req': '',
      'b/collection.req': '',
      'a/a.req': 'GET HOST/a\n\n> {%\n  tool.setVar("id", 1);\n%}\n',
      'b/b.req': 'GET HOST/b/{{id}}\n',
    });
    const { code, stdout } = await run('.');
    assert.equal(code, 3, stdout);
    assert.deepEqual(targets(), ['/a']);
  });

  it('sends the dependencies of @ref first, once, from any file of the collection, and reports them once', async () => {
    write({
      'a.req': '# @ref login\n\n### one\nGET HOST/one/{{id}}\n\n### two\nGET HOST/two\n',
      'z.req': '### login\nGET HOST/login\n\n?? status == 200\n> {%\n  tool.setVar("id", response.body.id);\n%}\n',
    });
    const { code, stdout } = await run('.');
    assert.equal(code, 0, stdout);
    assert.deepEqual(targets(), ['/login', '/one/7', '/two']);
    assert.match(stdout, /login .*needed by one {2}in z\.req/);
    assert.match(stdout, /3 requests: 3 passed/);
  });

  it('does not send a request whose dependency failed, even if the failure was earlier', async () => {
    write({
      'a.req':
        '### login\nGET http://127.0.0.1:1/\n\n### one\n# @ref login\nGET HOST/one\n\n### two\n# @ref login\nGET HOST/two/{{login.response.body.id}}\n',
    });
    const { code, stdout } = await run('a.req');
    assert.equal(code, 4);
    assert.deepEqual(targets(), []);
    assert.equal(stdout.match(/login, which this request needs first \(@ref\), failed/g)?.length, 2, stdout);
  });

  it('reports two files that need each other and run in parallel, instead of waiting for ever', async () => {
    write({ 'a.req': '### a\n# @ref b\nGET HOST/a\n', 'b.req': '### b\n# @ref a\nGET HOST/b\n' });
    const { code, stdout } = await run('.', '--parallel', '2');
    assert.equal(code, 2);
    assert.match(stdout, /The request depends on itself: /);
    assert.deepEqual(targets(), []);
  });

  it('fails with 1 for an assertion, and prints the expectation and its line', async () => {
    write({ 'a.req': 'GET HOST/a\n\n?? status == 200\n?? body.id == 8\n' });
    const { code, stdout } = await run('a.req');
    assert.equal(code, 1);
    assert.match(stdout, /✗ body\.id == 8 {2}a\.req:4\n\s+expected 8, got 7/);
    assert.match(stdout, /2 tests: 1 passed, 1 failed/);
  });

  it('ends with the lowest code that applies', async () => {
    const parts = {
      'dead.req': 'GET http://127.0.0.1:1/\n',
      'script.req': 'GET HOST/s\n\n> {% throw new Error("no"); %}\n',
      'undefined.req': 'GET HOST/{{nothing}}\n',
      'parse.req': 'GET HOST/\nthis is no header\n',
    };
    write({ ...parts, 'test.req': 'GET HOST/\n\n?? status == 1\n' });
    const codes = await Promise.all(Object.keys(parts).map(async (name) => [name, (await run(name)).code]));
    assert.deepEqual(Object.fromEntries(codes), { 'dead.req': 4, 'script.req': 5, 'undefined.req': 3, 'parse.req': 2 });
    assert.equal((await run('.')).code, 1);
  });

  it('stops the whole run for tool.stop, and skips one request for tool.skip', async () => {
    write({
      'a.req':
        '### one\n< {% tool.skip("not today"); %}\nGET HOST/one\n\n### two\nGET HOST/two\n\n> {% tool.stop("enough"); %}\n\n### three\nGET HOST/3\n',
      'b.req': many('four'),
    });
    const { code, stdout } = await run('.');
    assert.equal(code, 0);
    assert.deepEqual(targets(), ['/two']);
    assert.match(stdout, /- one {2}skipped: not today/);
    assert.match(stdout, /The run was stopped: enough\n2 requests: 1 passed, 0 failed, 1 skipped, 2 not run/);
  });

  it('begins nothing after the first failure with --bail', async () => {
    write({ 'a.req': `${many('one')}\n?? status == 500\n\n${many('two')}`, 'b.req': many('three') });
    const { code, stdout } = await run('.', '--bail');
    assert.equal(code, 1);
    assert.deepEqual(targets(), ['/one']);
    assert.match(stdout, /2 not run/);
  });

  it('tries a request that failed again, so often, and reports the last try', async () => {
    answers = (target) => answer(target === '/a' && targets().filter((t) => t === '/a').length === 3 ? '200 OK' : '503 Busy');
    write({ 'a.req': '### a\nGET HOST/a\n\n?? status == 200\n\n### b\nGET HOST/b\n\n?? status == 200\n' });
    const { code, stdout } = await run('.', '--retry', '2');
    assert.equal(code, 1);
    assert.deepEqual(targets(), ['/a', '/a', '/a', '/b', '/b', '/b']);
    assert.match(stdout, /✓ a .*3 tries/);
    assert.match(stdout, /2 tests: 1 passed, 1 failed/);
  });

  it('runs everything for each row of data, with its columns as variables that scripts may set', async () => {
    write({
      'a.req': '### a\nGET HOST/a/{{id}}/{{name}}\n\n> {% if (tool.getVar("id") === "1") tool.setVar("name", "set"); %}\n',
      'b.req': '### b\nGET HOST/b/{{name}}\n',
      'rows.csv': 'id,name\n1,Ada\n2,Grace\n',
    });
    const { code, stdout } = await run('.', '--data', 'rows.csv', '--iterations', '2');
    assert.equal(code, 0, stdout);
    const pass = ['/a/1/Ada', '/b/set', '/a/2/Grace', '/b/Grace'];
    assert.deepEqual(targets(), [...pass, ...pass]);
    assert.match(stdout, /a\.req {2}\(pass 2 of 4, id=2, name=Grace \(rows\.csv:3\)\)/);
  });

  it('sends the dependencies of @ref once in each pass', async () => {
    write({ 'a.req': '### login\nGET HOST/login\n\n### b\n# @ref login\nGET HOST/b\n' });
    assert.equal((await run('.', '--iterations', '2')).code, 0);
    assert.deepEqual(targets(), ['/login', '/b', '/login', '/b']);
  });

  it('chooses by tag, by name and by shard', async () => {
    write({ 'a.req': '### one\n# @tag smoke\nGET HOST/one\n\n### two\nGET HOST/two\n', 'b.req': many('three') });
    await run('.', '--tag', 'smoke');
    await run('.', '-n', 'two');
    await run('.', '--shard', '2/2');
    assert.deepEqual(targets(), ['/one', '/two', '/three']);
    const none = await run('.', '--tag', 'smok');
    assert.equal(none.code, 2);
    assert.match(none.stderr, /None of 3 requests has the selected tags/);
    assert.equal((await run('.', '--shard', '3/3')).code, 0);
  });

  it('ends a silent stream, or after --max-time, and then checks its assertions', async () => {
    const event = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n';
    answers = () => event;
    write({
      'a.req': '### silent\n# @idle-timeout 200ms\nGET HOST/a\n\n?? events.length == 1\n\n### long\nGET HOST/b\n\n?? events[0].data == 1\n',
    });
    const { code, stdout } = await run('.', '--max-time', '300ms');
    assert.equal(code, 0, stdout);
    assert.match(stdout, /2 tests: 2 passed/);
  });

  it('writes several reports at once, and refuses two on standard output', async () => {
    write({ 'a.req': '### a\nGET HOST/a\n\n?? body.id == 8\n' });
    const { code, stdout } = await run(
      '.',
      '--reporter',
      'dot',
      '--reporter',
      'junit=out/j.xml',
      '--reporter',
      'html=out/h.html',
      '--reporter',
      'json=out/r.json',
    );
    assert.equal(code, 1);
    assert.match(stdout, /^F\n/);
    assert.match(folder.read('out/j.xml'), /<testcase name="a" classname="a"/);
    assert.match(folder.read('out/h.html'), /^<!doctype html>/);
    const report = JSON.parse(folder.read('out/r.json')) as {
      requests: { name: string; verdict: string; response: { status: number } }[];
      summary: unknown;
    };
    assert.deepEqual(
      report.requests.map((r) => [r.name, r.verdict, r.response.status]),
      [['a', 'failed', 200]],
    );
    const refused = await run('.', '--reporter', 'tap', '--reporter', 'json');
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /cannot both write to standard output/);
    assert.match((await run('.', '--reporter', 'jnit')).stderr, /Did you mean junit\?/);
  });

  it('keeps an existing report if another one cannot be created', async () => {
    write({ 'a.req': many('a'), 'old.xml': 'old', file: '' });
    const { code, stderr } = await run('a.req', '--reporter', 'junit=old.xml', '--reporter', 'html=file/x.html');
    assert.equal(code, 2);
    assert.match(stderr, /file\/x\.html cannot be written/);
    assert.deepEqual(
      [folder.read('old.xml'), fs.readdirSync(folder.path).toSorted(), targets()],
      ['old', ['a.req', 'file', 'old.xml'], []],
    );
  });

  it('masks secrets in every report', async () => {
    answers = () => answer('200 OK', '{"token":"s3cr3t-value"}');
    write({
      'a.req':
        '### a\nGET HOST/a?key={{$secret.KEY}}\n\n?? body.token == "x"\n\n> {%\n  console.log(response.body.token);\n  tool.test("told", () => { throw new Error(response.body.token); });\n%}\n',
    });
    const names = ['json', 'junit', 'html', 'tap', 'github', 'dot'];
    const { stdout, stderr } = await runReq(
      ['run', '.', '-v', ...names.flatMap((n) => ['--reporter', `${n}=${n}.out`]), '--reporter', 'pretty'],
      {
        cwd: folder.path,
        env: { REQ_SECRET_KEY: 's3cr3t-value' },
      },
    );
    for (const text of [stdout, stderr, ...names.map((n) => folder.read(`${n}.out`))]) assert.doesNotMatch(text, /s3cr3t/);
    assert.match(stdout, /•••/);
  });

  it("never prints a response's text as a command of GitHub Actions", async () => {
    answers = () => answer('200 OK', JSON.stringify({ text: '\n::set-output name=x::y\n##[error]z' }));
    write({
      'a.req':
        '### ::notice::a\nGET HOST/a\n\n> {%\n  tool.test("a", () => { throw new Error(response.body.text); });\n  console.log("::stop-commands::x");\n%}\n',
    });
    const { stdout } = await runReq(['run', '.', '-v', '--reporter', 'pretty', '--reporter', 'github'], {
      cwd: folder.path,
      env: { GITHUB_ACTIONS: 'true' },
    });
    const commands = stdout.split('\n').filter((l) => l.trim().startsWith('::') || l.includes('##['));
    assert.deepEqual(
      commands.map((l) => /^::error file=a\.req,line=\d+,title=[^:]*::/.test(l)),
      [true],
      stdout,
    );
  });

  it('names files in annotations relative to the checkout, in which the step may have another working directory', async () => {
    answers = () => answer('500 Oops');
    write({ 'api/a b.req': 'GET HOST/a\n\n?? status == 200\n' });
    const around = { cwd: path.join(folder.path, 'api'), env: { GITHUB_WORKSPACE: fs.realpathSync(folder.path) } };
    const { stdout } = await runReq(['run', '.', '--reporter', 'github'], around);
    assert.match(stdout, /^::error file=api\/a b\.req,line=3,/);
    const elsewhere = { ...around, env: { GITHUB_WORKSPACE: path.join(folder.path, 'other') } };
    assert.match((await runReq(['run', '.', '--reporter', 'github'], elsewhere)).stdout, /^::error file=a b\.req,line=3,/);
    folder.write('api/a b.req', 'GET http://h/{{none}}\n');
    const { runs } = JSON.parse((await runReq(['check', '.', '--reporter', 'sarif'], around)).stdout) as { runs: unknown[] };
    assert.match(JSON.stringify(runs), /"artifactLocation":\{"uri":"api\/a%20b\.req"\}/);
  });

  it('writes its reports when it is cancelled, and ends with 130', async () => {
    answers = (target) => (target === '/two' ? '' : answer('200 OK'));
    write({ 'a.req': many('one', 'two', 'three') });
    const running = await startReq(['run', '.', '--reporter', 'junit=j.xml', '--reporter', 'json=r.json', '--reporter', 'pretty'], {
      cwd: folder.path,
    });
    await running.untilOut('✓ one');
    while (!targets().includes('/two')) await new Promise((resolve) => setImmediate(resolve));
    running.process.kill('SIGINT');
    const { code, stdout } = await running.ended;
    assert.equal(code, 130, stdout);
    assert.match(stdout, /Cancelled\.\n2 requests: 1 passed, 0 failed, 1 cancelled, 1 not run/);
    assert.match(folder.read('j.xml'), /<testcase name="one"[\s\S]*<testcase name="two"[\s\S]*cancelled[\s\S]*<\/testsuites>/);
    const { requests, summary } = JSON.parse(folder.read('r.json')) as { requests: unknown[]; summary: { ended: unknown } };
    assert.deepEqual([requests.length, summary.ended], [2, { why: 'cancelled', reason: null }]);
    assert.deepEqual(targets(), ['/one', '/two']);
  });

  it('reports errors of the command line before anything is sent', async () => {
    write({ 'a.req': many('one'), 'rows.csv': 'a\n' });
    fs.mkdirSync(path.join(folder.path, 'none'));
    for (const [args, said] of [
      [[], /A file or folder is missing/],
      [['missing.req'], /There is no file or folder missing\.req/],
      [['a.req:2'], /no file or folder a\.req:2\.\nhint: .*req send a\.req -l 2\n/],
      [['x/*.req'], /no file or folder x\/\*\.req\.\nhint: Name a folder instead of a pattern/],
      [['https://h/a?b'], /hint: .*echo 'GET https:\/\/h\/a\?b' \| req send -\n/],
      [['none'], /none contains no \.req, \.http or \.rest file\./],
      [['.', '--shard', '3/2'], /--shard must be a part and the number of parts/],
      [['.', '--data', 'rows.csv'], /contains no rows/],
      [['.', '--env', 'prod'], /There is no environment "prod"/],
      [['.', '--parallel', '0'], /--parallel must be a whole number of at least 1/],
      [['.', '--reporter', 'junit=rows.csv/x.xml'], /rows\.csv\/x\.xml cannot be written: rows\.csv is not a folder\./],
    ] as const) {
      const { code, stderr } = await run(...args);
      assert.equal(code, 2, stderr);
      assert.match(stderr, said);
    }
    assert.deepEqual(targets(), []);
  });
});
