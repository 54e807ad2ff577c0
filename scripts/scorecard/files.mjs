// Links, devices and pipes where files of a collection are expected.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** A collection in a folder, with a sibling folder that it must not read. */
const collection =
  (make, ...args) =>
  (folder, url) => {
    const root = path.join(folder, 'c');
    const outside = path.join(folder, 'outside');
    for (const name of [root, outside]) fs.mkdirSync(name, { recursive: true });
    fs.writeFileSync(path.join(root, 'collection.req'), '@x = 1\n');
    fs.writeFileSync(path.join(root, 'a.req'), `### pwn\n# @name pwn\nGET ${url}/?{{v}}\n\n?? body matchesSnapshot\n`);
    make(root, outside, url);
    return args;
  };
const isEmpty = (folder) => fs.readdirSync(path.join(folder, 'outside')).length === 0;

/** Files named by a request. With valid contents, each command would succeed. */
const named = {
  'schema.json': { what: 'a schema', valid: '{}', request: 'GET URL/\n\n?? status matchesSchema schema.json\n' },
  'rows.csv': { what: 'rows of @data', valid: 'v\nleaked\n', request: '# @data rows.csv\nGET URL/{{v}}\n' },
  'api.yaml': {
    what: 'an OpenAPI document',
    valid: 'openapi: 3.1.0\ninfo: {title: t, version: "1"}\npaths: {"/": {get: {responses: {default: {description: any}}}}}\n',
    request: '# @openapi api.yaml\n\n###\nGET URL/\n',
    args: ['check', 'c'],
  },
  'shop.graphql': {
    what: 'a GraphQL schema',
    valid: 'type Query {\n  a: Int\n}\n',
    request: '# @graphql shop.graphql\nGRAPHQL URL/\n\n{ a }\n',
    args: ['check', 'c'],
  },
  'key.pem': {
    what: 'the key of @auth jwt',
    valid: 'a key of more than thirty-two characters, of somebody else',
    request: '# @auth jwt key-file=key.pem\nGET URL/\n',
  },
  'lib.js': { what: 'a module of a script', valid: 'export const leaked = 1;\n', request: '< {%\nimport "./lib.js";\n%}\nGET URL/\n' },
  'http-client.env.json': {
    what: 'the environments of a .http file',
    valid: '{"dev": {"v": "leaked"}}',
    request: 'GET URL/?{{v}}\n',
    in: 'b.http',
    args: ['send', 'c/b.http', '--env', 'dev'],
  },
};

/** Files around requests that are only read if the user owns them. */
const around = ['rows.csv', 'http-client.env.json'];

const notFiles = [
  ['/dev/zero', (file) => fs.symlinkSync('/dev/zero', file)],
  ['a FIFO', (file) => execFileSync('mkfifo', [file])],
  ['a link out of the collection', (file) => fs.symlinkSync('/etc/passwd', file)],
  [
    'a link to a valid file outside',
    (file, text, outside) => {
      fs.writeFileSync(path.join(outside, 'valid'), text);
      fs.symlinkSync(path.join(outside, 'valid'), file);
    },
  ],
];

/** Only root can create files of another user. */
const ofOthers =
  process.getuid?.() === 0
    ? [
        [
          "another user's file",
          (file, text) => {
            fs.writeFileSync(file, text);
            fs.chownSync(file, 54_321, 54_321);
          },
        ],
      ]
    : [];

export const files = [
  {
    name: 'a snapshot that is a link to nothing outside',
    prepare: collection(
      (root, outside) => {
        fs.mkdirSync(path.join(root, '__snapshots__'));
        fs.symlinkSync(path.join(outside, 'zshenv'), path.join(root, '__snapshots__', 'a.pwn.snap'));
      },
      'send',
      'c/a.req',
      '--var',
      'v=1',
    ),
    codes: [1, 2, 3],
    holds: isEmpty,
  },
  {
    name: 'snapshots in a folder that is a link',
    prepare: collection(
      (root, outside) => fs.symlinkSync(outside, path.join(root, '__snapshots__')),
      'run',
      'c',
      '--update-snapshots',
      '--var',
      'v=1',
    ),
    codes: [1, 2, 3],
    holds: isEmpty,
  },
  {
    name: 'folder.req that is /dev/zero',
    prepare: collection((root) => fs.symlinkSync('/dev/zero', path.join(root, 'folder.req')), 'check', 'c'),
    codes: [0, 1, 2, 3],
    says: /folder\.req/,
    memory: 150,
  },
  {
    name: 'folder.req that is a FIFO',
    prepare: collection((root) => execFileSync('mkfifo', [path.join(root, 'folder.req')]), 'check', 'c'),
    codes: [0, 1, 2, 3],
    says: /folder\.req/,
    memory: 150,
  },
  {
    name: '--secrets that are /dev/urandom',
    prepare: collection(() => {}, 'send', 'c/a.req', '--secrets', '/dev/urandom'),
    codes: [2, 3],
    memory: 150,
  },
  {
    name: '.env that is a link out of the collection',
    prepare: collection(
      (root, outside, url) => {
        fs.writeFileSync(path.join(outside, 'credentials'), 'KEY=stolen\n');
        fs.symlinkSync(path.join(outside, 'credentials'), path.join(root, '.env'));
        fs.writeFileSync(path.join(root, 'a.req'), `GET ${url}/?{{$dotenv.KEY}}\n`);
      },
      'send',
      'c/a.req',
      '-v',
    ),
    codes: [1, 2, 3],
    holds: () => true,
  },
  ...Object.entries(named).flatMap(([file, { what, valid, request, in: name = 'a.req', args = ['run', 'c'] }]) =>
    [...notFiles, ...(around.includes(file) ? ofOthers : [])].map(([kind, make]) => ({
      name: `${what} that is ${String(kind)}`,
      prepare: collection(
        (root, outside, url) => {
          make(path.join(root, file), valid, outside);
          fs.rmSync(path.join(root, 'a.req'));
          fs.writeFileSync(path.join(root, name), request.replaceAll('URL', url));
        },
        ...args,
      ),
      codes: [1, 2, 3, 5, 6],
      // The file is named, and nothing of another file is shown.
      says: new RegExp(`^(?![\\s\\S]*(?:root:|leaked))[\\s\\S]*${file.replaceAll('.', '\\.')}`),
      memory: 150,
    })),
  ),
  {
    name: 'an order of files that leads out of the collection',
    prepare: collection(
      (root, outside, url) => {
        fs.writeFileSync(path.join(root, 'collection.req'), '# @order ../outside\n# @order ../outside/o.req\n# @order a.req\n');
        fs.writeFileSync(path.join(root, 'a.req'), `### inside\nGET ${url}/\n`);
        fs.writeFileSync(path.join(outside, 'o.req'), `### leaked\nGET ${url}/leaked\n`);
      },
      'run',
      'c',
    ),
    codes: [0, 1, 2],
    says: /^(?![\s\S]*leaked)[\s\S]*inside/,
  },
  {
    name: 'a .http file that is /dev/zero',
    prepare: collection((root) => fs.symlinkSync('/dev/zero', path.join(root, 'b.http')), 'send', 'c/b.http'),
    codes: [2],
    says: /b\.http/,
    memory: 150,
  },
  {
    name: 'a file whose name is an escape of the terminal',
    prepare: collection((root) => fs.writeFileSync(path.join(root, 'a\u001b]0;owned\u0007b.req'), 'GET\n'), 'check', 'c'),
    codes: [0, 1, 2, 3],
    // oxlint-disable-next-line no-control-regex
    says: /^[^\u001b\u0007]*b\.req[^\u001b\u0007]*$/,
  },
];
