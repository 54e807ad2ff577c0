import type { ImportFormat, ImportInput } from '../../src/convert/import/index.ts';
import { hurl, thunder, yaak } from './moreImportSamples.ts';

/** A value in every place that a format has for a text. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const postman: Json = {
  info: { name: 'My API', description: 'About', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  auth: {
    type: 'apikey',
    apikey: [
      { key: 'key', value: 'X-K' },
      { key: 'value', value: 'kkk' },
      { key: 'in', value: 'header' },
    ],
  },
  variable: [
    { key: 'base', value: 'https://a.b' },
    { key: 'lines', value: 'a\nb' },
  ],
  event: [{ listen: 'prerequest', script: { exec: ['pm.environment.set("a", 1);'] } }],
  item: [
    {
      name: 'Folder',
      description: 'd',
      auth: {
        type: 'basic',
        basic: [
          { key: 'username', value: 'u' },
          { key: 'password', value: 'p p' },
        ],
      },
      item: [
        {
          name: 'R',
          request: {
            method: 'POST',
            description: 'x',
            url: {
              raw: '{{base}}/:id?q=1',
              query: [
                { key: 'q', value: '1' },
                { key: 'off', value: '2', disabled: true },
              ],
              variable: [{ key: 'id', value: '7' }],
            },
            header: [
              { key: 'A', value: 'one' },
              { key: 'B', value: 'two', disabled: true },
            ],
            body: { mode: 'raw', raw: '{"a": "b"}', options: { raw: { language: 'json' } } },
          },
          protocolProfileBehavior: { maxRedirects: '5' },
        },
        {
          name: 'Form',
          request: {
            method: 'POST',
            url: 'https://a.b/f',
            auth: {
              type: 'awsv4',
              awsv4: [
                { key: 'accessKey', value: 'a' },
                { key: 'secretKey', value: 's' },
                { key: 'region', value: 'r' },
              ],
            },
            body: {
              mode: 'formdata',
              formdata: [
                { key: 'f', value: 'v', contentType: 'text/plain' },
                { key: 'g', type: 'file', src: './a.txt' },
              ],
            },
          },
        },
        {
          name: 'Encoded',
          request: {
            method: 'POST',
            url: 'https://a.b/e',
            auth: {
              type: 'oauth2',
              oauth2: [
                { key: 'grant_type', value: 'client_credentials' },
                { key: 'accessTokenUrl', value: 'https://t' },
                { key: 'clientId', value: 'id' },
                { key: 'clientSecret', value: 'cs' },
                { key: 'scope', value: 's' },
              ],
            },
            body: {
              mode: 'urlencoded',
              urlencoded: [
                { key: 'f', value: 'v' },
                { key: 'g', value: 'w', disabled: true },
              ],
            },
          },
        },
        {
          name: 'Q',
          request: { method: 'POST', url: 'https://a.b/g', body: { mode: 'graphql', graphql: { query: '{ a }', variables: '{"b": 1}' } } },
        },
      ],
    },
  ],
};

const postmanEnvironment: Json = {
  name: 'dev',
  values: [
    { key: 'host', value: 'https://h' },
    { key: 'word', value: 'hush', type: 'secret' },
  ],
  _postman_variable_scope: 'environment',
};

const insomnia: Json = {
  _type: 'export',
  __export_format: 4,
  resources: [
    { _id: 'w', _type: 'workspace', name: 'My API', description: 'd' },
    { _id: 'f', _type: 'request_group', parentId: 'w', name: 'Folder', environment: { x: 'y' }, headers: [{ name: 'F', value: '1' }] },
    {
      _id: 'r',
      _type: 'request',
      parentId: 'f',
      name: 'R',
      method: 'POST',
      url: '{{ _.base }}/a/:id',
      description: 'about',
      pathParameters: [{ name: 'id', value: '7' }],
      parameters: [
        { name: 'q', value: '1' },
        { name: 'off', value: '2', disabled: true },
      ],
      headers: [
        { name: 'A', value: 'one' },
        { name: 'B', value: "{% prompt 'Who', 'Name' %}" },
      ],
      body: { mimeType: 'application/json', text: '{"a": 1}' },
      authentication: { type: 'basic', username: 'u', password: 'p' },
    },
    {
      _id: 'r2',
      _type: 'request',
      parentId: 'w',
      name: 'S',
      method: 'GET',
      url: 'https://a.b',
      authentication: { type: 'apikey', key: 'X-K', value: 'v', addTo: 'header' },
      body: { mimeType: 'multipart/form-data', params: [{ name: 'n', value: 'v' }] },
    },
    { _id: 'e', _type: 'environment', parentId: 'w', name: 'Base', data: { base: 'https://h', u: { name: 'n' } } },
  ],
};

const openapi: Json = {
  openapi: '3.0.0',
  info: { title: 'T', version: '1', description: 'd' },
  servers: [{ url: 'https://{host}/v1', variables: { host: { default: 'h' } }, description: 's' }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', name: 'X-K', in: 'header' } } },
  paths: {
    '/a/{id}': {
      post: {
        tags: ['t'],
        summary: 'R',
        operationId: 'op',
        parameters: [
          { in: 'path', name: 'id', required: true, example: 'i' },
          { in: 'query', name: 'q', required: true, example: 'v' },
          { in: 'header', name: 'H', required: true, example: 'w' },
          { in: 'cookie', name: 'c', required: true, example: 'k' },
        ],
        requestBody: { content: { 'application/json': { example: { a: 'b' } } } },
      },
    },
  },
};

const har: Json = {
  log: {
    pages: [{ id: 'p', title: 'Page' }],
    entries: [
      {
        pageref: 'p',
        request: {
          method: 'POST',
          url: 'https://a.b/c?d=e',
          headers: [
            { name: 'A', value: 'one' },
            { name: 'Cookie', value: 'a=b' },
          ],
          postData: {
            mimeType: 'multipart/form-data',
            params: [
              { name: 'n', value: 'v', contentType: 'text/plain' },
              { name: 'f', fileName: 'a.txt' },
            ],
          },
        },
      },
      { pageref: 'p', request: { method: 'POST', url: 'https://a.b/t', headers: [], postData: { mimeType: 'text/plain', text: 'body' } } },
    ],
  },
};

const bruno = `meta {
  name: HERE R
  type: http
}

post {
  url: https://a.b/HERE/:id?x=HERE
  body: multipartForm
  auth: basic
}

params:path {
  id: HERE
}

params:query {
  ~off: HERE
}

headers {
  A: HERE
  ~B: HERE
}

auth:basic {
  username: HERE
  password: HERE
}

body:multipart-form {
  a: HERE @contentType(HERE)
  b: @file(HERE.txt)
}

vars:pre-request {
  v: HERE
}

assert {
  res.status: eq HERE
}

settings {
  timeout: HERE
  maxRedirects: HERE
}

docs {
  HERE
}
`;

const http = `@v = HERE

### HERE
# @note
# @name r
# @description HERE
POST https://a.b/HERE?x=HERE
A: HERE
# HERE

{"a": "HERE"}
`;

/** The samples of all formats with a text inserted in one place at a time. */
export function samplesWith(text: string): readonly { readonly format: ImportFormat; readonly inputs: readonly ImportInput[] }[] {
  const json = (format: ImportFormat, path: string, document: Json): readonly ReturnType<typeof samplesWith>[number][] =>
    withEachLeaf(document, text).map((changed) => ({ format, inputs: [{ path, text: JSON.stringify(changed) }] }));
  const places = (format: ImportFormat, path: string, source: string): readonly ReturnType<typeof samplesWith>[number][] => {
    const parts = source.split('HERE');
    return parts.slice(1).map((_, i) => ({
      format,
      inputs: [{ path, text: parts.map((part, j) => (j === 0 ? part : (j === i + 1 ? text : 'x') + part)).join('') }],
    }));
  };
  return [
    ...json('postman', 'p.json', postman),
    ...json('postman', 'e.json', postmanEnvironment),
    ...json('insomnia', 'i.json', insomnia),
    ...json('thunder', 't.json', thunder),
    ...json('yaak', 'y.json', yaak),
    ...json('openapi', 'o.json', openapi),
    ...json('har', 'h.har', har),
    ...places('bruno', 'r.bru', bruno),
    ...places('http', 'a.http', http),
    ...places('hurl', 'a.hurl', hurl),
    {
      format: 'curl',
      inputs: [{ path: 'c.sh', text: `curl -L 'https://a.b/${text}' -H 'A: ${text}' --data-raw '${text}' -x 'http://${text}'` }],
    },
  ];
}

/** The document with the text appended to one of its texts or keys, each in turn. */
function withEachLeaf(value: Json, text: string): readonly Json[] {
  if (typeof value === 'string') return [value + text, text];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((v, i) => withEachLeaf(v, text).map((c) => (value as readonly Json[]).with(i, c)));
  const members = Object.entries(value as { readonly [key: string]: Json });
  const withMember = (key: string, changed: Json): Json => Object.fromEntries(members.map(([k, v]) => [k, k === key ? changed : v]));
  return members.flatMap(([key, v]) => withEachLeaf(v, text).map((c) => withMember(key, c)));
}
