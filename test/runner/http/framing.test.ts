import assert from 'node:assert/strict';
import type { Header } from '../../../src/language/index.ts';
import { framingOf, type ResponseFraming } from '../../../src/runner/http/http1/responseFraming.ts';

const framed = (headers: readonly Header[], { version = '1.1', status = 200, bodiless = false } = {}): ResponseFraming =>
  framingOf({ version, status, statusText: '' }, headers, bodiless, 0);
const length: Header = ['Content-Length', '2'];

describe('a connection after a response', () => {
  for (const [title, headers, facts, persistent] of [
    ['stays', [length], {}, true],
    ['stays after chunks', [['Transfer-Encoding', 'gzip, Chunked']], {}, true],
    ['ends where it says close, in any case and among others', [length, ['connection', 'x, Close']], {}, false],
    ['stays where a word only begins with close', [length, ['Connection', 'closer']], {}, true],
    ['ends with HTTP/1.0', [length], { version: '1.0' }, false],
    ['stays with HTTP/1.0 where it says keep-alive', [length, ['Connection', 'Keep-Alive']], { version: '1.0' }, true],
    ['ends with a body that only its end delimits', [], {}, false],
    ['stays after one without a body', [], { status: 304, bodiless: true }, true],
    ['ends after a 304 that speaks of a body, which may follow', [length], { status: 304, bodiless: true }, false],
    ['ends after a response to HEAD, whose body may follow', [length], { bodiless: true }, false],
    ['ends after a response to HEAD that does not say how long its body is', [], { bodiless: true }, false],
    ['stays after a response to HEAD that says that its body is empty', [['Content-Length', '0']], { bodiless: true }, true],
    ['ends after a 204 with chunks', [['Transfer-Encoding', 'chunked']], { status: 204, bodiless: true }, false],
    ['ends after a 204 that speaks of a body, which may follow', [length], { status: 204, bodiless: true }, false],
  ] as const)
    it(title, () => assert.equal(framed(headers, facts).persistent, persistent));

  it('counts a body by a repeated length if all are the same', () => {
    assert.equal(framed([length, ['content-length', '2']]).body, 2);
    assert.equal(framed([['Content-Length', '2, 2']]).body, 2);
    assert.throws(() => framed([length, ['Content-Length', '02']]), /its Content-Length values differ/);
    assert.throws(() => framed([['Content-Length', '2,']]), /its Content-Length values differ/);
  });

  it('is kept for the time of the server, and for ten minutes at most', () => {
    assert.equal(framed([length]).keptMs, undefined);
    assert.equal(framed([length, ['Keep-Alive', 'max=3, timeout=5']]).keptMs, 5000);
    assert.equal(framed([length, ['Keep-Alive', 'timeout=999999999']]).keptMs, 600_000);
    assert.equal(framed([length, ['Keep-Alive', 'timeout=soon']]).keptMs, undefined);
  });
});
