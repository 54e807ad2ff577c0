import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder, runReq, type Ended, type Folder } from '../../support/command.ts';

describe('req import', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = makeFolder();
  });
  afterEach(() => folder.remove());
  const importing = (args: readonly string[], stdin?: string): Promise<Ended> =>
    runReq(['import', ...args], { cwd: folder.path, ...(stdin === undefined ? {} : { stdin }) });

  it('writes beside .http files, lists the written files and reports differences', async () => {
    folder.write('api/a.http', 'GET https://a\n\n###\nGRPC b/c.D\n');
    const { code, stdout, stderr } = await importing(['api']);
    assert.deepEqual([code, stdout], [0, 'api/a.req\n']);
    assert.match(stderr, /^a\.http:4: warning: GRPC is not supported by Req/m);
    assert.match(stderr, /^2 requests, 1 carried over completely \(50 %\); 1 file$/m);
    assert.equal(folder.read('api/a.req'), 'GET https://a\n\n###\n# GRPC b/c.D\n');
  });

  it('reads .http files as the client that --dialect names', async () => {
    folder.write('a.http', 'GET https://a\n\n?? status == 200\n');
    const { code, stderr } = await importing(['a.http', '--dialect', 'jetbrains']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^a\.http:3: warning: This line checks nothing: JetBrains' HTTP Client sends it as a part of the body/m);
  });

  it('leaves out files of a folder that cannot be read and may be of no format, and files beside exports', async () => {
    const latin1 = (name: string, text: string): void => fs.writeFileSync(path.join(folder.path, name), Buffer.from(text, 'latin1'));
    folder.write('br/bruno.json', '{"version":"1","name":"B","type":"collection"}');
    folder.write('br/a.bru', 'meta {\n  name: A\n  type: http\n}\n\nget {\n  url: https://h\n}\n');
    latin1('br/notes.txt', 'Gr\u00fc\u00dfe');
    latin1('br/data.json', '"\u00fc"');
    const bruno = await importing(['br', '-o', 'b']);
    assert.deepEqual([bruno.code, bruno.stdout.split('\n').length], [0, 3], bruno.stderr);

    folder.write('pm/c.postman_collection.json', collection([request('R')]));
    folder.write('pm/package.json', '{"name":"x"}');
    folder.write('pm/tsconfig.json', '{ // none\n}');
    latin1('pm/rows.json', '["\u00fc"]');
    for (const [i, format] of [['auto'], ['postman'], []].entries()) {
      const postman = await importing([...format, 'pm', '-o', `p${i}`]);
      assert.deepEqual([postman.code, postman.stdout.split('\n').length], [0, 3], postman.stderr);
    }

    latin1('br/b.bru', 'meta {\n  name: \u00fc\n}');
    assert.match((await importing(['br', '-o', 'c'])).stderr, /b\.bru is not UTF-8/);
    folder.write('only/x', '');
    latin1('only/rows.json', '["\u00fc"]');
    assert.match((await importing(['only'])).stderr, /rows\.json is not UTF-8/);
    folder.write('old/v1.json', '{"id":"1","name":"N","order":[],"requests":[]}');
    assert.match((await importing(['old'])).stderr, /is a collection of version 1/);
  });

  it('replaces nothing without --force', async () => {
    folder.write('a.http', 'GET https://a\n');
    folder.write('a.req', 'GET https://mine\n');
    const refused = await importing(['auto', 'a.http']);
    assert.deepEqual([refused.code, refused.stdout], [2, '']);
    assert.match(refused.stderr, /a\.req already exists\. Nothing was written\./);
    assert.equal(folder.read('a.req'), 'GET https://mine\n');
    assert.equal((await importing(['auto', 'a.http', '--force'])).code, 0);
    assert.equal(folder.read('a.req'), 'GET https://a\n');
    assert.equal((await importing(['auto', 'a.http'])).code, 0, 'the same text is there already');
  });

  it('reads a curl command from standard input, and prints JSON', async () => {
    const { code, stdout } = await importing(['curl', '-', '-o', 'out', '--json'], 'curl -L https://a/b\n');
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(stdout), {
      requests: 1,
      whole: 1,
      files: [path.join('out', 'stdin.req')],
      secrets: [],
      missing: [],
      notes: [],
    });
    assert.equal(folder.read('out/stdin.req'), 'GET https://a/b\n');
  });

  const collection = (item: readonly object[]): string =>
    JSON.stringify({ info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' }, item });
  const request = (name: string, more: object = {}): object => ({ name, request: { method: 'GET', url: 'https://127.0.0.1:9/', ...more } });
  const signedIn = request('R', {
    auth: {
      type: 'basic',
      basic: [
        { key: 'username', value: 'u' },
        { key: 'password', value: 'hunter2-secret' },
      ],
    },
  });

  it('writes no credentials, lists the names of their secrets, and explains how to set them', async () => {
    folder.write('c.json', collection([signedIn]));
    const { stdout, stderr } = await importing(['postman', 'c.json', '-o', 'out', '--json']);
    assert.match(folder.read('out/C.req'), /^# @auth basic u \{\{\$secret\.password\}\}$/m);
    assert.deepEqual((JSON.parse(stdout) as { secrets: unknown }).secrets, ['password']);
    assert.match(stderr, /^1 credential is now a secret: password\nSet REQ_SECRET_NAME for each.*--secrets-file FILE writes one\.$/m);
    assert.ok(!`${stdout}${stderr}`.includes('hunter2'));
    const sent = await runReq(['send', 'out/C.req', '--dry-run'], { cwd: folder.path, env: { REQ_SECRET_password: 'hunter2-secret' } });
    assert.equal(sent.code, 0, sent.stderr);
  });

  it('writes them into a file for --secrets where it is asked to, for its owner alone', async () => {
    folder.write('c.json', collection([signedIn]));
    const { code, stderr } = await importing(['postman', 'c.json', '-o', 'out', '--secrets-file', 'keys/s.json']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^keys\/s\.json contains their values, for --secrets\. Keep it out of git\.$/m);
    assert.deepEqual(JSON.parse(folder.read('keys/s.json')), { password: 'hunter2-secret' });
    if (process.platform !== 'win32') assert.equal(fs.statSync(path.join(folder.path, 'keys/s.json')).mode & 0o777, 0o600);
    const sent = await runReq(['send', 'out/C.req', '--dry-run', '--secrets', 'keys/s.json'], { cwd: folder.path });
    assert.equal(sent.code, 0, sent.stderr);
    folder.write('keys/s.json', '{"mine": "1"}');
    fs.chmodSync(path.join(folder.path, 'keys/s.json'), 0o644);
    assert.equal((await importing(['postman', 'c.json', '-o', 'out', '--force', '--secrets-file', 'keys/s.json'])).code, 0);
    if (process.platform !== 'win32') assert.equal(fs.statSync(path.join(folder.path, 'keys/s.json')).mode & 0o777, 0o600);
    folder.write('keys/s.json', '{"mine": "1"}');
    const again = await importing(['postman', 'c.json', '-o', 'out2', '--secrets-file', 'keys/s.json']);
    assert.match(again.stderr, /keys\/s\.json already exists\. Nothing was written\./);
    assert.equal(folder.read('keys/s.json'), '{"mine": "1"}');
  });

  it('writes nothing and reports it if one of the files cannot be written', async () => {
    folder.write('c.json', collection([{ name: 'A', item: [request('1')] }, { name: 'B', item: [request('2')] }, signedIn]));
    fs.mkdirSync(path.join(folder.path, 'out/B.req'), { recursive: true });
    const { code, stdout, stderr } = await importing(['postman', 'c.json', '-o', 'out', '--force', '--secrets-file', 's.json']);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /out\/B\.req cannot be written: it is a folder\. Nothing was written\./);
    assert.deepEqual(fs.readdirSync(path.join(folder.path, 'out')), ['B.req']);
    assert.ok(!fs.existsSync(path.join(folder.path, 's.json')));
  });

  it('keeps the secrets file that --force would replace where another file cannot be written', async () => {
    folder.write('c.json', collection([signedIn]));
    folder.write('s.json', '{"mine": "1"}');
    fs.mkdirSync(path.join(folder.path, 'out/C.req'), { recursive: true });
    const { code, stderr } = await importing(['postman', 'c.json', '-o', 'out', '--force', '--secrets-file', 's.json']);
    assert.equal(code, 2);
    assert.match(stderr, /out\/C\.req cannot be written: it is a folder\. Nothing was written\./);
    assert.equal(folder.read('s.json'), '{"mine": "1"}');
    assert.deepEqual(fs.readdirSync(folder.path).toSorted(), ['c.json', 'out', 's.json']);
  });

  it('changes nothing if a folder cannot be created', async () => {
    folder.write('c.json', collection([request('R')]));
    folder.write('out', 'a file');
    const { code, stderr } = await importing(['postman', 'c.json', '-o', 'out/inside']);
    assert.equal(code, 2);
    assert.match(stderr, /Nothing was written\./);
    assert.equal(folder.read('out'), 'a file');
  });

  it('replaces a link and does not write through it', async () => {
    folder.write('c.json', collection([request('R')]));
    const outside = path.join(folder.path, 'outside.txt');
    fs.mkdirSync(path.join(folder.path, 'out'));
    fs.symlinkSync(outside, path.join(folder.path, 'out/C.req'));
    const refused = await importing(['postman', 'c.json', '-o', 'out']);
    assert.match(refused.stderr, /C\.req already exists\. Nothing was written\./);
    assert.equal((await importing(['postman', 'c.json', '-o', 'out', '--force'])).code, 0);
    assert.ok(!fs.existsSync(outside));
    assert.ok(fs.lstatSync(path.join(folder.path, 'out/C.req')).isFile());
  });

  it('names file and line of a block that is cut, and of a document', async () => {
    folder.write('b/bruno.json', '{"version": "1", "name": "B", "type": "collection"}');
    folder.write('b/sub/r.bru', 'meta {\n  name: R\n}\n\nget {\n  url: https://a.b\n}\n\nheaders {\n  A: 1\n  B');
    const cut = await importing(['b', '-o', 'out']);
    assert.match(cut.stderr, /collection:9 \(sub \/ R\): warning: sub\/r\.bru: The block headers is not closed/);
    assert.match(cut.stderr, /collection:11 \(sub \/ R\): warning: sub\/r\.bru: This line is not an entry/);
    assert.match(cut.stderr, /^1 request, 0 carried over completely/m);
    folder.write('c.json', collection([signedIn]).slice(0, -20));
    assert.match((await importing(['postman', 'c.json', '-o', 'out2'])).stderr, /c\.json is not JSON, line 1, column \d+/);
    folder.write('h.har', '{"log": {"entries": [{"request": {');
    assert.match((await importing(['har', 'h.har'])).stderr, /h\.har is not a HAR file: it is not JSON, line 1/);
    folder.write('i.yaml', 'type: collection.insomnia.rest/5.0\nname: I\ncollection:\n  - name: R\n    url: https://a.b/lo');
    assert.match((await importing(['insomnia', 'i.yaml', '-o', 'out3'])).stderr, /warning: i\.yaml does not end with a line break, line 5/);
    folder.write('o.yaml', 'openapi: 3.0.0\ninfo:\n  title: O\npaths:\n  /a:\n    get:\n      operationId: a\n      para');
    assert.match((await importing(['openapi', 'o.yaml', '-o', 'out4'])).stderr, /o\.yaml/);
  });

  it('names files so that they can be written on every system', async () => {
    const names = ['nul', 'NUL', 'con.req', 'aux.txt', 'com1', 'a.', 'A ', 'lpt²', 'nul.req', 'collection'];
    folder.write('c.json', collection(names.map((name) => ({ name, item: [request(name)] }))));
    const { stdout } = await importing(['postman', 'c.json', '-o', 'out']);
    assert.deepEqual(
      stdout
        .trim()
        .split('\n')
        .map((f) => path.basename(f)),
      [
        'collection.req',
        'nul_.req',
        'NUL_-2.req',
        'con_.req',
        'aux_.txt.req',
        'com1_.req',
        'a.req',
        'A-2.req',
        'lpt²_.req',
        'nul_-3.req',
        'collection-1.req',
      ],
    );
    folder.write('nul.http', 'GET https://a.b\n');
    assert.equal((await importing(['http', 'nul.http'])).stdout, 'nul_.req\n');
  });

  it('reports errors of an input', async () => {
    folder.write('x.txt', 'nothing of interest');
    folder.write('x.req', '@a = b\nGET {{a}}\n');
    for (const [args, message] of [
      [[], /An input is missing/],
      [['http'], /An input is missing/],
      [['none.http'], /There is no file or folder none\.http/],
      [['x.txt'], /x\.txt has a format that Req does not support/],
      [['curl', 'x.txt'], /contains no curl command/],
      [['postmann', 'x.txt'], /There is no format and no file "postmann"[^]*The formats are curl, http, postman/],
      [['postman', 'x.req'], /x\.req is neither JSON nor YAML\. Line \d+: /],
    ] as const) {
      const { code, stderr } = await importing(args);
      assert.equal(code, 2, String(args));
      assert.match(stderr, message);
    }
  });

  it('does not write through a symbolic link that leads out of the folder', async () => {
    folder.write('in/sub/deep/a.http', 'GET https://a\n');
    fs.mkdirSync(path.join(folder.path, 'out'));
    fs.mkdirSync(path.join(folder.path, 'elsewhere'));
    fs.symlinkSync(path.join(folder.path, 'elsewhere'), path.join(folder.path, 'out/sub'));
    const { code, stderr } = await importing(['http', 'in', '-o', 'out']);
    assert.equal(code, 2);
    assert.match(stderr, /a symbolic link leads out of the folder/);
    assert.deepEqual(fs.readdirSync(path.join(folder.path, 'elsewhere')), []);
  });
});
