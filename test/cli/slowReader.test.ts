import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { followedBy } from '../../src/cli/output/slowReader.ts';
import { KeptBody } from '../../src/runner/index.ts';

/** A stream that consumes a piece only when the test calls for it. */
class Slow extends Writable {
  readonly hash = createHash('sha256');
  #take: (() => void) | undefined;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#take = () => {
      this.hash.update(chunk);
      done();
    };
  }

  takeOne(): boolean {
    const take = this.#take;
    this.#take = undefined;
    take?.();
    return take !== undefined;
  }

  /** Consumes everything, in turns of the event loop. */
  async takeAll(until: Promise<void>): Promise<void> {
    const end = { came: false };
    void until.then(() => (end.came = true));
    while (this.takeOne() || !end.came || this.writableLength > 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

const piece = (i: number): Buffer => Buffer.alloc(100_000, `${i} `);

describe('output that is read slowly', () => {
  for (const [what, count, full] of [
    ['that waits in memory', 10, false],
    ['that waits in a file', 300, false],
    ['that waits though the disk is full', 300, true],
  ] as const) {
    it(`arrives whole and in order: one ${what}`, async () => {
      const slow = new Slow();
      const bodies: KeptBody[] = [];
      const following = followedBy(slow, () => {
        const body = full ? new KeptBody(2_345_678) : new KeptBody();
        bodies.push(body);
        return body;
      });
      const expected = createHash('sha256');
      for (let i = 0; i < count; i++) {
        following.write(i % 2 === 0 ? piece(i) : piece(i).toString());
        expected.update(piece(i));
        // Some of it is taken meanwhile.
        if (i % 10 === 0 && slow.takeOne()) await new Promise((resolve) => setImmediate(resolve));
        assert.ok(slow.writableLength < 6 * 1024 * 1024, `${slow.writableLength}`);
      }
      await slow.takeAll(following.flushed());
      assert.equal(slow.hash.digest('hex'), expected.digest('hex'));
      assert.equal(bodies.length > 0, count > 100);
      for (const body of bodies) assert.equal(body.size, 0);
    });
  }

  it('goes straight on once the reader has caught up', async () => {
    const slow = new Slow();
    let spooled = 0;
    const following = followedBy(slow, () => {
      spooled++;
      return new KeptBody();
    });
    for (const round of [1, 2]) {
      for (let i = 0; i < 100; i++) following.write(piece(i));
      assert.equal(spooled, round);
      await slow.takeAll(following.flushed());
      following.write('x');
      assert.equal(spooled, round);
      await slow.takeAll(following.flushed());
    }
  });
});
