import assert from 'node:assert/strict';
import { CookieJars } from '../../../src/runner/cookies/cookieJars.ts';
import { until } from '../../support/until.ts';
import type { CookieStore } from '../../../src/runner/cookies/cookieTypes.ts';

/** A store that writes only when the test resolves it. */
function slowStore(): CookieStore & { readonly reported: (readonly [string, string | undefined])[]; readonly let: () => void } {
  const waiting: (() => void)[] = [];
  const reported: (readonly [string, string | undefined])[] = [];
  return {
    reported,
    get: async () => undefined,
    set: (key, text) =>
      new Promise((resolve) => {
        waiting.push(() => {
          reported.push([key, text]);
          resolve();
        });
      }),
    let: () => waiting.shift()?.(),
  };
}

const none = (): readonly string[] => [];
const url = 'https://h.example/';
const setting = (...cookies: readonly string[]) => cookies.map((cookie) => ['set-cookie', `${cookie}; Max-Age=1000`] as const);

describe('the cookies of several collections', () => {
  const atOnce: CookieStore = { get: async () => undefined, set: async () => {} };

  it('never meet, nor do those of two environments of one', async () => {
    const jars = new CookieJars(atOnce);
    await jars.of('/a', 'dev').take(url, setting('k=v'), none);
    for (const [root, environment] of [
      ['/a', undefined],
      ['/a', 'prod'],
      ['/b', 'dev'],
      ['/a","dev', undefined],
    ] as const)
      assert.deepEqual(await jars.of(root, environment).all(), []);
    assert.equal((await jars.of('/a', 'dev').sentTo(url)).length, 1);
  });

  it('are kept without anybody waiting for the store, the newest last', async () => {
    const store = slowStore();
    const jar = new CookieJars(store).of('/a', undefined);
    for (const cookie of ['k=1', 'k=2', 'k=3']) assert.deepEqual(await jar.take(url, setting(cookie), none), []);
    assert.deepEqual(store.reported, []);
    await until('all is kept', () => {
      store.let();
      return store.reported.length === 3;
    });
    await jar.saved();
    assert.equal((JSON.parse(store.reported.at(-1)?.[1] ?? '') as { value: string }[])[0]?.value, '3');
  });

  it('of two windows that write the same store meet: of each cookie the newest write stays', async () => {
    let kept: string | undefined;
    const store: CookieStore = { get: async () => kept, set: async (_key, text) => void (kept = text) };
    const [one, other] = [new CookieJars(store).of('/a', undefined), new CookieJars(store).of('/a', undefined)];
    const values = async (jar: typeof one): Promise<string> =>
      (await jar.all())
        .map(({ name, value }) => `${name}=${value}`)
        .toSorted()
        .join(' ');
    const take = async (jar: typeof one, ...cookies: readonly string[]): Promise<void> => {
      await jar.take(url, setting(...cookies), none);
      await jar.saved();
    };
    await take(one, 'a=1', 'b=1', 'c=1');
    assert.equal(await values(other), 'a=1 b=1 c=1');
    await take(one, 'a=2', 'd=1');
    await one.delete((await one.all()).filter(({ name }) => name === 'c'));
    await take(other, 'b=2');
    assert.equal(await values(other), 'a=2 b=2 d=1');
    await take(one, 'b=3');
    assert.equal(await values(one), 'a=2 b=3 d=1');
    assert.deepEqual(
      (JSON.parse(kept ?? '') as { name: string; value: string }[]).map(({ name, value }) => `${name}=${value}`).toSorted(),
      ['a=2', 'b=3', 'd=1'],
    );
  });

  it('are not saved again without a change', async () => {
    let times = 0;
    const jar = new CookieJars({ ...atOnce, set: async () => void times++ }).of('/a', undefined);
    const [cookie] = await jar.take(url, setting('k=v'), none).then(() => jar.all());
    assert.ok(cookie !== undefined);
    await jar.put([cookie]);
    await jar.take(url, [['Set-Cookie', 'session=1']], none);
    await jar.saved();
    assert.equal(times, 1);
  });

  it('are kept up to a megabyte, the newest of them', async () => {
    let kept = '';
    const jar = new CookieJars({ ...atOnce, set: async (_key, text) => void (kept = text ?? '') }).of('/a', undefined);
    await jar.take(url, setting(`k=${'x'.repeat(4000)}`), none);
    const [cookie] = await jar.all();
    assert.ok(cookie !== undefined);
    await jar.put(Array.from({ length: 300 }, (_, i) => ({ ...cookie, domain: `h${i}.example` })));
    await jar.saved();
    assert.ok(kept.length < 1_100_000);
    const domains = (JSON.parse(kept) as { domain: string }[]).map((c) => c.domain);
    assert.deepEqual([domains.at(-1), domains.includes('h0.example')], ['h299.example', false]);
    assert.equal((await jar.all()).length, 301);
  });

  it('lose one of a name, that of the longest path, or all that a URL is sent', async () => {
    const jar = new CookieJars(atOnce).of('/a', undefined);
    await jar.take(`${url}a/b`, setting('k=1; Path=/', 'k=2; Path=/a', 'k=3; Path=/other', 'j=4; Path=/'), none);
    const all = async (): Promise<readonly string[]> => (await jar.all()).map((c) => `${c.name}=${c.value}`);
    await jar.remove(`${url}a`, 'k');
    assert.deepEqual(await all(), ['k=1', 'k=3', 'j=4']);
    await jar.remove(`${url}a/b`);
    assert.deepEqual(await all(), ['k=3']);
  });

  it('read no rules where there was never a cookie', async () => {
    let asked = 0;
    const jar = new CookieJars({ ...atOnce, get: async () => void asked++ }).of('/a', undefined);
    assert.deepEqual([await jar.sentTo(url), await jar.all(), await jar.take(url, [['X-A', 'b']], none)], [[], [], []]);
    assert.equal(asked, 1);
  });
});
