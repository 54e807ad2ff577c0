import assert from 'node:assert/strict';
import fs from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { makeFolder, runReq, type Ended, type Folder } from '../support/command.ts';
import { issuedCertificate } from '../support/server.ts';

/** Sets a terminal's title, clears its screen, and begins a line that GitHub Actions interprets as a command. */
const evil = 'e\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e\r\n::error::forged\n##[error]forged';
const fileName = `a${evil.replaceAll('\r', '')}.req`;
/** The text as a JSON or JavaScript literal. */
const literal = JSON.stringify(evil);

/** Asserts that the output has no terminal control characters, and no GitHub Actions commands other than those of its reporter. */
function assertVisible({ stdout, stderr }: Ended, what: string, annotations = 0): void {
  for (const [name, text] of [
    ['stdout', stdout],
    ['stderr', stderr],
  ] as const) {
    const raw = /[^\t\n\P{Cc}]|\u202e/u.exec(text);
    assert.equal(raw?.[0], undefined, `${what}: ${name} has a control character: ${JSON.stringify(text)}`);
    const lines = text.split('\n').filter((line) => line.trimStart().startsWith('::') || line.includes('##['));
    assert.equal(lines.length, name === 'stdout' ? annotations : 0, `${what}: ${name} has commands: ${JSON.stringify(lines)}`);
    for (const line of lines) assert.match(line, /^::error file=[^,:]+,line=\d+,title=[^,:]*::/, what);
  }
}

/** A server whose status text, headers, cookie and body are hostile. */
function startHostile(): Promise<net.Server> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      const head = [
        'HTTP/1.1 404 No\u009b31m',
        'X-Evil: \u009b2J ##[error]forged',
        'Set-Cookie: e\u009bvil=1; Path=/',
        'Content-Length: 2',
      ];
      socket.end(Buffer.from(`${head.join('\r\n')}\r\n\r\n{}`, 'latin1'));
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const portOf = (server: net.Server): number => (server.address() as AddressInfo).port;

describe('output of req for hostile names and texts', function () {
  // Windows has no such names.
  if (process.platform === 'win32') return;
  let server: net.Server;
  let secure: https.Server;
  let folder: Folder;
  const env = { GITHUB_ACTIONS: 'true' };
  const req = (...args: readonly string[]): Promise<Ended> => runReq(args, { cwd: folder.path, env });

  before(async () => {
    server = await startHostile();
    secure = https.createServer(issuedCertificate('hostile'), (_, response) => response.end('{}'));
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  });
  after(() => {
    server.close();
    secure.close();
  });

  beforeEach(() => {
    folder = makeFolder({
      'http-client.env.json': JSON.stringify({ dev: { [evil]: 1, x: evil }, [evil]: { y: 1 } }),
      [fileName]: [
        `### t\u001b[31m\u009b1m\u202e ##[error]forged`,
        `# @tag e\u001b[2J`,
        `GET http://127.0.0.1:${portOf(server)}/\u001b[2J?q={{x}}`,
        'X-Own: \u009b1m',
        '',
        '> {%',
        `  console.log(${literal}); console.error({ [${literal}]: ${literal} });`,
        `  tool.test(${literal}, () => { throw new Error(${literal}); });`,
        `  tool.test(${literal} + 2, () => tool.expect(${literal}).to.equal(1));`,
        `  tool.test(${literal} + 3, () => 1);`,
        `  throw new Error(${literal});`,
        '%}',
        '',
      ].join('\n'),
    });
  });
  afterEach(() => folder.remove());

  it('is visible characters in one line, in every command', async () => {
    for (const args of [
      ['check', '.'],
      ['check', '.', '--json'],
      ['check', '.', '--env', 'nowhere'],
      ['list', '.'],
      ['list', '.', '--json'],
      ['format', '--check', '.'],
      ['send', fileName, '--env', 'dev', '-v'],
      ['send', fileName, '--env', 'dev', '-i'],
      ['send', fileName, '--env', 'dev', '--json'],
      ['send', fileName, '--env', 'dev', '--jsonl'],
      ['send', fileName, '--env', 'dev', '-v', '-o', evil],
      ['send', fileName, '--env', evil],
      ['send', fileName, '--env', `${evil}2`],
      ['send', fileName, '-n', evil],
      ['send', evil],
      ['send', '.'],
      ['send', fileName, '--secrets', fileName],
      ['send', fileName, '--cookie-jar', fileName],
      ['send', fileName, '--variables', fileName],
      ['send', fileName, `--${evil}`],
      ['run', '.', '--env', 'dev', '-v'],
      ['run', '.', '--env', 'dev', '--reporter', 'dot'],
      ['run', '.', '--env', 'dev', '--reporter', 'tap'],
      ['run', '.', '--env', 'dev', '--reporter', 'json'],
      ['run', '.', '--env', 'dev', '--reporter', 'junit'],
      ['run', '.', '--env', 'dev', '--reporter', 'html'],
      ['run', '.', '--env', 'dev', '--reporter', evil],
      ['export', 'curl', fileName],
      ['import', fileName],
      ['import', evil],
      [evil],
      ['format', '.'],
    ])
      assertVisible(await req(...args), args.join(' '));
  });

  it('is no annotation but those of the reporter of GitHub, each in one line', async () => {
    assertVisible(await req('run', '.', '--env', 'dev', '--reporter', 'github'), 'github', 3);
    assertVisible(await req('run', '.', '--env', 'dev', '-v', '--reporter', 'pretty,github'), 'pretty,github', 3);
  });

  it('is visible between the colours of the command', async () => {
    for (const args of [
      ['check', '.'],
      ['send', fileName, '--env', 'dev', '-v'],
      ['run', '.', '--env', 'dev', '-v'],
    ]) {
      const { stdout, stderr, code } = await req(...args, '--color', 'always');
      assert.match(stdout + stderr, /\u001b\[31m/);
      const plain = (text: string): string => text.replaceAll(/\u001b\[(?:1|2|22|31|32|33|34|36|39)m/g, '');
      assertVisible({ code, stdout: plain(stdout), stderr: plain(stderr) }, args.join(' '));
    }
  });

  it('is visible in reports that are files', async () => {
    const names = ['pretty', 'dot', 'tap', 'json', 'junit', 'html', 'github'];
    await req('run', '.', '--env', 'dev', '-v', ...names.flatMap((name) => ['--reporter', `${name}=out/${name}`]));
    for (const name of names) {
      const text = fs.readFileSync(path.join(folder.path, 'out', name), 'utf8');
      assert.equal(/[^\t\n\P{Cc}]|\u202e/u.exec(text)?.[0], undefined, name);
      if (name === 'json') assert.match(text, /\\u001b\]0;owned\\u0007/);
    }
  });

  it('is one line for the names in a certificate, checked or not', async () => {
    const url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`;
    folder.write('b.req', `GET ${url}\n`);
    const refused = await req('send', 'b.req', '-v');
    assert.match(refused.stderr, /It was issued to O=Evil␊::error::forged, CN=h␛\[31m⟨U\+009B⟩2J/);
    assertVisible(refused, 'refused');
    const sent = await req('send', 'b.req', '-v', '--insecure');
    assert.match(sent.stderr, /^\* certificate of O=Evil␊::error::forged/m);
    assertVisible(sent, 'not checked');
    assertVisible(await req('send', 'b.req', '--json', '--insecure'), 'json');
    assertVisible(await req('run', 'b.req', '--reporter', 'github'), 'github', 1);
  });

  it('is unchanged in JSON, and in a body for a program', async () => {
    const listed = JSON.parse((await req('list', '.', '--json')).stdout) as readonly { readonly file: string }[];
    assert.equal(listed[0]?.file, fileName);
    folder.write('c.req', `POST http://127.0.0.1:${portOf(server)}/\n\n\u001b[2J\u009b`);
    const { stdout } = await req('send', 'c.req', '--dry-run');
    assert.ok(stdout.endsWith('\u001b[2J\u009b\n'));
  });

  it('is written to a terminal by nothing but the sinks of the command', () => {
    const root = path.resolve(import.meta.dirname, '../../src/cli');
    const writers = fs
      .readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter(
        (name) =>
          name.endsWith('.ts') &&
          /process\.std(?:out|err)\.write|\bconsole\.(?:log|error|warn)/.test(fs.readFileSync(path.join(root, name), 'utf8')),
      );
    // Words for a shell's completion, without control characters; the version; and the question of a person, whose text is made visible there.
    assert.deepEqual(writers.toSorted(), [
      'commands/completionCommand.ts',
      'input/askInTerminal.ts',
      'input/signInAtTerminal.ts',
      'main.ts',
    ]);
  });
});
