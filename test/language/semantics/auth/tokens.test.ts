import assert from 'node:assert/strict';
import type { WantedToken } from '../../../../src/language/index.ts';
import { completion } from '../../../../src/language/onDemand.ts';
import { parseTemplate } from '../../../../src/language/syntax/template.ts';
import { valueToText } from '../../../../src/base/values/value.ts';
import { inspect, type Around } from '../../../support/inspect.ts';

const security = (fields: Readonly<Record<string, unknown>>): object => ({ Security: { Auth: { 'my id': fields } } });

/** The requested tokens, one per line; a token is `T`. */
function keeping(): { readonly wanted: string[]; readonly tokens: (wanted: WantedToken) => string } {
  const wanted: string[] = [];
  const shown = (w: WantedToken): string =>
    w.kind === 'command'
      ? `${w.argv.join(' ')} (${w.ttlMs}, ${w.file ?? 'own'})`
      : `${w.id} ${w.which}: ${[...w.fields].map(([name, value]) => `${name}=${valueToText(value)}`).join(', ')}`;
  return {
    wanted,
    tokens(w) {
      wanted.push(shown(w));
      return 'T-secret';
    },
  };
}

describe('the placeholder of a token', () => {
  for (const [text, name, args] of [
    ['{{$auth.token("my id")}}', '$auth.token', ['my id']],
    ["{{ $auth.idToken( 'a' ) | base64 }}", '$auth.idToken', ['a']],
  ] as const)
    it(`is read: ${text}`, () => {
      const [part] = parseTemplate(`a${text}`).parts.slice(1);
      assert.ok(part?.kind === 'placeholder' && part.expression.kind === 'dynamic');
      assert.deepEqual([part.expression.name, part.expression.args], [name, args]);
      assert.deepEqual(part.expression.nameRange, { start: 1 + text.indexOf('$'), end: 1 + text.indexOf('(') });
    });

  for (const text of ['{{$auth.token(a)}}', '{{$auth.token("a"}}', '{{$auth.token()}}', '{{$auth.a.b("c")}}', '{{$auth("a")}}'])
    it(`is none, so that nothing is sent: ${text}`, async () =>
      assert.match((await inspect(`GET http://a.b/${text}`)).said().join(), /^unknown-dynamic error/));

  it('is none without the $', () => assert.ok(parseTemplate('{{token("a")}}').parts.every((p) => p.kind === 'text')));

  it('is looked up with the fields of its configuration, and is a secret', async () => {
    const { wanted, tokens } = keeping();
    const environments = { dev: security({ Type: 'OAuth2', 'Client ID': '{{client}}', 'Client Secret': '{{$secret.S}}', PKCE: true }) };
    const around: Around = { environments, environment: 'dev', tokens, secrets: { S: 'shh' } };
    const it = await inspect('@client = c-1\nGET http://a.b/?t={{$auth.token("my id")}}', around);
    assert.equal(it.sent().wireUrl, 'http://a.b/?t=T-secret');
    assert.deepEqual(wanted, ['my id access: Type=OAuth2, Client ID=c-1, Client Secret=shh, PKCE=true']);
    assert.deepEqual(new Set(it.sent().secrets), new Set(['shh', 'T-secret']));
    assert.deepEqual(it.said(), []);
  });

  it('can be used in a variable', async () => {
    const { wanted, tokens } = keeping();
    const around: Around = { environments: { $shared: security({ A: '1' }) }, tokens };
    const it = await inspect('@t = {{$auth.idToken("my id")}}\nGET http://a.b/{{t}}/{{t}}', around);
    assert.equal(it.sent().wireUrl, 'http://a.b/T-secret/T-secret');
    assert.deepEqual(wanted, ['my id id: A=1']);
    assert.ok(it.sent().secrets.includes('T-secret'));
  });

  it('is put together field by field: nearer first, private first, the environment before $shared', async () => {
    const { wanted, tokens } = keeping();
    const around: Around = {
      environments: {
        dev: security({ A: 'dev', B: 'dev' }),
        prod: security({ A: 'prod' }),
        $shared: security({ A: 's', B: 's', C: 's', D: 's' }),
      },
      privateEnvironments: { dev: security({ B: 'private' }) },
      files: { 'sub/http-client.env.json': JSON.stringify({ $shared: security({ C: 'sub' }) }) },
      at: 'sub/a.req',
      environment: 'dev',
      tokens,
    };
    const request = (await inspect('# @auth oauth2 "my id"\nGET http://a.b/', around)).sent();
    assert.deepEqual(
      wanted.map((w) => w.slice('my id access: '.length).split(', ').toSorted()),
      [['A=dev', 'B=private', 'C=sub', 'D=s']],
    );
    assert.deepEqual(request.headers, [['Authorization', 'Bearer T-secret']]);
    assert.ok(request.secrets.includes('private'));
  });

  it('that no environment defines is reported at its place, with a similar name', async () => {
    const around: Around = { environments: { dev: security({}), prod: { Security: { Auth: { 'your id': {} } } } }, environment: 'dev' };
    const problems = async (text: string): Promise<string> =>
      (await inspect(text, around))
        .diagnostics()
        .map((d) => `${d.id} ${d.severity} ${d.message}`)
        .join('\n');
    assert.match(
      await problems('GET http://a.b/{{$auth.token("my ids")}}'),
      /^undefined-variable error there is no authentication my ids: did you mean my id\?$/,
    );
    assert.match(
      await problems('# @auth oauth2 "your id"\nGET http://a.b/'),
      /^undefined-variable error @auth oauth2: .*The environment prod defines it: choose it\.$/,
    );
    assert.match(await problems('# @auth oauth2 zebra\nGET http://a.b/'), /Define it in http-client\.env\.json under Security/);
    assert.match(await problems('GET http://a.b/{{$auth.tokens("my id")}}'), /unknown-dynamic error/);
    const blind = await inspect('# @auth oauth2 zebra\nGET http://a.b/', { trusted: false });
    assert.deepEqual(blind.said(), ['undefined-variable information "zebra"']);
  });

  it('reports undefined names in its configuration', async () => {
    const around: Around = { environments: { $shared: security({ 'Client ID': '{{nobody}}' }) } };
    assert.match(
      (await inspect('# @auth oauth2 "my id"\nGET http://a.b/', around)).problems().join('\n'),
      /"Client ID" of my id \(http-client\.env\.json:\d+\): nobody is not defined/,
    );
  });

  it('is no variable, and neither is its configuration', async () => {
    const around: Around = { environments: { $shared: { ...security({}), a: 1 } } };
    const it = await inspect('GET http://a.b/{{Security.Auth}}', around);
    assert.match(it.problems().join('\n'), /Security is not defined/);
    // A variable of that name, without configurations, is one.
    assert.equal(
      (await inspect('GET http://a.b/{{Security.level}}', { environments: { $shared: { Security: { level: 3 } } } })).sent().wireUrl,
      'http://a.b/3',
    );
  });

  it('is shown as a token, and offered by its id', async () => {
    const around: Around = { environments: { $shared: security({ 'Client Secret': 'shh' }) } };
    const shown = (await inspect('GET http://a.b/{{$auth.to|ken("my id")}}', around)).hover() ?? '';
    assert.match(shown, /Security\.Auth/);
    assert.doesNotMatch(shown, /shh/);
    const labels = async (text: string): Promise<readonly string[]> => {
      const { view, offset } = await inspect(text, around);
      return (await completion(view, offset)).items.map((i) => i.label);
    };
    assert.ok((await labels('GET http://a.b/{{|')).includes('$auth.token("my id")'));
    assert.deepEqual(await labels('# @auth oauth2 |\nGET http://a.b/'), ['my id']);
  });
});

describe('@auth command', () => {
  it('looks up its arguments, each whole', async () => {
    const { wanted, tokens } = keeping();
    const around: Around = { variables: { who: 'a "b" \\c' }, tokens };
    const it = await inspect('# @auth command argv=["print", "{{who}}", "--x={{who}}"] ttl=50m\nGET http://a.b/', around);
    assert.equal(it.header('authorization'), 'Bearer T-secret');
    assert.deepEqual(wanted, ['print a "b" \\c --x=a "b" \\c (3000000, own)']);
  });

  for (const [ttl, ms] of [
    ['1.5h', 5_400_000],
    ['90', 90_000],
    ['500ms', 500],
  ] as const)
    it(`keeps a token for ${ttl}`, async () => {
      const { wanted, tokens } = keeping();
      (await inspect(`# @auth command argv=["p"] ttl=${ttl}\nGET http://a.b/`, { tokens })).sent();
      assert.deepEqual(wanted, [`p (${ms}, own)`]);
    });

  it('reports which file contains the program', async () => {
    const { wanted, tokens } = keeping();
    await inspect('GET http://a.b/', { files: { 'folder.req': '# @auth command argv=["p"]\n' }, tokens }).then((it) => it.sent());
    assert.deepEqual(wanted, ['p (0, /ws/folder.req)']);
  });

  for (const [text, said] of [
    ['command', /needs argv=/],
    ['command argv="p"', /argv is a list of texts/],
    ['command argv=[]', /argv is a list of texts/],
    ['command argv=[1]', /argv is a list of texts/],
    ['command argv=["p"', /not closed/],
    ['command argv=["p"] ttl=long', /ttl is such as 50m/],
    ['command argv=["p"] more', /has too many arguments/],
  ] as const)
    it(`is reported with its problem: ${text}`, async () =>
      assert.match((await inspect(`# @auth ${text}\nGET http://a.b/`)).problems().join('\n'), said));
});
