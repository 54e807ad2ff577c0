import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { commandBundle, makeFolder, type Folder } from '../../support/command.ts';

/** Only reached if the command hangs. */
const deadlineMs = 45_000;

/** Runs the command in a new terminal, by script(1) of util-linux. */
async function onTerminal(
  folder: Folder,
  args: string,
  env: NodeJS.ProcessEnv,
  onOutput: (all: string, type: (keys: string) => void) => void,
): Promise<string> {
  // If Ctrl+Z stops the command, this shell continues it, twice.
  folder.write('run.sh', `'${process.execPath}' '${await commandBundle()}' ${args}\nfg >&/dev/null\nfg >&/dev/null\n`);
  const line = 'bash -m run.sh';
  const { CI: _, ...inherited } = process.env;
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    cwd: folder.path,
    env: { ...inherited, TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let all = '';
  child.stdout.on('data', (chunk: Buffer) => {
    all += chunk.toString();
    onOutput(all, (keys) => child.stdin.write(keys));
  });
  // A question that no key ends fails the test, and holds it no longer.
  const late = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
  const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  clearTimeout(late);
  assert.equal(signal, null, `the command did not end within ${deadlineMs / 1000} s, after it had printed:\n${all}`);
  return all;
}

describe('req run on a terminal', () => {
  let folder: Folder;
  let server: http.Server;
  let held: http.ServerResponse[] = [];
  let onRequest: (response: http.ServerResponse) => void;

  before(async function () {
    if (process.platform !== 'linux') this.skip();
    server = http.createServer((_, response) => onRequest(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    folder = makeFolder({ 'a.req': `### one\nGET http://127.0.0.1:${(server.address() as AddressInfo).port}/\n` });
  });
  beforeEach(() => {
    held = [];
    onRequest = (response) => void held.push(response);
  });
  after(() => {
    folder?.remove();
    server?.close();
  });

  it('shows its progress while a request takes long, and removes it', async () => {
    const line = /\r\u001b\[2K\u001b\[2m0 of 1 · \d+ s · a\.req {2}one\u001b\[22m/;
    const all = await onTerminal(folder, 'run a.req', {}, (out) => {
      if (line.test(out)) for (const response of held.splice(0)) response.end();
    });
    const end = all.split(line).at(-1) ?? '';
    assert.match(end, /^\r\u001b\[2K/);
    assert.match(all, /1 passed/);
  });

  it('shows none where CI is set', async () => {
    onRequest = (response) => void setTimeout(() => response.end(), 1500);
    const all = await onTerminal(folder, 'run a.req', { CI: 'true' }, () => {});
    assert.match(all, /1 passed/);
    assert.doesNotMatch(all, /of 1 ·/);
  });

  it('prints each result on lines of its own, above the progress', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    folder.write('many.req', ['one', 'two', 'three'].map((name) => `### ${name}\nGET ${url}/\n`).join('\n'));
    onRequest = (response) => void setTimeout(() => response.end(), 700);
    const all = await onTerminal(folder, 'run many.req', {}, () => {});
    assert.match(all, / of 3 · \d+ s/);
    const lines = all.split(/\r\n|\r\u001b\[2K/).filter((line) => line.includes('GET http'));
    assert.equal(lines.length, 3);
    for (const line of lines) assert.doesNotMatch(line, / of 3 · /);
  });

  /** Answers each question once, by the text before it. */
  const answering = (answers: Readonly<Record<string, string>>): ((out: string, type: (keys: string) => void) => void) => {
    const left = new Map(Object.entries(answers));
    return (out, type) => {
      for (const [question, answer] of left) {
        if (!out.includes(`${question}: `)) continue;
        left.delete(question);
        type(`${answer}\r`);
      }
    };
  };

  it('asks for a secret once that requests of parallel files need', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const name of ['a', 'b', 'c']) folder.write(`secret/${name}.req`, `GET ${url}/{{?of ${name}}}\nX-Key: {{$secret.KEY}}\n`);
    const keys: unknown[] = [];
    onRequest = (response) => {
      keys.push(response.req.headers['x-key']);
      response.end();
    };
    const answers = { 'Secret KEY': 'hush-4711', 'of a': '1', 'of b': '2', 'of c': '3' };
    const all = await onTerminal(folder, 'run --parallel 3 secret', {}, answering(answers));
    assert.deepEqual(keys, ['hush-4711', 'hush-4711', 'hush-4711']);
    assert.equal(all.match(/Secret KEY: /g)?.length, 1, all);
  });

  it('prints the results so far before it asks for the values of the next request', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    folder.write('steps.req', `### one\nGET ${url}/{{?first}}\n\n### two\nGET ${url}/{{?second}}\n`);
    onRequest = (response) => void response.end();
    const all = await onTerminal(folder, 'run steps.req', {}, answering({ first: '1', second: '2' }));
    assert.match(all, /✓[^\r\n]* one [^]*second: [^]*✓[^\r\n]* two /);
  });

  it('draws no progress over the question of a program that makes a token', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // The line is drawn again after a second.
    const program = "printf 'PIN: ' > /dev/tty; sleep 2; read x < /dev/tty; echo token-$x";
    folder.write('program.req', `### one\nGET ${url}/\n\n### two\n# @auth command argv=["bash", "-c", "${program}"]\nGET ${url}/\n`);
    let sent: string | undefined;
    onRequest = (response) => {
      sent = response.req.headers.authorization;
      setTimeout(() => response.end(), 1200);
    };
    const all = await onTerminal(folder, 'run program.req --allow-command', {}, answering({ PIN: '4711' }));
    assert.equal(sent, 'Bearer token-4711');
    assert.match(all, /1 of 2 · /);
    assert.match(all, /✓[^\r\n]* one [^]*PIN: 4711\r\n/);
  });

  for (const args of ['run asked', 'run --watch asked', 'send asked/a.req --all'])
    it(`ends by the Ctrl+C key in a prompt, and prompts no more: req ${args}`, async () => {
      for (const name of ['a', 'b'])
        folder.write(`asked/${name}.req`, `### one\nGET http://h/{{?label}}\n\n### two\nGET http://h/{{?other}}\n`);
      let isPressed = false;
      const all = await onTerminal(folder, args, {}, (out, type) => {
        if (isPressed || !out.includes('label: ')) return;
        isPressed = true;
        type('\u0003');
      });
      assert.match(all, /[Cc]ancelled/);
      assert.equal(all.match(/label: |other: /g)?.length, 1, all);
    });

  /** Sends a request that asks for `user`, `{{$secret.KEY}}` and `town`. Types each text once its pattern is shown. Returns what is shown and sent. */
  async function asked(...steps: readonly (readonly [when: RegExp, keys: string])[]): Promise<readonly [shown: string, url: string]> {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    folder.write('form.req', `GET ${url}/{{?user}}/{{$secret.KEY}}/{{?town}}\n`);
    let target = '';
    onRequest = (response) => {
      target = response.req.url ?? '';
      response.end();
    };
    let done = 0;
    const shown = await onTerminal(folder, 'send form.req', {}, (out, type) => {
      const [when, keys] = steps[done] ?? [];
      if (when?.test(out) !== true || keys === undefined) return;
      done++;
      type(keys);
    });
    return [shown, target];
  }

  it('takes pasted lines for one question after the other, and shows no secret', async () => {
    const [shown, url] = await asked([/user: /, 'ada\rhush-4711\rbonn\r']);
    assert.equal(url, '/ada/hush-4711/bonn');
    assert.doesNotMatch(shown, /hush-4711/);
    assert.match(shown, /town: bonn\r\n/);
  });

  it('shows the beginning of a pasted line at its question, and takes its end there', async () => {
    const [shown, url] = await asked([/user: /, 'ada\rhush-4711\rbo'], [/town: /, 'nn\r']);
    assert.equal(url, '/ada/hush-4711/bonn');
    assert.doesNotMatch(shown, /hush-4711/);
  });

  it('says that more lines were pasted than asked for, and shows none of them', async () => {
    const [shown, url] = await asked([/user: /, 'ada\r'], [/KEY: /, 'hush-4711\rbonn\r-----BEGIN\rpem-4711\r\r']);
    assert.equal(url, '/ada/hush-4711/bonn');
    assert.match(shown, /2 more pasted lines were not used: an answer is one line\./);
    assert.doesNotMatch(shown, /4711|BEGIN/);
  });

  it('goes on with a question after Ctrl+Z and fg, also with a hidden one', async () => {
    const [shown, url] = await asked(
      [/user: /, 'ad\u001a'],
      [/user: ad/, 'a\r'],
      [/KEY: /, 'hush\u001a'],
      [/KEY: [^]*KEY: /, '-4711\r'],
      [/town: /, 'bonn\r'],
    );
    assert.equal(url, '/ada/hush-4711/bonn');
    assert.doesNotMatch(shown, /4711/);
  });

  it('shows no earlier secret at the next question by the key Up', async () => {
    const [shown, url] = await asked([/user: /, 'ada\rhush-4711\r'], [/town: /, '\u001b[Abonn\r']);
    assert.equal(url, '/ada/hush-4711/bonn');
    assert.doesNotMatch(shown, /hush-4711/);
  });
});
