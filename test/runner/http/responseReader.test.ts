import assert from 'node:assert/strict';
import { isReqError } from '../../../src/base/reqError.ts';
import type { ResponseHead } from '../../../src/runner/ports/events.ts';
import { MalformedResponse } from '../../../src/runner/http/http1/malformedResponse.ts';
import { ResponseReader } from '../../../src/runner/http/http1/responseReader.ts';

/** The events of a reader in order, with the body's bytes as one text. */
function read(chunks: readonly Buffer[], isHead = false): unknown {
  const reported: unknown[] = [];
  let body = '';
  const reader = new ResponseReader();
  const brief = ({ status, statusText, httpVersion, headers }: ResponseHead): unknown => [status, statusText, httpVersion, headers];
  reader.expect(
    {
      informational: (head) => reported.push(brief(head)),
      head: (head, size) => reported.push([...(brief(head) as unknown[]), size]),
      data: (bytes) => (body += bytes.toString('latin1')),
      trailers: (headers) => reported.push({ trailers: headers }),
    },
    isHead,
  );
  let wrong: unknown;
  try {
    for (const chunk of chunks) reader.push(chunk);
  } catch (e) {
    wrong = e instanceof MalformedResponse ? [e.reason, e.byte] : isReqError(e) ? e.message : e;
  }
  return { reported, body, wrong, isDone: reader.isDone, isWhole: reader.end(), received: reader.received, surplus: reader.surplus };
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

const responses: Readonly<Record<string, string>> = {
  'behind informational ones':
    '\r\nHTTP/1.1 100 Go on\r\n\r\nHTTP/1.1 103 \r\nLink: a\r\n\r\nHTTP/1.0 200\r\nA: b\r\nContent-Length: 4\r\n\r\nHTTP',
  'without a length': 'HTTP/1.1 404 Not Found\r\nX: 1\r\n\r\nHTTP/1.1 404 body\r\n\r\n',
  'in chunks':
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n5 ;a="b;c"\r\nhello\r\n00a  \r\n\r\n0\r\n\r\n123\r\n0;last\r\nX-T: 1\r\nx-t:\t2 \r\n\r\n',
  'with lines that end with LF alone': 'HTTP/1.1 200 OK\nX-A: 1\r\nX-B: 2\nContent-Length: 2\n\nok',
  'with folded lines': 'HTTP/1.1 200 OK\r\nX-A: one \r\n two\r\n\t three\r\nX-B:\r\n b\r\nX-C: c\r\n \r\nContent-Length: 0\r\n\r\n',
  'with more than it says': 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokay',
  'with text of other encodings': 'HTTP/1.1 200 Tr\xe8s bien\r\nX-A: caf\xe9\r\nX-B: \xe2\x98\x95\r\nContent-Length: 0\r\n\r\n',
  'of a later HTTP/1': 'HTTP/1.2 200 OK\r\nContent-Length: 0\r\n\r\n',
  'with a wrong size of a chunk': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n',
  'with a wrong header': 'HTTP/1.1 200 OK\r\nX-A: 1\r\nX B: 2\r\n\r\n',
  'with a length that is none': 'HTTP/1.1 200 OK\r\nX-A: 1\r\nContent-Length:  5x\r\n\r\n',
  'with a CR alone at the beginning of a line': 'HTTP/1.1 200 OK\r\n\rX-A: 1\r\n\r\n',
  'with a CR alone in a wrong header': 'HTTP/1.1 200 OK\r\nX B\r: 2\r\n\r\n',
  'with a CR alone before it': '\rHTTP/1.1 200 OK\r\n\r\n',
  'with a CR alone in its first line': 'HTTP/1.1 2\r00 OK\r\n\r\n',
  'that is none': 'SSH-2.0-OpenSSH_9.6\r\n',
};

describe('a response', () => {
  for (const [title, text] of Object.entries(responses)) {
    it(`${title} is read the same at every cut and byte by byte`, () => {
      const whole = bytesOf(text);
      const expected = read([whole]) as { readonly received: number; readonly wrong: unknown };
      for (let i = 1; i < text.length; i++) {
        const cut = read([whole.subarray(0, i), whole.subarray(i)]) as typeof expected;
        assert.deepEqual({ ...cut, received: 0 }, { ...expected, received: 0 }, `cut at ${i}`);
      }
      const bytewise = read(Array.from(text, bytesOf)) as typeof expected;
      assert.deepEqual({ ...bytewise, received: 0 }, { ...expected, received: 0 });
    });
  }

  const reported = (text: string, isHead = false): unknown => read([bytesOf(text)], isHead);

  it('is reported with its informational ones, and the size of its head', () => {
    assert.deepEqual(reported(responses['behind informational ones'] ?? ''), {
      reported: [
        [100, 'Go on', '1.1', []],
        [103, '', '1.1', [['Link', 'a']]],
        [
          200,
          '',
          '1.0',
          [
            ['A', 'b'],
            ['Content-Length', '4'],
          ],
          41,
        ],
      ],
      body: 'HTTP',
      wrong: undefined,
      isDone: true,
      isWhole: true,
      received: 95,
      surplus: 0,
    });
  });

  it('has each folded line joined to its header by a space (RFC 9112 §5.2)', () => {
    const { reported: heads } = reported(responses['with folded lines'] ?? '') as { readonly reported: readonly (readonly unknown[])[] };
    assert.deepEqual(heads[0]?.[3], [
      ['X-A', 'one two three'],
      ['X-B', 'b'],
      ['X-C', 'c'],
      ['Content-Length', '0'],
    ]);
  });

  it('in chunks has its bytes without the framing, and its trailers', () => {
    const { body, reported: all } = reported(responses['in chunks'] ?? '') as {
      readonly body: string;
      readonly reported: readonly unknown[];
    };
    assert.equal(body, 'hello\r\n0\r\n\r\n123');
    assert.deepEqual(all[1], {
      trailers: [
        ['X-T', '1'],
        ['x-t', '2'],
      ],
    });
  });

  it('can have a length of 64 bits, and none beyond', () => {
    const sent = (length: string): unknown => reported(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\nok`);
    assert.deepEqual((sent('0018446744073709551615') as { readonly wrong: unknown }).wrong, undefined);
    assert.deepEqual((sent('18446744073709551616') as { readonly wrong: unknown }).wrong, ['its Content-Length is beyond 64 bits', 34]);
  });

  it('with endless lines or sizes is an error', () => {
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
    for (const [text, message] of [
      [`HTTP/1.1 200 ${'x'.repeat(70_000)}`, 'The first line of the response has no end.'],
      ['\r\n'.repeat(40_000), 'The first line of the response has no end.'],
      [`HTTP/1.1 200 OK\r\n${'x'.repeat(300_000)}`, 'The headers of the response are larger than 256 KB.'],
      [`${head}0\r\n${'X-A: 1\r\n'.repeat(40_000)}`, 'The trailers of the response are larger than 256 KB.'],
      [`${head}5;${'x'.repeat(33_000)}`, 'The size of a chunk and its extensions are longer than 32 KB.'],
      [`${head}${'0'.repeat(33_000)}`, 'The size of a chunk and its extensions are longer than 32 KB.'],
      [`${head}1${' '.repeat(33_000)}`, 'The size of a chunk and its extensions are longer than 32 KB.'],
      [`${head}${`1;${'x'.repeat(100)}\r\ny\r\n`.repeat(1000)}`, 'The chunk extensions of the response are far larger than its content.'],
    ] as const)
      assert.equal((reported(text) as { readonly wrong: unknown }).wrong, message);
  });

  it('is read no further once it is stopped', () => {
    const reader = new ResponseReader();
    let count = 0;
    const stop = (): void => {
      count++;
      reader.stop();
    };
    for (const text of [
      'HTTP/1.1 103 Early\r\n\r\n'.repeat(5),
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n1\r\nb\r\n',
    ]) {
      reader.expect({ informational: stop, head: () => undefined, data: stop, trailers: stop }, false);
      reader.push(bytesOf(text));
    }
    assert.equal(count, 2);
  });
});
