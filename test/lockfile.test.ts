import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const repository = path.resolve(import.meta.dirname, '..');

interface Entry {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lockfile = JSON.parse(fs.readFileSync(path.join(repository, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Entry>>;
};
const entries = Object.entries(lockfile.packages).filter(([name]) => name !== '');
const names = new Set(entries.map(([name]) => name));

describe('the lockfile', () => {
  it('has the integrity of every package', () => {
    for (const [name, { integrity }] of entries) assert.match(integrity ?? '', /^sha512-[A-Za-z0-9+/]{86}==$/, name);
  });

  it('has the binaries of every platform', () => {
    const missing = entries.flatMap(([at, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !names.has(`node_modules/${name}`) && !names.has(`${at}/node_modules/${name}`)),
    );
    assert.deepEqual(missing, []);
  });

  it('names no place to fetch packages from', () => {
    assert.deepEqual(
      entries.filter(([, entry]) => entry.resolved !== undefined).map(([name]) => name),
      [],
    );
  });

  for (const format of ['cyclonedx', 'spdx']) {
    it(`gives a bill of materials as ${format}`, () => {
      const sbom = execFileSync('npm', ['sbom', '--sbom-format', format, '--package-lock-only', '--offline'], {
        cwd: repository,
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 100_000_000,
      }).toString();
      const { components, packages } = JSON.parse(sbom) as { readonly components?: readonly Named[]; readonly packages?: readonly Named[] };
      const listed = (components ?? packages ?? []).map((p) => p.name);
      for (const name of ['preact', 'tough-cookie', 'quickjs-emscripten-core']) assert.ok(listed.includes(name), name);
    });
  }
});

interface Named {
  readonly name: string;
}
