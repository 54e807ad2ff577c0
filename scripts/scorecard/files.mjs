// Links, devices and pipes where files of a collection are expected.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** A collection in a folder beside another folder, which it may not read. */
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
  ...['schema.json', 'rows.csv'].flatMap((name) =>
    [
      ['/dev/zero', (file) => fs.symlinkSync('/dev/zero', file)],
      ['a FIFO', (file) => execFileSync('mkfifo', [file])],
      ['a link out of the collection', (file) => fs.symlinkSync('/etc/passwd', file)],
    ].map(([what, make]) => ({
      name: `${name === 'rows.csv' ? 'rows of @data' : 'a schema'} that is ${String(what)}`,
      prepare: collection(
        (root, _, url) => {
          make(path.join(root, name));
          const request = `GET ${url}/\n\n?? status matchesSchema schema.json\n`;
          fs.writeFileSync(path.join(root, 'a.req'), name === 'rows.csv' ? `# @data rows.csv\n${request}` : request);
        },
        'run',
        'c',
      ),
      codes: [1, 2, 3, 6],
      says: new RegExp(name.replace('.', '\\.')),
      memory: 150,
    })),
  ),
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
