import assert from 'node:assert/strict';
import { useTexts } from '../../../../src/base/l10n.ts';
import { applyEdits, type ApiIndex } from '../../../../src/language/index.ts';
import { apiOfFile, apiUpdates, groupOf, newRequests, withRequests } from '../../../../src/language/features/openapi/apiUpdates.ts';
import { updatedFiles, updatesOfFiles } from '../../../../src/language/features/openapi/updatesOfFiles.ts';
import { inspect } from '../../../support/inspect.ts';

const api = `openapi: 3.1.0
info: { title: Shop }
paths:
  /users:
    get:
      parameters:
        - { name: limit, in: query, required: true, schema: { type: integer } }
        - { name: sort, in: query, required: true, schema: { enum: [name, age] } }
        - { name: X-Team, in: header, required: true, schema: { type: string } }
      responses: { '200': { description: ok } }
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [name, age], properties: { name: { type: string }, age: { type: integer }, tags: { type: array, items: { type: object, required: [t, u], properties: { t: { type: string }, u: { type: string } } } } } }
      responses: { '200': { description: ok } }
    delete: { deprecated: true, responses: { '200': { description: ok } } }
  /orders/{id}: { get: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: ok } } } }
`;
const around = { files: { 'collection.req': '# @openapi ./api.yaml\n', 'api.yaml': api } };

describe('updates from an OpenAPI document', () => {
  /** The text after all updates, and the differences. */
  async function updated(
    text: string,
  ): Promise<{ readonly text: string; readonly updates: readonly (readonly [string, string, number])[]; readonly left: number }> {
    const { view } = await inspect(text, around);
    const { updates } = apiUpdates(view);
    const made = applyEdits(
      text,
      updates.flatMap((u) => u.edits),
    );
    const again = apiUpdates((await inspect(made, around)).view).updates;
    return { text: made, updates: updates.map((u) => [u.kind, u.name, u.line]), left: again.filter((u) => u.kind === 'changed').length };
  }

  it('add the missing parts of a request, and leave everything else unchanged', async () => {
    const text = '### Mine\n# a comment\n@n = 1\nGET https://h/users\nX-Own: {{n}}\n\n?? status == 200\n';
    assert.deepEqual(await updated(text), {
      text: '### Mine\n# a comment\n@n = 1\nGET https://h/users?limit=1&sort=name\nX-Own: {{n}}\nX-Team: text\n\n?? status == 200\n',
      updates: [['changed', 'Mine', 4]],
      left: 0,
    });
    const body = (json: string): string => `### Create\nPOST https://h/users\nContent-Type: application/json\n\n${json}\n`;
    assert.equal((await updated(body('{}'))).text, body('{"name": "text", "age": 1}'));
    assert.equal(
      (await updated(body('{\n  "name": "Ada",\n  "tags": [{"t": "{{t}}"}, {}]\n}'))).text,
      body('{\n  "name": "Ada",\n  "tags": [{"t": "{{t}}", "u": "text"}, {"t": "text", "u": "text"}],\n  "age": 1\n}'),
    );
    assert.equal((await updated('### a\nPOST https://h/users\n\n### b\n')).left, 0);
    // In an editor of another language too.
    useTexts({ 'Add all missing members': 'Alle fehlenden Felder hinzufügen' });
    assert.equal((await updated(body('{}'))).text, body('{"name": "text", "age": 1}'));
    useTexts({});
  });

  it('disable a request that the document no longer has, and have no edit where the user decides', async () => {
    const text = '### Old\nGET https://h/gone\n\n### Wrong\nGET https://h/orders/seven\n';
    const { view } = await inspect(text, around);
    const { updates } = apiUpdates(view);
    assert.deepEqual(
      updates.map(({ kind, name, what, edits }) => [kind, name, what, applyEdits(text, edits) === text]),
      [
        ['removed', 'Old', ['Shop has no operation for the path of this URL.'], false],
        ['changed', 'Wrong', ['The path parameter id must be an integer.'], true],
      ],
    );
    assert.match((await updated(text)).text, /^### Old\n# @disabled\nGET https:\/\/h\/gone\n/);
  });

  for (const [path, group] of [
    ['/folder/{id}', 'folder-requests'],
    ['/{id}/Collection', 'Collection-requests'],
    ['/folders', 'folders'],
    ['/{id}', 'requests'],
    ['/$', 'requests'],
  ] as const)
    it(`write requests for ${path} into ${group}.req, which is no shared file`, () => assert.equal(groupOf({ path }), group));

  it('write new requests into a file with a free name beside a file that has another document or none', async () => {
    const files = { 'api.yaml': api, 'users.req': 'GET https://h/other\n', 'Orders.req': 'GET https://h/other\n', 'orders-2.req': '' };
    const { view } = await inspect('# @openapi ./api.yaml\n\n### a\nGET https://h/x\n', { files });
    const { updates } = updatesOfFiles(new Map([[view.file, view]]), apiOfFile(view) as ApiIndex, view);
    assert.deepEqual(
      updates.filter(({ kind }) => kind === 'new').map(({ name, file }) => [name, file.slice(file.lastIndexOf('/') + 1)]),
      [
        ['GET /users', 'users-2.req'],
        ['POST /users', 'users-2.req'],
        ['GET /orders/{id}', 'orders-3.req'],
      ],
    );
  });

  it('write the document and the host of a file into a new file beside it, unless shared files have them', async () => {
    const newFile = async (text: string, files: Readonly<Record<string, string>>): Promise<string | undefined> => {
      const { view } = await inspect(text, { files: { 'api.yaml': api, ...files } });
      const { updates } = updatesOfFiles(new Map([[view.file, view]]), apiOfFile(view) as ApiIndex, view);
      return updatedFiles(updates, (file) => (file === view.file ? text : undefined)).find(({ file }) => file.endsWith('orders.req'))
        ?.after;
    };
    const request = '### GET /orders/{id}\n@id = 1\nGET {{host}}/orders/{{id}}\n\n?? response conforms\n';
    const named = '# @openapi ./api.yaml';
    assert.equal(
      await newFile(`${named}\n@host = https://h\n@other = 1\n\n### a\nGET {{host}}/users\n`, {}),
      `${named}\n@host = https://h\n\n${request}`,
    );
    assert.equal(await newFile('### a\nGET {{host}}/users\n', { 'collection.req': `${named}\n@host = https://h\n` }), request);
  });

  it('have a request for each operation that none calls, without deprecated ones', async () => {
    const { view } = await inspect('@host = https://h\n\n### a\nGET {{host}}/users?limit=1&sort=age\nX-Team: a\n', around);
    const index = apiOfFile(view) as ApiIndex;
    const called = apiUpdates(view).called.get(index) ?? new Set<string>();
    const fresh = newRequests(view, index, called);
    assert.deepEqual(
      fresh.map(({ operation, group }) => [operation, group]),
      [
        ['POST /users', 'users'],
        ['GET /orders/{id}', 'orders'],
      ],
    );
    const text = withRequests(
      'GET https://h/users\r\n',
      fresh.map((f) => f.text),
    );
    assert.doesNotMatch(text, /[^\r]\n/);
    assert.match(text, /^GET https:\/\/h\/users\r\n\r\n### POST \/users\r\nPOST \{\{host\}\}\/users\r\n/);
    const all = apiUpdates(
      (
        await inspect(
          `@host = https://h\n\n${withRequests(
            '',
            fresh.map((f) => f.text),
          )}`,
          around,
        )
      ).view,
    );
    assert.deepEqual(all.updates, []);
  });
});
