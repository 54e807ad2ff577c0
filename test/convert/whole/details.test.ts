import assert from 'node:assert/strict';
import { detectFormat } from '../../../src/convert/import/index.ts';
import { imported } from '../../support/imported.ts';

const postman = (request: object): string =>
  JSON.stringify({
    info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{ name: 'A', request }],
  });

describe('an import', () => {
  it('writes known methods in capitals, as other clients send them, and leaves others', () => {
    const text = (method: string): string =>
      imported('postman', [{ path: 'c.json', text: postman({ method, url: 'https://a.test' }) }])
        .files.map((f) => f.text)
        .join('');
    assert.match(text('get'), /^GET https/m);
    assert.match(text('Post'), /^POST https/m);
    assert.match(text('purge'), /^purge https/m);
  });

  it('has no internal marks in its messages, nor the values of credentials', () => {
    const request = { method: 'GET', url: 'https://a.test', header: [{ key: 'X {{name}}', value: 'v' }] };
    const bad = { method: '{{m}} x', url: 'https://a.test' };
    for (const given of [request, bad]) {
      const { notes } = imported('postman', [{ path: 'c.json', text: postman(given) }]);
      assert.ok(notes.some((n) => n.level === 'warning'));
      for (const { message } of notes) assert.doesNotMatch(message, /[\ufdd0-\ufdd7]/);
    }
  });

  it('writes headings of descriptions as text, and keeps code unchanged', () => {
    const description = '# Users #\n\n```sh\n# a comment\n```\n\n## @name x\n#tag';
    const { files } = imported('postman', [{ path: 'c.json', text: postman({ method: 'GET', url: 'https://a.test', description }) }]);
    const text = files.map((f) => f.text).join('');
    assert.match(text, /### A\n# Users\n#\n# ```sh\n# # a comment\n# ```\n#\n# \(@\)name x\n# #tag\nGET /);
    const short = imported('postman', [
      { path: 'c.json', text: postman({ method: 'GET', url: 'https://a.test', description: '# Users' }) },
    ]);
    assert.match(short.files.map((f) => f.text).join(''), /^# @description Users$/m);
  });

  it('escapes shell variables in strings of JSON, where a quote in the value would break the body', () => {
    const command = 'curl h.test --json "{\\"a\\": \\"x \\\\\\" $A\\", \\"n\\": $N, \\"$K\\": 1}"';
    const text = imported('curl', [{ path: 'a.sh', text: command }])
      .files.map((f) => f.text)
      .join('');
    assert.ok(text.includes('{"a": "x \\" {{$env.A | json}}", "n": {{$env.N}}, "{{$env.K | json}}": 1}'), text);
  });

  it('reads the environments of Insomnia 5 without a collection', () => {
    const text =
      'type: environment.insomnia.rest/5.0\nname: Shared\nmeta:\n  id: wrk_1\nenvironments:\n  name: Base\n  data:\n    host: https://a.test\n  subEnvironments:\n    - name: dev\n      data:\n        host: https://dev.test\n';
    assert.equal(detectFormat({ path: 'a.yaml', text }), 'insomnia');
    const { files } = imported(undefined, [{ path: 'a.yaml', text }]);
    const environments = JSON.parse(files.find((f) => f.path === 'http-client.env.json')?.text ?? '{}') as Record<string, unknown>;
    assert.deepEqual(environments, { $shared: { host: 'https://a.test' }, dev: { host: 'https://dev.test' } });
  });
});
