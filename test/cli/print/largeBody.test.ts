import assert from 'node:assert/strict';
import { createMask } from '../../../src/base/masks/mask.ts';
import { sinkOf, type Sink } from '../../../src/cli/output/output.ts';
import { printLargeBody } from '../../../src/cli/print/largeBody.ts';
import { MaskedPieces } from '../../../src/cli/print/maskedPieces.ts';
import { printBody } from '../../../src/cli/print/printResponse.ts';
import { SendRecord } from '../../../src/cli/output/sendRecord.ts';
import { listRequests, parse } from '../../../src/language/index.ts';
import { charsetOfBody, decodeBody, KeptBody, StreamText } from '../../../src/runner/index.ts';

const secret = 'my/s3cret+näme 😀';
const mask = createMask([secret]);

function sinkInto(isTty: boolean): Sink & { readonly written: () => Buffer } {
  const chunks: Buffer[] = [];
  const sink = sinkOf((data) => void chunks.push(Buffer.from(data)), { isTty, styled: false, inActions: false });
  return { ...sink, written: () => Buffer.concat(chunks) };
}

function recordOf(contentType: string, body: Uint8Array, kept: KeptBody | undefined): SendRecord {
  const [request] = listRequests(parse('GET http://h/\n'));
  assert.ok(request);
  const of = {
    request,
    file: '/a.req',
    maySetSecret: false,
    streamText: new StreamText(undefined),
    ...(kept === undefined ? {} : { body: kept }),
  };
  const record = new SendRecord(of, { bodies: true, streams: 'none' });
  const head = { status: 200, statusText: 'OK', httpVersion: '1.1', headers: [['content-type', contentType] as const] };
  record.apply({ kind: 'head', at: 0, head, stream: undefined, charset: undefined });
  for (let at = 0; at < body.length; at += 70_001) record.apply({ kind: 'chunk', at: 1, bytes: body.subarray(at, at + 70_001) });
  record.secrets = () => [secret];
  return record;
}

const lines = (line: string): string => line.repeat(Math.ceil(1_300_000 / line.length));
const items = Array.from({ length: 20_000 }, (_, i) => ({
  id: i,
  name: `Zoë ${i}`,
  key: i % 7 === 0 ? secret : encodeURIComponent(secret),
}));

describe('a large body that is printed as a small one is', () => {
  for (const [title, contentType, body] of [
    ['JSON', 'application/json', JSON.stringify(items)],
    ['JSON that says nothing of itself', '', JSON.stringify(items)],
    ['JSON that is none', 'application/json', `${JSON.stringify(items)}]`],
    ['text with secrets', 'text/plain', lines(`${secret} and ${encodeURIComponent(secret)} and ${btoa('my/s3cret')} äöü 😀\r\n`)],
    ['text that would act', 'text/plain', lines('a\u001b[2Jb\u202ec\rd\r\n\t')],
    ['text in another charset', 'text/plain; charset=iso-8859-1', Buffer.from(lines('größer '), 'latin1')],
    ['text in UTF-16', 'text/plain', Buffer.from(`\ufeff${lines('ein Wort 😀\n')}`, 'utf16le')],
    ['text with the sign for what could not be read', 'text/plain', lines('a \ufffd b\n')],
    ['what is no text', 'application/octet-stream', Buffer.from(lines('a\u00ff\0b'), 'latin1')],
    ['text that ends in the middle of a character', 'text/plain', Buffer.from(`${lines('x')}ä`).subarray(0, -1)],
  ] as const)
    for (const isTty of [true, false])
      it(`has the same text: ${title}, ${isTty ? 'on a terminal' : 'elsewhere'}`, async () => {
        const bytes = Buffer.from(body as string);
        const kept = new KeptBody(64 << 20, 1000);
        const [small, large, filed] = [sinkInto(isTty), sinkInto(isTty), sinkInto(isTty)];
        printBody(recordOf(contentType, bytes, undefined), mask, decodeBody, small);
        const reading = { decode: decodeBody, charsetOf: charsetOfBody };
        await printLargeBody(recordOf(contentType, bytes, undefined), mask, reading, large);
        await printLargeBody(recordOf(contentType, bytes, kept), mask, reading, filed);
        kept.release();
        assert.ok(large.written().equals(small.written()), large.written().subarray(-100).toString());
        assert.ok(filed.written().equals(small.written()));
      });
});

describe('a text in pieces', () => {
  it('is masked with work in proportion to its length, also where secrets follow each other without a gap', () => {
    // The cuts are multiples of its length apart, and none of them is where two meet.
    const one = Array.from({ length: 64 }, (_, i) => String.fromCharCode(97 + ((i * 7) % 26))).join('');
    const hide = createMask([one]);
    const workFor = (times: number): number => {
      let work = 0;
      const counted = (text: string): string => {
        work += text.length;
        return hide(text);
      };
      const pieces = new MaskedPieces(counted, one.length);
      const text = `x${one.repeat(times)}`;
      let out = '';
      for (let at = 0; at < text.length; at += 1024) out += pieces.push(text.slice(at, at + 1024));
      assert.equal(out + pieces.end(), hide(text));
      return work / text.length;
    };
    const [short, long] = [workFor(4000), workFor(12_000)];
    assert.ok(long < 2 * short, `${short}, ${long}`);
  });

  it('is masked as the whole is, wherever it is cut', () => {
    const spelled = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), Buffer.from(secret).toString('base64')];
    const text = Array.from({ length: 6000 }, (_, i) => `${'x'.repeat(i % 37)}${spelled[i % spelled.length]}`).join('');
    for (const size of [1000, 7919, 65_536]) {
      const pieces = new MaskedPieces(mask, secret.length);
      let out = '';
      for (let at = 0; at < text.length; at += size) out += pieces.push(text.slice(at, at + size));
      assert.equal(out + pieces.end(), mask(text));
    }
  });
});
