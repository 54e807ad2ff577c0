// License notices of the packages in the bundles, determined from the bundles themselves.
import fs from 'node:fs';
import path from 'node:path';

export const noticesFile = 'ThirdPartyNotices.txt';

/** Licenses of packages that may be bundled if their text is included. */
const known = ['Public Domain OR MIT', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

const rule = '-'.repeat(80);
const ownLicenses = path.join(import.meta.dirname, 'licenses');
const own = (file) => fs.readFileSync(path.join(ownLicenses, file), 'utf8').trim();

/** License texts of packages that name license and author but include no text. */
const textOf = { boolbase: 'boolbase.txt' };

/** Third-party code inside packages, by the package that contains it. */
const inside = {
  '@jitl/quickjs-wasmfile-release-sync': [
    {
      name: 'QuickJS',
      license: 'MIT',
      source: 'https://bellard.org/quickjs/',
      text: (licenseOfPackage) => /^QuickJS Javascript Engine$[^]*/m.exec(licenseOfPackage)?.[0],
    },
    { name: 'Emscripten', license: 'MIT', source: 'https://emscripten.org', text: () => own('emscripten.txt') },
    { name: 'musl', license: 'MIT', source: 'https://musl.libc.org', text: () => own('musl.txt') },
  ],
  tldts: [
    {
      name: 'Public Suffix List',
      license: 'MPL-2.0',
      source: 'https://publicsuffix.org/list/public_suffix_list.dat',
      note: 'Its rules are compiled into a table. The list in source form is available at that address.',
      text: () => own('MPL-2.0.txt'),
    },
  ],
  'vscode-uri': [
    {
      name: 'path-browserify',
      license: 'MIT',
      source: 'https://github.com/browserify/path-browserify',
      text: () => own('path-browserify.txt'),
    },
  ],
};

/**
 * The folders of the packages whose code is in the bundles.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 */
export function bundledPackages(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap((output) => Object.keys(output.inputs)));
  const folders = inputs.flatMap((input) => /^(?:[^]*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0] ?? []);
  return [...new Set(folders)].toSorted();
}

/**
 * The text of the notices file. Throws if a package has no license, an unknown license, or no license text.
 * @param {readonly string[]} folders the packages, without those inside them
 */
export function noticesOf(folders) {
  const packages = folders.map(noticeOf);
  const missing = Object.keys(inside).filter((name) => !packages.some((p) => p.name === name));
  // The code may have moved into another package, with its notice.
  if (missing.length > 0) throw new Error(`scripts/notices.mjs names ${missing.join(' and ')}, which is in no bundle.`);
  const notices = packages.flatMap((p) => [p].concat((inside[p.name] ?? []).map((part) => partOf(part, p))));
  const head = 'Req contains third-party software. Each part, its license and its copyright notice are listed below.';
  return `${[head, ...notices.map(written)].join(`\n\n${rule}\n\n`)}\n`;
}

function noticeOf(folder) {
  const { name, version, license: named, repository, homepage } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  // Older packages list their licenses.
  const license = Array.isArray(named) ? named.map(({ type }) => type).join(' OR ') : named;
  if (!known.includes(license))
    throw new Error(`${name} ${version}: its license, ${license ?? 'which it does not name'}, is not one that scripts/notices.mjs knows.`);
  const files = fs.readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(file));
  const text = files
    .toSorted()
    .map((file) => fs.readFileSync(path.join(folder, file), 'utf8').replace(/\r\n?/g, '\n').trim())
    .join('\n\n');
  const given = text !== '' ? text : Object.hasOwn(textOf, name) ? own(textOf[name]) : '';
  if (given === '') throw new Error(`${name} ${version} has no file with the text of its license, ${license}.`);
  return { name, version, license, source: addressOf(repository) ?? homepage, text: given };
}

function partOf({ name, license, source, note, text }, { name: inPackage, version, text: licenseOfPackage }) {
  const found = text(licenseOfPackage);
  if (!found) throw new Error(`The text of the license of ${name} is not in that of ${inPackage} ${version} any more.`);
  return { name: `${name} (in ${inPackage} ${version})`, license, source, note, text: found };
}

const written = ({ name, version, license, source, note, text }) =>
  [`${[name, version].filter(Boolean).join(' ')}\nLicense: ${license}\n${source ?? ''}`.trim(), note, text].filter(Boolean).join('\n\n');

function addressOf(repository) {
  const url = typeof repository === 'string' ? repository : repository?.url;
  if (url === undefined) return undefined;
  if (/^[\w.-]+\/[\w.-]+$/.test(url)) return `https://github.com/${url}`;
  return url
    .replace(/^git\+/, '')
    .replace(/^(?:ssh:\/\/git@|git:\/\/|git@)/, 'https://')
    .replace(/\.git$/, '');
}
