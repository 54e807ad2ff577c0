import assert from 'node:assert/strict';
import { imported, parsed } from '../../support/imported.ts';

function importedBody(body: object): { readonly text: string; readonly notes: readonly string[] } {
  const info = { name: 'My API', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' };
  const item = [{ name: 'R', request: { method: 'POST', url: 'https://a.b/', body } }];
  const { files, notes } = imported(undefined, [{ path: 'c.json', text: JSON.stringify({ info, item }) }]);
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
});
