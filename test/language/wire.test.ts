import assert from 'node:assert/strict';
import { hover } from '../../src/language/onDemand.ts';
import { inspect } from '../support/inspect.ts';
import { fileOf, wireCases } from '../support/wireCases.ts';

describe('the resolver puts together', () => {
  for (const c of wireCases) {
    it(c.title, async () => {
      const seen = await inspect(fileOf(c, 'http://127.0.0.1:8080'), { variables: Object.fromEntries(c.variables) });
      const sent = seen.sent();
      if (c.target !== undefined) assert.equal(sent.wireUrl, `http://127.0.0.1:8080${c.target}`);
      if (c.body !== undefined) assert.equal(seen.body(), c.body);
      for (const [name, value] of c.headers ?? []) assert.equal(seen.header(name), value);
      for (const { placeholder, shows } of c.hovers) {
        const at = seen.tree.text.indexOf(placeholder) + 3;
        const found = hover(seen.view, at);
        assert.ok(found?.markdown.includes(shows), `the hover on ${placeholder} shows ${found?.markdown}`);
      }
    });
  }

  it('keeps the space of `Hello World` in the resolved text', async () => {
    const c = wireCases.find((x) => x.title.startsWith('`Hello World`'));
    assert.ok(c);
    const sent = (await inspect(fileOf(c, 'http://127.0.0.1:8080'), { variables: Object.fromEntries(c.variables) })).sent();
    assert.equal(sent.url, 'http://127.0.0.1:8080/books/Hello World');
  });
});
