// Hostile files of other clients.
import fs from 'node:fs';
import path from 'node:path';
import { aliases, collection, harmless, isKept, schemas } from './beside.mjs';

/** Imports a file or folder of `c` into `c/out`. */
const imports = (files, name, ...args) => ({
  prepare: collection(files, 'import', 'auto', `c/${name}`, '-o', 'c/out', ...args),
  says: harmless,
  holds: isKept,
});
const postman = (item, more = {}) =>
  JSON.stringify({
    info: { name: 'p', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item,
    ...more,
  });
const names = [
  '../../../outside/kept',
  '..',
  '/etc/passwd',
  'C:\\x',
  'nul',
  'a\u001b]0;x\u0007b',
  '\u202egnp.req',
  'a\u0000b',
  '.git/hooks/x',
  'x'.repeat(5000),
];
const called = (name) => ({ name, request: { method: 'GET', url: 'http://localhost/' } });

export const imported = [
  {
    name: 'names that lead out of the folder: Postman',
    ...imports({ 'p.json': postman(names.map((name) => ({ name, item: [called(name)] }))) }, 'p.json'),
    codes: [0],
  },
  {
    name: 'names that lead out of the folder: Bruno',
    ...imports(
      Object.fromEntries([
        ['b/bruno.json', '{"version": "1", "name": "b", "type": "collection"}'],
        ...names.map((name, i) => [
          `b/${i}.bru`,
          `meta {\n  name: ${name.replaceAll('\n', '')}\n  type: http\n}\n\nget {\n  url: http://localhost/\n}\n`,
        ]),
      ]),
      'b',
    ),
    codes: [0],
  },
  {
    name: 'names that lead out of the folder: Insomnia',
    ...imports(
      {
        'i.json': JSON.stringify({
          _type: 'export',
          __export_format: 4,
          resources: names.map((name, i) => ({
            _id: `r${i}`,
            _type: 'request',
            parentId: 'w',
            name,
            method: 'GET',
            url: 'http://localhost/',
          })),
        }),
      },
      'i.json',
    ),
    codes: [0, 2],
  },
  {
    name: 'folders of Postman a hundred thousand levels deep',
    ...imports(
      { 'p.json': postman([]).replace('"item":[]', () => `"item":${'[{"name":"f","item":'.repeat(100_000)}[]${'}]'.repeat(100_000)}`) },
      'p.json',
    ),
    codes: [0, 2],
  },
  {
    name: 'a Postman collection of 40 MB',
    ...imports(
      () => ({
        'p.json': postman(
          Array.from({ length: 40_000 }, (_, i) => ({
            name: `r${i}`,
            request: { method: 'POST', url: `http://localhost/${i}`, body: { mode: 'raw', raw: 'x'.repeat(800) } },
          })),
        ),
      }),
      'p.json',
    ),
    codes: [0],
    memory: 900,
  },
  { name: 'YAML of aliases that multiply: OpenAPI', ...imports({ 'o.yaml': aliases('openapi: 3.1.0\npaths: {}') }, 'o.yaml'), codes: [4] },
  {
    name: 'YAML of aliases that multiply: Insomnia',
    ...imports({ 'i.yaml': aliases('type: collection.insomnia.rest/5.0\ncollection: *a29') }, 'i.yaml'),
    codes: [4],
  },
  {
    name: 'an OpenAPI document whose schema refers to itself, in a list of itself',
    ...imports(
      {
        'o.json': schemas(
          { $ref: '#/components/schemas/S' },
          { S: { type: 'array', items: { $ref: '#/components/schemas/S' }, example: { $ref: '#/components/schemas/S' } } },
        ),
      },
      'o.json',
    ),
    codes: [0],
  },
  {
    name: 'an OpenAPI document whose references lead out of the folder',
    ...imports(
      { 'o.json': schemas({ allOf: [{ $ref: '../outside/kept' }, { $ref: '/etc/passwd' }, { $ref: 'file:///etc/passwd' }] }, {}) },
      'o.json',
    ),
    codes: [0, 2],
  },
  { name: 'an archive', ...imports(() => ({ 'p.json': `PK\u0003\u0004${'\u0000\u00ff'.repeat(1_000_000)}` }), 'p.json'), codes: [2] },
  {
    name: 'a folder that holds links to files outside',
    ...imports(
      (outside) => ({
        'b/bruno.json': '{"version": "1", "name": "b", "type": "collection"}',
        'b/x.bru': { link: path.join(outside, 'kept') },
        'b/deep': { link: outside },
      }),
      'b',
    ),
    codes: [0, 2],
  },
  {
    name: 'an output folder that is a link out of a repository',
    ...imports(
      (outside) => ({ '.git/HEAD': 'ref: x\n', 'collection.req': '\n', 'p.json': postman([called('a')]), out: { link: outside } }),
      'p.json',
      '--force',
    ),
    codes: [2],
  },
  {
    name: 'a .hurl file with a body of another file, and a curl command with @ files',
    ...imports({ 'a.hurl': 'POST http://localhost/\nfile,../outside/kept;\nHTTP 200\n' }, 'a.hurl'),
    codes: [0, 2],
  },
  {
    name: 'scripts of Postman that would end their block',
    ...imports(
      {
        'p.json': postman([
          { ...called('a'), event: [{ listen: 'test', script: { exec: ['// %}', '### leak', 'GET http://localhost/leak', '> {%'] } }] },
        ]),
      },
      'p.json',
    ),
    codes: [0],
    holds(folder) {
      const file = path.join(folder, 'c/out/p.req');
      const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
      return lines.filter((line) => line.includes('%}')).length <= 1 && isKept(folder);
    },
  },
];
