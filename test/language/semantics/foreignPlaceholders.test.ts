import assert from 'node:assert/strict';
import { inspect } from '../../support/inspect.ts';
import { quickFixes } from '../../../src/language/onDemand.ts';

const around = { variables: { name: 'Trace', bad: 'a b', key: 'a=b&c', value: 'x y' } };

async function resolved(
  text: string,
  more: Parameters<typeof inspect>[1] = around,
): Promise<ReturnType<Awaited<ReturnType<typeof inspect>>['resolve']>> {
  return (await inspect(text, more)).resolve();
}

async function headersOf(text: string): Promise<readonly (readonly [string, string])[]> {
  const r = await resolved(text);
  assert.ok(r.ok);
  return r.request.headers;
}

describe('a placeholder in the name of a header', () => {
  it('is filled in', async () => {
    assert.deepEqual(await headersOf('GET http://h\nX-{{name}}: v\n{{name}}-{{ name }}-Y: w'), [
      ['X-Trace', 'v'],
      ['Trace-Trace-Y', 'w'],
    ]);
  });

  it('is filled in for the headers of the first block too, which the request overrides by the resolved name', async () => {
    assert.deepEqual(await headersOf('X-{{name}}: shared\n\n###\nGET http://h\nx-trace: own'), [['x-trace', 'own']]);
    assert.deepEqual(await headersOf('# @name a\nGET http://h\nX-{{name | lower}}: own'), [['X-trace', 'own']]);
  });

  it('stops the send if the name is not a token, with the name', async () => {
    const r = await resolved('GET http://h\nX-{{bad}}: v');
    assert.ok(!r.ok);
    assert.match(r.problems[0]?.message ?? '', /^The header name X-\{\{bad\}\} becomes "X-a b": use only letters/);
  });

  it('stops the send if it has no value', async () => {
    assert.deepEqual(
      (await inspect('GET http://h\nX-{{gone}}: v', around)).problems().map((p) => p.slice(0, 26)),
      ['{{gone}}: gone is not defi'],
    );
  });
});

it('encodes placeholders in the names of form fields as in their values', async () => {
  const r = await resolved('POST http://h\nContent-Type: application/x-www-form-urlencoded\n\n{{key}}={{value}}&b[{{value}}]=1');
  assert.ok(r.ok);
  assert.deepEqual(r.request.body, [{ kind: 'text', text: 'a%3Db%26c=x+y&b[x+y]=1' }]);
});

it('inserts a form that is one placeholder unchanged', async () => {
  const r = await resolved('POST http://h\nContent-Type: application/x-www-form-urlencoded\n\n{{key}}');
  assert.ok(r.ok);
  assert.deepEqual(r.request.body, [{ kind: 'text', text: 'a=b&c' }]);
});

describe('a placeholder of another client', () => {
  const cases: readonly (readonly [written: string, message: RegExp, fixed?: string])[] = [
    ['{{$random.emial}}', /: did you mean \$random\.email\?$/, '{{$random.email}}'],
    ['{{$randomFirstname}}', /: did you mean \$randomFirstName\?$/, '{{$randomFirstName}}'],
    ['{{$date}}', /write \{\{\$datetime "YYYY-MM-DD"\}\}/, '{{$datetime "YYYY-MM-DD"}}'],
    ['{{$shared host}}', /write \{\{host\}\}/, '{{host}}'],
    ['{{login.response.body.*}}', /write \{\{login\.response\.body\}\}/, '{{login.response.body}}'],
    ['{{login.response.body.$..id}}', /a part is selected by its path/],
    ['{{login.response.body.//id}}', /a part is selected by its path/],
    ['{{$what(1)}}', /is not a dynamic value/],
  ];
  for (const [written, message, fixed] of cases)
    it(`stops the send: ${written}`, async () => {
      const text = `GET http://h/${written}`;
      const r = await inspect(text, around);
      const [problem, ...more] = r.problems();
      assert.match(problem ?? '', message);
      assert.deepEqual(more, []);
      const fix = quickFixes(r.view, { start: 13, end: 13 }).find((f) => f.title.startsWith('Change'));
      const edit = fix?.edits?.[0]?.edits[0];
      const after = edit === undefined ? undefined : text.slice(0, edit.range.start) + edit.newText + text.slice(edit.range.end);
      assert.equal(after, fixed === undefined ? undefined : `GET http://h/${fixed}`);
    });

  it('has its default, and is kept by @undefined keep', async () => {
    const r = await resolved('# @undefined keep\nGET http://h/{{$what(1) | default "a"}}/{{$nope | default "b"}}\nX-A: {{$what(1)}}');
    assert.ok(r.ok);
    assert.equal(r.request.url, 'http://h/a/b');
    assert.deepEqual(r.request.headers, [['X-A', '{{$what(1)}}']]);
  });
});

it('sends other braces as text and warns once for the request', async () => {
  const r = await resolved('POST http://h\nX-A: {{#a}}\n\n{{#each}} {{/each}}');
  assert.ok(r.ok);
  assert.deepEqual(
    r.hints.map((h) => `${h.id} ${h.severity} ${h.message}`),
    ['not-a-placeholder warning 3 pairs of braces that are not placeholders are sent as text. Write \\{{ if this is meant.'],
  );
});

it('reports a variable of an environment whose name begins with $', async () => {
  const { environmentDiagnostics } = await import('../../../src/language/onDemand.ts');
  const { readEnvironmentFile } = await import('../../../src/language/semantics/variables/environmentFile.ts');
  const file = readEnvironmentFile('/http-client.env.json', '{"$shared": {"$a": 1}, "dev": {"$protected": true, "b": 1}}');
  assert.deepEqual(
    environmentDiagnostics(file).map((d) => d.message),
    ['Names that begin with $ are reserved: no placeholder can read $a. Give the variable another name.'],
  );
});
