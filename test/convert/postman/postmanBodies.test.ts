import assert from 'node:assert/strict';
import { imported, parsed } from '../../support/imported.ts';

const info = { name: 'My API', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' };

interface Around {
  readonly method?: string;
  readonly item?: object;
  readonly collection?: object;
}

function importedBody(body: object, { method = 'POST', item: more, collection }: Around = {}): { text: string; notes: readonly string[] } {
  const item = [{ name: 'R', request: { method, url: 'https://a.b/', body }, ...more }];
  const { files, notes } = imported(undefined, [{ path: 'c.json', text: JSON.stringify({ info, item, ...collection }) }]);
  return { text: files.find((f) => f.path === 'My API.req')?.text ?? '', notes: notes.map((n) => n.message) };
}

describe('importing bodies from Postman', () => {
  it('keeps lines that would end the body, as a request, an assertion, a script or a capture', () => {
    const { text } = importedBody({ mode: 'raw', raw: '### a\n?? status == 1\n> {% x %}\n@a << body\nend' });
    const { blocks } = parsed({ path: 'My API.req', text });
    const ends = blocks.map((b) => ({ assertions: b.assertions.length, captures: b.captures.length }));
    assert.deepEqual(ends, [{ assertions: 0, captures: 0 }]);
    assert.match(text, /\}\}a << body\nend$/m);
  });

  it('reports a form field for which no file was chosen, as an empty list, null or an empty text', () => {
    for (const src of [[], null, '']) {
      const { text, notes } = importedBody({ mode: 'formdata', formdata: [{ key: 'f', type: 'file', src }] });
      assert.match(text, /name="f"; filename="file"/);
      assert.ok(notes.includes('The field f names no file.'), JSON.stringify({ src, notes }));
    }
  });

  it('leaves out the body of a GET request that Postman does not send', () => {
    const sets = (value: boolean): object => ({ protocolProfileBehavior: { disableBodyPruning: value } });
    const raw = { mode: 'raw', raw: '{\n  "a": 1\n}' };
    const { text, notes } = importedBody(raw, { method: 'GET' });
    assert.equal(text, '### R\n# switched off: body\n# {\n#   "a": 1\n# }\nGET https://a.b/\n');
    assert.deepEqual(notes, ['Postman does not send the body of a request with the method GET: it becomes a comment.']);
    const form = { mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1' }] };
    assert.match(importedBody(form, { method: 'head' }).text, /^# switched off: a=1\nHEAD /m);
    for (const around of [
      { item: sets(true) },
      { collection: sets(true) },
      { item: sets(true), collection: sets(false) },
      { method: 'DELETE', item: sets(false) },
    ])
      assert.match(importedBody(raw, { method: 'GET', ...around }).text, /\n\n\{\n {2}"a": 1\n\}\n$/, JSON.stringify(around));
    assert.deepEqual(importedBody({ mode: 'raw', raw: '' }, { method: 'GET' }), { text: '### R\nGET https://a.b/\n', notes: [] });
  });

  it('sends a text without a language and without a header as plain text', () => {
    assert.match(importedBody({ mode: 'raw', raw: '{"a": 1}' }).text, /\nContent-Type: text\/plain\n\n\{"a": 1\}\n/);
  });

  it('has the settings of a folder and of the collection', () => {
    const request = { name: 'R', request: { method: 'GET', url: 'https://a.b/' } };
    const folder = { name: 'F', item: [request], protocolProfileBehavior: { followRedirects: false } };
    const collection = { info, item: [folder], protocolProfileBehavior: { strictSSL: false, unknown: 1 } };
    const { files, notes } = imported(undefined, [{ path: 'c.json', text: JSON.stringify(collection) }]);
    assert.deepEqual(
      files.map(({ path, text }) => [path, /^# @.*$/m.exec(text)?.[0]]),
      [
        ['collection.req', '# @insecure'],
        ['F.req', '# @no-redirect'],
      ],
    );
    assert.deepEqual(
      notes.map((n) => n.message),
      ['The setting unknown is not carried over.'],
    );
  });
});
