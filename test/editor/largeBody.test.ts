import assert from 'node:assert/strict';
import { createFinder } from '../../src/base/masks/mask.ts';
import { BodyText } from '../../src/response/bodyText/responseText.ts';
import { maskedLines, type Hiding } from '../../src/response/record/hiding.ts';
import { LineIndex } from '../../src/response/bodyText/lineIndex.ts';
import { KeptBody } from '../../src/runner/http/exchange/keptBody.ts';

const kept: KeptBody[] = [];

function bodyOf(pieces: Iterable<Uint8Array>): { readonly body: KeptBody; readonly index: LineIndex } {
  const body = new KeptBody();
  kept.push(body);
  const index = new LineIndex();
  for (const piece of pieces) {
    body.push(piece);
    index.push(piece);
  }
  return { body, index };
}

function* cut(bytes: Uint8Array, length: number): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

const hiding = (...secrets: string[]): Hiding => ({
  mask: (t) => t,
  find: createFinder(secrets),
  secretsMet: () => secrets.length,
});
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('a body of any size, by its lines', () => {
  afterEach(() => {
    for (const body of kept.splice(0)) body.release();
  });

  const long = 'x'.repeat(2_700_000);
  for (const [what, text] of [
    ['no line', ''],
    ['one line', 'a'],
    ['lines that end with LF', 'a\nb\n\nc\n'],
    ['lines that end with CR LF', 'a\r\nb\r\n\r\nc'],
    ['more lines than are marked', Array.from({ length: 20_000 }, (_, i) => `${i}`).join('\n')],
    ['long lines among short ones', ['a', long, 'b', `${long}y`, 'c', 'd', long].join('\n')],
    ['long lines that end the body', `a\n${long}\n`],
    ['lines of the length between two marks', ['z'.repeat(256 * 1024 - 1), 'b', 'z'.repeat(256 * 1024), 'c'].join('\n')],
    ['empty lines alone', '\n'.repeat(10_000)],
  ] as const) {
    it(`finds any of ${what}`, () => {
      const lines = text.split(/\r?\n/);
      const { body, index } = bodyOf(cut(Buffer.from(text), 65_537));
      assert.equal(index.count, lines.length);
      const most = 1000;
      const starts = new Set([0, 1, 2, 3, 4095, 4096, 4097, lines.length - 2, lines.length - 1, lines.length]);
      for (const start of starts) {
        if (start < 0) continue;
        const found = index.read(body, start, 4, most);
        assert.deepEqual(
          found.map((f) => [decode(f.bytes), f.more]),
          lines.slice(start, start + 4).map((line) => [line.slice(0, most), Math.max(0, line.length - most)]),
          `from ${start}`,
        );
      }
    });
  }

  it('is shown page by page if it is too large for one text, without secrets, and reports the omitted part', () => {
    const line = Buffer.from(`${'0123456789'.repeat(10)}\n`);
    const many = Buffer.concat(Array.from({ length: 10_000 }, () => line));
    function* pieces(): Iterable<Uint8Array> {
      yield Buffer.from('first\nof two\n');
      for (let i = 0; i < 270; i++) yield many;
      yield Buffer.from(`hush and ha\nlf\n${'y'.repeat(50_000)}`);
    }
    const { body, index } = bodyOf(pieces());
    const text = new BodyText(body, index, 'text/plain', decode, hiding('hush', 'ha\nlf'));
    assert.deepEqual([text.isHuge, text.view, text.count('raw')], [true, 'text', 2_700_005]);
    assert.deepEqual(text.lines('raw', 0, 3), ['first', 'of two', '0123456789'.repeat(10)]);
    const [secret, half, cutOff = '', ...more] = text.lines('raw', 2_700_002, 9);
    assert.deepEqual([secret, half, more], ['••• and •••', '•••', []]);
    assert.equal(cutOff, `${'y'.repeat(20_000)} … 30000 more bytes`);
    assert.deepEqual(text.lines('raw', 2_700_003, 1), ['•••']);
  });

  it('that is JSON is shown as received, and reports this', () => {
    function* pieces(): Iterable<Uint8Array> {
      yield Buffer.from('["');
      for (let i = 0; i < 257; i++) yield Buffer.alloc(1024 * 1024, 'j');
      yield Buffer.from('"]');
    }
    const { body, index } = bodyOf(pieces());
    const text = new BodyText(body, index, 'application/json', decode, hiding());
    assert.deepEqual([text.view, text.modes, text.isHuge, text.count('raw')], ['json', ['raw'], true, 1]);
    assert.match(text.note ?? '', /as received/);
    const [line = ''] = text.lines('raw', 0, 1);
    assert.match(line, /^\["j+ … \d+ more bytes$/);
    assert.equal(Number(/(\d+) more/.exec(line)?.[1]), body.size - 20_000);
  });

  it('that is bytes is read only where it is looked at', () => {
    function* pieces(): Iterable<Uint8Array> {
      for (let i = 0; i < 65; i++) yield Buffer.alloc(1024 * 1024, i);
    }
    const { body, index } = bodyOf(pieces());
    const text = new BodyText(body, index, 'application/octet-stream', decode, hiding());
    assert.deepEqual([text.view, text.count('hex')], ['hex', (65 * 1024 * 1024) / 16]);
    assert.match(text.lines('hex', 65_536 * 64, 1)[0] ?? '', /^04000000 {2}40 40 40/);
  });
});

describe('lines that are masked', () => {
  it('stay as many as they are', () => {
    const find = createFinder(['one\ntwo\nthree']);
    assert.deepEqual(maskedLines(['a one', 'two', 'three b', 'two'], find), ['a •••', '•••', '••• b', 'two']);
  });
});
