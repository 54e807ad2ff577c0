import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { complete } from '../../../src/cli/completion/candidates.ts';
import { commands } from '../../../src/cli/commandLine/commands.ts';
import { flagsOf } from '../../../src/cli/commandLine/flags.ts';
import { commandBundle, makeFolder, runReq, type Folder } from '../../support/command.ts';

const run = promisify(execFile);

const has = (shell: string): boolean => {
  try {
    execFileSync(shell, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe('req completion', () => {
  let folder: Folder;
  let started: string;

  beforeEach(async () => {
    started = process.cwd();
    folder = makeFolder({
      'http-client.env.json': '{"dev": {}, "demo": {}, "live": {}}',
      'users.req':
        '### Create a user\n# @tag admin, slow\nPOST http://h/\n\n### b\n# @name list\nGET http://h/\n\n### $(touch hacked) "q"\nGET http://h/\n',
      'sub dir/other.req': 'GET http://h/\n',
      'README.md': '```req\n# @name fromDocs\nGET http://h/\n```\n',
      'notes.txt': '',
      '.hidden/x.req': '',
    });
    process.chdir(folder.path);
    fs.mkdirSync('bin');
    fs.writeFileSync('bin/req', `#!/bin/sh\nexec '${process.execPath}' '${await commandBundle()}' "$@"\n`, { mode: 0o755 });
  });
  afterEach(() => {
    process.chdir(started);
    folder.remove();
  });

  const found = async (...line: string[]): Promise<string | readonly string[]> => {
    const all = await complete(line);
    return typeof all === 'string' ? all : all.map(({ word }) => word);
  };

  it('offers every command and every flag of the table', async () => {
    assert.deepEqual(await found(''), [...commands.map((c) => c.name), 'help']);
    assert.deepEqual(await found('ex'), ['export']);
    assert.deepEqual(await found('help', 'c'), ['check', 'completion']);
    for (const { name } of commands)
      assert.deepEqual(
        await found(name, '--'),
        flagsOf(name).map((f) => `--${f.name}`),
      );
    assert.deepEqual(await found('none', ''), []);
  });

  it('offers a flag once, unless it may be repeated', async () => {
    assert.deepEqual(await found('run', '--env', 'dev', '--ta'), ['--tag']);
    assert.deepEqual(await found('run', '--tag', 'a', '--tag=b', '--ta'), ['--tag']);
    assert.deepEqual(await found('run', '--env', 'dev', '--en'), []);
    assert.deepEqual(await found('run', '-w', '--wat'), []);
    assert.deepEqual(await found('run', '--', '--wat'), []);
  });

  it('offers the values of flags: environments, names, tags, reporters, choices and files', async () => {
    assert.deepEqual(await found('run', '--env', 'de'), ['dev', 'demo']);
    assert.deepEqual(await found('run', '--env=de'), ['--env=dev', '--env=demo']);
    assert.deepEqual(await found('send', 'users.req', '-n', 'Cr'), ['Create a user']);
    assert.deepEqual(await found('run', '.', '--tag', ''), ['admin', 'slow']);
    assert.deepEqual(await found('run', '.', '--tag', 'admin,s'), ['admin,slow']);
    assert.deepEqual(await found('run', '.', '--tag=slow,'), ['--tag=slow,admin']);
    assert.deepEqual(await found('run', '--reporter', 'ju'), ['junit', 'junit=']);
    assert.equal(await found('run', '--reporter', 'junit='), 'files');
    assert.equal(await found('run', '--reporter=junit=no'), 'files');
    assert.deepEqual(await found('run', '--dialect', 'j'), ['jetbrains']);
    assert.deepEqual(await found('send', '--color', ''), ['auto', 'always', 'never']);
    assert.deepEqual(await found('send', '--undefined=k'), ['--undefined=keep']);
    assert.equal(await found('run', '--data', ''), 'files');
    assert.equal(await found('send', '--allow-read', ''), 'folders');
    assert.deepEqual(await found('send', '--timeout', ''), []);
  });

  it('offers environments of collections below where there are none here', async () => {
    folder.write('deep/api/collection.req', '');
    fs.renameSync('http-client.env.json', 'deep/api/http-client.env.json');
    assert.deepEqual(await found('run', 'deep', '--env', ''), ['dev', 'demo', 'live']);
  });

  it('offers folders and request files, and the requests of a file after #', async () => {
    assert.deepEqual(await found('send', ''), ['README.md', 'bin/', 'sub dir/', 'users.req']);
    assert.deepEqual(await found('send', 'sub dir/'), ['sub dir/other.req']);
    assert.deepEqual(await found('send', 'users.req#l'), ['users.req#list']);
    assert.deepEqual(await found('run', 'users.req', 'README.md#'), ['README.md#fromDocs']);
    assert.deepEqual(await found('send', 'users.req', ''), []);
    assert.deepEqual(await found('check', 'u'), ['users.req']);
    assert.deepEqual(await found('export', 'cu'), ['curl']);
    assert.deepEqual(await found('export', 'curl', 'us'), ['users.req']);
    assert.deepEqual(await found('completion', ''), ['bash', 'zsh', 'fish']);
  });

  it('prints nothing that a terminal would obey, and no errors', async () => {
    folder.write('bad.req', '### a\u001b[2Jb\nGET http://h/\n\n### c\nGET http://h/\n');
    const words = (...line: string[]): ReturnType<typeof runReq> => runReq(['completion', 'words', '--', ...line], { cwd: folder.path });
    assert.deepEqual(await words('send', 'bad.req#'), { code: 0, stdout: 'bad.req#c\n', stderr: '' });
    assert.deepEqual(await words('send', 'none/'), { code: 0, stdout: '', stderr: '' });
    assert.match((await words('li')).stdout, /^list\tList the requests/);
  });

  it('refuses another shell', async () => {
    const { code, stderr } = await runReq(['completion', 'tcsh'], { cwd: folder.path });
    assert.equal(code, 2);
    assert.match(stderr, /SHELL is bash, zsh, fish\./);
  });

  /** Completions of bash at the end of a line, with its own word splitting. */
  async function inBash(line: string): Promise<readonly string[]> {
    const script = `
      eval "$(req completion bash)"
      compopt() { :; }
      COMP_LINE=$1; COMP_POINT=@{#COMP_LINE}
      # Readline splits a line at white space and at = and : (COMP_WORDBREAKS), not inside quotes.
      shift; COMP_WORDS=("$@"); COMP_CWORD=$((@{#COMP_WORDS[@]} - 1))
      _req
      printf '%s\\n' "@{COMPREPLY[@]}"`.replaceAll('@{', '${');
    const words: string[] = line.match(/"[^"]*"?|[=:]|(?:\\.|[^\s=:"\\])+/g) ?? [];
    if (/\s$/.test(line)) words.push('');
    const env = { ...process.env, PATH: `${path.join(folder.path, 'bin')}:${process.env['PATH']}` };
    const { stdout } = await run('bash', ['--norc', '-c', script, 'bash', line, ...words], { cwd: folder.path, env });
    return stdout.split('\n').filter((text) => text !== '');
  }

  describe('in bash', () => {
    before(function () {
      if (!has('bash')) this.skip();
    });

    it('completes commands, flags, values, files and requests', async () => {
      assert.deepEqual(await inBash('req li'), ['list']);
      assert.deepEqual(await inBash('req run --wat'), ['--watch']);
      assert.deepEqual(await inBash('req run . --env=de'), ['dev', 'demo']);
      assert.deepEqual(await inBash('req run . --env de'), ['dev', 'demo']);
      assert.deepEqual(await inBash('req send us'), ['users.req']);
      assert.deepEqual(await inBash('req run --data no'), ['notes.txt']);
      assert.deepEqual(await inBash('req run --reporter ju'), ['junit', 'junit=']);
      assert.deepEqual(await inBash('req run --reporter junit=no'), ['notes.txt']);
    });

    it('quotes inserted words, so that no title is executed', async () => {
      assert.deepEqual(await inBash('req send users.req#'), [
        String.raw`users.req#Create\ a\ user`,
        'users.req#list',
        String.raw`users.req#\$\(touch\ hacked\)\ \"q\"`,
      ]);
      assert.deepEqual(await inBash(String.raw`req send users.req#Create\ a`), [String.raw`users.req#Create\ a\ user`]);
      assert.deepEqual(await inBash('req send su'), [String.raw`sub\ dir/`]);
      assert.deepEqual(await inBash('req send "sub dir/'), [String.raw`sub\ dir/other.req`]);
      assert.ok(!fs.existsSync('hacked'));
    });
  });

  it('completes in zsh', async function () {
    if (!has('zsh')) this.skip();
    const env = { ...process.env, PATH: `${path.join(folder.path, 'bin')}:${process.env['PATH']}` };
    const script = `
      compdef() { : }
      eval "$(req completion zsh)"
      compadd() { local -a all; all=("@{(@P)@[-1]}"); print -rl -- $all }
      # Zsh leaves the opening quote out of PREFIX.
      words=("$@"); CURRENT=$#; PREFIX=@{words[-1]#\\"}
      _req`.replaceAll('@{', '${');
    const inZsh = async (...line: string[]): Promise<readonly string[]> => {
      const { stdout } = await run('zsh', ['-f', '-c', script, 'zsh', ...line], { cwd: folder.path, env });
      return stdout.split('\n').filter((text) => text !== '');
    };
    assert.deepEqual(await inZsh('req', 'run', '.', '--env', 'de'), ['dev', 'demo']);
    assert.deepEqual(await inZsh('req', 'run', '--wat'), ['--watch']);
    assert.deepEqual(await inZsh('req', 'send', 'sub\\ dir/'), ['sub dir/other.req']);
    assert.deepEqual(await inZsh('req', 'send', '"sub d'), ['sub dir/']);
    assert.deepEqual(await inZsh('req', 'li'), ['list']);
    assert.deepEqual(await inZsh('req', 'send', 'users.req#l'), ['users.req#list']);
  });

  it('completes in fish', async function () {
    if (!has('fish')) this.skip();
    const env = { ...process.env, PATH: `${path.join(folder.path, 'bin')}:${process.env['PATH']}`, HOME: folder.path };
    const inFish = async (line: string): Promise<readonly string[]> => {
      const { stdout } = await run('fish', ['-c', `req completion fish | source; complete -C ${JSON.stringify(line)}`], { env });
      return stdout.split('\n').flatMap((text) => (text === '' ? [] : (text.split('\t')[0] ?? [])));
    };
    assert.deepEqual((await inFish('req run . --env de')).toSorted(), ['demo', 'dev']);
    assert.deepEqual(await inFish('req run --wat'), ['--watch']);
    assert.deepEqual(await inFish('req send users.req#l'), ['users.req#list']);
    assert.deepEqual(await inFish(String.raw`req send sub\ dir/`), ['sub dir/other.req']);
    assert.deepEqual(await inFish('req send "sub d'), ['sub dir/']);
    assert.deepEqual(await inFish('req run --data=no'), ['--data=notes.txt']);
    assert.deepEqual(await inFish('req run --reporter junit=no'), ['junit=notes.txt']);
    assert.deepEqual(await inFish('req run --allow-read=su'), ['--allow-read=sub dir/']);
  });
});
