import assert from 'node:assert/strict';
import { hiddenAt } from '../../src/language/onDemand.ts';
import { valueOf, type ValueText } from '../../src/runner/run/values/valueText.ts';
import { inspect } from '../support/inspect.ts';
import { memoryHost } from '../support/sendRun.ts';

describe('the value that is hidden at the cursor', () => {
  const around = {
    environments: { dev: { plain: 'p', url: 'http://{{key}}/{{$secret.PART}}' } },
    privateEnvironments: { dev: { key: 'private-1', pin: 7 } },
    environment: 'dev',
    variables: { made: 'Bearer made-1' },
    dotenv: { TOKEN: 'dotenv-1' },
    hides: { made: ['made-1'] },
  };

  const at = async (marked: string): Promise<ValueText | undefined> => {
    const { view, offset } = await inspect(marked, around);
    const found = hiddenAt(view, offset);
    const kept = new Map([
      ['KEY', 'kept-1'],
      ['PART', 'kept-2'],
    ]);
    const host = memoryHost(new Map(), {
      env: (name) => (name === 'HOME_TOWN' ? 'Riga' : undefined),
      secret: (name) => Promise.resolve(kept.get(name)),
      ask: () => assert.fail('asked'),
    });
    return found === undefined ? undefined : valueOf(found, view.contextOf(found.block), view.exchanges, host);
  };

  for (const [where, marked, text] of [
    ['a secret', 'GET http://h/{{$secret.K|EY}}', 'kept-1'],
    ['a value of a private environment', 'GET http://h/{{k|ey}}', 'private-1'],
    ['a number', 'GET http://h/{{|pin}}', '7'],
    ['a value made of several', 'GET {{u|rl}}', 'http://private-1/kept-2'],
    ['a filter', 'GET http://h/{{$secret.KEY | ba|se64}}', Buffer.from('kept-1').toString('base64')],
    ['a definition', '# @secret token\n@to|ken = {{$dotenv.TOKEN}}!\nGET http://h/', 'dotenv-1!'],
    ['the second of two definitions', '@a = 1\n@a| = 2\n@a = 3\nGET http://h/', '2'],
    ['# @secret', '# @secret to|ken\n@token = {{$env.HOME_TOWN}}\nGET http://h/', 'Riga'],
    ['a variable that a script made', 'GET http://h/\nX: {{mad|e}}', 'Bearer made-1'],
  ] as const) {
    it(`is that of ${where}`, async () => assert.deepEqual(await at(marked), { ok: true, text }));
  }

  it('is unknown before it was entered, and the user is not asked', async () => {
    for (const marked of [
      'GET http://h/{{$secret.OTH|ER}}',
      'GET http://h/{{?lab|el}}',
      '# @prompt pw\n# @secret p|w\nGET http://h/{{pw}}',
    ])
      assert.equal((await at(marked))?.ok, false, marked);
  });

  it('is none where no value is meant', async () => {
    for (const marked of ['G|ET http://h/', '', '|', '# @secret \n|']) assert.equal(await at(marked), undefined, marked);
  });
});
