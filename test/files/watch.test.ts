import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { watchFolders, type FolderWatch } from '../../src/files/watch.ts';
import { makeFolder, type Folder } from '../support/command.ts';
import { until } from '../support/until.ts';

describe('watched folders', () => {
  let folder: Folder;
  let watch: FolderWatch;
  let changed: string[];
  const at = (name: string): string => path.join(folder.path, name);

  beforeEach(() => {
    folder = makeFolder({ 'a/x.req': '', 'a/in/y.req': '', 'b/z.req': '' });
    changed = [];
    watch = watchFolders(
      (file) => changed.push(file),
      (e) => assert.fail(e),
    );
  });
  afterEach(() => {
    watch.close();
    folder.remove();
  });

  it('report a change, also in a folder that was deleted and created again', async () => {
    watch.add(at('a'));
    fs.writeFileSync(at('a/x.req'), 'GET http://h\n');
    await until('a change is reported', () => changed.includes(at('a/x.req')));
    fs.rmSync(at('a'), { recursive: true });
    fs.mkdirSync(at('a'));
    watch.add(at('a'));
    changed = [];
    fs.writeFileSync(at('a/new.req'), '');
    await until('a change is reported', () => changed.includes(at('a/new.req')));
  });

  it('are those that were added and not removed, and none that does not exist', () => {
    for (const name of ['a', 'a/in', 'b', 'none']) watch.add(at(name));
    const watched = (): readonly string[] => ['a', 'a/in', 'b', 'none'].filter((name) => watch.has(at(name)));
    assert.deepEqual(watched(), ['a', 'a/in', 'b']);
    watch.remove(at('a'));
    assert.deepEqual(watched(), ['b']);
    watch.add(at('a'));
    watch.keep(new Set([at('a')]));
    assert.deepEqual(watched(), ['a']);
  });

  it('report a folder that cannot be looked up as a problem', () => {
    fs.symlinkSync('loop', at('loop'));
    const problems: string[] = [];
    const own = watchFolders(
      () => {},
      ({ code = '' }) => problems.push(code),
    );
    own.add(at('loop'));
    own.close();
    assert.deepEqual(problems, ['ELOOP']);
  });
});
