import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder, runReq, type Ended, type Folder } from '../../support/command.ts';

describe('req check', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = makeFolder();
  });
  afterEach(() => folder.remove());
  const check = (...args: string[]): Promise<Ended> => runReq(['check', ...args], { cwd: folder.path });

  it('prints each problem with its place, severity and id, and ends with 2 for an error', async () => {
    folder.write('sub/a.req', '# @nmae x\nGET http://h/{{nowhere}}\nAccept text\n');
    const { code, stdout, stderr } = await check('.');
    assert.equal(code, 2);
    assert.match(stdout, /^sub\/a\.req:1:\d+ warning .* \[unknown-directive\]$/m);
    assert.match(stdout, /^sub\/a\.req:2:14 error nowhere is not defined.* \[undefined-variable\]$/m);
    assert.match(stdout, /^sub\/a\.req:3:1 error .* \[not-a-header\]$/m);
    assert.equal(stderr, '1 file: 2 errors, 1 warning\n');
  });

  it('ends with 0 where nothing is wrong, or nothing worse than a warning', async () => {
    folder.write('a.req', 'GET http://h/\n');
    assert.deepEqual(await check('a.req'), { code: 0, stdout: '', stderr: '1 file: 0 errors, 0 warnings\n' });
    folder.write('a.req', '# @nmae x\nGET http://h/\n');
    assert.equal((await check('a.req')).code, 0);
  });

  it('counts variables of the environment chosen, of --var, of scripts of the collection, and prompts', async () => {
    folder.write('http-client.env.json', '{"dev": {"host": "http://h"}}');
    folder.write('collection.req', '# the root\n');
    folder.write('deep/set.req', 'GET http://h/\n\n> {%\ntool.setVar("token", 1)\n%}\n');
    folder.write('a.req', '# @prompt who\nGET {{host}}/{{token}}/{{who}}/{{given}}\n');
    assert.equal((await check('a.req')).code, 2);
    const { code, stdout } = await check('a.req', '--env', 'dev', '--var', 'given=1');
    assert.equal(code, 0, stdout);
    assert.match(stdout, /hint token is not known until the script/);
  });

  it('reports problems of environment files once, and refuses an unknown environment', async () => {
    folder.write('http-client.env.json', '{"dev": {\n  "a": 1,\n}}');
    folder.write('a.req', 'GET http://h/\n');
    folder.write('b.req', 'GET http://h/\n');
    const { code, stdout } = await check('.');
    assert.equal(code, 2);
    assert.match(stdout, /^http-client\.env\.json:3:1 error This is not JSON: .* \[environment-file\]\n$/);
    assert.match(
      (await check('.', '--env', 'dev')).stderr,
      /^http-client\.env\.json:3:1: error: The environment "dev" is not known\. This is not JSON/,
    );
  });

  it('names schemas that are broken, missing, linked from outside or no files, at their lines', async () => {
    folder.write('c/collection.req', '');
    folder.write('o.json', '{}');
    folder.write('c/u.json', '{');
    fs.symlinkSync(path.join(folder.path, 'o.json'), path.join(folder.path, 'c/l.json'));
    folder.write('c/d/x.json', '{}');
    const lines = ['./u.json', './l.json', '../o.json', './d', './gone.json'].map((f) => `?? body matchesSchema ${f}\n`);
    folder.write('c/a.req', `GET http://h\n\n${lines.join('')}`);
    const { code, stdout } = await check('c');
    assert.equal(code, 2);
    assert.match(stdout, /^c\/a\.req:3:23 error \.\/u\.json is not JSON: .* \(line 1, column 2\)\..* \[schema-file\]$/m);
    assert.match(
      stdout,
      /^c\/a\.req:4:23 error \.\/l\.json is not read: a symbolic link leads to .*Copy it into the collection.* \[schema-file\]$/m,
    );
    assert.match(stdout, /^c\/a\.req:5:23 warning \.\.\/o\.json is outside the collection .* \[schema-file\]$/m);
    assert.match(stdout, /^c\/a\.req:6:23 error \.\/d is a folder.* \[missing-file\]$/m);
    assert.match(stdout, /^c\/a\.req:7:23 error There is no file \.\/gone\.json.* \[missing-file\]$/m);
  });

  it('reports the place of bytes that are not UTF-8, and checks the other files', async () => {
    folder.write('a.req', Buffer.concat([Buffer.from('GET http://h/\n\n'), Buffer.from([0xe4])]));
    folder.write('b.req', 'GET\n');
    const { code, stdout } = await check('.');
    assert.equal(code, 2);
    assert.match(stdout, /^a\.req:3:1 error a\.req is not UTF-8: byte 15, in line 3\. \[encoding\]\nb\.req:1:1 error .*URL/);
  });

  it('reports scripts with syntax errors, with the place, but not unclosed ones', async () => {
    folder.write('a.req', 'GET http://h/\n\n> {%\n  tool.setVar("a", );\n  let b = ;\n%}\n');
    const { code, stdout } = await check('a.req');
    assert.equal(code, 2);
    assert.match(stdout, /^a\.req:5:11 error This script is not JavaScript: Unexpected token\. \[script-syntax\]\n$/);
    folder.write('a.req', 'GET http://h/\n\n> {%\n  let b = ;\n');
    assert.doesNotMatch((await check('a.req')).stdout, /script-syntax/);
  });

  it('prints an array for --json', async () => {
    folder.write('a.req', 'GET http://h/{{nowhere}}\n');
    const { code, stdout, stderr } = await check('a.req', '--json');
    assert.deepEqual([code, stderr], [2, '']);
    const [problem] = JSON.parse(stdout) as Record<string, unknown>[];
    assert.deepEqual(
      { ...problem, message: '' },
      { file: 'a.req', line: 1, column: 14, severity: 'error', id: 'undefined-variable', message: '' },
    );
  });
});
