import assert from 'node:assert/strict';
import { openApi } from '../../../../src/apiDocuments/openApi.ts';
import { operationRequest } from '../../../../src/language/onDemand.ts';
import type { ApiOperation } from '../../../../src/language/index.ts';
import { inspect } from '../../../support/inspect.ts';

const api = `openapi: 3.1.0
info: { title: Shop }
paths:
  /users/{user-id}/{x}:
    put:
      summary: |-
        Changes
        a user
      operationId: changeUser
      parameters:
        - { name: user-id, in: path, required: true, schema: { type: integer } }
        - { name: mode, in: query, required: true, schema: { enum: [a b, c] } }
        - { name: more, in: query, schema: { type: string } }
        - { name: X-Key, in: header, required: true, schema: { type: string, format: uuid } }
      requestBody:
        content:
          text/plain: {}
          application/json:
            schema:
              type: object
              required: [id, name, tags, at]
              properties:
                id: { type: integer, readOnly: true }
                name: { type: [string, 'null'] }
                tags: { type: array, items: { enum: [red] } }
                at: { type: string, format: date }
                other: { type: string }
`;

describe('the request for an operation', () => {
  let operation: ApiOperation;
  before(async () => {
    const opened = await openApi({ file: '/c/a.yaml', name: 'a.yaml', text: api, read: async () => ({ problem: '' }) }, undefined);
    assert.ok(opened.ok);
    operation = opened.document.index.operations[0] as ApiOperation;
  });

  it('has its required parameters and members with examples, and conforms to the document', async () => {
    const text = operationRequest(operation, '{{host}}');
    assert.equal(
      text,
      `### Changes a user
# @name changeUser
@user-id = 1
@x = text
PUT {{host}}/users/{{user-id}}/{{x}}?mode=a%20b
X-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6
Content-Type: application/json

{
  "name": "text",
  "tags": [
    "red"
  ],
  "at": "2026-01-02"
}

?? response conforms
`,
    );
    const inspected = await inspect(
      { text, offset: 0 },
      { files: { 'collection.req': '# @openapi ./a.yaml\n@host = http://h\n', 'a.yaml': api } },
    );
    assert.deepEqual(inspected.said(), []);
  });

  it('has required cookies, and the required fields of a form', async () => {
    const form = `openapi: 3.1.0
info: { title: Shop }
paths:
  /form:
    post:
      parameters: [{ name: sid, in: cookie, required: true, schema: { type: string } }, { name: n, in: cookie, required: true, schema: { enum: [a b] } }]
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              required: [name, tags, ids]
              properties:
                name: { type: string, example: a b }
                tags: { type: array, minItems: 2, items: { type: string } }
                ids: { type: array, minItems: 2, items: { type: integer } }
                more: { type: string }
            encoding: { ids: { style: pipeDelimited } }
`;
    const opened = await openApi({ file: '/c/a.yaml', name: 'a.yaml', text: form, read: async () => ({ problem: '' }) }, undefined);
    assert.ok(opened.ok);
    assert.equal(
      operationRequest(opened.document.index.operations[0] as ApiOperation, 'http://h'),
      '### POST /form\nPOST http://h/form\nCookie: sid=text; n=a%20b\nContent-Type: application/x-www-form-urlencoded\n\nname=a%20b\n&tags=text&tags=text\n&ids=1%7C1\n\n?? response conforms\n',
    );
  });

  it('has examples within the limits of the document', async () => {
    const limited = `openapi: 3.1.0
info: { title: Shop }
paths:
  /adults:
    post:
      parameters: [{ name: size, in: query, required: true, schema: { type: integer, exclusiveMinimum: 9 } }]
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [age, share, depth, name, code, tags]
              properties:
                age: { type: integer, minimum: 18 }
                share: { type: number, exclusiveMaximum: 1 }
                depth: { type: integer, maximum: -5 }
                name: { type: string, minLength: 6 }
                code: { type: string, maxLength: 2 }
                tags: { type: array, minItems: 2, items: { type: string } }
`;
    const opened = await openApi({ file: '/c/a.yaml', name: 'a.yaml', text: limited, read: async () => ({ problem: '' }) }, undefined);
    assert.ok(opened.ok);
    const text = operationRequest(opened.document.index.operations[0] as ApiOperation, 'http://h');
    assert.match(text, /^POST http:\/\/h\/adults\?size=10$/m);
    const files = { 'collection.req': '# @openapi ./a.yaml\n', 'a.yaml': limited };
    assert.deepEqual((await inspect({ text, offset: 0 }, { files })).said(), []);
  });

  it('has a short example of lists that contain lists of many items', async () => {
    let schema = '{ type: string }';
    for (let level = 0; level < 6; level++) schema = `{ type: array, minItems: 20, items: ${schema} }`;
    const text = `openapi: 3.1.0
info: { title: Shop }
paths:
  /a:
    post:
      requestBody: { content: { application/json: { schema: ${schema} } } }
`;
    const opened = await openApi({ file: '/c/a.yaml', name: 'a.yaml', text, read: async () => ({ problem: '' }) }, undefined);
    assert.ok(opened.ok);
    assert.ok(operationRequest(opened.document.index.operations[0] as ApiOperation, '{{host}}').length < 1_000_000);
  });
});
