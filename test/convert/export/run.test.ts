import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { send, type RequestParts } from '../../support/exchange.ts';
import { exportedText, toExport } from '../../support/exported.ts';
import { httpieStub, pythonStub } from '../../support/exportStubs.ts';
import { startRecorder, type Recorder } from '../../support/recorder.ts';

const run = promisify(execFile);
const hasPython = spawnSync('python3', ['--version']).status === 0;
const hasJava = spawnSync('java', ['--version']).status === 0;
const hasGo = spawnSync('go', ['version']).status === 0;
const hasBash = spawnSync('bash', ['--version']).status === 0;

/** Texts that break programs which include them unescaped. */
const hostile = [
  '"\'`\\"\\\'',
  '${process.exit(1)} $(touch x) `touch x` #{1} {{x}} %s %(x)s \\{0}',
  'a\r\nb\n\tc\u0001\u007f! é😀\u0085\u2028\u2029\ufeff\u202e \\u000a \\x0a',
  '$HOME ${HOME} $env:HOME %HOME% \\',
  '"""\n\'\'\'\nEOF\n*/ // # -- \ud800',
  '@file',
] as const;

const requests: readonly (readonly [what: string, target: string, parts: RequestParts])[] = [
  [
    'a GET',
    "/a%20b?x='$(touch%20x)'%60y%60&z=%22",
    {
      headers: [
        ['X-A', 'one'],
        ['X-B', `'"\\ \${x} $(y) é ‘q’ “r”`],
      ],
    },
  ],
  ['JSON', '/', { method: 'PUT', headers: [['Content-Type', 'application/json']], body: '{\n  "a": "it\'s \\"x\\" {{b}}"\n}' }],
  ...hostile.map((body) => [JSON.stringify(body), '/', { method: 'POST', headers: [['Content-Type', 'text/plain']], body }] as const),
  ['a NUL', '/', { method: 'POST', headers: [['Content-Type', 'text/plain']], body: 'a\0b\\n%s' }],
];

const programs = {
  fetch: [process.execPath, 'mjs'],
  python: ['python3', 'py'],
  httpx: ['python3', 'py'],
  httpie: ['bash', 'sh'],
  java: ['java', 'java'],
  go: ['go', 'go', 'run'],
} as const;
type Language = keyof typeof programs;

const has: Readonly<Record<Language, boolean>> = {
  fetch: true,
  python: hasPython,
  httpx: hasPython,
  httpie: hasBash,
  java: hasJava,
  go: hasGo,
};

/** Whether the client is installed and sends. Others are replaced by stubs that print their arguments. */
const isReal = (to: Language): boolean => ['fetch', 'java', 'go'].includes(to);

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

describe('an exported program', () => {
  let server: Recorder;
  let folder: string;

  before(async () => {
    server = await startRecorder();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-export-'));
    fs.writeFileSync(path.join(folder, 'body.bin'), 'of a file\r\n');
    for (const name of ['requests', 'httpx']) fs.writeFileSync(path.join(folder, `${name}.py`), pythonStub);
    fs.writeFileSync(path.join(folder, 'http'), httpieStub, { mode: 0o755 });
  });
  after(async () => {
    closeIdleConnections();
    await server.close();
    fs.rmSync(folder, { recursive: true });
  });

  /** Runs a program. Its secret, if any, comes from the environment. */
  async function ran(to: Language, program: string): Promise<readonly Seen[]> {
    server.requests.length = 0;
    const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, HOME: folder, LC_ALL: 'C.UTF-8', REQ_SECRET_API_KEY: 'tell-nobody' };
    const [command, extension, ...first] = programs[to];
    const file = path.join(folder, `program.${extension}`);
    fs.writeFileSync(file, program);
    const { stderr } = await run(command, [...first, file], { cwd: folder, env });
    if (!isReal(to))
      return stderr
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Seen);
    return server.requests.map(({ method, target, headers, body }) => ({
      method,
      url: server.url + target,
      headers: headers.map(([n, v]) => [n, Buffer.from(v, 'latin1').toString()] as const),
      body,
    }));
  }

  for (const to of Object.keys(programs) as Language[]) {
    it(`sends the same request as Req, with any text in it: ${to}`, async function () {
      if (!has[to]) return this.skip();
      const all = await Promise.all(requests.map(([name, target, parts]) => toExport(server.url + target, parts, name)));
      const seen = await ran(to, exportedText(to, all));
      assert.equal(seen.length, all.length);
      for (const [i, { resolved }] of all.entries()) {
        const { method, url, headers, body } = seen[i] as Seen;
        // Java sends headers in ASCII alone, and says so.
        const sent = resolved.headers.filter(([, v]) => to !== 'java' || !/[^ -~]/.test(v));
        const names = new Set(sent.map(([n]) => n.toLowerCase()));
        const wanted = sent.map(([n, v]) => `${n.toLowerCase()}: ${v}`);
        const own = headers.filter(([n]) => names.has(n.toLowerCase())).map(([n, v]) => `${n.toLowerCase()}: ${v}`);
        const text = resolved.body.map((p) => (p.kind === 'text' ? p.text.replace(/\p{Surrogate}/gu, '\ufffd') : '')).join('');
        // fetch writes a URL as the standard of URLs does.
        const wantedUrl = to === 'fetch' ? new URL(resolved.wireUrl).href : resolved.wireUrl;
        assert.deepEqual([method, url, own, body], [resolved.method, wantedUrl, wanted, text], requests[i]?.[0]);
      }
      assert.ok(!fs.existsSync(path.join(folder, 'x')), 'nothing of it ran');
    });

    it(`reads files and secrets when it runs: ${to}`, async function () {
      if (!has[to]) return this.skip();
      const file = { kind: 'file', path: path.join(folder, 'body.bin') } as const;
      const text = (t: string): { readonly kind: 'text'; readonly text: string } => ({ kind: 'text', text: t });
      const secrets = ['tell-nobody'];
      const headers = [['Authorization', 'Bearer tell-nobody'] as const, ['Content-Type', 'text/plain'] as const];
      const all = await Promise.all([
        toExport(`${server.url}/a?key=tell-nobody&b`, {
          secrets,
          method: 'POST',
          headers,
          body: [text('<tell-nobody>\r\n'), file, text('\r\nend')],
        }),
        toExport(server.url, { secrets, method: 'PUT', headers, body: [file] }),
      ]);
      const program = exportedText(to, all, false);
      assert.ok(!program.includes('tell-nobody'), program);
      const seen = await ran(to, program);
      assert.deepEqual(
        seen.map((s) => s.body),
        ['<tell-nobody>\r\nof a file\r\n\r\nend', 'of a file\r\n'],
      );
      assert.ok(seen[0]?.url.endsWith('/a?key=tell-nobody&b'));
      for (const s of seen) assert.equal(s.headers.find(([n]) => n.toLowerCase() === 'authorization')?.[1], 'Bearer tell-nobody');
    });
  }

  it('is, as raw HTTP, the very bytes that Req sends', async () => {
    for (const [name, target, parts] of requests) {
      const one = await toExport(server.url + target, parts, name);
      server.requests.length = 0;
      await send(one.resolved);
      const text = exportedText('raw', [one]);
      await new Promise<void>((resolve, reject) => {
        const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text));
        socket.on('error', reject).once('data', () => {
          socket.destroy();
          resolve();
        });
      });
      assert.equal(server.requests.length, 2, name);
      assert.deepEqual(server.requests[1], server.requests[0], name);
    }
  });
});
