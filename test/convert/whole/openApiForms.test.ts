import assert from 'node:assert/strict';
import { imported } from '../../support/imported.ts';
import { bodyText, sendsOf } from '../../support/importedSends.ts';

const document = (content: object): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'A', version: '1' },
    servers: [{ url: 'https://h.test' }],
    paths: { '/x': { post: { operationId: 'make', requestBody: { content }, responses: {} } } },
  });

const result = (content: object) => imported('openapi', [{ path: 'a.json', text: document(content) }]);
const text = (content: object): string => result(content).files.find((f) => f.path === 'A.req')?.text ?? '';
const sent = async (content: object): Promise<string> => bodyText([...(await sendsOf(result(content))).values()][0] as never);

const form = (example: object, encoding: object): object => ({
  'application/x-www-form-urlencoded': { schema: { type: 'object' }, example, encoding },
});

describe('form bodies of OpenAPI', () => {
  it('write objects and lists in brackets where their encoding is deepObject', async () => {
    const content = form(
      { name: 'a b', metadata: { order: '6735', deep: { x: 1 } }, expand: ['customer', 'invoice'] },
      { metadata: { style: 'deepObject', explode: true }, expand: { style: 'deepObject', explode: true } },
    );
    assert.equal(
      (await sent(content)).replaceAll('\n', ''),
      'name=a+b&metadata[order]=6735&metadata[deep][x]=1&expand[0]=customer&expand[1]=invoice',
    );
  });

  it('repeat the name of a list, or join it, by style and explode', async () => {
    const content = form(
      { a: [1, 2], b: [1, 2], c: ['x', 'y'], d: { k: 1, l: 2 } },
      { b: { style: 'form', explode: false }, c: { style: 'pipeDelimited' }, d: { style: 'form', explode: true } },
    );
    assert.equal((await sent(content)).replaceAll('\n', ''), 'a=1&a=2&b=1%2C2&c=x%7Cy&k=1&l=2');
  });

  it('write an object as JSON if the document defines no encoding', async () => {
    assert.equal(await sent(form({ o: { a: 1 } }, {})), 'o=%7B%22a%22%3A1%7D');
  });

  it('write one part for each element of a list in multipart', () => {
    const content = { 'multipart/form-data': { schema: { type: 'object' }, example: { tags: ['a', 'b'] } } };
    assert.match(text(content), /name="tags"\n\na\n--[^\n]*\n[^\n]*name="tags"\n\nb\n/);
  });

  it('ask for the path of a binary body, and report it', () => {
    const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
    assert.match(text(content), /\n\n< \{\{\?Path of the file for the body\}\}\n/);
    assert.match(
      result(content)
        .notes.map((n) => n.message)
        .join('\n'),
      /asks for its path/,
    );
    const parts = { 'multipart/form-data': { schema: { properties: { photo: { type: 'string', format: 'binary' } } } } };
    assert.match(text(parts), /filename="photo\.bin"[^]*< \{\{\?Path of the file for photo\}\}/);
  });
});
