import assert from 'node:assert/strict';
import { ReqError } from '../../../src/base/reqError.ts';
import { createZstdDecoder } from '../../../src/runner/http/coding/zstd.ts';
import { until } from '../../support/until.ts';

/** Output of `zstd -19` for the text of `words()`. */
const compressed = Buffer.from(
  'KLUv/WRoCTUXAPIMIhWgqQNA7/z296/JPFV5UhjZZLb/Owi6qd6XmHzbtnuWkRc4feaKe9rYl56OuhFwtXX2RlzsvVe/Q4qaTzJbplmfRCu+1HT7PUZ3yGj4' +
    'x/wx11a9nfUM7c4TamodSQxiUVAdc9RJ4PZTQlR+ABxvlFd/QkMq/WSgoHhfUb6o/EExvs4nVPnH8UKBZKhhZiX1SXMxCAHEgRxj7SEIzRask7QwHCQkP4XL' +
    'pCTA0s0YCSgwMsD/tdPte8jckwgkbOKaIqqHdF3jTZAd9BpJOkyQPla0AXQOuGYUl/YFrWLDWOwPKDTURksHiL1Bk+EPkLPpaZ1kJAKVpB0LIKOK8tfn1FAl' +
    'haZ61Tn2v0BJHAUUF5frozh99Uejs0XCMn+Hnfo243LdmrAJoNvBodl8CwJen1GIPTNjUJd30w2qI4DOCy9JWlZSAG7Fhs0cL+rdPCBIWeXLkKT/9+OCSN6c' +
    'igaWAXkEZWNM+4feqY71czTDKGyiBiWkHkTIbfKgz9Vm9L1Ufb/ueRFVeqUe94Q294Wzu1EkVkj8q7CoaWQaXifIMioDgiTndStGjIIdCQ5RpTZ//4ZIhxxK' +
    'lgDkMp1lWztrGWes0KdEp6nTzVWXKqaeiRWmC3ESXrqnvFaxRcXeVCXcM6zhBotAVkepnp7XhUZEg4u6d+6SpPU49Z49BnuSsYQLyk0ojTtg7fEcM3M3OMEs' +
    'HyU56wVj/PzT9EccBJ19MUGZZFXw6PyC//AQLIbHGybC5Y2JjZ+X1vzrL8fpVJ4KtmC7641dALqknCxkT2fadDzx087csv2nHj0SgKIZjuMirxazsOOchz5w' +
    'nxcrVdEHRH5jARy8QGGdMFgGPBopLeZCaQetuDfIvSyDvG915MKLXWaZr25mMxfQNlwUDjz9GxiM80l9G39dGYiWI1pOkFn1PMwMTrppxhdP+LZXRBAPhROS' +
    'mmyQ8A7LPqfCX4I7dzLRsCk5HyYRH61QEdqfhNXCGKqeVTXY',
  'base64',
);

/** The same text in every run. */
function words(): string {
  const all = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu'.split(' ');
  let state = 1;
  const below = (end: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
  return Array.from({ length: 400 }, () => `${all[below(12)]}${below(10)}`).join(' ');
}

const frame = (...bytes: number[]): Buffer => Buffer.from([0x28, 0xb5, 0x2f, 0xfd, ...bytes]);
/** A block of the same byte: RFC 8878 §3.1.1.2.2. */
function repeated(byte: number, times: number, isLast: boolean): number[] {
  const header = (times << 3) | 2 | (isLast ? 1 : 0);
  return [header & 0xff, (header >> 8) & 0xff, header >> 16, byte];
}
/** With a window of 128 KB. */
const window128 = [0, 7 << 3];

function decode(...pieces: readonly Buffer[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const decoder = createZstdDecoder();
    const out: Buffer[] = [];
    decoder.on('data', (piece: Buffer) => out.push(piece));
    decoder.on('end', () => resolve(Buffer.concat(out).toString()));
    decoder.on('error', reject);
    for (const piece of pieces) decoder.write(piece);
    decoder.end();
  });
}

const cut = (bytes: Buffer, every: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / every) }, (_, i) => bytes.subarray(i * every, (i + 1) * every));

describe('zstd', () => {
  it('is decoded in pieces of any size', async () => {
    for (const every of [1, 3, 17, 255, 256, 257, compressed.length])
      assert.equal(await decode(...cut(compressed, every)), words(), `${every}`);
  });

  it('is decoded frame after frame, short ones and those that are to be skipped too', async () => {
    const skipped = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2]);
    const short = frame(...window128, ...repeated(0x61, 3, true));
    for (const every of [1, 4, 100]) assert.equal(await decode(...cut(Buffer.concat([short, skipped, skipped, short]), every)), 'aaaaaa');
    assert.equal(await decode(), '');
  });

  it('returns each block as it arrives', async () => {
    const decoder = createZstdDecoder();
    let out = '';
    decoder.on('data', (piece: Buffer) => (out += piece.toString()));
    for (const byte of [0x61, 0x62, 0x63]) {
      if (byte === 0x61)
        decoder.write(frame(...window128, ...repeated(byte, 20, false), ...repeated(byte, 20, false), ...repeated(byte, 20, false)));
      else decoder.write(Buffer.from(repeated(byte, 20, false)));
      await until('the block is there', () => out.endsWith(String.fromCharCode(byte)));
    }
    decoder.destroy();
  });

  it('that ends early has the error of zlib', async () => {
    for (let length = 1; length < compressed.length; length += 13)
      await assert.rejects(decode(compressed.subarray(0, length)), { code: 'Z_BUF_ERROR' }, String(length));
  });

  const wrong: readonly (readonly [title: string, bytes: Buffer, kind: string | undefined])[] = [
    ['plain text', Buffer.from('{"plain": "text"}'), undefined],
    ['a reserved bit', frame(8, 0), undefined],
    ['a reserved type of block', frame(...window128, 7, 0, 0, 0), undefined],
    ['a block larger than any', frame(...window128, ...repeated(0, 200_000, true)), undefined],
    ['a window of two terabytes', frame(0, 0xff), 'limit'],
    ['a content of 4 GB at once', frame(0xa0, 0xff, 0xff, 0xff, 0xff), 'limit'],
    ['a dictionary', frame(1, 7 << 3, 5), 'protocol'],
  ];
  for (const [title, bytes, kind] of wrong) {
    it(`with ${title} is an error`, async () => {
      await assert.rejects(decode(bytes, Buffer.alloc(40)), (e: Error) => (e instanceof ReqError ? e.kind : undefined) === kind);
    });
  }

  it('with very large output waits for its reader, and stops when it is destroyed', async () => {
    const bomb = Buffer.concat([
      frame(...window128),
      Buffer.from(Array.from({ length: 100_000 }, () => repeated(0, 131_072, false)).flat()),
    ]);
    const decoder = createZstdDecoder();
    decoder.write(bomb);
    await until('it waits', () => decoder.readableLength > 1024 * 1024);
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    assert.ok(decoder.readableLength < 32 * 1024 * 1024, String(decoder.readableLength));
    decoder.destroy();
  });
});
