import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Permissions } from '../../src/editor/sending/permissions.ts';
import type { Destination } from '../../src/runner/index.ts';
import { memento } from './memento.ts';

const to = (host: string, more: Partial<Destination> = {}): Destination => ({ host, shown: host, ...more });
const proxy = { host: 'proxy.example:3128', shown: 'proxy.example:3128' };
const addresses = [{ host: '203.0.113.7', shown: '203.0.113.7' }];
/** Different routes to one host. Permission for one does not apply to the others. */
const ways: readonly Partial<Destination>[] = [
  {},
  { proxy },
  { addresses },
  { unchecked: true },
  { proxy, addresses, unchecked: true },
  { proxy: { host: 'other.example:3128', shown: 'other.example:3128' } },
];
const outside = '/somewhere/else/data.txt';

describe('a permission of a person', () => {
  let kept: vscode.Memento;
  let asked: string[];
  let says: boolean;
  let permissions: Permissions;

  beforeEach(() => {
    kept = memento();
    asked = [];
    says = true;
    permissions = new Permissions(kept, async ({ message }) => {
      asked.push(message);
      return says;
    });
  });

  const all = (): string => JSON.stringify(kept.keys().map((key) => kept.get(key)));

  it('holds for a value of the environment with its host, proxy, addresses and unchecked certificate alone', async () => {
    for (let again = 0; again < 2; again++)
      for (const way of ways) assert.equal(await permissions.maySendEnvironment(['TOWN'], '/ws', to('api.example', way)), true);
    assert.equal(asked.length, ways.length);
    assert.match(asked[0] ?? '', /to api\.example: TOWN/);
    assert.match(asked[1] ?? '', /api\.example \(through the proxy proxy\.example:3128\)/);
    assert.match(asked[2] ?? '', /at the address 203\.0\.113\.7/);
    assert.match(asked[3] ?? '', /without checking its certificate/);
  });

  it('holds for a body’s file with its receivers alone', async () => {
    for (let again = 0; again < 2; again++)
      for (const way of ways) assert.equal(await permissions.mayRead(outside, '/ws', to('api.example', way)), true);
    assert.equal(asked.length, ways.length);
    assert.match(asked[4] ?? '', /data\.txt.*proxy\.example:3128.*203\.0\.113\.7.*certificate/);
  });

  it('holds, as 2.6.0 kept it, for the plain host and for no other way to it', async () => {
    await kept.update('allowedBodies', [`${outside} api.example:8080`]);
    says = false;
    assert.equal(await permissions.mayRead(outside, '/ws', to('api.example:8080')), true);
    assert.deepEqual(asked, []);
    for (const way of ways.slice(1)) assert.equal(await permissions.mayRead(outside, '/ws', to('api.example:8080', way)), false);
    assert.equal(asked.length, ways.length - 1);
  });

  it('holds for a value by its name in each collection', async () => {
    await permissions.maySendEnvironment(['A', 'B'], '/ws', to('api.example'));
    await permissions.maySendEnvironment(['B'], '/ws', to('api.example'));
    assert.equal(asked.length, 1);
    says = false;
    assert.equal(await permissions.maySendEnvironment(['A', 'C'], '/ws', to('api.example')), false);
    assert.match(asked[1] ?? '', /: C\.$/);
    assert.equal(await permissions.maySendEnvironment(['A'], '/ws/other', to('api.example')), false);
  });

  it('names no host that is a secret', async () => {
    const secret = { host: 'hush-4711.example', shown: '•••' };
    await permissions.maySendEnvironment(['A'], '/ws', secret);
    await permissions.mayRead(outside, '/ws', { ...to('api.example'), proxy: secret });
    await permissions.allowSecrets(['$secret.K'], { root: '/ws', environment: 'dev' }, secret);
    assert.doesNotMatch(all() + asked.join(), /hush/);
    assert.equal(asked.length, 2);
    await permissions.maySendEnvironment(['A'], '/ws', secret);
    assert.equal(asked.length, 2);
  });

  it('is kept with the other if two questions are answered at once', async () => {
    const answers: (() => void)[] = [];
    const both = new Permissions(kept, () => new Promise((resolve) => answers.push(() => resolve(true))));
    const asking = [both.maySendEnvironment(['A'], '/ws', to('a.example')), both.maySendEnvironment(['B'], '/ws', to('b.example'))];
    while (answers.length < 2) await new Promise((resolve) => setImmediate(resolve));
    for (const answer of answers) answer();
    assert.deepEqual(await Promise.all(asking), [true, true]);
    says = false;
    for (const [name, host] of [
      ['A', 'a.example'],
      ['B', 'b.example'],
    ] as const)
      assert.equal(await permissions.maySendEnvironment([name], '/ws', to(host)), true);
    assert.deepEqual(asked, []);
  });

  it('allows agents to send a secret to the permitted receivers', async () => {
    await permissions.allowSecrets(['$secret.K'], { root: '/ws', environment: 'dev' }, to('api.example'));
    assert.deepEqual(permissions.lackingSecrets(['$secret.K', 'k'], { root: '/ws', environment: 'dev' }, to('api.example')), ['k']);
    for (const way of ways.slice(1))
      assert.deepEqual(permissions.lackingSecrets(['$secret.K'], { root: '/ws', environment: 'dev' }, to('api.example', way)), [
        '$secret.K',
      ]);
    for (const of of [
      { root: '/ws/other', environment: 'dev' },
      { root: '/ws', environment: 'live' },
    ])
      assert.deepEqual(permissions.lackingSecrets(['$secret.K'], of, to('api.example')), ['$secret.K']);
  });

  it('is listed with its receivers in words, and forgotten where it is chosen', async () => {
    await permissions.maySendEnvironment(['TOWN'], '/elsewhere', to('api.example', ways[4]));
    await permissions.mayRead(outside, '/ws', { host: 'hush.example', shown: '•••' });
    await permissions.allowSecrets(['$secret.K'], { root: '/elsewhere', environment: undefined }, to('[::1]:8080'));
    const { showQuickPick } = vscode.window;
    const shown: vscode.QuickPickItem[] = [];
    let chosen = -1;
    const window = vscode.window as { showQuickPick: unknown };
    window.showQuickPick = async (items: readonly vscode.QuickPickItem[]) => {
      shown.splice(0, shown.length, ...items);
      return chosen < 0 ? undefined : [items[chosen]];
    };
    try {
      await permissions.forget();
      assert.deepEqual(
        shown.map(({ label, description }) => `${label}: ${description}`),
        [
          `${outside}: may be sent to a host that is a secret`,
          'TOWN: may be sent to api.example (through the proxy proxy.example:3128, at the address 203.0.113.7, without checking its certificate) by requests in /elsewhere',
          '{{$secret.K}}: may be sent to [::1]:8080 by agents with requests in /elsewhere',
        ],
      );
      for (chosen = 2; chosen >= 0; chosen--) await permissions.forget();
    } finally {
      window.showQuickPick = showQuickPick;
    }
    assert.doesNotMatch(all(), /TOWN|data\.txt|secret/);
  });
});
