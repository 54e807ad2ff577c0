import assert from 'node:assert/strict';
import { load } from 'js-yaml';
import { createFinder } from '../../../src/base/masks/mask.ts';
import { exportRequests, type RequestToExport } from '../../../src/convert/export/index.ts';
import { requestsOfFiles } from '../../support/exportedFiles.ts';

const names = new Map([['tell-nobody', 'API_KEY']]);

function exported(requests: readonly RequestToExport[]) {
  const { parts, notes, variables } = exportRequests('postman', requests, { plain: false, names, finderOf: createFinder });
  return { text: parts.map((p) => (p.kind === 'text' ? p.text : '')).join(''), notes, variables };
}

/** The scripts of the requests of the first file. */
const execsOf = (written: string): readonly (readonly string[] | undefined)[] =>
  (JSON.parse(written) as { item: { item: { event?: { script: { exec: string[] } }[] }[] }[] }).item[0]?.item.map(
    (i) => i.event?.[0]?.script.exec,
  ) ?? [];

describe('assertions, captures and secrets in an export', () => {
  it('leaves out and reports a JSONPath, and operators and values that Postman does not have', async () => {
    const unknown = [
      'body.$.x == 1',
      'body matchesSchema ./a.schema.json',
      'body matchesShape',
      'body matchesSnapshot',
      'body.id isInteger',
      'body.id in [1, 2]',
      'body.id oneOf 1, 2',
      'body.id within 10 ± 0.5',
      'body.list length >= 3',
      'body.id between 1.. and 2',
      'body.id between - and 2',
      'body.id < abc',
      'duration < 800ms',
      'body == {"a": "{{x}}"}',
    ];
    const { text: written, notes } = exported(
      await requestsOfFiles({
        'a.req': [
          '@x = 1\n### one\nGET http://127.0.0.1:4010/\n\n@ids << body.$.items[*].id\n@one << body.items.$[0].id\n?? body.id between -1.5 and 2e3',
          ...unknown.map((u) => `?? ${u}`),
          '\n### two\nGET http://127.0.0.1:4010/{{ids}}\n',
        ].join('\n'),
      }),
    );
    assert.deepEqual(execsOf(written)[0], [
      'pm.test("body.id between -1.5 and 2e3", () => { pm.expect(pm.response.json()?.["id"]).to.be.within(-1.5, 2e3); });',
    ]);
    assert.deepEqual(notes, [
      ...['@ids << body.$.items[*].id', '@one << body.items.$[0].id', ...unknown.map((u) => `?? ${u}`)].map(
        (line) => `one: ${line} is left out: Postman has no equivalent.`,
      ),
      'two: {{ids}} has no value in the collection: Postman sends it as text.',
    ]);
  });

  it('writes no secret into its tests and notes', async () => {
    const {
      text: written,
      notes,
      variables,
    } = exported(
      await requestsOfFiles({
        'a.req': [
          '# @secret marked\n@marked = MARKED-secret-999\n### one\nGET http://127.0.0.1:4010/\nX-Key: {{marked}}\n',
          '?? body == {{$secret.PW}}\n?? body.a == MARKED-secret-999\n?? body.b != "a MARKED-secret-999"',
          '?? body.c matches ^MARKED-secret-999\n?? body == {"a": "MARKED-secret-999"}\n?? body["MARKED-secret-999"] exists',
          '@d << body.$[?@.a == "MARKED-secret-999"]\n@e << body["MARKED-secret-999"]\n',
        ].join('\n'),
      }),
    );
    assert.ok(!`${written}${notes.join('')}`.includes('MARKED-secret-999'), `${written}${notes.join('')}`);
    assert.deepEqual(execsOf(written)[0], [
      'pm.test("body == {{PW}}", () => { pm.expect(pm.response.json()).to.eql(pm.variables.replaceIn("{{PW}}")); });',
      'pm.test("body.a == {{X_KEY}}", () => { pm.expect(pm.response.json()?.["a"]).to.eql(pm.variables.replaceIn("{{X_KEY}}")); });',
      'pm.test("body.b != \\"a {{X_KEY}}\\"", () => { pm.expect(pm.response.json()?.["b"]).to.not.be.undefined; pm.expect(pm.response.json()?.["b"]).to.not.eql(pm.variables.replaceIn("a {{X_KEY}}")); });',
    ]);
    assert.deepEqual(
      (JSON.parse(written) as { variable: { key: string; type: string }[] }).variable.map(({ key, type }) => `${key} ${type}`).toSorted(),
      ['PW secret', 'X_KEY secret'],
    );
    assert.deepEqual(variables.toSorted(), ['PW', 'X_KEY']);
    assert.equal(notes.length, 5);
  });

  it('makes a short secret a variable if it is a whole value, else leaves the request out and names the secret', async () => {
    const requests = await requestsOfFiles(
      {
        'a.req': [
          '### whole\nGET http://127.0.0.1:4010/\nX-Pin: {{$secret.SHORT}}\n',
          '### part\nGET http://127.0.0.1:4010/?pin={{$secret.SHORT}}\n',
          '### encoded\nGET http://127.0.0.1:4010/?pin={{$secret.OTHER}}\n',
          '### basic\nGET http://127.0.0.1:4010/\nAuthorization: Basic q:{{$secret.SHORT}}\n',
          '### body\nPOST http://127.0.0.1:4010/\n\n{"pin": "{{$secret.SHORT}}"}\n',
        ].join('\n'),
      },
      { SHORT: 'zq', OTHER: 'é' },
    );
    const short = new Map([
      ['zq', 'SHORT'],
      ['é', 'OTHER'],
    ]);
    for (const { id, masks = false } of [
      { id: 'postman' },
      { id: 'curl' },
      { id: 'python' },
      { id: 'http' },
      { id: 'har', masks: true },
      { id: 'raw', masks: true },
    ] as const) {
      const { parts, notes } = exportRequests(id, requests, { plain: false, names: short, finderOf: createFinder });
      const written = parts.map((p) => (p.kind === 'text' ? p.text : '')).join('');
      assert.doesNotMatch(written, /zq|é|%C3%A9|cTp6cQ/, id);
      if (!masks) assert.match(written, /X-Pin[^]*SHORT/, id);
      const left = notes.filter((n) => n.includes('too short'));
      const message = (name: string): string =>
        `{{$secret.${name}}} is too short to be found in the request, so the request is left out. Use a longer secret, or --with-secrets.`;
      for (const line of [`part: ${message('SHORT')}`, `encoded: ${message('OTHER')}`, `body: ${message('SHORT')}`])
        assert.ok(left.includes(line), `${id} ${notes.join('\n')}`);
    }
  });

  it('captures a JSONPath for Artillery if it is one value, else reports it', async () => {
    const requests = await requestsOfFiles({
      'a.req': [
        '### one\nGET http://127.0.0.1:4010/\n',
        '@a << body.$.items[0]["a key"].id\n@b << body.items.$[0].id\n',
        '@c << body.$.items[*].id\n@d << body.$..id\n@e << body.$.items[-1]\n@f << body.$["*"]\n@g << body.$\n',
      ].join('\n'),
    });
    const { parts, notes } = exportRequests('artillery', requests, { plain: false, names, finderOf: createFinder });
    const yaml = load(parts.map((p) => (p.kind === 'text' ? p.text : '')).join('')) as {
      scenarios: { flow: { get: { capture: object } }[] }[];
    };
    assert.deepEqual(yaml.scenarios[0]?.flow[0]?.get.capture, [
      { json: "$.items[0]['a key'].id", as: 'a' },
      { json: '$.items[0].id', as: 'b' },
      { json: '$', as: 'g' },
    ]);
    assert.deepEqual(
      notes,
      ['@c << body.$.items[*].id', '@d << body.$..id', '@e << body.$.items[-1]', '@f << body.$["*"]'].map(
        (line) => `one: ${line} is left out.`,
      ),
    );
  });
});
