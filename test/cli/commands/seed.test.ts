import assert from 'node:assert/strict';
import { makeFolder, runReq, type Ended, type Folder } from '../../support/command.ts';
import { startRecorder, type Recorder } from '../../support/recorder.ts';

const script = (name: string): string => `tool.setVar("x_${name}", [Math.random(), tool.uuid(), tool.interpolate("{{$uuid}}")].join("/"));`;

describe('a seed', () => {
  let recorder: Recorder;
  let folder: Folder;

  beforeEach(async () => {
    recorder = await startRecorder(() => 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    folder = makeFolder();
  });

  afterEach(async () => {
    folder.remove();
    await recorder.close();
  });

  const request = (name: string): string =>
    `### ${name}\n< {% ${script(name)} %}\nGET ${recorder.url}/${name}/{{$uuid}}/{{$randomInt 0 1000000}}/{{$random.alphabetic(20)}}/{{$randomEmail}}/{{x_${name}}}\n`;
  const req = async (...args: string[]): Promise<Ended & { readonly targets: readonly string[] }> => {
    const from = recorder.requests.length;
    const ended = await runReq(args, { cwd: folder.path });
    assert.equal(ended.code, 0, ended.stderr + ended.stdout);
    return { ...ended, targets: recorder.requests.slice(from).map((r) => r.target) };
  };

  it('repeats the random values of a run, of scripts too, and another seed has others', async () => {
    folder.write('a.req', request('a') + request('b'));
    const first = await req('run', '.', '--seed', '5', '--iterations', '2');
    assert.deepEqual((await req('run', '.', '--seed', '5', '--iterations', '2')).targets, first.targets);
    const values = first.targets.flatMap((t) => t.split('/').slice(2));
    assert.equal(new Set(values).size, values.length, 'each value is another');
    const other = new Set((await req('run', '.', '--seed', '6', '--iterations', '2')).targets.flatMap((t) => t.split('/').slice(2)));
    assert.deepEqual(
      values.filter((v) => other.has(v)),
      [],
    );
    const unseeded = await req('run', '.');
    assert.notDeepEqual((await req('run', '.')).targets, unseeded.targets);
  });

  it('results in the same values when files run in parallel, and after others', async () => {
    for (const name of ['a', 'b', 'c', 'd']) folder.write(`${name}.req`, request(name));
    const sequential = await req('run', '.', '--seed', '5');
    assert.deepEqual((await req('run', '.', '--seed', '5', '--parallel', '4')).targets.toSorted(), sequential.targets.toSorted());
    assert.deepEqual((await req('send', 'c.req', '--seed', '5')).targets, sequential.targets.slice(2, 3));
  });

  it('is set by a directive in a file or the collection; --seed takes precedence', async () => {
    folder.write('collection.req', '# @seed 7\n');
    folder.write('a.req', request('a'));
    const ofDirective = await req('run', '.');
    assert.deepEqual((await req('run', '.')).targets, ofDirective.targets);
    assert.deepEqual((await req('run', '.', '--seed', '7')).targets, ofDirective.targets);
    assert.notDeepEqual((await req('run', '.', '--seed', '8')).targets, ofDirective.targets);
    folder.write('a.req', `# @seed 8\n\n${request('a')}`);
    assert.notDeepEqual((await req('run', '.')).targets, ofDirective.targets);
  });

  it('is in the reports', async () => {
    folder.write('a.req', request('a'));
    const run = (...args: string[]): Promise<Ended> => req('run', '.', ...args);
    assert.match((await run('--seed', '5')).stdout, /^seed 5, /m);
    assert.match(
      (await run('--seed', '5', '--reporter', 'junit')).stdout,
      /<properties>\s*<property name="seed" value="5"\/>\s*<\/properties>/,
    );
    const json = JSON.parse((await run('--seed', '5', '--json')).stdout) as { requests: { seed: unknown }[]; summary: { seeds: unknown } };
    assert.deepEqual([json.requests[0]?.seed, json.summary.seeds], [5, [5]]);
    assert.match((await run('--seed', '5', '--reporter', 'tap')).stdout, /^# seed 5$/m);
    assert.match((await run('--seed', '5', '--reporter', 'html')).stdout, / · seed 5 · /);
    const without = [await run(), await run('--json'), await run('--reporter', 'tap'), await run('--reporter', 'html')];
    assert.doesNotMatch(without.map(({ stdout }) => stdout).join(''), /seed/);
  });

  it('is reported to GitHub with the errors of a failed run', async () => {
    folder.write('a.req', `${request('a').trimEnd()}\n\n?? status == 201\n`);
    const failed = await runReq(['run', 'a.req', '--seed', '5', '--reporter', 'github'], { cwd: folder.path });
    assert.match(failed.stdout, /^::error file=a\.req[^]*^::notice title=req run::seed 5$/m);
  });

  it('must be a whole number', async () => {
    folder.write('a.req', '# @seed x\nGET http://127.0.0.1:1/');
    const ended = await runReq(['run', 'a.req', '--seed', '1.5'], { cwd: folder.path });
    assert.equal(ended.code, 2);
    assert.match(ended.stderr, /--seed must be a whole number of at most 15 digits, not "1.5"\./);
    assert.match((await runReq(['check', 'a.req'], { cwd: folder.path })).stdout, /a\.req:1:\d+ error .*seed/);
  });
});
