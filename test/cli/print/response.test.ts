import assert from 'node:assert/strict';
import { eventLines, headerLines, printBody, statusLine } from '../../../src/cli/print/printResponse.ts';
import { createMask } from '../../../src/base/masks/mask.ts';
import { sinkOf } from '../../../src/cli/output/output.ts';
import { SendRecord } from '../../../src/cli/output/sendRecord.ts';
import { listRequests, parse } from '../../../src/language/index.ts';
import { textSink } from '../../support/textSink.ts';
import { decodeBody, StreamText, type RunEvent, type StreamEvent } from '../../../src/runner/index.ts';

const plain = (text: string): string => text;

function recordOf(contentType: string, body: string | Uint8Array): SendRecord {
  const [request] = listRequests(parse('GET http://h/\n'));
  assert.ok(request);
  const record = new SendRecord(
    { request, file: '/a.req', maySetSecret: false, streamText: new StreamText(undefined) },
    { bodies: true, streams: 'none' },
  );
  const head = { status: 200, statusText: 'OK', httpVersion: '1.1', headers: [['content-type', contentType] as const] };
  const events: RunEvent[] = [
    { kind: 'head', at: 0, head, stream: undefined, charset: undefined },
    { kind: 'chunk', at: 1, bytes: Buffer.from(body) },
  ];
  for (const e of events) record.apply(e);
  return record;
}

function printed(isTty: boolean, contentType: string, body: string | Uint8Array, mask = plain): string {
  const sink = textSink(isTty);
  printBody(recordOf(contentType, body), mask, decodeBody, sink);
  return sink.written().toString('latin1') === Buffer.from(body).toString('latin1') ? 'as it came' : sink.written().toString();
}

function shownEvent(isTty: boolean, event: StreamEvent, mask = plain, longestSecret = 0): string {
  const sink = textSink(isTty);
  sink.inTurns(eventLines({ event }, mask, sink, longestSecret), event.data.length);
  return sink.written().toString();
}

describe('a response at a terminal', () => {
  it('cannot act: escapes, bidirectional controls and carriage returns are seen', () => {
    assert.equal(printed(true, 'text/plain', 'a\u001b[2Jb\u202ec\rd\r\n\te\u0007'), 'a␛[2Jb⟨U+202E⟩c␍d\n\te␇\n');
    assert.equal(
      statusLine({ status: 200, statusText: 'O\u001bK', httpVersion: '1.1', headers: [] }, plain, textSink(true)),
      'HTTP/1.1 200 O␛K',
    );
    assert.deepEqual(headerLines([['X\u001b', 'a\u009bb']], plain), ['X␛: a⟨U+009B⟩b']);
    const event = { index: 0, at: 12, event: 'x\u001b', data: 'a\u001b\nb', id: '', retry: null, complete: true };
    assert.equal(shownEvent(true, event), '    12 ms  x␛  a␛\n               b\n');
  });

  it('is one line where it is no text', () => {
    assert.equal(printed(true, 'image/png', Buffer.from([0x89, 0x50, 0xff])), '(image/png, 3 B: save it with -o FILE)\n');
    assert.equal(printed(true, 'application/x-thing', 'a\0b'), '(application/x-thing, 3 B: save it with -o FILE)\n');
  });

  it('ends its last line', () => {
    assert.equal(printed(true, 'text/plain', 'a'), 'a\n');
    assert.equal(printed(true, 'text/plain', ''), 'as it came');
  });
});

describe('a response elsewhere', () => {
  it('prints bytes that are not text unchanged', () => {
    assert.equal(printed(false, 'image/png', Buffer.from([0x89, 0x1b, 0xff])), 'as it came');
  });

  it('is text in UTF-8, untouched but for its charset', () => {
    assert.equal(printed(false, 'text/plain', 'a\u001b[2J\r\nb'), 'as it came');
    assert.equal(printed(false, 'text/plain; charset=iso-8859-1', Buffer.from('grün', 'latin1')), 'grün');
  });
});

describe('a response', () => {
  it('has its JSON laid out without a digit changed', () => {
    assert.equal(printed(false, 'application/problem+json', '{"n":1.0,"n":1e400}'), '{\n  "n": 1.0,\n  "n": 1e400\n}\n');
    assert.equal(printed(false, 'application/json', '{broken'), '{broken\n');
    assert.equal(printed(false, 'text/plain', '{"a":1}'), 'as it came');
  });

  it('is masked', () => {
    assert.equal(
      printed(false, 'text/plain', 'the key', (text) => text.replaceAll('key', '•••')),
      'the •••',
    );
  });

  it('marks an event that was cut short', () => {
    const event = { index: 0, at: 1200, event: 'message', data: 'half', id: '', retry: null, complete: false };
    assert.equal(shownEvent(false, event), '   1.20 s  message  half  (incomplete)\n');
  });

  it('is the same in pieces: no character, line break, secret or workflow command is cut', () => {
    const secret = 's3cr3t key';
    const mask = createMask([secret]);
    for (const unit of ['grüße 😀\r\n', '::error::x\n', '##[error]', 'a\r\n::b ', `${secret} `, ':', '##[', '\u{1f600}', 'x\u001b']) {
      const data = unit.repeat(Math.ceil(300_000 / unit.length));
      const event = { index: 0, at: 12, event: 'message', data, id: '', retry: null, complete: true };
      const chunks: string[] = [];
      const sink = sinkOf((text) => void chunks.push(String(text)), { isTty: true, styled: false, inActions: true });
      sink.inTurns(eventLines({ event }, mask, sink, secret.length), data.length);
      const whole: string[] = [];
      const other = sinkOf((text) => void whole.push(String(text)), { isTty: true, styled: false, inActions: true });
      const indent = ' '.repeat('    12 ms  message  '.length);
      other.write(`    12 ms  message  ${mask(data).replaceAll('\n', `\n${indent}`)}\n`);
      assert.ok(chunks.join('') === whole.join(''), `differs for ${JSON.stringify(unit)}`);
    }
  });
});
