import type { FixCase } from './fixCases.ts';

const api = `openapi: 3.1.0
info: { title: Shop }
servers: [{ url: 'https://h/v1' }]
paths:
  /users:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: state, in: query, schema: { enum: [open, closed] } }
        - { name: tag, in: query, required: true, schema: { type: string, example: a b } }
        - { name: X-Tenant, in: header, required: true, schema: { type: string } }
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name, age]
              additionalProperties: false
              properties:
                name: { type: string }
                age: { type: integer }
                state: { enum: [open, closed] }
                size: { enum: [1, 2] }
                owner: { type: object, required: [id], properties: { id: { type: string, format: uuid } } }
  /users/{id}:
    get: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }] }
  /users/{id}/orders/{order}:
    get: {}
  /kinds/{kind}:
    get: { parameters: [{ name: kind, in: path, required: true, schema: { enum: [large, small] } }] }
`;
const around = { files: { 'collection.req': '# @openapi ./api.yaml\n', 'api.yaml': api } };

const ofQuery = 'GET https://h/v1/users?tag=1';
const post = 'POST https://h/users\nContent-Type: application/json\n\n';

export const apiFixCases: readonly FixCase[] = [
  {
    id: 'unknown-operation',
    text: '@id = 7\nGET https://h/v1/usres/{{id}}#a',
    around,
    titles: ['Change the path to /users/{id}'],
    first: '@id = 7\nGET https://h/v1/users/{{id}}#a',
  },
  {
    id: 'unknown-operation',
    text: '@host = https://h/v1\nGET {{host}}/users/7/order/8?x=1',
    around,
    titles: ['Change the path to /users/{id}/orders/{order}'],
    first: '@host = https://h/v1\nGET {{host}}/users/7/orders/8?x=1',
  },
  {
    id: 'unknown-operation',
    text: '@host = https://h\nGET {{host}}/v1/user',
    around,
    titles: ['Change the path to /users'],
    first: '@host = https://h\nGET {{host}}/v1/users',
  },
  {
    id: 'unknown-operation',
    text: 'DELETE https://h/users\nA: b',
    around,
    titles: ['Change DELETE to GET', 'Change DELETE to POST'],
    first: 'GET https://h/users\nA: b',
  },
  {
    id: 'unknown-operation',
    text: '# @openapi ./post.yaml\nhttps://h/a',
    around: { files: { ...around.files, 'post.yaml': 'openapi: 3.1.0\npaths: { /a: { post: {} } }' } },
    titles: ['Send it as POST'],
    first: '# @openapi ./post.yaml\nPOST https://h/a',
  },
  {
    id: 'api-parameter',
    text: 'GET https://h/v1/users\nX-Tenant: a',
    around,
    titles: ['Add tag'],
    first: 'GET https://h/v1/users?tag=a%20b\nX-Tenant: a',
  },
  {
    id: 'api-parameter',
    text: 'GET https://h/v1/users\n  ?limit=1\nX-Tenant: a',
    around,
    titles: ['Add tag'],
    first: 'GET https://h/v1/users\n  ?limit=1\n  &tag=a%20b\nX-Tenant: a',
  },
  {
    id: 'api-parameter',
    text: 'GET https://h/v1/users#/list?x\nX-Tenant: a',
    around,
    titles: ['Add tag'],
    first: 'GET https://h/v1/users?tag=a%20b#/list?x\nX-Tenant: a',
  },
  {
    id: 'api-parameter',
    text: '@users = https://h/v1/users?limit=1\nGET {{users}}\nX-Tenant: a',
    around,
    titles: ['Add tag'],
    first: '@users = https://h/v1/users?limit=1\nGET {{users}}&tag=a%20b\nX-Tenant: a',
  },
  {
    id: 'api-parameter',
    text: 'GET https://h/v1/users\r\n  ?limit=1\r\n  &state=open#x\r\nX-Tenant: a',
    around,
    titles: ['Add tag'],
    first: 'GET https://h/v1/users\r\n  ?limit=1\r\n  &state=open&tag=a%20b#x\r\nX-Tenant: a',
  },
  {
    id: 'api-parameter',
    text: ofQuery,
    around,
    titles: ['Add X-Tenant'],
    first: `${ofQuery}\nX-Tenant: text`,
  },
  {
    id: 'api-parameter',
    text: `${ofQuery}&state=closd&limit=1\nX-Tenant: a`,
    around,
    titles: ['Change closd to closed', 'Change closd to open'],
    first: `${ofQuery}&state=closed&limit=1\nX-Tenant: a`,
  },
  { id: 'api-parameter', text: `@s = closd\n${ofQuery}&state={{s}}\nX-Tenant: a`, around, titles: [], first: '' },
  {
    id: 'api-parameter',
    text: `${ofQuery}&limt=1&state=open\nX-Tenant: a`,
    around,
    titles: ['Change limt to limit', 'Remove limt'],
    first: `${ofQuery}&limit=1&state=open\nX-Tenant: a`,
  },
  {
    id: 'api-parameter',
    text: 'GET https://h/v1/kinds/lrge',
    around,
    titles: ['Change lrge to large', 'Change lrge to small'],
    first: 'GET https://h/v1/kinds/large',
  },
  {
    id: 'api-body',
    text: 'POST https://h/users\n\n?? status == 200',
    around,
    titles: ['Add a body'],
    first: 'POST https://h/users\nContent-Type: application/json\n\n{\n  "name": "text",\n  "age": 1\n}\n\n?? status == 200',
  },
  {
    id: 'api-body',
    text: 'POST https://h/users\nContent-Type: text/plain\n\n{"name": "a", "age": 1}',
    around,
    titles: ['Change text/plain to application/json'],
    first: 'POST https://h/users\nContent-Type: application/json\n\n{"name": "a", "age": 1}',
  },
  {
    id: 'api-body',
    text: `${post}{\r\n  "state": "open"\r\n}`,
    around,
    titles: ['Add "name"', 'Add all missing members', 'Add "age"'],
    first: `${post}{\r\n  "state": "open",\r\n  "name": "text"\r\n}`,
  },
  {
    id: 'api-body',
    text: `${post}{"name": "{{$uuid}}", "age": 1, "owner": { }}`,
    around,
    titles: ['Add "id"'],
    first: `${post}{"name": "{{$uuid}}", "age": 1, "owner": {"id": "3fa85f64-5717-4562-b3fc-2c963f66afa6"}}`,
  },
  {
    id: 'api-body',
    text: `${post}{"name": "a", "age": 1, "state": "opn"}`,
    around,
    titles: ['Change "opn" to "open"', 'Change "opn" to "closed"'],
    first: `${post}{"name": "a", "age": 1, "state": "open"}`,
  },
  {
    id: 'api-body',
    text: `${post}{"name": "a", "age": 1, "size": 7}`,
    around,
    titles: ['Change 7 to 1', 'Change 7 to 2'],
    first: `${post}{"name": "a", "age": 1, "size": 1}`,
  },
  {
    id: 'api-body',
    text: `${post}{"name": "a", "age": 1, "stat": "open"}`,
    around,
    titles: ['Change "stat" to "state"'],
    first: `${post}{"name": "a", "age": 1, "state": "open"}`,
  },
];
