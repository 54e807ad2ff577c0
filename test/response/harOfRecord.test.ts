import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { createFinder, createMask } from '../../src/base/masks/mask.ts';
import { harOf } from '../../src/convert/export/index.ts';
import { fromHar } from '../../src/convert/har/fromHar.ts';
import { harExchanges } from '../../src/response/record/harOfRecord.ts';
import { RunRecord } from '../../src/response/record/runRecord.ts';
import { KeptBody } from '../../src/runner/http/exchange/keptBody.ts';
import { startRecorder } from '../support/recorder.ts';
import { sendRun } from '../support/sendRun.ts';

interface Entry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly serverIPAddress: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly bodySize: number;
    readonly postData?: { readonly text: string };
  };
  readonly response: {
    readonly status: number;
    readonly redirectURL: string;
    readonly bodySize: number;
    readonly content: { readonly size: number; readonly mimeType: string; readonly text?: string; readonly encoding?: string };
  };
  readonly timings: Readonly<Record<string, number>>;
}

const secret = 's3cret-key';
const uri = { toString: () => 'file:///a.req', fsPath: '/a.req' } as vscode.Uri;

/** The HAR archive of a request to a server with this response. */
async function archiveOf(
  text: string,
  answer: (target: string) => string,
): Promise<{ readonly har: string; readonly entries: readonly Entry[] }> {
  const recorder = await startRecorder((_, target) => answer(target));
  const body = new KeptBody();
  const record = new RunRecord('1', uri, { key: 'a#0', title: 'a', index: 0, count: 1 }, null);
  const hiding = { mask: createMask([secret]), find: createFinder([secret]), secrets: () => [secret], secretsMet: () => 1 };
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  record.use(hiding, { decode, charsetOf: () => 'utf-8' }, body.share(), () => new KeptBody());
  try {
    await sendRun({ 'a.req': text.replaceAll('HOST', recorder.url) }, { body, onEvent: (e) => record.apply(e) });
    const har = harOf(harExchanges(record));
    return { har, entries: (JSON.parse(har) as { readonly log: { readonly entries: readonly Entry[] } }).log.entries };
  } finally {
    record.dispose();
    body.release();
    await recorder.close();
  }
}

const answered = (status: string, type: string, content: string, more = ''): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\n${more}Content-Length: ${Buffer.byteLength(content, 'latin1')}\r\n\r\n${content}`;

describe('an exchange as HTTP Archive', () => {
  it('has each redirect and each response, without secrets', async () => {
    const text = `@key = ${secret}\n# @secret key\n\n### a\nPOST HOST/old?key={{key}}\nContent-Type: text/plain\n\nmine {{key}}\n`;
    const { har, entries } = await archiveOf(text, (target) =>
      target.startsWith('/old')
        ? answered('307 Temporary Redirect', 'text/plain', '', 'Location: /new\r\n')
        : answered('201 Created', 'application/json', `{"k":"${secret}"}`),
    );
    assert.ok(!har.includes(secret), har);
    assert.deepEqual(
      entries.map(({ request, response }) => [
        request.method,
        new URL(request.url).pathname,
        request.postData?.text,
        response.status,
        response.redirectURL,
      ]),
      [
        ['POST', '/old', 'mine •••', 307, '/new'],
        ['POST', '/new', 'mine •••', 201, ''],
      ],
    );
    const [, last] = entries;
    assert.deepEqual(last?.response.content, { size: 18, mimeType: 'application/json', text: '{"k":"•••"}' });
    assert.deepEqual([last.response.bodySize, last.serverIPAddress], [18, '127.0.0.1']);
    assert.ok(entries.every((e) => e.time > 0 && (e.timings['wait'] ?? 0) > 0 && !Number.isNaN(Date.parse(e.startedDateTime))));
    // Req reads what it writes.
    assert.match(fromHar([{ path: 'a.har', text: har }]).files[0]?.text ?? '', /POST http:\/\/127\.0\.0\.1:\d+\/old/);
  });

  it('holds bytes that are no text in base64, and none where a secret is among them', async () => {
    const gif = 'GIF89a\u0001\0\u0001\0\0\0\0';
    const [plain, hidden] = [
      await archiveOf('GET HOST/\n', () => answered('200 OK', 'image/gif', gif)),
      await archiveOf('GET HOST/\n', () => answered('200 OK', 'image/gif', gif + secret)),
    ];
    assert.deepEqual(hidden.entries[0]?.response.content, { size: gif.length + secret.length, mimeType: 'image/gif' });
    assert.equal(plain.entries[0]?.response.content.encoding, 'base64');
  });

  it('has only the request if there was no response', async () => {
    const { entries } = await archiveOf('GET HOST/\n', () => 'nonsense\r\n\r\n');
    assert.deepEqual(
      entries.map(({ request, response }) => [request.method, request.bodySize, response.status, response.bodySize]),
      [['GET', 0, 0, -1]],
    );
  });
});
