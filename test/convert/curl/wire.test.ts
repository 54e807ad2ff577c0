import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { fromCurl, toCurl } from '../../../src/convert/curl/index.ts';
import type { ResolvedRequest } from '../../../src/language/index.ts';
import { awsAuthorization } from '../../../src/runner/auth/signing/awsSigner.ts';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { startDigestServer } from '../../support/digestServer.ts';
import { resolved, send, type RequestParts } from '../../support/exchange.ts';
import { inspect } from '../../support/inspect.ts';
import { startRecorder, type RecordedRequest, type Recorder } from '../../support/recorder.ts';

const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0 && spawnSync('bash', ['--version']).status === 0;

/** Headers that a client adds by itself. */
const own = (name: string, value: string): boolean =>
  ['host', 'connection', 'content-length', 'expect'].includes(name) ||
  (name === 'user-agent' && /^(?:curl|Req)\//.test(value)) ||
  (name === 'accept' && value === '*/*') ||
  (name === 'accept-encoding' && value.startsWith('gzip, deflate'));

const headersOf = (r: RecordedRequest): readonly string[] =>
  r.headers.filter(([name, value]) => !own(name.toLowerCase(), value)).map(([name, value]) => `${name}: ${value}`);

const text = '-H "Content-Type: text/plain"';

/** Commands for which Req must send the same bytes. `$URL` is the server. */
const commands: readonly string[] = [
  'curl $URL',
  'curl $URL/a/../b/./c/..?x=/../y',
  'curl --path-as-is $URL/a/../b',
  'curl -X PATCH $URL/x -d a=1 -d b=2',
  `curl $URL -d 'a=1&b=2' --data-raw '@c' --data-binary '&&'`,
  `curl $URL --data-urlencode 'a b' --data-urlencode '=c&d' --data-urlencode "n=é ~*()'!"`,
  `curl $URL --data-urlencode 'q@lang=e n' --data-urlencode '@x=y'`,
  `curl $URL ${text} --data-binary @- < lines.txt`,
  `curl -G $URL/s?x=1 -d a=1 --data-urlencode 'q=a b'`,
  `curl $URL --url-query 'a=b c' -d x`,
  `curl $URL --json '{"a":' --json '"{{b}}"}' -H 'Accept: text/html'`,
  `curl $URL -H 'X-A: 1' -H 'X-a:2' -H 'X-Empty;' -H 'Accept:' -A me -e http://r/`,
  `curl $URL -u 'ada:s3:cret'`,
  `curl $URL -u ada:x -H 'Authorization: Bearer t'`,
  `curl $URL --oauth2-bearer t -b 'a=1; b=2' -b c=3`,
  `curl $URL -r 0-9 -A '{{agent}}'`,
  `curl $URL ${text} -d $'a\\n### b\\n?? c\\n> {%\\n> x.js\\n< y\\n<> z\\n\\n'`,
  `curl $URL ${text} -d $'\\n\\n a\\r\\nb\\rc \\t'`,
  `curl $URL ${text} -d $'\\n \\n'`,
  `curl $URL ${text} -d '   '`,
  `curl $URL ${text} -d ''`,
  `curl $URL -d $'a=1\\n&b=\\n2\\n'`,
  `curl $URL ${text} -d 'a\\{{b}} \\\\{{c}} \\{\\{d\\}\\} {{{e}}} {{ {{'`,
  `curl $URL ${text} -d $'\\xc3\\xa9 \\u00e9 "\\x27'`,
  `curl $URL ${text} --data-binary @lines.txt`,
  `curl $URL -T lines.txt --next $URL/a?b -T lines.txt`,
  `cat lines.txt | curl $URL ${text} --data-binary @-`,
  `printf %s 'a\\nb' | curl $URL ${text} --data-binary @-`,
  `curl $URL ${text} --data-binary @- <<'EOF'\na $b\n### c\nEOF`,
  `A='x y'\ncurl $URL ${text} -H "X: $A" -d "$A"`,
  `curl $URL/1 $URL/2 --next -I $URL/3 --next --http1.0 $URL/4`,
  `curl $URL -H 'Content-Type: multipart/form-data; boundary=B' --data-raw $'--B\\r\\nContent-Disposition: form-data; name="a"\\r\\n\\r\\nx\\n### y\\r\\n\\r\\n--B\\r\\n\\r\\n\\r\\n--B--\\r\\n'`,
  `curl $URL -H 'Content-Type: multipart/form-data; boundary=B' --data-raw $'--B\\n\\nx\\n--B--'`,
];

/** Forms, whose boundary each client chooses. */
const forms: readonly string[] = [
  `curl $URL -F 'a=  1 ; b' -F 'b=x;type=text/plain; charset=utf-8' -F 'c="  q; " ;filename=z'`,
  `curl $URL -F 'f=@lines.txt' -F 'g=@lines.txt;type=text/x;filename="a\\"b"' -F 'h=<lines.txt' --form-string 'i=@x;type=y'`,
  `curl $URL -F 'a=@lines.txt;filename=a.png' -F 'b=@lines.txt;filename=b.bin' -F 'c=x;filename=c.xml' -F 'd=x;filename=d.txt'`,
  `cp lines.txt lines.html; curl $URL -F 'a=<lines.html' -F 'b=@lines.html' -F 'c=<lines.html;type=x/y'`,
  `curl $URL -F 'd"e=1' -F $'n=a\\nb\\n' -F 'x=y;headers="X-A: 1";headers="X-B: 2"' -F 'empty='`,
  `curl $URL -F 'a={{b}}' -F 'c=### d'`,
];

const requests: readonly (readonly [title: string, path: string, parts: RequestParts])[] = [
  ['a GET', '/', {}],
  ['a path as it is', "/a/../b/./%2E%20(c)'d'?x=1&y=%7B{[1-3]}".replace(/[{}[\]]/g, (c) => encodeURIComponent(c)), {}],
  [
    'headers in order, repeated, empty',
    '/',
    {
      headers: [
        ['X-B', '1'],
        ['x-a', 'it\'s "q" $HOME `x` \\ !'],
        ['X-B', '2'],
        ['X-Empty', ''],
      ],
    },
  ],
  ['a header that is taken out', '/', { headers: [['User-Agent', '']] }],
  ['a host', '/', { headers: [['Host', 'example.com']] }],
  ['a POST without a body', '/', { method: 'POST' }],
  ['a DELETE', '/', { method: 'DELETE' }],
  ['a method of its own', '/', { method: 'PURGE' }],
  ['a GET with a body', '/', { body: 'a', headers: [['Content-Type', 'text/plain']] }],
  ['a body without a type', '/', { method: 'POST', body: 'plain' }],
  ['JSON', '/', { method: 'PUT', headers: [['Content-Type', 'application/json']], body: '{\n  "a": "it\'s \\"x\\" {{b}}"\n}' }],
  [
    'line ends and control characters',
    '/',
    { method: 'POST', headers: [['Content-Type', 'text/plain']], body: 'a\r\nb\n\tc\u0001\u007f! é😀\u0085\u2028\n\n' },
  ],
  ['a body that looks like a file', '/', { method: 'POST', headers: [['Content-Type', 'text/plain']], body: '@file' }],
  ['a NUL', '/', { method: 'POST', headers: [['Content-Type', 'application/octet-stream']], body: 'a\0b\\n%s' }],
  [
    'a body longer than an argument can be',
    '/',
    { method: 'POST', body: `'é${'x'.repeat(200_000)}\n`, headers: [['Content-Type', 'text/plain']] },
  ],
  ['HTTP/1.0', '/', { httpVersion: '1.0' }],
  ['a HEAD', '/', { method: 'HEAD' }],
];

describe('the bytes of a curl command', () => {
  let server: Recorder;
  let folder: string;

  before(async function () {
    if (!hasCurl) return this.skip();
    server = await startRecorder();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-curl-'));
    fs.writeFileSync(path.join(folder, 'lines.txt'), 'first\r\nsecond\n### third\n');
  });
  after(async () => {
    closeIdleConnections();
    await server?.close();
    if (folder !== undefined) fs.rmSync(folder, { recursive: true });
  });

  async function byCurl(command: string): Promise<readonly RecordedRequest[]> {
    server.requests.length = 0;
    // An argument is limited as those of curl are.
    const file = path.join(folder, 'command.sh');
    fs.writeFileSync(file, command);
    await run('bash', [file], { cwd: folder, env: { PATH: process.env['PATH'] ?? '', HOME: folder, LC_ALL: 'C.UTF-8' } });
    return [...server.requests];
  }

  /** Sends the requests of `.req` texts. */
  async function byReq(texts: readonly string[]): Promise<readonly RecordedRequest[]> {
    server.requests.length = 0;
    for (const one of texts) {
      const sent = (await inspect(one.replaceAll('|', '\ue000'))).sent();
      const body = sent.body.map((p) => (p.kind === 'text' ? p : { kind: 'file' as const, path: path.resolve(folder, p.path) }));
      const { error } = await send({ ...sent, headers: sent.headers, body });
      assert.equal(error, undefined);
    }
    return [...server.requests];
  }

  const withServer = (command: string): string => command.replaceAll('$URL', server.url);

  for (const command of commands) {
    it(`are those that Req sends: ${command.replaceAll('\n', '⏎')}`, async () => {
      const curl = await byCurl(withServer(command));
      const converted = fromCurl(withServer(command));
      const req = await byReq(converted.requests.map((r) => r.text));
      assert.ok(curl.length > 0);
      const seen = (r: RecordedRequest): object => ({ ...r, headers: headersOf(r).toSorted(), head: '' });
      assert.deepEqual(req.map(seen), curl.map(seen));
    });
  }

  for (const command of forms) {
    it(`are those that Req sends, but for the boundary: ${command.replaceAll('\n', '⏎')}`, async () => {
      const seen = (r: RecordedRequest | undefined): object => {
        const boundary = /boundary=(\S+)/.exec(r?.head ?? '')?.[1] ?? '';
        return { method: r?.method, body: r?.body.replaceAll(boundary, 'B') };
      };
      const [curl] = await byCurl(withServer(command));
      const [req] = await byReq(fromCurl(withServer(command)).requests.map((r) => r.text));
      assert.deepEqual(seen(req), seen(curl));
    });
  }

  for (const [title, target, parts] of requests) {
    it(`written for a request are its own: ${title}`, async () => {
      const request = resolved(`${server.url}${target}`, parts);
      server.requests.length = 0;
      await send(request);
      const [req] = [...server.requests];
      const [curl] = await byCurl(toCurl(request));
      const seen = (r: RecordedRequest | undefined): object => ({ ...r, headers: r === undefined ? [] : headersOf(r), head: '' });
      assert.deepEqual(seen(curl), seen(req));
    });
  }

  it('are signed for AWS as Req signs', async () => {
    const auth = { kind: 'aws', key: 'AKID', secret: "s'e c", token: 'session+1', region: 'eu-west-1', service: 'execute-api' } as const;
    const command = toCurl(resolved(`${server.url}/a/c`, { method: 'POST', body: 'a=1', headers: [['Content-Type', 'text/plain']], auth }));
    const [curl] = await byCurl(command);
    assert.ok(curl);
    const header = (name: string): string => curl.headers.find(([n]) => n.toLowerCase() === name)?.[1] ?? '';
    const names = /SignedHeaders=([^,]+)/.exec(header('authorization'))?.[1]?.split(';') ?? [];
    assert.ok(names.includes('host') && names.includes('x-amz-security-token'), header('authorization'));
    const value = awsAuthorization({
      ...auth,
      method: 'POST',
      target: curl.target,
      headers: curl.headers.filter(([name]) => names.includes(name.toLowerCase())),
      payload: createHash('sha256').update(curl.body).digest('hex'),
      time: header('x-amz-date'),
    });
    assert.equal(header('authorization'), value);
  });

  it('answer a digest as Req does', async () => {
    const digest = await startDigestServer({
      user: 'ada',
      password: "it's",
      challenges: ['Digest realm="here", nonce="NONCE", qop="auth"'],
    });
    try {
      const request = resolved(`${digest.url}/a?b=1`, { auth: { kind: 'digest', user: 'ada', password: "it's" } });
      await run('bash', ['-c', toCurl(request)]);
      assert.equal(digest.answers.at(-1), 'in');
    } finally {
      await digest.close();
    }
  });

  it('written for files and text are their own', async () => {
    const file = path.join(folder, 'lines.txt');
    const body = [
      { kind: 'text', text: "it's " },
      { kind: 'file', path: file },
      { kind: 'text', text: '\n' },
    ] as const;
    for (const parts of [[body[1]], body]) {
      const [curl] = await byCurl(toCurl(resolved(`${server.url}/`, { method: 'POST', body: parts })));
      assert.equal(curl?.body, parts.map((p) => (p.kind === 'text' ? p.text : fs.readFileSync(p.path, 'utf8'))).join(''));
    }
  });
});

describe('a request that becomes a curl command and is read again', () => {
  const same = ({ method, wireUrl, httpVersion, headers, options }: ResolvedRequest | Omit<ResolvedRequest, 'body'>): object => ({
    method,
    wireUrl,
    httpVersion,
    headers,
    followRedirects: options.followRedirects,
    maxRedirects: options.maxRedirects,
    keepAuthOnRedirect: options.keepAuthOnRedirect,
    insecure: options.insecure,
    timeoutMs: options.timeoutMs,
    connectTimeoutMs: options.connectTimeoutMs,
    connection: options.connection,
  });

  for (const [title, target, parts] of requests) {
    it(title, async () => {
      const request = resolved(`http://127.0.0.1:1${target}`, parts);
      const [back] = fromCurl(toCurl(request)).requests;
      const found = await inspect(back?.text ?? '');
      assert.deepEqual(same(found.sent()), same(request));
      assert.equal(found.body(), request.body.map((p) => (p.kind === 'text' ? p.text : '')).join(''));
      assert.deepEqual(back?.notes, []);
    });
  }

  it('keeps everything that is set for a send', async () => {
    const options = {
      followRedirects: true,
      maxRedirects: 3,
      keepAuthOnRedirect: true,
      insecure: true,
      timeoutMs: 2500,
      connectTimeoutMs: 500,
      connection: {
        proxy: 'http://p:1',
        resolve: [
          { hostname: 'h', port: 1, addresses: ['127.0.0.1', '10.0.0.1'] },
          { hostname: '::1', port: 2, addresses: ['::2'] },
        ],
        cacert: [{ path: '/a b/ca.pem', from: undefined }],
        certificate: { cert: { path: '/c:d.p12', from: undefined }, key: { path: '/k.pem', from: undefined }, passphrase: "it's {{x}}" },
      },
    };
    const request = resolved('https://example.com/', { options });
    const [back] = fromCurl(toCurl(request)).requests;
    assert.deepEqual(same((await inspect(back?.text ?? '')).sent()), same(request));
  });

  it('keeps its socket in the file system', async () => {
    const request = resolved('http+unix://%2Frun%2Fa.sock/x?y=1');
    assert.match(toCurl(request), /--unix-socket \/run\/a\.sock 'http:\/\/localhost\/x\?y=1'/);
    const [back] = fromCurl(toCurl(request)).requests;
    assert.deepEqual(same((await inspect(back?.text ?? '')).sent()), same(request));
  });

  it('keeps a multipart body of texts and files', async () => {
    const written =
      'POST http://h/\nContent-Type: multipart/form-data; boundary=B\n\n--B\nContent-Disposition: form-data; name="a"\n\n1\n--B\nContent-Disposition: form-data; name="f"; filename="x"\n\n< /x/y.png\n--B--';
    const sent = (await inspect(written)).sent();
    const command = toCurl({ ...sent, body: sent.body.map((p) => (p.kind === 'text' ? p : { kind: 'file', path: p.path })) });
    assert.equal(fromCurl(command).requests[0]?.text.replace(/^# @.*\n/gm, ''), written);
  });
});
