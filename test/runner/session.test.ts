import assert from 'node:assert/strict';
import { memoryExchanges, type FinishedExchange } from '../../src/runner/run/exchange/exchangesOfSession.ts';

const mebibyte = 1024 * 1024;

function exchange(size: number, isFiled: boolean, released: () => void): FinishedExchange {
  return {
    time: 0,
    hides: () => [],
    taint: { env: [], files: [] },
    isPartial: false,
    request: { method: 'GET', url: 'http://localhost/', headers: [], body: '' },
    response: { status: 200, statusText: 'OK', headers: [] },
    body: { size, isFiled, read: () => ({ text: 'kept', isBinary: false }), release: released },
  };
}

describe('the exchanges of a session', () => {
  it('give no body whose bytes are no text, but JSON with a wrong byte', () => {
    const exchanges = memoryExchanges();
    const membersOf = (text: string): readonly string[] => {
      const body = { size: 1, isFiled: false, read: () => ({ text, isBinary: true }), release: () => {} };
      exchanges.keep('a', { ...exchange(1, false, () => {}), body });
      return [...((exchanges.find('a') as ReadonlyMap<string, unknown>).get('response') as ReadonlyMap<string, unknown>).keys()];
    };
    assert.deepEqual(membersOf('\ufffdPNG'), ['status', 'statusText', 'headers']);
    assert.deepEqual(membersOf('{"a": "\ufffd"}'), ['status', 'statusText', 'headers', 'body', 'text']);
  });

  for (const [what, size, isFiled, most] of [
    ['in memory', mebibyte, false, 64],
    ['in files', 2 * mebibyte, true, 200],
  ] as const) {
    it(`keep no more bodies ${what} than there is room for, and give up the oldest that nobody has read`, () => {
      const exchanges = memoryExchanges();
      const released: string[] = [];
      const keep = (name: string): void =>
        exchanges.keep(
          name,
          exchange(size, isFiled, () => released.push(name)),
        );
      const bodyOf = (name: string): unknown => {
        const response = (exchanges.find(name) as ReadonlyMap<string, unknown>).get('response');
        return (response as ReadonlyMap<string, unknown>).get('body');
      };
      for (let i = 0; i < most; i++) keep(String(i));
      assert.deepEqual(released, []);
      assert.equal(bodyOf('0'), 'kept');
      assert.deepEqual(released, ['0'], 'what has been read needs its bytes no more');
      keep('more');
      keep('and more');
      assert.deepEqual(released, ['0', '1']);
      assert.equal(bodyOf('0'), 'kept');
      assert.equal(bodyOf('1'), undefined);
      assert.equal(bodyOf('2'), 'kept');
      keep('3');
      assert.deepEqual(released, ['0', '1', '2', '3'], 'one that came again takes the place of the one before');
    });
  }
});
