import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { commandBundle, makeFolder, runReq, type Folder } from '../support/command.ts';
import { runReqMeasured } from '../support/peakMemory.ts';
import { startRecorder } from '../support/recorder.ts';

describe('req with very much of something', () => {
  let folder: Folder;
  before(() => (folder = makeFolder({})));
  after(() => folder.remove());

  it('lists 150,000 requests in less than 500 MB of memory', async function () {
    if (process.platform !== 'linux') this.skip();
    // It grows with their number: four times as many need three times as much.
    folder.write('many/a.req', Array.from({ length: 150_000 }, (_, i) => `### r${i}\nGET http://h/${i}\n\n`).join(''));
    const listed = async (...flags: readonly string[]): Promise<string> => {
      const { code, stderr, stdout, peak } = await runReqMeasured(['list', 'many', ...flags], folder);
      assert.equal(code, 0, stderr);
      assert.ok(peak < 477, `${peak} MiB`);
      return fs.readFileSync(stdout, 'utf8');
    };
    const lines = await listed();
    const json = JSON.parse(await listed('--json')) as { name: string; line: number }[];
    assert.equal(json.length, 150_000);
    assert.deepEqual([json[0]?.name, json[149_999]?.name, json[1000]?.line], ['r0', 'r149999', 3002]);
    assert.equal(lines.split('\n').length, 150_001);
  });

  it('checks 10,000 requests in many files with a heap that their trees, findings and views together do not fit in', async () => {
    const request = (f: number, i: number): string =>
      `### r${f}_${i}\n# @name n${f}_${i}\nPOST {{host}}/a/${i}\nContent-Type: application/json\nX-A: {{v${i % 7}}}\n\n{"a": ${i}, "b": "{{host}}"}\n\n`;
    for (let f = 0; f < 100; f++)
      folder.write(`checked/f${f}.req`, `@host = http://h\n\n${Array.from({ length: 100 }, (_, i) => request(f, i)).join('')}`);
    const argv = ['--max-old-space-size=60', await commandBundle(), 'check', 'checked'];
    const child = spawn(process.execPath, argv, { cwd: folder.path, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 2, said.slice(-500));
    assert.equal(said, '100 files: 10000 errors, 0 warnings\n');
  });

  it('lists nothing as JSON', async () => {
    folder.write('none/a.req', '# nothing\n');
    assert.equal((await runReq(['list', 'none', '--json'], { cwd: folder.path })).stdout, '[]\n');
  });

  it('refuses a file with too many lines, and explains what to do', async () => {
    folder.write('long/a.req', `GET http://h\n${'X-A: b\n'.repeat(2_000_000)}`);
    for (const command of ['list', 'check', 'send', 'run', 'format']) {
      const { code, stderr } = await runReq([command, 'long/a.req'], { cwd: folder.path });
      assert.equal(code, 2, stderr);
      assert.match(stderr, /long\/a\.req has 2,000,002 lines\. Req reads at most 2,000,000\.\n.*Divide the file/);
    }
  });

  it('sends a chain of 3,000 @ref', async () => {
    const recorder = await startRecorder();
    try {
      const text = Array.from({ length: 3000 }, (_, i) => `### r${i}\n${i === 0 ? '' : `# @ref r${i - 1}\n`}GET ${recorder.url}/${i}\n`);
      folder.write('chain/a.req', text.join('\n'));
      const { code, stderr } = await runReq(['send', 'chain/a.req', '-n', 'r2999'], { cwd: folder.path });
      assert.equal(code, 0, stderr);
      assert.deepEqual(
        recorder.requests.map((r) => r.target),
        Array.from({ length: 3000 }, (_, i) => `/${i}`),
      );
    } finally {
      await recorder.close();
    }
  });

  it('prints streams of any length as lines in the same memory, whatever is asserted', async () => {
    const peaks: number[] = [];
    for (const count of [100_000, 800_000]) {
      const events = 'data: {"text":"hello"}\n\n'.repeat(count);
      const stream = `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: ${events.length}\r\n\r\n${events}`;
      const recorder = await startRecorder(() => stream);
      try {
        folder.write('stream.req', `### named\nGET ${recorder.url}/\n\n?? events.length == ${count}\n?? events[2].data.text == hello\n`);
        const { code, stderr, peak } = await runReqMeasured(['send', 'stream.req', '--jsonl'], folder);
        assert.equal(code, 0, stderr);
        peaks.push(peak);
      } finally {
        await recorder.close();
      }
    }
    const [short = 0, long = 0] = peaks;
    assert.ok(long < 1.7 * short, `${short} and ${long} MiB`);
  });

  it('checks 400 folders inside one another', async () => {
    let at = 'nested';
    for (let i = 0; i < 400; i++) {
      at += '/d';
      folder.write(`${at}/a.req`, `GET http://h/{{v${i}}}/{{v0}}\n`);
      folder.write(`${at}/folder.req`, `@v${i} = ${i}\n`);
    }
    const { code, stdout, stderr } = await runReq(['check', 'nested'], { cwd: folder.path });
    assert.equal(stdout, '');
    assert.equal(stderr, '800 files: 0 errors, 0 warnings\n');
    assert.equal(code, 0);
  });
});
