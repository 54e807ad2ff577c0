import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { makeTemporaryFolder } from '../vscode/temporaryFolder.ts';

const repository = path.resolve(import.meta.dirname, '../..');

/** Runs mocha with two workers on files of one test each, and returns its exit code and what it reported. */
function run(files: Readonly<Record<string, string>>): { readonly status: number | null; readonly counts: string } {
  const folder = makeTemporaryFolder('req-mocha-');
  try {
    for (const [name, code] of Object.entries(files))
      fs.writeFileSync(path.join(folder.path, name), `it(${JSON.stringify(name)}, () => { ${code} });`);
    const counts = path.join(folder.path, 'counts');
    const options = ['--no-config', '--import=tsx', '--parallel', '--jobs=2', '--require=./test/support/wholeRun.ts'];
    const reporter = '--reporter=./test/support/countingReporter.ts';
    const paths = Object.keys(files).map((name) => path.join(folder.path, name));
    const { status } = spawnSync(path.join(repository, 'node_modules/.bin/mocha'), [...options, reporter, ...paths], {
      cwd: repository,
      env: { ...process.env, REQ_TEST_COUNTS: counts },
      stdio: 'ignore',
    });
    return { status, counts: fs.existsSync(counts) ? fs.readFileSync(counts, 'utf8') : '' };
  } finally {
    folder.remove();
  }
}

describe('a run of two workers', () => {
  const good = { 'a.mjs': '', 'b.mjs': '', 'c.mjs': '' };

  it('reports every test', () => {
    const { status, counts } = run({ ...good, 'd.mjs': 'throw new Error("no");' });
    assert.equal(status, 1);
    assert.match(counts, /^\{"passed":3,"failed":\[\{"title":"d\.mjs","file":"[^"]*d\.mjs","message":"no/);
  });

  it('fails with the file in which a worker crashed', () => {
    const { status, counts } = run({ ...good, 'd.mjs': 'process.exit(0);' });
    assert.equal(status, 1);
    assert.match(counts, /"failed":\[\{"title":"Uncaught error[^"]*","file":"[^"]*d\.mjs"/);
  });

  it('fails where both workers died, though files wait', () => {
    const dying = Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`dies${i}.mjs`, 'process.exit(0);']));
    assert.notEqual(run({ ...dying, ...good }).status, 0);
  });
});
