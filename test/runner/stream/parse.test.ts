import assert from 'node:assert/strict';
import { isReqError } from '../../../src/base/reqError.ts';
import type { StreamKind } from '../../../src/base/events/streamKind.ts';
import { createStreamParser } from '../../../src/runner/stream/parseEvents.ts';
import type { ParsedEvent } from '../../../src/runner/stream/streamTypes.ts';

interface Read {
  readonly events: ParsedEvent[];
  readonly comments: string[];
}

function read(kind: StreamKind, chunks: readonly Uint8Array[], maxEventSize?: number): Read {
  const events: ParsedEvent[] = [];
  const comments: string[] = [];
  const parser = createStreamParser(kind, { event: (e) => events.push(e), comment: (c) => comments.push(c) }, maxEventSize);
  for (const chunk of chunks) parser.push(chunk);
  parser.end();
  return { events, comments };
}

/** Asserts that the stream has the same events as a whole, byte by byte, with empty chunks, and cut in two at every byte. */
function everyWay(kind: StreamKind, text: string | Buffer): Read {
  const bytes = Buffer.from(text);
  const whole = read(kind, [bytes]);
  const bytewise = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1));
  assert.deepEqual(read(kind, bytewise), whole, 'byte by byte');
  assert.deepEqual(
    read(
      kind,
      bytewise.flatMap((b) => [b, new Uint8Array()]),
    ),
    whole,
    'with empty chunks',
  );
  for (let i = 0; i <= bytes.length; i++) {
    assert.deepEqual(read(kind, [bytes.subarray(0, i), bytes.subarray(i)]), whole, `cut at ${i}: ${JSON.stringify(bytes.toString())}`);
  }
  return whole;
}

const event = (index: number, data: string, more: Partial<ParsedEvent> = {}): ParsedEvent => ({
  index,
  event: 'message',
  data,
  id: '',
  retry: null,
  complete: true,
  ...more,
});

describe('event streams (WHATWG HTML §9.2.6)', () => {
  const cases: readonly (readonly [name: string, stream: string | Buffer, events: readonly ParsedEvent[], comments?: readonly string[]])[] =
    [
      ['an event ends at a blank line', 'data: a\n\ndata: b\n\n', [event(0, 'a'), event(1, 'b')]],
      ['lines end with LF, CR or CR LF', 'data: a\r\rdata: b\r\n\r\ndata: c\n\r\n', [event(0, 'a'), event(1, 'b'), event(2, 'c')]],
      ['data lines are joined with LF', 'data: a\ndata:\ndata:  b\ndata\n\n', [event(0, 'a\n\n b\n')]],
      ['only one space after the colon goes', 'data:  a\n\ndata:b\n\n', [event(0, ' a'), event(1, 'b')]],
      ['data is as on the wire, colons and quotes and all', 'data: {"a": 1.0,"b":"\\u00e9"}\n\n', [event(0, '{"a": 1.0,"b":"\\u00e9"}')]],
      [
        'the event field names the type for one event',
        'event: add\ndata: 1\n\ndata: 2\n\n',
        [event(0, '1', { event: 'add' }), event(1, '2')],
      ],
      ['an empty event field is message', 'event: add\nevent:\ndata: 1\n\n', [event(0, '1')]],
      [
        'an id lasts until another',
        'id: 7\ndata: a\n\ndata: b\n\nid\ndata: c\n\n',
        [event(0, 'a', { id: '7' }), event(1, 'b', { id: '7' }), event(2, 'c')],
      ],
      ['an id of a block without data counts', 'id: 7\n\ndata: b\n\n', [event(0, 'b', { id: '7' })]],
      ['an id with NUL is ignored', 'id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n', [event(0, 'a', { id: '1' }), event(1, 'b', { id: '1' })]],
      [
        'retry is digits only',
        'retry: 100\ndata: a\n\nretry: 1e3\ndata: b\n\nretry: -1\ndata: c\n\n',
        [event(0, 'a', { retry: 100 }), event(1, 'b'), event(2, 'c')],
      ],
      ['retry of a block without data is no other’s', 'retry: 100\n\ndata: a\n\n', [event(0, 'a')]],
      [
        'retry belongs to its block',
        'retry: 100\n\ndata: a\n\ndata: b\nretry: 5\n\ndata: c\n\n',
        [event(0, 'a'), event(1, 'b', { retry: 5 }), event(2, 'c')],
      ],
      [
        'retry belongs to its block with CR LF',
        'retry: 100\r\n\r\ndata: a\r\n\r\nretry: 7\r\ndata: b\r\n\r\n',
        [event(0, 'a'), event(1, 'b', { retry: 7 })],
      ],
      [
        'retry belongs to its block with CR',
        'retry: 100\r\rdata: a\r\rretry: 7\rdata: b\r\r',
        [event(0, 'a'), event(1, 'b', { retry: 7 })],
      ],
      ['comments are emitted', ': hi\n:there\ndata: a\n\n:\n', [event(0, 'a')], ['hi', 'there', '']],
      ['unknown fields are ignored', 'dat: x\ndata: a\ndatax: y\n Data: z\nDATA: w\n\n', [event(0, 'a')]],
      ['a block without data is no event', 'event: x\n\nid: \n\n\n\n', []],
      ['one BOM is skipped', '\ufeffdata: a\n\n', [event(0, 'a')]],
      ['only one BOM is skipped', '\ufeff\ufeffdata: a\ndata: b\n\n', [event(0, 'b')]],
      ['letters that look like a BOM are no BOM', 'ï»¿data: a\ndata: b\n\n', [event(0, 'b')]],
      ['characters of many bytes survive', 'data: ☕ 𝕏 é\n\n', [event(0, '☕ 𝕏 é')]],
      [
        'what the end cuts short is incomplete',
        'data: a\n\nevent: x\nid: 3\ndata: b\ndata: c',
        [event(0, 'a'), event(1, 'b\nc', { event: 'x', id: '3', complete: false })],
      ],
      ['an unended block is incomplete', 'data: a\n', [event(0, 'a', { complete: false })]],
      ['an unended block is incomplete after CR', 'data: a\r', [event(0, 'a', { complete: false })]],
      ['an event field alone is incomplete', 'event: x\n', [event(0, '', { event: 'x', complete: false })]],
      ['neither an id nor a comment alone is an event', 'id: 1\n: c\nretry: 3', [], ['c']],
      ['an empty stream has no events', '', []],
      // The examples of the standard, §9.2.6.
      ['the stock example', 'data: YHOO\ndata: +2\ndata: 10\n\n', [event(0, 'YHOO\n+2\n10')]],
      [
        'the example of four blocks',
        ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event',
        [event(0, 'first event', { id: '1' }), event(1, 'second event'), event(2, ' third event', { complete: false })],
        ['test stream'],
      ],
      ['the example of empty data', 'data\n\ndata\ndata\n\ndata:', [event(0, ''), event(1, '\n'), event(2, '', { complete: false })]],
      ['the example of the space', 'data:test\n\ndata: test\n\n', [event(0, 'test'), event(1, 'test')]],
      // Lines.
      ['CR LF is one line end, LF CR are two', 'data: a\n\rdata: b\r\n\r\n', [event(0, 'a'), event(1, 'b')]],
      ['CR CR LF are two', 'data: a\r\r\ndata: b\r\r\n', [event(0, 'a'), event(1, 'b')]],
      ['CR LF CR LF after data is one event', 'data: a\r\n\r\n\r\n', [event(0, 'a')]],
      ['a CR alone ends the last line', 'data: a\r\r', [event(0, 'a')]],
      ['line ends mix within a block', 'data: a\rdata: b\r\ndata: c\n\r', [event(0, 'a\nb\nc')]],
      ['other line separators are none', 'data: a\u2028b\u2029c\u0085d\vd\ff\n\n', [event(0, 'a\u2028b\u2029c\u0085d\vd\ff')]],
      ['blank lines before, between and after are nothing', '\n\r\n\rdata: a\n\n\n\r\rdata: b\n\n\n', [event(0, 'a'), event(1, 'b')]],
      ['a line of one space is no blank line', 'data: a\n \ndata: b\n\n', [event(0, 'a\nb')]],
      // Data.
      ['data of nothing is an event', 'data:\n\n', [event(0, '')]],
      ['data of one space is empty', 'data: \n\n', [event(0, '')]],
      ['data of two spaces is one', 'data:  \n\n', [event(0, ' ')]],
      ['a tab after the colon stays', 'data:\ta\n\n', [event(0, '\ta')]],
      ['spaces at the end stay', 'data: a  \n\n', [event(0, 'a  ')]],
      ['a space before the colon makes another field', 'data : a\n\n', []],
      ['a space before the field makes another field', ' data: a\n\n', []],
      ['a colon in data is data', 'data: a: b\ndata::c\n\n', [event(0, 'a: b\n:c')]],
      ['NUL in data stays', 'data: a\0b\n\n', [event(0, 'a\0b')]],
      ['a second BOM within data stays', 'data: \ufeffa\n\n', [event(0, '\ufeffa')]],
      ['a BOM before a comment is skipped', '\ufeff: c\ndata: a\n\n', [event(0, 'a')], ['c']],
      ['a BOM before a blank line is skipped', '\ufeff\n\ndata: a\n\n', [event(0, 'a')]],
      ['a BOM alone is nothing', '\ufeff', []],
      // The event's type.
      ['the last event field counts', 'event: a\nevent: b\ndata: 1\n\n', [event(0, '1', { event: 'b' })]],
      ['an event field without colon is empty', 'event: a\nevent\ndata: 1\n\n', [event(0, '1')]],
      ['the type of a block without data is forgotten', 'event: a\n\ndata: 1\n\n', [event(0, '1')]],
      ['only one space goes from the type', 'event:  a \ndata: 1\n\n', [event(0, '1', { event: ' a ' })]],
      ['fields have a case', 'Event: a\nID: 1\nRetry: 5\ndata: 1\n\n', [event(0, '1')]],
      // The id.
      ['the last id of a block counts', 'id: 1\nid: 2\ndata: a\n\n', [event(0, 'a', { id: '2' })]],
      ['an id may come after data', 'data: a\nid: 1\n\n', [event(0, 'a', { id: '1' })]],
      [
        'an empty id clears it',
        'id: 1\ndata: a\n\nid:\ndata: b\n\ndata: c\n\n',
        [event(0, 'a', { id: '1' }), event(1, 'b'), event(2, 'c')],
      ],
      ['an id with NUL does not clear the one of its block', 'id: 1\nid: \0\ndata: a\n\n', [event(0, 'a', { id: '1' })]],
      ['an id is any text', 'id: é ☕: x\ndata: a\n\n', [event(0, 'a', { id: 'é ☕: x' })]],
      // The reconnection time.
      [
        'retry of nothing, with a sign, a point or a space is none',
        'retry\nretry:\nretry: +1\nretry: 1.5\nretry: 1 \ndata: a\n\n',
        [event(0, 'a')],
      ],
      ['retry of other digits is none', 'retry: ٣\ndata: a\n\n', [event(0, 'a')]],
      ['retry with zeros before it is in base ten', 'retry: 0010\ndata: a\n\n', [event(0, 'a', { retry: 10 })]],
      ['retry of zero counts', 'retry: 0\ndata: a\n\n', [event(0, 'a', { retry: 0 })]],
      ['the last retry that is one counts', 'retry: 1\nretry: 2\nretry: x\ndata: a\n\n', [event(0, 'a', { retry: 2 })]],
      // Comments and unknown fields.
      ['a comment within a block does not end it', 'data: a\n: c\ndata: b\n\n', [event(0, 'a\nb')], ['c']],
      ['a comment of any text is one', ':data: x\n::\n:\u0000\n', [], ['data: x', ':', '\0']],
      ['a comment that the end cuts short is emitted', ': c', [], ['c']],
      ['a field of no name is a comment', ': \n', [], ['']],
      // The end.
      ['a half field name is nothing', 'data: a\n\ndat', [event(0, 'a')]],
      ['a half character at the end is replaced', Buffer.from('data: ☕').subarray(0, -1), [event(0, '\ufffd', { complete: false })]],
      ['an id in the unfinished block is emitted', 'data: a\nid: 9', [event(0, 'a', { id: '9', complete: false })]],
    ];
  for (const [name, stream, events, comments = []] of cases) {
    it(name, () => assert.deepEqual(everyWay('sse', stream), { events: [...events], comments: [...comments] }));
  }

  const bytes: readonly (readonly [name: string, bytes: readonly number[], text: string])[] = [
    ['a byte that begins nothing', [0x80], '\ufffd'],
    ['a character in too many bytes', [0xc0, 0xaf], '\ufffd\ufffd'],
    ['a surrogate', [0xed, 0xa0, 0x80], '\ufffd\ufffd\ufffd'],
    ['a character beyond the last', [0xf4, 0x90, 0x80, 0x80], '\ufffd\ufffd\ufffd\ufffd'],
    ['a character that breaks off before another', [0xf0, 0x9f, 0x98, 0x41], '\ufffdA'],
    ['a BOM of UTF-16', [0xff, 0xfe], '\ufffd\ufffd'],
  ];
  for (const [name, bad, text] of bytes) {
    it(`bytes that are no UTF-8 become replacement characters: ${name}`, () => {
      const stream = Buffer.concat([Buffer.from('data: '), Buffer.from(bad), Buffer.from('\n\n')]);
      assert.deepEqual(everyWay('sse', stream).events, [event(0, text)]);
    });
  }

  it('bytes that are no UTF-8 become replacement characters', () => {
    const stream = Buffer.concat([Buffer.from('data: '), Buffer.from([0xff, 0xc3]), Buffer.from('\n\n')]);
    assert.deepEqual(everyWay('sse', stream).events, [event(0, '\ufffd\ufffd')]);
  });

  it('one event larger than the limit is an error, those before it stand, and nothing follows', () => {
    const events: ParsedEvent[] = [];
    const parser = createStreamParser('sse', { event: (e) => events.push(e), comment: () => undefined }, 100);
    parser.push(Buffer.from('data: small\n\n'));
    assert.throws(
      () => {
        for (let i = 0; i < 20; i++) parser.push(Buffer.from('data: 0123456789\n'));
      },
      (e) => isReqError(e) && e.kind === 'limit' && e.message.includes('100'),
    );
    parser.push(Buffer.from('\n\ndata: late\n\n'));
    parser.end();
    assert.deepEqual(events, [event(0, 'small')]);
  });

  it('megabytes in small pieces take no quadratic time', () => {
    const piece = Buffer.from('x'.repeat(16));
    const pieces = [Buffer.from('data: '), ...Array.from({ length: 200_000 }, () => piece), Buffer.from('\n\n')];
    assert.equal(read('sse', pieces).events[0]?.data.length, 3_200_000);
  });
});

describe('newline-delimited JSON', () => {
  const cases: readonly (readonly [name: string, stream: string, events: readonly ParsedEvent[]])[] = [
    ['each line is an event, as on the wire', '{"a": 1.0}\n[2]\n"☕"\n', [event(0, '{"a": 1.0}'), event(1, '[2]'), event(2, '"☕"')]],
    ['CR before LF is not part of a line', '1\r\n2\r\n', [event(0, '1'), event(1, '2')]],
    ['blank lines are skipped', '\n1\n \n\r\n2\n', [event(0, '1'), event(1, '2')]],
    ['a last line that is JSON needs no line feed', '1\n{"a":2}', [event(0, '1'), event(1, '{"a":2}')]],
    ['a last line that is cut is incomplete', '1\n{"a":', [event(0, '1'), event(1, '{"a":', { complete: false })]],
    ['one BOM is skipped', '\ufeff1\n\ufeff2\n', [event(0, '1'), event(1, '\ufeff2')]],
    ['a line that is no JSON is an event all the same', 'oops\n', [event(0, 'oops')]],
  ];
  for (const [name, stream, events] of cases) {
    it(name, () => assert.deepEqual(everyWay('ndjson', stream), { events: [...events], comments: [] }));
  }

  it('one line larger than the limit is an error', () => {
    const parser = createStreamParser('ndjson', { event: () => undefined, comment: () => undefined }, 10);
    parser.push(Buffer.from('1\n12345'));
    assert.throws(
      () => parser.push(Buffer.from('678901')),
      (e) => isReqError(e) && e.kind === 'limit',
    );
  });
});

describe('JSON text sequences', () => {
  const cases: readonly (readonly [name: string, stream: string, events: readonly ParsedEvent[]])[] = [
    ['each record is an event', '\u001e{"a": 1.0}\n\u001e[2]\n\u001e"☕"\n', [event(0, '{"a": 1.0}'), event(1, '[2]'), event(2, '"☕"')]],
    ['a record may have several lines', '\u001e{\n  "a": "\\"}"\n}\n\u001e1\n', [event(0, '{\n  "a": "\\"}"\n}'), event(1, '1')]],
    ['several separators are one', '\u001e\u001e\n\u001e1\n', [event(0, '1')]],
    [
      'a record that the next separator cuts short is incomplete, and later ones are read',
      '\u001e{"a":\u001e{"b":2}\n\u001e{"c":3}\u001e4\n',
      [event(0, '{"a":', { complete: false }), event(1, '{"b":2}'), event(2, '{"c":3}'), event(3, '4')],
    ],
    [
      'a number without a line feed may be cut short',
      '\u001e12\u001e3',
      [event(0, '12', { complete: false }), event(1, '3', { complete: false })],
    ],
    ['a last object needs no line feed', '\u001e{"a":2}', [event(0, '{"a":2}')]],
    ['a record that is not JSON is incomplete', '\u001eoops\n\u001e1\n', [event(0, 'oops', { complete: false }), event(1, '1')]],
    ['one record is in the end', '\u001e{"a":', [event(0, '{"a":', { complete: false })]],
  ];
  for (const [name, stream, events] of cases) {
    it(name, () => assert.deepEqual(everyWay('json-seq', stream), { events: [...events], comments: [] }));
  }

  it('reports a record at its line feed, before the next separator arrives', () => {
    const events: ParsedEvent[] = [];
    const parser = createStreamParser('json-seq', { event: (e) => events.push(e), comment: () => undefined });
    parser.push(Buffer.from('\u001e{"a":1}\n'));
    assert.deepEqual(events, [event(0, '{"a":1}')]);
  });

  it('one record larger than the limit is an error', () => {
    const parser = createStreamParser('json-seq', { event: () => undefined, comment: () => undefined }, 10);
    parser.push(Buffer.from('\u001e1\n\u001e{"a":'));
    assert.throws(
      () => parser.push(Buffer.from('"6789"')),
      (e) => isReqError(e) && e.kind === 'limit',
    );
  });
});
