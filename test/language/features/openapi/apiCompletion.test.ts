import assert from 'node:assert/strict';
import { completion } from '../../../../src/language/onDemand.ts';
import type { CompletionItem } from '../../../../src/language/index.ts';
import { inspect } from '../../../support/inspect.ts';

const api = `openapi: 3.1.0
info: { title: Shop }
servers: [{ url: 'https://h/v1' }]
paths:
  /users:
    get:
      summary: Lists the users
      description: The newest first.
      operationId: listUsers
      security: [{ key: [] }]
      parameters:
        - { name: limit, in: query, schema: { type: integer }, description: How many. }
        - { name: state, in: query, required: true, schema: { enum: [open, closed] } }
        - { name: X-Mode, in: header, required: true, schema: { enum: [fast, slow] } }
      responses: { '200': { description: The users } }
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name]
              properties:
                id: { readOnly: true }
                age: { type: integer }
                name: { type: string }
                open: { type: boolean }
                list: { type: array, items: { type: object, properties: { state: { enum: [open, closed] }, t: {} } } }
  /users/{userId}: { get: {}, delete: { deprecated: true } }
`;
const files = { 'collection.req': '# @openapi ./api.yaml\n@host = http://127.0.0.1:1\n', 'api.yaml': api };

/** `|` is the cursor, also between spaces. */
const at = (marked: string): { readonly text: string; readonly offset: number } => ({
  text: marked.replace('|', ''),
  offset: marked.indexOf('|'),
});

describe('completion by an OpenAPI document', () => {
  async function items(marked: string): Promise<readonly CompletionItem[]> {
    const { view, offset } = await inspect(at(marked), { files });
    return (await completion(view, offset)).items;
  }
  const inserted = async (marked: string): Promise<readonly string[]> => (await items(marked)).map((i) => i.insertText);

  it('offers the paths of the method below the host that is written, with the path of the server for a literal one', async () => {
    const below = await inserted('GET {{host}}/|');
    assert.ok(below.includes('{{host}}/users') && below.includes('{{host}}/users/{{userId}}'), below.join());
    assert.ok((await inserted('DELETE https://h/|')).includes('https://h/v1/users/{{userId}}'));
    assert.ok(!(await inserted('DELETE {{host}}/|')).includes('{{host}}/users'));
  });

  it('offers query parameters that are not there, required ones first, and their values', async () => {
    assert.deepEqual(await inserted('GET {{host}}/users?|'), ['state=', 'limit=']);
    assert.deepEqual(await inserted('GET {{host}}/users?state=open&|'), ['limit=']);
    assert.deepEqual(await inserted('GET {{host}}/users?limit=1&state=o|'), ['open', 'closed']);
    assert.deepEqual((await items('GET https://h/v1/users?limit=1&st|'))[0]?.note, 'required');
  });

  it('offers headers of the operation before others, and their values', async () => {
    assert.equal((await inserted('GET {{host}}/users\nX|'))[0], 'X-Mode: ');
    assert.deepEqual((await inserted('GET {{host}}/users\nX-Mode: |')).slice(0, 2), ['fast', 'slow']);
  });

  const post = (body: string): string => `POST {{host}}/users\nContent-Type: application/json\n\n${body}`;

  it('offers members of a body that are not there, required ones first, at every depth', async () => {
    assert.deepEqual(await inserted(post('{ | }')), ['"name": ', '"age": ', '"open": ', '"list": ']);
    assert.deepEqual(await inserted(post('{ "age": 1, "|", "open": true }')), ['"name": ', '"list": ']);
    assert.deepEqual(await inserted(post('{ "na|": 1 }')), ['"name"', '"age"', '"open"', '"list"']);
    assert.deepEqual(await inserted(post('{ "na|me": 1, "age": 2 }')), ['"name"', '"open"', '"list"']);
    assert.deepEqual(await inserted(post('{ "name": "{{x}}", "list": [{ "t": 1 }, { | }] }')), ['"state": ', '"t": ']);
    assert.deepEqual(await inserted(post('{ "list": [{ "state": |')), ['"open"', '"closed"']);
    assert.deepEqual(await inserted(post('{ "open": | }')), ['true', 'false']);
    assert.deepEqual(await inserted(post('{ "other": { | } }')), []);
    assert.deepEqual(await inserted(post('text |')), []);
  });

  it('offers nothing in bodies and no more than before without a document', async () => {
    const { view, offset } = await inspect(at(post('{ | }')), { files: { 'collection.req': '@host = http://h\n' } });
    assert.deepEqual((await completion(view, offset)).items, []);
  });

  it('shows the operation in the hover of the URL', async () => {
    const inspected = await inspect('GET {{host}}/us|ers?state=open', { files });
    const text = inspected.hover() ?? '';
    assert.match(text, /\*\*GET \/users\*\* · `listUsers`/);
    assert.match(text, /The newest first/);
    assert.match(text, /- `state` \(query, required\)\n/);
    assert.match(text, /- `200` The users/);
    assert.match(text, /Signs in with `key`/);
  });

  it('shows parameters, headers and members in their hovers', async () => {
    const hoverAt = async (marked: string): Promise<string> => (await inspect(marked, { files })).hover() ?? '';
    assert.equal(
      await hoverAt('GET {{host}}/users?st|ate=open'),
      '**state** (query, required)\n\nAllowed: `"open"`, `"closed"`\n\nGET /users',
    );
    assert.equal(
      await hoverAt('GET {{host}}/users\n  ?state=open\n  &li|mit=1'),
      '**limit** (query, an integer)\n\nHow many.\n\nGET /users',
    );
    assert.match(await hoverAt('GET {{host}}/users\nX-Mo|de: fast'), /^\*\*X-Mode\*\* \(header, required\)/);
    const body = (json: string): Promise<string> => hoverAt(`POST {{host}}/users\nContent-Type: application/json\n\n${json}`);
    assert.equal(await body('{"na|me": "{{user}}"}'), '**name** (a string, required)\n\nPOST /users');
    assert.match(await body('{"list": [{"t": 1}, {"sta|te": "open"}]}'), /^\*\*state\*\*\n\nAllowed/);
    assert.doesNotMatch(await body('{"gon|e": 1}'), /POST \/users/);
  });
});
