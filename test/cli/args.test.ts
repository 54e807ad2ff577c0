import assert from 'node:assert/strict';
import { readCommandLine, type Options } from '../../src/cli/commandLine/args.ts';
import { isReqError } from '../../src/base/reqError.ts';

function optionsOf(...argv: string[]): Options {
  const read = readCommandLine(['send', ...argv]);
  assert.equal(read.kind, 'command');
  return (read as { options: Options }).options;
}

const refuses = (message: RegExp, work: () => unknown): void =>
  assert.throws(work, (e) => isReqError(e) && e.kind === 'usage' && message.test(`${e.message} ${e.hint ?? ''}`));

describe('the command line', () => {
  it('reads flags and operands in any order, values after a space or an equals sign', () => {
    const read = readCommandLine(['send', '--env=dev', 'a.req', '-n', 'login', '--var', 'a=1', '--var=b=2', '-']);
    assert.equal(read.kind, 'command');
    if (read.kind !== 'command') return;
    assert.deepEqual(read.operands, ['a.req', '-']);
    assert.equal(read.options.text('env'), 'dev');
    assert.equal(read.options.text('name'), 'login');
    assert.deepEqual(read.options.all('var'), ['a=1', 'b=2']);
    assert.equal(read.options.has('json'), false);
  });

  it('treats everything after -- as operands', () => {
    const read = readCommandLine(['list', '--', '--json']);
    assert.deepEqual(read.kind === 'command' && read.operands, ['--json']);
  });

  it('refuses unknown commands and flags, and suggests similar ones', () => {
    refuses(/no flag --jsno.*--json\?/, () => optionsOf('--jsno'));
    refuses(/no command "sned".*req send\?/, () => readCommandLine(['sned']));
    refuses(/req list has no flag --env/, () => readCommandLine(['list', '--env', 'dev']));
    refuses(/the command must be first/, () => readCommandLine(['--json', 'send']));
  });

  it('suggests req send for a file or a URL in place of a command', () => {
    for (const name of ['users.req', 'users.req#one', 'api/a.http', 'README.md#one'])
      refuses(new RegExp(`no command "${name}".*req send ${name} sends`), () => readCommandLine([name]));
    refuses(/echo 'GET https:\/\/h\/a' \| req send -/, () => readCommandLine(['https://h/a']));
  });

  it('reads -v alone as the version, and as verbose in a command', () => {
    for (const argv of [['-v'], ['-V'], ['--version']]) assert.deepEqual(readCommandLine(argv), { kind: 'version' });
    refuses(/the command must be first/, () => readCommandLine(['-v', 'send']));
    assert.ok(optionsOf('-v').has('verbose'));
  });

  it('refuses a flag without its value, a switch with one, and one value given twice', () => {
    refuses(/--env needs a value/, () => optionsOf('--env'));
    refuses(/--env needs a value/, () => optionsOf('--env', '--json'));
    refuses(/--json takes no value/, () => optionsOf('--json=yes'));
    refuses(/--env is given twice/, () => optionsOf('--env', 'a', '--env', 'b'));
    assert.equal(optionsOf('--env=-x').text('env'), '-x');
  });

  it('reads counts, times and choices, and refuses invalid ones', () => {
    const options = optionsOf('--max-events', '3', '--timeout', '300ms', '--max-time', '2m', '--color', 'never');
    assert.equal(options.count('max-events'), 3);
    assert.equal(options.duration('timeout'), 300);
    assert.equal(options.duration('max-time'), 120_000);
    assert.equal(options.oneOf('color', ['auto', 'never']), 'never');
    for (const text of ['0', '-1', '1.5', 'x', '1e3']) refuses(/whole number/, () => optionsOf(`--line=${text}`).count('line'));
    refuses(/a time such as/, () => optionsOf('--timeout', 'soon').duration('timeout'));
    refuses(/--color is auto or never, not "red"/, () => optionsOf('--color', 'red').oneOf('color', ['auto', 'never']));
  });

  it('accepts all forms of help', () => {
    for (const argv of [['--help'], ['-h'], ['help']])
      assert.deepEqual(readCommandLine(argv), { kind: 'help', command: undefined, asked: true });
    for (const argv of [
      ['help', 'send'],
      ['send', '--help'],
      ['send', 'a.req', '-h'],
    ])
      assert.deepEqual(readCommandLine(argv), { kind: 'help', command: 'send', asked: true });
    assert.deepEqual(readCommandLine([]), { kind: 'help', command: undefined, asked: false });
  });
});
