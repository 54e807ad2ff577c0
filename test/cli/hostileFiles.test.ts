import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder, runReq, type Ended, type Folder } from '../support/command.ts';

const latin1 = (before: string, after: string): Uint8Array => Buffer.concat([Buffer.from(before), Buffer.from([0xe4]), Buffer.from(after)]);
const environment = (members: string): string => `{"dev": {\n${members}\n}}`;
const circle = Array.from({ length: 1000 }, (_, i) => `"v${i}": "{{v${(i + 1) % 1000}}}"`).join(',\n');

interface Case {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly make?: (folder: Folder) => void;
  readonly value?: string;
  /** The error of `req send`; undefined if the value is `mine`. */
  readonly refused?: RegExp;
  /** The output of `req check`; undefined if there are no problems. */
  readonly checked?: RegExp;
}

const envFile = 'http-client.env.json';
const cases: Readonly<Record<string, Case>> = {
  'an environment file with keys that are there twice': { files: { [envFile]: environment('"v": "other",\n"v": "mine"') } },
  'an environment file with a byte order mark and CR LF': {
    files: { [envFile]: `\uFEFF${environment('"v": "mine"')}`.replaceAll('\n', '\r\n') },
  },
  'an environment file with comments': {
    files: { [envFile]: environment('// mine\n"v": "mine"') },
    refused: /^http-client\.env\.json:2:1: error: .*This is not JSON/m,
    checked: /^http-client\.env\.json:2:1: error: .*This is not JSON/m,
  },
  'an environment file that is not UTF-8': {
    files: { [envFile]: latin1('{"dev": {\n"v": "', '"}}') },
    refused: /http-client\.env\.json.* is not UTF-8: byte 16, in line 2/,
    checked: /^http-client\.env\.json:2:7 error .* is not UTF-8: byte 16, in line 2/m,
  },
  'an environment file of a hundred thousand levels': {
    files: { [envFile]: environment(`"v": ${'['.repeat(100_000)}${']'.repeat(100_000)}`) },
    refused: /^http-client\.env\.json:2:\d+: error: .*more than 2000 levels deep/m,
    checked: /^http-client\.env\.json:2:\d+: error: .*more than 2000 levels deep/m,
  },
  'an environment file of ten megabytes': {
    files: { [envFile]: environment(`"w": "${'x'.repeat(10_000_000)}",\n"v": "mine"`) },
  },
  'an environment file with a circle of a thousand names': {
    files: { [envFile]: environment(circle) },
    value: '{{v7}}',
    refused: /^line 3: .*refers to itself: v7 → v8 → .* more → v6 → v7$/m,
    checked: /^a\.req:3:4 error .*refers to itself: v7 → v8/m,
  },
  'a .env with odd lines': {
    files: { [envFile]: environment('"w": 1'), '.env': '\uFEFF=x\nexport\n===\n"\nexport  V = mine # no\n\0\n__proto__=1\n' },
    value: '{{$dotenv.V}}',
  },
  'a .env that is not UTF-8': {
    files: { [envFile]: environment('"w": 1'), '.env': latin1('V=', '\n') },
    value: '{{$dotenv.V}}',
    refused: /\.env is not UTF-8: byte 2/,
    checked: /^a\.req:3:4 error .*\.env is not UTF-8: byte 2/m,
  },
  'a .env that is a folder': {
    files: { [envFile]: environment('"v": "mine"') },
    make: (folder) => fs.mkdirSync(path.join(folder.path, '.env')),
  },
  'a collection.req that is a folder': {
    files: { [envFile]: environment('"v": "mine"') },
    make: (folder) => fs.mkdirSync(path.join(folder.path, 'collection.req')),
    refused: /collection\.req cannot be read: it is a folder/,
    checked: /collection\.req cannot be read: it is a folder/,
  },
  'a folder.req whose symbolic link goes in a circle': {
    files: { [envFile]: environment('"v": "mine"') },
    make: (folder) => fs.symlinkSync('folder.req', path.join(folder.path, 'folder.req')),
    refused: /folder\.req cannot be read: its symbolic links form a loop/,
    checked: /folder\.req cannot be read: its symbolic links form a loop/,
  },
};

describe('the command among hostile files', () => {
  let folder: Folder;
  afterEach(() => folder.remove());

  for (const [what, { files, make, value = '{{v}}', refused, checked }] of Object.entries(cases)) {
    it(what, async () => {
      folder = makeFolder({ ...files, 'a.req': `### one\nPOST http://127.0.0.1:1/\nX: ${value}\n` });
      make?.(folder);
      const run = (...args: string[]): Promise<Ended> => runReq(args, { cwd: folder.path });
      const dry = await run('send', 'a.req', '--env', 'dev', '--dry-run');
      if (refused === undefined) assert.match(dry.stdout, /^X: mine$/m, dry.stderr);
      else {
        const sent = await run('send', 'a.req', '--env', 'dev');
        for (const { code, stdout, stderr } of [dry, sent]) {
          assert.match(stderr, refused);
          assert.equal(stdout, '');
          assert.ok(code === 2 || code === 3, String(code));
        }
      }
      const { code, stdout, stderr } = await run('check', '.', '--env', 'dev');
      assert.equal(code, checked === undefined ? 0 : 2);
      assert.match(stdout + stderr, checked ?? /^1 file: 0 errors, 0 warnings$/m);
      assert.match((await run('list', '.')).stdout, /^a\.req:2 .*one/);
    });
  }
});
