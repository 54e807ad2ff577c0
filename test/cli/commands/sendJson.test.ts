import assert from 'node:assert/strict';
import { runReq, type Ended } from '../../support/command.ts';
import { echo, startHttp2Server } from '../../support/http2Server.ts';
import { startFaultServer } from '../../support/faultServer/faultServer.ts';
import { request as asked } from '../../support/faultServer/steps.ts';
import { startSampleServer } from '../../../sample/server.mjs';
import { useServerAndFolder } from '../../support/useServerAndFolder.ts';

interface Result {
  readonly request: { readonly url: string; readonly body: unknown } | null;
  readonly response: { readonly body: unknown; readonly truncated: boolean } | null;
  readonly redirects: unknown;
  readonly error: { readonly kind: string; readonly message: string; readonly at: unknown } | null;
}

describe('req send --json', () => {
  const { server, folder } = useServerAndFolder();

  const send = (text: string, ...args: string[]): Promise<Ended> => {
    folder.write('sub/a.req', text);
    return runReq(['send', 'sub/a.req', ...args], { cwd: folder.path });
  };
  /** The printed object. The type of its fields is not checked. */
  const object = async <T>(text: string, ...args: string[]): Promise<T> => {
    const { stdout, stderr } = await send(text, '--json', ...args);
    assert.notEqual(stdout, '', stderr);
    return JSON.parse(stdout) as T;
  };

  it('prints one object with every field in its order, and nothing else', async () => {
    const { code, stdout, stderr } = await send(
      `# @name make\nPOST ${server.url}/json?size=1\nContent-Type: application/json\n\n{"a":1}\n\n?? status == 200\n\n> {%\nconsole.log("hi"); tool.setVar("n", 12345678901234567890n); tool.setVar("o", {"2": 1, "1": 1.5})\n%}\n`,
      '--json',
    );
    assert.deepEqual([code, stderr], [0, '']);
    // Digits that JSON.parse would change stand as they are.
    assert.match(stdout, /"n": 12345678901234567890[,\n]/);
    const result = JSON.parse(stdout) as Record<string, Record<string, unknown>>;
    assert.deepEqual(Object.keys(result), [
      'name',
      'file',
      'line',
      'request',
      'response',
      'redirects',
      'connections',
      'reconnects',
      'retries',
      'timings',
      'events',
      'text',
      'stream',
      'tests',
      'console',
      'variables',
      'error',
    ]);
    assert.deepEqual([result['name'], result['file'], result['line']], ['make', 'sub/a.req', 2]);
    const { headers, ...request } = result['request'] ?? {};
    assert.deepEqual(request, { method: 'POST', url: `${server.url}/json?size=1`, httpVersion: '1.1', body: { text: '{"a":1}' } });
    assert.ok((headers as string[][]).some(([name, value]) => name === 'Content-Type' && value === 'application/json'));
    assert.deepEqual(Object.keys(result['response'] ?? {}), [
      'status',
      'statusText',
      'httpVersion',
      'headers',
      'body',
      'size',
      'truncated',
      'trailers',
      'informational',
    ]);
    assert.deepEqual(result['response']?.['body'], { text: '{"text":"x"}' });
    assert.match(JSON.stringify(result['response']?.['size']), /^\{"headers":\d+,"body":12,"bodyDecoded":12\}$/);
    assert.equal(result['response']?.['truncated'], false);
    assert.deepEqual(Object.keys(result['timings'] ?? {}), ['queue', 'dns', 'connect', 'tls', 'send', 'firstByte', 'download', 'total']);
    assert.deepEqual(result['tests'], [{ name: 'status == 200', passed: true, message: null }]);
    assert.deepEqual(result['console'], [{ level: 'log', text: 'hi' }]);
    assert.equal(result['error'], null);
  });

  it('contains messages before the response and after its body, as -v shows them', async () => {
    const answer =
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 7\r\n\r\n';
    const raw = await startFaultServer([asked, answer]);
    const { response } = await object<{ readonly response: unknown }>(`GET ${raw.url}\n`);
    const { stderr } = await send(`GET ${raw.url}\n`, '-v');
    await raw.close();
    const { trailers, informational } = response as Record<string, unknown>;
    assert.deepEqual(trailers, [['X-Sum', '7']]);
    assert.deepEqual(informational, [{ status: 103, statusText: 'Early Hints', headers: [['Link', '</a>']] }]);
    assert.match(stderr, /< HTTP\/1\.1 103 Early Hints\n< Link: <\/a>\n/);
    assert.match(stderr, /< X-Sum: 7 \(after the body\)\n/);
  });

  it('uses HTTP/2 if the file selects it', async () => {
    const h2 = await startHttp2Server(echo);
    const result = await object<Record<'request' | 'response', { readonly httpVersion: string }> & { readonly console: unknown }>(
      `# @http2\nGET ${h2.url}\nConnection: close\n`,
    );
    await h2.close();
    assert.deepEqual([result.request.httpVersion, result.response.httpVersion], ['2', '2']);
    assert.deepEqual(result.console, [{ level: 'info', text: 'Not sent, because HTTP/2 does not allow it: Connection.' }]);
  });

  it('prints an array for --all, also of one request', async () => {
    assert.equal((await object<unknown[]>(`GET ${server.url}/json\n`, '--all')).length, 1);
    assert.equal((await object<unknown[]>('# @disabled\nGET http://h/\n', '--all')).length, 0);
  });

  it('has a body that is no text in its charset as base64', async () => {
    const sample = await startSampleServer();
    try {
      const result = await object<Result>(`GET ${sample.url}/image.png\n`);
      // The signature of a PNG.
      assert.match(JSON.stringify(result.response?.body), /^\{"base64":"iVBORw0KGgo/);
      const latin1 = await object<Result>(`GET ${sample.url}/latin1\n`);
      assert.deepEqual(latin1.response?.body, { text: 'Grüße in ISO-8859-1\n' });
    } finally {
      await sample.close();
    }
  });

  it('names files in the body by their path', async () => {
    folder.write('sub/b.txt', 'content');
    const result = await object<Result>(`POST ${server.url}/echo\n\n< ./b.txt\n`);
    assert.deepEqual(result.request?.body, { parts: [{ file: 'sub/b.txt', size: 7 }] });
  });

  it('contains redirects with their source and target', async () => {
    const result = await object<Result>(`GET ${server.url}/redirect/301?to=/json\n`);
    const { url } = server;
    const [redirect, ...more] = (result.redirects ?? []) as readonly Readonly<Record<string, unknown>>[];
    assert.deepEqual(Object.keys(redirect ?? {}), [
      'status',
      'url',
      'location',
      'method',
      'dropped',
      'warnings',
      'headers',
      'address',
      'reused',
      'timings',
    ]);
    assert.deepEqual(
      [redirect?.['status'], redirect?.['url'], redirect?.['location']],
      [301, `${url}/redirect/301?to=/json`, `${url}/json`],
    );
    assert.deepEqual(more, []);
    assert.equal(result.request?.url, `${server.url}/redirect/301?to=/json`);
  });

  it('has no response and an error with its place where nothing was sent', async () => {
    const result = await object<Result>('GET http://h/\nX-A: {{nowhere}}\n');
    assert.equal(result.request, null);
    assert.equal(result.response, null);
    assert.equal(result.error?.kind, 'undefined-variable');
    assert.match(result.error.message, /nowhere/);
    assert.deepEqual(result.error.at, { file: 'sub/a.req', line: 2, column: 6 });
  });

  it('marks a body that broke off as truncated', async () => {
    const result = await object<Result>(`GET ${server.url}/truncated\n`);
    assert.deepEqual([result.response?.truncated, result.response?.body], [true, { text: '0123456789' }]);
    assert.equal(result.error?.kind, 'network');
  });

  it('has the request and no response for --dry-run, an array with --all', async () => {
    const before = server.requests.length;
    const result = await object<Result>(`GET ${server.url}/json\n`, '--dry-run');
    assert.equal(result.request?.url, `${server.url}/json`);
    assert.equal(result.response, null);
    assert.equal(result.error, null);
    const all = await object<unknown[]>(`GET ${server.url}/a\n###\nGET ${server.url}/b\n`, '--dry-run', '--all');
    assert.equal(all.length, 2);
    assert.equal(server.requests.length, before);
  });

  it('names the file that -o wrote in the place of the body', async () => {
    const result = await object<Result>(`GET ${server.url}/json?size=1\n`, '-o', 'out.json');
    assert.deepEqual(result.response?.body, { file: 'out.json' });
    assert.equal(folder.read('out.json'), '{"text":"x"}');
  });
});
