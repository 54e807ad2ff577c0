import assert from 'node:assert/strict';
import { secretsIn } from '../../../../src/language/features/diagnostics/possibleSecret.ts';
import { parse } from '../../../../src/language/index.ts';
import { quickFixes } from '../../../../src/language/onDemand.ts';
import { growsLinearly } from '../../../support/growsLinearly.ts';
import { inspect } from '../../../support/inspect.ts';

// Put together here, so that no scanner takes this file for what it tests.
const random = 'k2J9fQ7LmZ4xW8vT1rYcB6nH3dP5sG0uXeAi';
const jwt = ['eyJ' + random.slice(0, 20), 'eyJ' + random.slice(4, 30), random].join('.');
const tokens: readonly (readonly [string, string])[] = [
  ['an AWS access key', ['AKIA', 'Q3EGRIZ7WPLX2N5T'].join('')],
  ['a GitHub token', 'ghp_' + random],
  ['a GitHub token', 'github_pat_' + random],
  ['a GitLab token', 'glpat-' + random.slice(0, 20)],
  ['a Slack token', 'xoxb-' + random],
  ['a Stripe key', 'sk_live_' + random.slice(0, 24)],
  ['an Anthropic key', 'sk-ant-' + random],
  ['an OpenAI key', 'sk-proj-' + random],
  ['a Google API key', 'AIza' + random.slice(0, 35)],
  ['a JSON Web Token', jwt],
];

const found = async (text: string): Promise<readonly string[]> =>
  (await inspect(text))
    .said()
    .filter((s) => s.startsWith('possible-secret'))
    .map((s) => JSON.parse(s.slice('possible-secret warning '.length)) as string);

describe('credentials in a file', () => {
  for (const [what, token] of tokens) {
    it(`are reported at every place: ${what}`, async () => {
      for (const text of [
        `@x = ${token}\nGET http://h/{{x}}`,
        `GET http://h/?x=${token}`,
        `GET http://h\nAuthorization: Bearer ${token}`,
        `POST http://h\n\n{"x": "${token}"}`,
        `# ${token}\nGET http://h`,
        `GET http://h\n\n> {% f("${token}") %}`,
      ]) {
        const r = await inspect(text);
        const d = r.diagnostics().find((x) => x.id === 'possible-secret');
        assert.equal(text.slice(d?.range.start, d?.range.end), token, text);
        assert.equal(d?.severity, 'warning');
        assert.ok(!d?.message.includes(token));
        assert.ok(d?.message.includes(`${what},`), d?.message);
        assert.equal(r.diagnostics().filter((x) => x.id === 'possible-secret').length, 1);
      }
    });
  }

  it('are reported by the names of their places', async () => {
    const secret = random.slice(0, 20);
    assert.deepEqual(await found(`@password = Kx9!vQ2z\n@clientSecret = ${secret}\nGET http://h/{{password}}{{clientSecret}}`), [
      'Kx9!vQ2z',
      secret,
    ]);
    assert.deepEqual(await found(`GET http://h\nAuthorization: Token ${secret}\nX-Api-Key: ${secret}`), [secret, secret]);
    assert.deepEqual(await found(`GET http://h/?a=1\n    &api_key=${secret}&b=2`), [secret]);
    assert.deepEqual(await found(`GET http://h\nAuthorization: Basic ${btoa('ada:Kx9!vQ2z')}`), [btoa('ada:Kx9!vQ2z')]);
    assert.deepEqual(await found('POST http://h\nContent-Type: text/plain\n\n-----BEGIN RSA PRIVATE KEY-----\nMII'), [
      '-----BEGIN RSA PRIVATE KEY-----',
    ]);
  });

  for (const text of [
    '@password = changeme\n@token = test\n@apiKey = <token>\n@secret = your-secret-here-123',
    '@password = password123\n@token = xxxxxxxxxxxxxxxx1\n@tokenUrl = https://h/oauth2/token\n@tokenPath = /oauth2/v1/token',
    '@token = {{$secret.TOKEN}}\n@apiKey = {{key}}x9',
    '@token = ab1ab1ab1ab1ab1ab1ab1\n@password = user1234\n@id = k2J9fQ7LmZ4xW8vT1rYc',
    'GET http://h\nAuthorization: Bearer {{token}}\nX-Api-Key: {{key}}',
    `GET http://h\nAuthorization: Basic ${btoa('admin:admin123')}`,
    `GET http://h\nAuthorization: Basic ${btoa('ada:k2J9f')}`,
    'GET http://h\nAuthorization: Bearer example-token-1234567890',
    'GET http://h\nIdempotency-Key: k2J9fQ7LmZ4xW8vT1rYc\nETag: "k2J9fQ7LmZ4xW8vT1rYc"',
    'GET http://h/?token=abc&key=1234567890123456789',
    'GET http://h/\nX: AKIAIOSFODNN7EXAMPLE sk_test_k2J9fQ7LmZ4xW8vT1rYc sk-task-list-of-mine-and-yours',
    'GET http://h/risk-k2J9fQ7LmZ4xW8vT1rYcB6nH',
    `GET http://h\nAuthorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N`,
  ])
    it(`are not reported in examples and names: ${JSON.stringify(text.slice(0, 60))}`, async () => assert.deepEqual(await found(text), []));

  it('in a script or of several lines cannot be moved', async () => {
    for (const text of [
      `GET http://h\n\n> {% f("ghp_${random}") %}`,
      'POST http://h\nContent-Type: a/b\n\n-----BEGIN PRIVATE KEY-----\nMII',
    ]) {
      const { view } = await inspect(text);
      assert.deepEqual(
        quickFixes(view, { start: 0, end: text.length }).filter((a) => a.mends?.id === 'possible-secret'),
        [],
      );
    }
  });

  it('are complete after a move, and no longer in the file', async () => {
    const text = `@github = ghp_${random}\nGET http://h/{{github}}`;
    const { view } = await inspect(text);
    const [action] = quickFixes(view, { start: 12, end: 12 });
    assert.deepEqual(action?.command, { kind: 'keep-secret', name: 'github', value: `ghp_${random}` });
    assert.ok(!JSON.stringify(action.edits).includes(random));
    assert.ok(!action.title.includes(random));
  });

  for (const piece of ['eyJ', 'eyJaaaaaaaa.', 'sk-', 'AKIA', '-----BEGIN A ', '&key=', 'xoxb-a', `ghp_${random} `, 'SG.a'])
    it(`are looked for in linear time: ${piece}`, () =>
      growsLinearly(
        (n) => `GET http://h/?${piece.repeat(n)}\n\n${piece.repeat(n)}`,
        (text) => {
          const tree = parse(text);
          for (const block of tree.blocks) secretsIn(tree, block);
        },
        2 * piece.length,
      ));
});
