import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { noticesFile, noticesOf } from '../../scripts/notices.mjs';

const repository = path.resolve(import.meta.dirname, '../..');

describe('the notices of third parties', () => {
  let folder = '';
  let notices = '';

  before(() => {
    // A package as it is published: the build, and the files that say what of it is packed.
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-notices-'));
    execFileSync(process.execPath, ['esbuild.mjs', '--outdir', path.join(folder, 'dist')], { cwd: repository });
    for (const file of ['package.json', 'package.nls.json', '.npmignore', '.vscodeignore', 'LICENSE', 'README.md', 'CHANGELOG.md', 'media'])
      fs.cpSync(path.join(repository, file), path.join(folder, file), { recursive: true });
    notices = fs.readFileSync(path.join(folder, 'dist', noticesFile), 'utf8');
  });

  const built = (): readonly string[] => fs.readdirSync(path.join(folder, 'dist')).map((file) => `dist/${file}`);

  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('have every package whose code is in a bundle, with the text of its license', () => {
    const packages = packagesOf(path.join(folder, 'dist'));
    assert.ok(packages.length > 15, packages.join(' '));
    for (const name of packages) {
      const at = path.join(repository, 'node_modules', name);
      // Bundled into a package by those who made it.
      if (!fs.existsSync(at)) {
        assert.ok(notices.includes(`\n${name} (in `), name);
        continue;
      }
      const { version, license } = JSON.parse(fs.readFileSync(path.join(at, 'package.json'), 'utf8')) as Record<string, string>;
      assert.ok(notices.includes(`\n${name} ${version}\nLicense: ${license}\n`), name);
      const file = fs.readdirSync(at).find((f) => /^licen[cs]e/i.test(f));
      assert.ok(
        notices.includes(
          fs
            .readFileSync(path.join(at, file ?? ''), 'utf8')
            .replaceAll('\r\n', '\n')
            .trim(),
        ),
        name,
      );
    }
  });

  it('have the parts of packages: QuickJS, its C library and the list of public suffixes', () => {
    const parts = notices.split(/\n-{80}\n/);
    const part = (name: string): string => parts.find((p) => p.startsWith(`\n${name} (in `)) ?? '';
    assert.match(part('QuickJS'), /^License: MIT\n[^]*Copyright \(c\) 2017-2021 Fabrice Bellard\n[^]*Permission is hereby granted/m);
    assert.match(part('musl'), /^License: MIT\n[^]*Rich Felker[^]*Permission is hereby granted/m);
    assert.match(part('Public Suffix List'), /^License: MPL-2\.0\nhttps:\S+\n[^]*Mozilla Public License, version 2\.0\n/m);
  });

  it('are in the package on npm, beside all files of the command', () => {
    const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'], { cwd: folder, stdio: 'pipe' });
    const [{ files }] = JSON.parse(packed.toString()) as [{ readonly files: readonly { readonly path: string }[] }];
    const paths = files.map((f) => f.path);
    for (const file of [`dist/${noticesFile}`, 'LICENSE', 'dist/req.cjs']) assert.ok(paths.includes(file), file);
    assert.deepEqual(
      chunksIn(paths),
      chunksIn(built()).filter((file) => !file.startsWith('dist/extension')),
    );
  });

  it('are in the .vsix, beside all files of the extension', () => {
    const vsce = path.join(repository, 'node_modules/@vscode/vsce/vsce');
    const files = execFileSync(process.execPath, [vsce, 'ls', '--no-dependencies'], { cwd: folder, stdio: 'pipe' }).toString().split('\n');
    for (const file of [`dist/${noticesFile}`, 'LICENSE', 'dist/extension.cjs']) assert.ok(files.includes(file), file);
    assert.deepEqual(
      chunksIn(files),
      chunksIn(built()).filter((file) => !file.startsWith('dist/req')),
    );
  });

  describe('stop the build', () => {
    const bundled = ['@jitl/quickjs-wasmfile-release-sync', 'tldts', 'vscode-uri'].map((p) => path.join(repository, 'node_modules', p));

    const noticesWith = (manifest: object, license?: string): string => {
      const own = fs.mkdtempSync(path.join(folder, 'package-'));
      fs.writeFileSync(path.join(own, 'package.json'), JSON.stringify({ name: 'some', version: '1.0.0', ...manifest }));
      if (license !== undefined) fs.writeFileSync(path.join(own, 'LICENSE'), license);
      return noticesOf([...bundled, own]);
    };

    it('if a package has no text of its license', () => {
      assert.throws(() => noticesWith({ license: 'MIT' }), /some 1\.0\.0 has no file with the text of its license, MIT/);
      assert.match(noticesWith({ license: 'MIT' }, 'As is.'), /\nsome 1\.0\.0\nLicense: MIT\n\nAs is\.\n/);
    });

    it('if a license is unknown, or not named', () => {
      assert.throws(() => noticesWith({ license: 'AGPL-3.0' }, 'As is.'), /AGPL-3\.0, is not one that/);
      assert.throws(() => noticesWith({}, 'As is.'), /which it does not name/);
    });

    it('if a part inside a package is no longer bundled', () => {
      assert.throws(() => noticesOf(bundled.slice(0, 1)), /names tldts and vscode-uri, which is in no bundle/);
    });
  });
});

/** The files that extension and command are split into. */
const chunksIn = (files: readonly string[]): readonly string[] =>
  files.filter((file) => /^dist\/(?:extension|req)\b.*\.cjs$/.test(file)).toSorted();

/** The packages in the source maps of a build. The build itself takes them from esbuild's list of inputs. */
function packagesOf(dist: string): readonly string[] {
  const names = fs.readdirSync(dist).flatMap((file) => {
    const text = fs.readFileSync(path.join(dist, file), 'utf8');
    const inline = /\/\/# sourceMappingURL=data:application\/json;base64,(\S+)/.exec(text)?.[1];
    const map = file.endsWith('.map') ? text : inline === undefined ? '{}' : Buffer.from(inline, 'base64').toString();
    const { sources = [] } = JSON.parse(map) as { readonly sources?: readonly string[] };
    return sources.flatMap((source) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []);
  });
  return [...new Set(names)];
}
