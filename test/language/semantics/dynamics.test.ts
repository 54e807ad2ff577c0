import assert from 'node:assert/strict';
import { createEvaluation, parseTemplate, scopeOf } from '../../../src/language/index.ts';
import { dynamicNames, makeDynamic } from '../../../src/language/semantics/variables/dynamics/dynamics.ts';
import { dynamics } from '../../../src/language/semantics/variables/dynamics/dynamicTexts.ts';
import { valueToText } from '../../../src/base/values/value.ts';
import { fixedSources, inspect, now, type Around } from '../../support/inspect.ts';

const body = async (text: string, around: Around = {}, before = ''): Promise<string> =>
  (await inspect(`${before}POST http://h\nContent-Type: text/plain\n\n${text}`, around)).body();

describe('a dynamic', () => {
  for (const [written, text] of [
    ['{{$uuid}}', '00000000-0000-4000-8000-000000000001'],
    ['{{$guid}}', '00000000-0000-4000-8000-000000000001'],
    ['{{$timestamp}}', '1767323045'],
    ['{{$timestamp -1 d}}', '1767236645'],
    ['{{$isoTimestamp}}', '2026-01-02T03:04:05.678Z'],
    ['{{$randomInt}}', '500'],
    ['{{$randomInt 1 100}}', '50'],
    ['{{$randomInt -10 10}}', '0'],
    ['{{$randomUUID}}', '00000000-0000-4000-8000-000000000001'],
    ['{{$random.uuid}}', '00000000-0000-4000-8000-000000000001'],
    ['{{$random.integer}}', '500'],
    ['{{$random.integer(1, 100)}}', '50'],
    ['{{ $random.integer( -10,10 ) | json }}', '"0"'],
    ['{{$random.float(0, 1)}}', '0.500000'],
    ['{{$random.alphabetic(3)}}', 'AAA'],
    ['{{$random.alphanumeric(2)}}', 'FF'],
    ['{{$random.hexadecimal(4)}}', '8888'],
    ['{{$random.email}}', 'a sample of Email'],
    ['{{$random.name.firstName}}', 'a sample of FirstName'],
    ['{{$randomFirstName}}', 'a sample of FirstName'],
    ['{{$randomIPV6 | upper}}', 'A SAMPLE OF IPV6'],
    ['{{$datetime}}', '2026-01-02T03:04:05.678Z'],
    ['{{$datetime iso8601}}', '2026-01-02T03:04:05.678Z'],
    ['{{$datetime iso8601 1 d}}', '2026-01-03T03:04:05.678Z'],
    ['{{$datetime iso8601 -1 w}}', '2025-12-26T03:04:05.678Z'],
    ['{{$datetime iso8601 2 M}}', '2026-03-02T03:04:05.678Z'],
    ['{{$datetime iso8601 1 Q}}', '2026-04-02T03:04:05.678Z'],
    ['{{$datetime iso8601 -1 y}}', '2025-01-02T03:04:05.678Z'],
    ['{{$datetime iso8601 90 m}}', '2026-01-02T04:34:05.678Z'],
    ['{{$datetime iso8601 500 ms}}', '2026-01-02T03:04:06.178Z'],
    ['{{$datetime rfc1123}}', 'Fri, 02 Jan 2026 03:04:05 GMT'],
    ['{{$datetime "YYYY-MM-DD"}}', '2026-01-02'],
    ['{{$datetime "DD.MM.YY HH:mm:ss.SSS [UTC]" 1 h}}', '02.01.26 04:04:05.678 UTC'],
    ["{{$datetime 'dddd D MMMM YYYY, h:mm a'}}", 'Friday 2 January 2026, 3:04 am'],
    ['{{$datetime "X x Z ZZ"}}', '1767323045 1767323045678 +00:00 +0000'],
    ['{{$uuid | upper | base64}}', Buffer.from('00000000-0000-4000-8000-000000000001').toString('base64')],
  ] as const) {
    it(`${written} is ${text}`, async () => assert.equal(await body(written), text));
  }

  it('in local time names the same moment', async () => {
    assert.equal(new Date(await body('{{$localDatetime iso8601}}')).getTime(), now);
    assert.equal(new Date(await body('{{$localDatetime rfc1123}}')).getTime(), Math.floor(now / 1000) * 1000);
  });

  it('of random integers keeps within its bounds: the first included, the second not', () => {
    const at = (random: number): unknown => makeDynamic('$randomInt', ['1', '3'], { ...fixedSources(), random: () => random });
    assert.deepEqual(
      [at(0), at(0.4999), at(0.5), at(0.9999999)],
      ['1', '1', '2', '2'].map((text) => ({ ok: true, text })),
    );
  });

  for (const [written, message] of [
    ['{{$uuid 1}}', '$uuid takes no arguments'],
    ['{{$randomInt 1}}', '$randomInt takes two integers, the lower first, such as {{$randomInt 1 100}}'],
    ['{{$random.integer(5, 1)}}', '$random.integer takes two integers, the lower first, such as {{$random.integer(1, 100)}}'],
    ['{{$random.float(1)}}', '$random.float takes two numbers, the lower first, such as {{$random.float(1, 100)}}'],
    ['{{$random.alphabetic}}', '$random.alphabetic takes a number of characters from 1 to 100000, such as {{$random.alphabetic(8)}}'],
    [
      '{{$random.alphabetic(100001)}}',
      '$random.alphabetic takes a number of characters from 1 to 100000, such as {{$random.alphabetic(8)}}',
    ],
    ['{{$random.email(1)}}', '$random.email takes no arguments'],
    ['{{$randomCity 1}}', '$randomCity takes no arguments'],
    ['{{$randomInt 5 1}}', '$randomInt takes two integers, the lower first, such as {{$randomInt 1 100}}'],
    ['{{$randomInt a b}}', '$randomInt takes two integers, the lower first, such as {{$randomInt 1 100}}'],
    ['{{$timestamp soon}}', '$timestamp takes an amount and a unit, such as {{$timestamp -1 d}}'],
    [
      '{{$datetime iso8601 1 fortnight}}',
      '$datetime takes iso8601, rfc1123 or a quoted pattern, then an amount and a unit, such as {{$datetime iso8601 1 d}}',
    ],
    [
      '{{$datetime iso8601 99999999999999 y}}',
      '$datetime takes iso8601, rfc1123 or a quoted pattern, then an amount and a unit, such as {{$datetime iso8601 1 d}}',
    ],
    ['{{$processEnv}}', '$processEnv takes one name, such as {{$processEnv HOME}}'],
    [
      '{{$env}}',
      '$env is not a dynamic value (available: $uuid, $guid, $timestamp, $isoTimestamp, $randomInt, $datetime, $localDatetime, $processEnv, $dotenv, $env, $secret)',
    ],
    ['{{$env.A.B}}', '$env takes one name, such as {{$env.NAME}}'],
    ['{{$randomint 1 2}}', '$randomint is not a dynamic value: did you mean $randomInt?'],
  ] as const) {
    it(`${written} is refused: ${message}`, async () =>
      assert.deepEqual((await inspect(`POST http://h\n\n${written}`)).problems(), [`${written}: ${message}`]));
  }

  it('has a new value at each place', async () => {
    const [a, b] = (await body('{{$uuid}} {{$uuid}}')).split(' ');
    assert.notEqual(a, b);
  });

  it('inside a variable has one value per send, at each place of the variable', async () => {
    const [a, b, c, d] = (
      await body('{{id}} {{id}} {{o.a}} {{o.b}}', {}, '@id = {{$uuid}}\n@o = {"a": "{{$uuid}}", "b": "{{$uuid}}"}\n')
    ).split(' ');
    assert.equal(a, b);
    assert.equal(new Set([a, c, d]).size, 3);
  });

  it('inside a variable has the same value in every evaluation of a send, and another in the next', async () => {
    const r = await inspect('@id = {{$uuid}}\n@two = {{$uuid}}{{$uuid}}\nGET http://h');
    const [block] = r.tree.blocks;
    const sources = fixedSources();
    const evaluate = (of: typeof sources, name: string): string => {
      const result = createEvaluation(scopeOf(r.contextOf(block!)), of, {
        known: () => false,
        find: () => undefined,
        names: () => [],
      }).named(name);
      return result?.ok === true ? valueToText(result.value) : 'none';
    };
    const first = evaluate(sources, 'id');
    assert.equal(evaluate(sources, 'two').length, 72);
    assert.equal(evaluate(sources, 'id'), first);
    let made = 100;
    assert.notEqual(evaluate({ ...sources, uuid: () => String(made++) }, 'id'), first);
  });

  it('has a pattern that can contain all characters but braces, bars and quotes', () => {
    assert.equal(parseTemplate('{{$datetime "YYYY.MM.DD\'T\'HH"}}').parts[0]?.kind, 'placeholder');
  });
});

describe('values from outside', () => {
  it('come from the environment of the process, .env, the secrets and responses, and are never scanned', async () => {
    const around = {
      env: { A: '{{x}}1' },
      dotenv: { 'B.C': '{{x}}2', D: '3' },
      secrets: { KEY: '{{x}}4' },
      prompts: { 'Your name': '{{x}}5' },
      variables: { x: 'wrong' },
    };
    assert.equal(
      await body('{{$env.A}} {{$processEnv A}} {{$dotenv["B.C"]}} {{$dotenv D}} {{$secret.KEY}} {{?Your name}}', around),
      '{{x}}1 {{x}}1 {{x}}2 3 {{x}}4 {{x}}5',
    );
  });

  it('that are secret are masked, with the results of filters and variables', async () => {
    const around: Around = {
      secrets: { KEY: 'k-secret' },
      privateEnvironments: { dev: { token: 't-secret', o: { deep: ['d-secret', 1234567] } } },
      environment: 'dev',
      variables: { named: 'n-secret' },
    };
    const file = `@auth = Bearer {{token | upper}}\n@twice = {{auth | lower}}\n# @secret named\nPOST http://h\nA: {{$secret.KEY}} {{twice}} {{o.deep[0]}} {{named}}\n\n`;
    const { secrets } = (await inspect(file, around)).sent();
    for (const s of ['k-secret', 't-secret', 'T-SECRET', 'bearer t-secret', 'd-secret', '1234567', 'n-secret'])
      assert.ok(secrets.includes(s), s);
  });

  it('that are not secret are not', async () => {
    const { secrets } = (
      await inspect('GET http://h/{{a}}{{b}}', { variables: { a: 'x' }, environments: { dev: { b: 'y' } }, environment: 'dev' })
    ).sent();
    assert.deepEqual(secrets, []);
  });
});

describe('a reference to an exchange', () => {
  const exchanges = {
    login: {
      request: { method: 'POST', url: 'http://h/login', headers: { 'X-Id': '1' }, body: { user: 'ada' } },
      response: {
        status: 200,
        headers: { 'Content-Type': 'application/json', Location: '/me' },
        body: { token: 't', list: [{ id: 7 }] },
        text: '{}',
      },
    },
  };
  for (const [path, text] of [
    ['login.response.body.token', 't'],
    ['login.response.body.list[0].id', '7'],
    ['login.response.body.list[0]', '{"id":7}'],
    ['login.response.body.$.token', 't'],
    ['login.response.body', '{"token":"t","list":[{"id":7}]}'],
    ['login.response.headers.Location', '/me'],
    ['login.response.headers.content-type', 'application/json'],
    ['login.response.headers["CONTENT-TYPE"]', 'application/json'],
    ['login.response.status', '200'],
    ['login.request.url', 'http://h/login'],
    ['login.request.body.user', 'ada'],
  ] as const) {
    it(`${path} is ${text}`, async () => assert.equal(await body(`{{${path}}}`, { exchanges }), text));
  }

  it('is overridden by a variable of that name', async () => {
    assert.equal(await body('{{login.response.body}}', { exchanges, variables: { login: { response: { body: 'mine' } } } }), 'mine');
  });

  it('to a request of the file that was not sent reports this', async () => {
    const r = await inspect('# @name login\nGET http://h/a\n###\nGET http://h/{{login.response.body.token}}');
    assert.deepEqual(r.problems(), [
      '{{login.response.body.token}}: login has not been sent yet: send it first, then its response can be used',
    ]);
    assert.deepEqual(r.said(), ['undefined-until-sent hint "{{login.response.body.token}}"']);
  });

  it('that is mistyped names the request that is near', async () => {
    const r = await inspect('# @name login\nGET http://h/a\n###\nGET http://h/{{logn.response.body.token}}');
    assert.deepEqual(r.problems(), ['{{logn.response.body.token}}: logn is not defined: did you mean login?']);
  });

  it('to a part of a body that is nested too deeply has that reason', async () => {
    const deep = '['.repeat(2500) + ']'.repeat(2500);
    const of = { login: { ...exchanges.login, response: { ...exchanges.login.response, body: deep } } };
    const r = await inspect('GET http://h/{{login.response.body[0]}}{{login.response.body.$.a}}', { exchanges: of });
    const why = 'login.response.body is only known as text: JSON that is more than 2000 levels deep is not read';
    assert.deepEqual(r.problems(), [`{{login.response.body[0]}}: ${why}`, `{{login.response.body.$.a}}: ${why}`]);
  });

  it('to a missing part of the response reports the existing parts', async () => {
    const r = await inspect('GET http://h/{{login.response.body.tokn}}{{login.response.headers.Locatio}}{{login.response.bdy}}', {
      exchanges,
    });
    assert.deepEqual(r.problems(), [
      '{{login.response.body.tokn}}: login.response.body has no property tokn: did you mean token?',
      '{{login.response.headers.Locatio}}: login.response.headers has no property Locatio: did you mean Location?',
      '{{login.response.bdy}}: login.response has no property bdy: did you mean body?',
    ]);
  });
});

describe('the texts of dynamic values', () => {
  it('are there for each of them, in the same order', () => {
    assert.deepEqual(
      dynamics.map((d) => d.name),
      dynamicNames,
    );
  });
});
