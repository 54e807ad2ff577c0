import assert from 'node:assert/strict';
import { inlayHints } from '../../../src/language/onDemand.ts';
import { inspect, type Around } from '../../support/inspect.ts';

async function hints(text: string, around: Around = {}, where: 'everywhere' | 'urls' = 'everywhere'): Promise<readonly string[]> {
  const { view } = await inspect(text, around);
  return inlayHints(view, { start: 0, end: text.length }, where).map((h) => `${text.slice(0, h.offset).split('{{').at(-1)} ${h.text}`);
}

describe('inlay hints', () => {
  it('show the value behind each placeholder, paths and filters included', async () =>
    assert.deepEqual(
      await hints('@host = http://h\nGET {{host}}/{{user.tags[0]}}?q={{n | json}}\nX: {{n}}', {
        variables: { user: { tags: ['a'] }, n: 5 },
      }),
      ['host}} http://h', 'user.tags[0]}} a', 'n | json}} 5', 'n}} 5'],
    ));

  it('are shown in URLs only, if the setting is so', async () =>
    assert.deepEqual(await hints('@a = {{n}}\nGET http://{{n}}\n  ?q={{n}}\nX: {{n}}\n\n{{n}}', { variables: { n: 1 } }, 'urls'), [
      'n}} 1',
      'n}} 1',
    ]));

  it('mask secrets, and values that contain a secret', async () => {
    const around: Around = { privateEnvironments: { dev: { key: 'canary-1' } }, environment: 'dev', variables: { s: 'canary-2' } };
    assert.deepEqual(await hints('# @secret s\n@made = Bearer {{key}}\nGET http://{{key}}/{{$secret.K}}/{{made}}/{{s}}', around), [
      'key}} •••',
      'key}} •••',
      '$secret.K}} •••',
      'made}} Bearer •••',
      's}} •••',
    ]);
  });

  it('mask secrets in a response, also if another request has looked it up before', async () =>
    assert.deepEqual(
      await hints('@t = {{login.response.body}}\n### A\nGET http://h/{{t}}\n### B\nGET http://h/{{t}}\n### login\nGET http://h', {
        exchanges: { login: { response: { body: 'you sent canary-1' } } },
        hides: { login: ['canary-1'] },
      }),
      ['login.response.body}} you sent •••', 't}} you sent •••', 't}} you sent •••'],
    ));

  it('are not there for names without a value, or with a value only at the send', async () =>
    assert.deepEqual(
      await hints('@id = {{$uuid}}\nGET http://{{gone}}/{{$uuid}}/{{id}}/{{?Ask}}/{{$env.HOME}}/{{$timestamp}}', { env: { HOME: '/' } }),
      [],
    ));

  it('are one line, cut, with visible control characters; the tooltip has more', async () => {
    const { view } = await inspect('GET http://{{x}}', { variables: { x: `a\n\u202e${'b'.repeat(100)}` } });
    const [hint] = inlayHints(view, { start: 0, end: 100 }, 'everywhere');
    assert.ok(hint);
    assert.match(hint.text, /^a ⟨U\+202E⟩b+…$/);
    assert.ok(hint.text.length <= 41 && hint.tooltip.length > 100);
  });

  it('are made for the lines asked for alone', async () => {
    const text = 'GET http://{{n}}/1\n###\nGET http://{{n}}/2\n###\nGET http://{{n}}/3\n';
    const { view } = await inspect(text, { variables: { n: 1 } });
    const start = text.indexOf('GET', 5);
    assert.deepEqual(
      inlayHints(view, { start, end: start + 18 }, 'everywhere').map((h) => h.offset),
      [text.indexOf('/2')],
    );
  });
});
