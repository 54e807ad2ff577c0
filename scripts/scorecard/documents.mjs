// Hostile documents that are fetched: OpenAPI documents and GraphQL schemas; and contract cases.
import path from 'node:path';
import { aliases, answers, collection, harmless, isKept, openApi, schemas } from './beside.mjs';
import { chunk, pour } from './server.mjs';

const megabyte = 1024 * 1024;

const pours =
  (piece, times, head = '') =>
  (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n${head}`);
    void pour(
      socket,
      Array.from({ length: times }, () => piece),
    );
  };
const drips = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n');
  const drip = setInterval(() => (socket.destroyed ? clearInterval(drip) : socket.write(chunk(Buffer.from(' ')))), 5);
};

const fetched = { 'collection.req': '# @openapi URL/api.json\n', 'a.req': 'GET URL/\n' };
const fetches = { prepare: collection(fetched, 'openapi', 'c', '--timeout', '1s'), holds: isKept, says: harmless };

const fetchedDocuments = [
  { name: 'an OpenAPI document of 300 MB', ...fetches, answer: pours(Buffer.alloc(megabyte, 32), 300), codes: [2, 4], memory: 300 },
  { name: 'an OpenAPI document that comes a byte at a time', ...fetches, answer: drips, codes: [2, 4] },
  {
    name: 'an OpenAPI document at another host, to which the server redirects',
    prepare: collection({ ...fetched, 'collection.req': '# @openapi URL/api.json\n# @auth bearer leaked\n' }, 'openapi', 'c'),
    answer: (socket, head) =>
      /authorization|leaked/i.test(head)
        ? answers('leaked')(socket)
        : /\/api\.json/.test(head)
          ? socket.end(`HTTP/1.1 302 Found\r\nLocation: http://localhost:${socket.localPort}/other\r\nContent-Length: 0\r\n\r\n`)
          : answers(openApi({}))(socket),
    codes: [0, 2],
    says: harmless,
    holds: isKept,
  },
  {
    name: 'an OpenAPI document whose copy is a link out of the collection',
    prepare: collection(
      (outside) => ({
        ...fetched,
        'collection.req': '# @openapi URL/api.json api.json\n',
        'api.json': { link: path.join(outside, 'kept') },
      }),
      'openapi',
      'c',
      '--force',
    ),
    answer: answers(openApi({})),
    codes: [0, 2],
    says: harmless,
    holds: isKept,
  },
  {
    name: 'an OpenAPI document whose references lead out of the collection',
    ...fetches,
    answer: answers(
      schemas(
        {
          allOf: [
            { $ref: '../outside/kept' },
            { $ref: 'file:///etc/passwd' },
            { $ref: '/etc/passwd#/x' },
            { $ref: 'http://localhost:1/s' },
          ],
        },
        {},
      ),
    ),
    codes: [0, 2],
  },
  {
    name: 'an OpenAPI document with 20,000 schemas that each refer to the next',
    ...fetches,
    answer: answers(() =>
      schemas(
        { $ref: '#/components/schemas/S0' },
        Object.fromEntries(
          Array.from({ length: 20_000 }, (_, i) => [`S${i}`, { properties: { a: { $ref: `#/components/schemas/S${(i + 1) % 20_000}` } } }]),
        ),
      ),
    ),
    codes: [0],
  },
  {
    name: 'an OpenAPI document that is YAML of aliases that multiply',
    ...fetches,
    answer: answers(() => aliases('openapi: 3.1.0\npaths: {}')),
    codes: [2],
  },
  {
    name: 'an OpenAPI document with the escapes of a terminal in all texts',
    ...fetches,
    answer: answers(openApi({ '/\u001b[2J': { 'get\u001b]0;x\u0007': {}, get: { summary: '\u001b[2J', $ref: '\u001b[2J' } } })),
    codes: [0, 2],
  },
  {
    name: 'an OpenAPI document that is a page, and an error of the server',
    ...fetches,
    answer: answers('<html>\u001b[2Jleave</html>'),
    codes: [2],
  },
];

const introspects = {
  prepare: collection({ 'a.req': '# @graphql s.graphql\nGRAPHQL URL/\n\n{ a }\n' }, 'graphql', 'c/a.req', '--timeout', '1s'),
  holds: isKept,
  says: harmless,
};
const type = (name, of) => ({ kind: 'OBJECT', name, interfaces: [], fields: [{ name: 'a', args: [], type: of }] });
const introspection = (types) => JSON.stringify({ data: { __schema: { queryType: { name: 'Query' }, directives: [], types } } });
const int = { kind: 'SCALAR', name: 'Int', ofType: null };

const fetchedSchemas = [
  { name: 'a GraphQL schema of 300 MB', ...introspects, answer: pours(Buffer.alloc(megabyte, 32), 300), codes: [2, 4] },
  { name: 'a GraphQL schema that comes a byte at a time', ...introspects, answer: drips, codes: [2, 4] },
  {
    name: 'a GraphQL schema with a type a hundred thousand levels deep',
    ...introspects,
    answer: answers(
      () =>
        `{"data":{"__schema":{"queryType":{"name":"Query"},"directives":[],"types":[{"kind":"OBJECT","name":"Query","interfaces":[],"fields":[{"name":"a","args":[],"type":${'{"kind":"LIST","name":null,"ofType":'.repeat(100_000)}null${'}'.repeat(100_000)}}]}]}}}`,
    ),
    codes: [2],
  },
  {
    name: 'a GraphQL schema whose names end the text that is written',
    ...introspects,
    answer: answers(introspection([type('Query', int), { ...type('A { a: Int }\n\u001b[2Jtype B', int) }])),
    codes: [2],
  },
  {
    name: 'a GraphQL schema whose file is a link out of the collection',
    ...introspects,
    prepare: collection(
      (outside) => ({ 'a.req': '# @graphql s.graphql\nGRAPHQL URL/\n\n{ a }\n', 's.graphql': { link: path.join(outside, 'kept') } }),
      'graphql',
      'c/a.req',
      '--force',
    ),
    answer: answers(introspection([type('Query', int)])),
    codes: [2],
  },
];

const hostileParameters = [
  { pattern: '^(a+)+$' },
  { minLength: 1e9 },
  { maxLength: 1e9 },
  { minimum: -1e308, maximum: 1e308, type: 'number' },
  { multipleOf: 1e-300, type: 'number' },
  { enum: Array.from({ length: 10_000 }, (_, i) => `v${i}`) },
  { type: 'array', minItems: 1e9, items: {} },
  { type: 'array', maxItems: 1e9, items: {} },
].map((schema, i) => ({ name: `p${i}`, in: 'query', required: true, schema }));
const cases = (more, ...args) =>
  collection(
    {
      'api.json': openApi({ '/things': { get: { parameters: hostileParameters, responses: { 200: { description: 'd' } } } } }),
      'collection.req': '# @openapi api.json\n',
      'a.req': `GET URL/things?${hostileParameters.map(({ name }) => `${name}=1`).join('&')}\n`,
      ...more,
    },
    'run',
    'c/a.req',
    '--contract-cases',
    ...args,
  );
const contractCases = [
  { name: 'contract cases without a consent', prepare: cases({}), answer: answers('leaked'), codes: [6], says: harmless },
  {
    name: 'contract cases with a protected environment',
    prepare: cases({ 'http-client.env.json': '{"live": {"$protected": true}}' }, '--yes', '--env', 'live'),
    answer: answers('leaked'),
    codes: [6],
    says: /^(?![\s\S]*leaked)[\s\S]*live/,
  },
  {
    name: 'contract cases of parameters with hostile patterns, lengths and counts',
    prepare: cases({}, '--yes', '--script-time', '2s'),
    answer: answers('{}'),
    codes: [0, 1, 2],
    says: harmless,
    memory: 300,
  },
];

export const documents = [...fetchedDocuments, ...fetchedSchemas, ...contractCases];
