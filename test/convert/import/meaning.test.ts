import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { ImportFormat, ImportInput } from '../../../src/convert/import/index.ts';
import { imported } from '../../support/imported.ts';
import { bodyText, sendsOf } from '../../support/importedSends.ts';
import { runs } from '../../support/runs.ts';

/** Variables of one place by their names. A value refers to others as `‹name›`, always later ones, so there are no cycles. */
type Variables = Readonly<Record<string, string>>;

interface Collection {
  readonly all: Variables;
  readonly environment: Variables;
  readonly collection: Variables;
  readonly folder: Variables;
  readonly inner: Variables;
  readonly requests: readonly Request[];
}

interface Request {
  readonly where: 'root' | 'folder' | 'inner';
  readonly own: Variables;
  readonly url: string;
  readonly header: string;
  readonly body: string;
}

/** With values of one line, for URL and headers. */
const shortNames = ['u', 'v', 'w'];
/** With values of any kind. */
const longNames = ['x', 'y', 'z'];
const names = [...shortNames, ...longNames];

const word = fc.stringMatching(/^[a-z0-9]{1,6}$/);
const odd = fc.constantFrom(
  'a b',
  '\\',
  '{',
  '}}',
  '\\{{',
  '\\\\{{',
  '"q"',
  "it's",
  '{"j": [1,  2]}',
  '[1, 2]',
  'true',
  '007',
  '1.50',
  '# c',
  '< file',
  'importedText',
  '\\n',
  '$x',
  '%20',
);
const long = fc.oneof(word, odd, fc.constantFrom('a\nb', 'one\n\ntwo\n', ' lead', 'trail ', '\ttab', '### x', '\r\n', '> {% a %}', ''));

/** Escapes all placeholders that are not intended. */
const plain = (text: string): string => text.replace(/\{\{(?=[^{}\r\n]*\}\})/g, '{ {');

const filled = (texts: fc.Arbitrary<string>, later: readonly string[]): fc.Arbitrary<string> =>
  later.length === 0
    ? texts
    : fc
        .array(
          fc.oneof(
            texts,
            fc.constantFrom(...later).map((n) => `‹${n}›`),
          ),
          { minLength: 1, maxLength: 3 },
        )
        .map((parts) => plain(parts.join('')));

const valueOf = (name: string): fc.Arbitrary<string> => {
  const group = shortNames.includes(name) ? shortNames : longNames;
  return filled(group === shortNames ? word : long, group.slice(group.indexOf(name) + 1));
};

const some = (of: readonly string[]): fc.Arbitrary<Variables> =>
  fc.record(Object.fromEntries(of.map((n) => [n, valueOf(n)])), { requiredKeys: [] }) as fc.Arbitrary<Variables>;
const none = fc.constant<Variables>({});
const every = fc.record(Object.fromEntries(names.map((n) => [n, valueOf(n)]))) as fc.Arbitrary<Variables>;

interface Places {
  readonly folder: boolean;
  readonly own: boolean;
}

const collectionOf = ({ folder, own }: Places): fc.Arbitrary<Collection> =>
  fc.record({
    // Postman's globals have every name, else the collection has.
    all: folder ? some(names) : every,
    environment: some(names),
    collection: folder ? every : some(names),
    folder: folder ? some(names) : none,
    inner: folder ? some(names) : none,
    requests: fc.array(
      fc.record({
        where: fc.constantFrom('root' as const, 'folder' as const, 'inner' as const),
        own: own ? some(names) : none,
        url: fc.constantFrom(...shortNames).map((n) => `https://h.example/‹${n}›`),
        header: filled(fc.oneof(word, fc.constantFrom('{', 'a b', '"', '\\')), shortNames).map((t) => `h${t}h`),
        body: filled(long, longNames).map((t) => `b${t}b`),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  });

/** A text's meaning in a client: the value is that of the first place with the name. */
function meant(text: string, places: readonly Variables[]): string {
  return text.replace(/‹(\w+)›/g, (whole, name: string) => {
    const found = places.find((p) => Object.hasOwn(p, name))?.[name];
    return found === undefined ? whole : meant(found, places);
  });
}

/** A client: its collection format, and the places of a request's variables, highest precedence first. */
interface Client extends Places {
  readonly format: ImportFormat;
  readonly write: (collection: Collection) => readonly ImportInput[];
  readonly places: (collection: Collection, request: Request) => readonly Variables[];
}

const foldersOf = ({ folder, inner }: Collection, { where }: Request): readonly Variables[] =>
  where === 'root' ? [] : where === 'folder' ? [folder] : [inner, folder];

const braces = (text: string): string => text.replace(/‹(\w+)›/g, '{{$1}}');

const pairs = (variables: Variables, secret = ''): readonly object[] =>
  Object.entries(variables).map(([key, value]) => ({ key, value: braces(value), type: key === secret ? 'secret' : 'default' }));

const postman: Client = {
  format: 'postman',
  folder: false,
  own: false,
  places: ({ environment, collection, all }) => [environment, collection, all],
  write({ all, environment, collection, requests }) {
    const items = (where: Request['where']): readonly object[] =>
      requests.flatMap((r, i) =>
        r.where === where
          ? [
              {
                name: `R${i}`,
                request: {
                  method: 'POST',
                  url: braces(r.url),
                  header: [
                    { key: 'H', value: braces(r.header) },
                    { key: 'Content-Type', value: 'text/plain' },
                  ],
                  body: { mode: 'raw', raw: braces(r.body) },
                },
              },
            ]
          : [],
      );
    const document = {
      info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      variable: pairs(collection),
      item: [...items('root'), { name: 'F', item: [...items('folder'), { name: 'I', item: items('inner') }] }],
    };
    return [
      { path: 'c.json', text: JSON.stringify(document) },
      { path: 'e.json', text: JSON.stringify({ name: 'dev', values: pairs(environment, 'w'), _postman_variable_scope: 'environment' }) },
      { path: 'g.json', text: JSON.stringify({ name: 'g', values: pairs(all), _postman_variable_scope: 'globals' }) },
    ];
  },
};

/** A value in Bruno's format: in three quotes if it has several lines, or white space at an end. */
const bruValue = (value: string): string => braces(value);

const entries = (name: string, variables: Variables): string =>
  Object.keys(variables).length === 0
    ? ''
    : `${name} {\n${Object.entries(variables)
        .map(([k, v]) => `  ${k}: ${bruValue(v)}\n`)
        .join('')}}\n\n`;

const bruno: Client = {
  format: 'bruno',
  folder: true,
  own: true,
  places: (c, r) => [r.own, ...foldersOf(c, r), c.environment, c.collection],
  write({ environment, collection, folder, inner, requests }) {
    const dirs = { root: '', folder: 'F/', inner: 'F/I/' };
    return [
      { path: 'bruno.json', text: '{"version": "1", "name": "C", "type": "collection"}' },
      { path: 'collection.bru', text: `meta {\n  name: C\n}\n\n${entries('vars:pre-request', collection)}` },
      { path: 'F/folder.bru', text: `meta {\n  name: F\n}\n\n${entries('vars:pre-request', folder)}` },
      { path: 'F/I/folder.bru', text: `meta {\n  name: I\n}\n\n${entries('vars:pre-request', inner)}` },
      { path: 'environments/dev.bru', text: entries('vars', environment) || 'vars {\n}\n' },
      ...requests.map((r, i) => ({
        path: `${dirs[r.where]}R${i}.bru`,
        text: [
          `meta {\n  name: R${i}\n  type: http\n  seq: ${i + 1}\n}\n`,
          `post {\n  url: ${braces(r.url)}\n  body: text\n  auth: none\n}\n`,
          `headers {\n  H: ${braces(r.header)}\n  Content-Type: text/plain\n}\n`,
          `body:text {\n${braces(r.body)
            .split('\n')
            .map((l) => `  ${l}`)
            .join('\n')}\n}\n`,
          entries('vars:pre-request', r.own),
        ].join('\n'),
      })),
    ];
  },
};

const underscore = (text: string): string => text.replace(/‹(\w+)›/g, '{{ _.$1 }}');
const data = (variables: Variables): Variables => Object.fromEntries(Object.entries(variables).map(([k, v]) => [k, underscore(v)]));

const insomnia: Client = {
  format: 'insomnia',
  folder: true,
  own: false,
  places: (c, r) => [...foldersOf(c, r), c.environment, c.collection],
  write({ environment, collection, folder, inner, requests }) {
    const parents = { root: 'w', folder: 'f', inner: 'i' };
    const document = {
      _type: 'export',
      __export_format: 4,
      resources: [
        { _id: 'w', _type: 'workspace', name: 'C' },
        { _id: 'f', _type: 'request_group', parentId: 'w', name: 'F', environment: data(folder) },
        { _id: 'i', _type: 'request_group', parentId: 'f', name: 'I', environment: data(inner) },
        { _id: 'e', _type: 'environment', parentId: 'w', name: 'Base', data: data(collection) },
        { _id: 'd', _type: 'environment', parentId: 'e', name: 'dev', data: data(environment) },
        ...requests.map((r, i) => ({
          _id: `r${i}`,
          _type: 'request',
          parentId: parents[r.where],
          name: `R${i}`,
          method: 'POST',
          url: underscore(r.url),
          headers: [{ name: 'H', value: underscore(r.header) }],
          body: { mimeType: 'text/plain', text: underscore(r.body) },
        })),
      ],
    };
    return [{ path: 'i.json', text: JSON.stringify(document) }];
  },
};

const restClient: Client = {
  format: 'http',
  folder: true,
  own: false,
  places: (c) => [c.collection, c.environment],
  write({ environment, collection, requests }) {
    // Those that others name come first: a definition that is needed before its line is reported.
    const lines = Object.entries(collection).toReversed();
    const blocks = requests.map(
      (r, i) => `### R${i}\nPOST ${braces(r.url)}\nH: ${braces(r.header)}\nContent-Type: text/plain\n\n${braces(r.body)}\n`,
    );
    const values = (of: Variables): Variables => Object.fromEntries(Object.entries(of).map(([k, v]) => [k, braces(v)]));
    return [
      { path: 'a.http', text: [...lines.map(([k, v]) => `@${k} = ${braces(v)}`), '', ...blocks].join('\n') },
      { path: '.vscode/settings.json', text: JSON.stringify({ 'rest-client.environmentVariables': { dev: values(environment) } }) },
    ];
  },
};

async function check(client: Client, collection: Collection): Promise<void> {
  const inputs = client.write(collection);
  const result = imported(client.format, inputs);
  const sends = await sendsOf(result, 'dev');
  const files = (): string => result.files.map((f) => `--- ${f.path}\n${f.text}`).join('\n');
  assert.equal(sends.size, collection.requests.length, files());
  for (const [i, request] of collection.requests.entries()) {
    const send = sends.get(`R${i}`);
    assert.ok(send, files());
    const places = client.places(collection, request);
    const of = (text: string): string => meant(text, places);
    const got = { url: send.url, header: send.headers.find(([name]) => name === 'H')?.[1], body: bodyText(send) };
    assert.deepEqual(got, { url: of(request.url), header: of(request.header), body: of(request.body) }, `R${i}\n${files()}`);
  }
}

describe('an import sends the same requests as its source', () => {
  // A line of a `.bru` file holds no line break, and no white space at its end.
  const oneLine = (v: Variables): Variables =>
    Object.fromEntries(
      Object.entries(v).map(([k, text]) => [
        k,
        // Joined lines may have made a placeholder.
        plain(
          text
            .replace(/[\r\n\t]+/g, ' ')
            .replace(/'''/g, '')
            .trim(),
        ),
      ]),
    );
  const bruLines = (c: Collection): Collection => ({
    ...c,
    environment: oneLine(c.environment),
    collection: oneLine(c.collection),
    folder: oneLine(c.folder),
    inner: oneLine(c.inner),
    requests: c.requests.map((r) => ({ ...r, own: oneLine(r.own), body: r.body.replace(/\r\n?/g, '\n') })),
  });

  // What `.http` files say in another way than Req is reported by line.
  const plainLines = (v: Variables): Variables =>
    Object.fromEntries(Object.entries(v).map(([k, text]) => [k, `v${text.replace(/[^\w‹› "'.-]+/g, '').trim()}`]));
  const httpLines = (c: Collection): Collection => ({
    ...c,
    environment: plainLines(c.environment),
    collection: plainLines(c.collection),
    requests: c.requests.map((r) => ({ ...r, header: r.header.replace(/[\\{]/g, ''), body: r.body.replace(/[^\w‹› "'.-]+/g, '') })),
  });
  const shaped = (client: Client, c: Collection): Collection => (client === bruno ? bruLines(c) : client === restClient ? httpLines(c) : c);

  for (const client of [postman, bruno, insomnia, restClient]) {
    it(`for variables of every place of ${client.format}, with texts that Req reads as something else`, async () => {
      await fc.assert(
        fc.asyncProperty(collectionOf(client), (c) => check(client, shaped(client, c))),
        { numRuns: runs(150) },
      );
    });
  }

  for (const client of [postman, bruno, insomnia]) {
    it(`for a value of ${client.format} that is JSON once an empty variable at its end is filled in`, async () => {
      for (const x of ['[1, 2]‹z›', '{"j": [1,  2]}‹z›', '1.50‹z›', '007‹z›', 'true‹z›', '"q"‹z›', '‹z›[1, 2]', '‹y›‹z›']) {
        const nothing = { environment: {}, folder: {}, inner: {} };
        const values = { u: 'a', v: 'a', w: 'a', x, y: '[1, 2]', z: '' };
        for (const body of ['b‹x›b', '‹x›', '[1, 2]‹z›']) {
          const request = { where: 'root' as const, own: {}, url: 'https://h.example/‹u›', header: 'h', body };
          await check(client, shaped(client, { ...nothing, all: values, collection: values, requests: [request] }));
        }
      }
    });
  }
});
