// Hostile request files: they run without end or fill the memory.
import fs from 'node:fs';
import path from 'node:path';
import { aliases } from './beside.mjs';

const writes =
  (text, ...args) =>
  (folder, url) => {
    fs.writeFileSync(path.join(folder, 'a.req'), (typeof text === 'function' ? text() : text).replaceAll('URL', url));
    return args;
  };
const script = (source) => `< {%\n${source}\n%}\nGET URL/\n`;
const send = ['send', 'a.req', '--script-time', '2s'];

export const scripts = [
  { name: 'a loop without an end', prepare: writes(script('for (;;);'), ...send), codes: [5] },
  { name: 'a call inside the engine that takes minutes', prepare: writes(script('Array(1e9).join("x")'), ...send), codes: [5] },
  {
    name: 'all the memory there is',
    prepare: writes(script('const a = []; for (;;) a.push("x".repeat(1e6) + a.length);'), ...send),
    codes: [5],
    memory: 300,
  },
  {
    name: 'promises that make promises',
    prepare: writes(script('const f = () => Promise.resolve().then(f); f(); await new Promise(() => {});'), ...send),
    codes: [5],
  },
  { name: 'a sleep of thirty thousand years', prepare: writes(script('await tool.sleep(1e12);'), ...send), codes: [5] },
  {
    name: 'a pattern that backtracks without an end',
    prepare: writes(`GET URL/\n\n?? body matches ^(a+)+$\n`, ...send),
    answer: (socket) => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 41\r\n\r\n${'a'.repeat(40)}!`),
    codes: [1],
    says: /matches/,
  },
];

const deep = (socket) =>
  socket.end(`HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2000\r\n\r\n${'['.repeat(1000)}${']'.repeat(1000)}`);
const hostilePath = 'body.$[?@..[?@..[?@..*[0].nope]]]';

export const schemas = [
  ...[`?? ${hostilePath} exists`, `?? ${hostilePath} matchesSchema {}`, `?? ${hostilePath} matchesShape`, `@x << ${hostilePath}`].map(
    (line) => ({
      name: `a JSONPath that would take years: ${line}`,
      prepare: writes(`GET URL/\n\n${line}\n`, ...send),
      answer: deep,
      codes: [1],
      says: /takes longer than 2 s/,
    }),
  ),
  {
    name: 'a schema that refers to itself without an end',
    prepare: writes('GET URL/\n\n?? body matchesSchema {"$ref": "#"}\n', ...send),
    answer: deep,
    codes: [1],
    says: /refers to itself/,
  },
  {
    name: 'a schema whose pattern backtracks without an end',
    prepare: writes('GET URL/\n\n?? body matchesSchema {"pattern": "^(a+)+$"}\n', ...send),
    answer: (socket) => socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 43\r\n\r\n"${'a'.repeat(40)}!"`),
    codes: [1],
    says: /was stopped/,
  },
  {
    name: 'a schema that doubles its work with each level',
    prepare: writes(
      () => {
        const defs = Array.from(
          { length: 60 },
          (_, i) => `"a${i}": {"allOf": [{"$ref": "#/$defs/a${i + 1}"}, {"$ref": "#/$defs/a${i + 1}"}]}`,
        );
        return `GET URL/\n\n?? body matchesSchema {"$ref": "#/$defs/a0", "$defs": {${defs.join(', ')}, "a60": {}}}\n`;
      },
      ...send,
    ),
    answer: deep,
    codes: [1],
    says: /takes longer than 2 s/,
  },
];

/** A collection with an OpenAPI document, and a JSON response to its one request. */
const contract = (document, body, target = '') => ({
  prepare(folder, url) {
    fs.writeFileSync(path.join(folder, 'api.yaml'), typeof document === 'function' ? document() : document);
    return writes(`# @openapi api.yaml\n\n###\nGET URL/${target}\n\n?? response conforms\n`, ...send)(folder, url);
  },
  answer: (socket) => socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
});
const openApi = (paths, more = {}) => JSON.stringify({ openapi: '3.1.0', info: { title: 't', version: '1' }, paths, ...more });
const responds = (schema) => ({ get: { responses: { default: { description: 'd', content: { 'application/json': { schema } } } } } });
export const contracts = [
  {
    name: 'an OpenAPI document whose pattern backtracks without an end',
    ...contract(openApi({ '/': responds({ pattern: '^(a+)+$' }) }), JSON.stringify(`${'a'.repeat(40)}!`)),
    codes: [1],
    says: /was stopped/,
  },
  {
    name: 'an OpenAPI document whose schema refers to itself',
    ...contract(
      openApi(
        { '/': responds({ $ref: '#/components/schemas/A' }) },
        { components: { schemas: { A: { $ref: '#/components/schemas/A' } } } },
      ),
      '1',
    ),
    codes: [1],
    says: /refers to itself/,
  },
  {
    name: 'an OpenAPI document of aliases that multiply',
    ...contract(() => aliases('openapi: 3.1.0\npaths: {}'), '1'),
    codes: [1],
    says: /api\.yaml/,
  },
  {
    name: 'an OpenAPI document with a path of a thousand parameters, and a long URL',
    ...contract(openApi({ [`/${'{a}-'.repeat(1000)}x`]: responds({}) }), '1', 'a-'.repeat(2000)),
    codes: [1],
    says: /no operation/,
  },
  {
    name: 'an OpenAPI document a hundred thousand levels deep',
    ...contract(() => `{"openapi": "3.1.0", "paths": {"/": ${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}}`, '1'),
    codes: [1],
    says: /api\.yaml/,
  },
  {
    name: 'a GraphQL schema whose type is a list of a list of a list …',
    prepare(folder, url) {
      fs.writeFileSync(path.join(folder, 's.graphql'), `type Query { a: ${'['.repeat(200_000)}Int${']'.repeat(200_000)} }\n`);
      return writes('# @graphql s.graphql\nGRAPHQL URL/\n\n{ a }\n', 'check', 'a.req')(folder, url);
    },
    codes: [2],
    says: /nested more than 100 levels deep/,
  },
  {
    name: 'a GraphQL query of a field in a field in a field …',
    prepare(folder, url) {
      fs.writeFileSync(path.join(folder, 's.graphql'), 'type Query { a: Query }\n');
      return writes(`# @graphql s.graphql\nGRAPHQL URL/\n\n${'{ a '.repeat(100_000)}\n`, 'check', 'a.req')(folder, url);
    },
    codes: [2],
    says: /is not checked/,
  },
  {
    name: 'rows of data a million levels deep',
    prepare(folder, url) {
      fs.writeFileSync(path.join(folder, 'rows.json'), `[{"v": ${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}]`);
      return writes('# @data rows.json\nGET URL/{{v}}\n', 'run', 'a.req')(folder, url);
    },
    codes: [2],
    says: /rows\.json/,
    memory: 300,
  },
];

export const templates = [
  { name: '100 KB of braces', prepare: writes(() => `GET URL/\n\n${'{'.repeat(100_000)}\n`, 'check', 'a.req'), codes: [0, 1, 2] },
  {
    name: 'a million placeholders',
    prepare: writes(() => `@a = 1\n\nPOST URL/\n\n${'{{a}}'.repeat(1_000_000)}\n`, 'check', 'a.req'),
    codes: [0, 1],
    memory: 1000,
  },
  {
    name: 'a body of JSON a million levels deep',
    prepare: writes(() => `POST URL/\nContent-Type: application/json\n\n${'['.repeat(1_000_000)}\n`, 'check', 'a.req'),
    codes: [0, 1, 2],
    memory: 1000,
  },
  {
    name: 'a file of 50 MB',
    prepare: writes(() => '### r\nGET http://localhost/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n\n'.repeat(900_000), 'check', 'a.req'),
    codes: [0, 1, 2, 3],
    memory: 1500,
  },
  {
    name: '130,000 requests listed',
    prepare: writes(() => '### r\nGET http://localhost/\n\n'.repeat(130_000), 'list', 'a.req'),
    codes: [0],
    memory: 1000,
  },
  {
    name: 'a chain of 400 requests by @ref',
    prepare: writes(
      () =>
        Array.from({ length: 400 }, (_, i) => `### r${i}\n# @name r${i}\n${i === 0 ? '' : `# @ref r${i - 1}\n`}GET URL/${i}\n`).join('\n'),
      'send',
      'a.req',
      '--name',
      'r399',
    ),
    codes: [0],
  },
  {
    name: '1,000 folders inside each other',
    async prepare(folder) {
      let at = folder;
      for (let i = 0; i < 1000; i++) at = path.join(at, 'd');
      fs.mkdirSync(at, { recursive: true });
      fs.writeFileSync(path.join(at, 'a.req'), 'GET http://localhost/\n');
      return ['check', '.'];
    },
    codes: [0, 1],
  },
];
