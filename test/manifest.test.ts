import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { bundles, onlyIn } from '../scripts/bundles.mjs';
import { engineFiles, libraryFiles } from '../scripts/engine.mjs';
import { noticesFile } from '../scripts/notices.mjs';
import { agentToolNames } from '../src/editor/agents/toolNames.ts';
import { commandIds, settingIds } from '../src/editor/commands/contributions.ts';

const repository = path.resolve(import.meta.dirname, '..');

/** The parts of package.json that this test reads. */
interface Manifest {
  readonly main: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly icon?: string;
  readonly author: { readonly name: string };
  readonly license: string;
  readonly publisher: string;
  readonly homepage: string;
  readonly repository: { readonly type: string; readonly url: string };
  readonly bugs: { readonly url: string };
  readonly engines: Readonly<Record<string, string>>;
  readonly categories: readonly string[];
  readonly keywords: readonly string[];
  readonly galleryBanner: { readonly color: string; readonly theme: string };
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category?: string }[];
    readonly languageModelTools: readonly { readonly name: string }[];
    readonly configuration: Configuration | readonly Configuration[];
    readonly languages: readonly { readonly id: string; readonly extensions: readonly string[]; readonly configuration?: string }[];
    readonly menus?: Readonly<Record<string, readonly { readonly command?: string }[]>>;
    readonly keybindings?: readonly { readonly command: string; readonly key?: string }[];
  };
}

interface Configuration {
  readonly properties: Readonly<Record<string, { readonly description?: string; readonly markdownDescription?: string }>>;
}

const manifestText = fs.readFileSync(path.join(repository, 'package.json'), 'utf8');
const manifest = JSON.parse(manifestText) as Manifest;

function settings(): Configuration['properties'] {
  const { configuration } = manifest.contributes;
  const sections = Array.isArray(configuration) ? (configuration as readonly Configuration[]) : [configuration as Configuration];
  return Object.fromEntries(sections.flatMap((section) => Object.entries(section.properties)));
}

const sorted = (names: readonly string[]): readonly string[] => names.toSorted();

describe('the manifest', () => {
  it('declares the commands the code registers, and no other', () => {
    assert.deepEqual(sorted(manifest.contributes.commands.map(({ command }) => command)), sorted(commandIds));
  });

  it('declares the settings the code reads, and no other', () => {
    assert.deepEqual(sorted(Object.keys(settings())), sorted(settingIds));
  });

  it('declares the language-model tools the code registers, and no other', () => {
    assert.deepEqual(sorted(manifest.contributes.languageModelTools.map(({ name }) => name)), sorted(agentToolNames));
  });

  it('explains every setting', () => {
    for (const [id, { description, markdownDescription }] of Object.entries(settings())) assert.ok(description ?? markdownDescription, id);
  });

  it('has a text for every key, and no other', () => {
    const texts = JSON.parse(fs.readFileSync(path.join(repository, 'package.nls.json'), 'utf8')) as Readonly<Record<string, string>>;
    const keys = Array.from(manifestText.matchAll(/"%([^%"]+)%"/g), ([, key = '']) => key);
    assert.deepEqual(sorted(keys), sorted(Object.keys(texts)));
    for (const [key, text] of Object.entries(texts)) assert.notEqual(text.trim(), '', key);
  });

  it('leaves every text that a user reads to package.nls.json', () => {
    assert.deepEqual(
      textsIn(manifest.contributes).filter(([, text]) => !/^%[\w.]+%$/.test(text) && text !== 'Req'),
      [],
    );
  });

  it('lists every command under Req in the palette', () => {
    for (const { command, category } of manifest.contributes.commands) assert.equal(category, 'Req', command);
  });

  it('has the keys of REST Client, beside its own', () => {
    const keysOf = (command: string): readonly (string | undefined)[] =>
      (manifest.contributes.keybindings ?? []).filter((k) => k.command === command).map((k) => k.key);
    assert.deepEqual(keysOf('req.send'), ['ctrl+alt+r', 'ctrl+enter']);
    assert.deepEqual(keysOf('req.sendAgain'), ['ctrl+alt+enter', 'ctrl+alt+l']);
    assert.deepEqual(keysOf('req.chooseEnvironment'), ['ctrl+alt+e']);
    // Anywhere, in the history and in the Requests view.
    assert.deepEqual(keysOf('req.cancel'), ['ctrl+alt+k', 'ctrl+alt+k', 'ctrl+alt+k']);
  });

  it('puts only its own commands into menus and keybindings', () => {
    const { menus = {}, keybindings = [] } = manifest.contributes;
    const used = [...Object.values(menus).flat(), ...keybindings].flatMap(({ command }) => (command === undefined ? [] : [command]));
    for (const command of used) assert.ok((commandIds as readonly string[]).includes(command), command);
  });

  it('activates the extension with its language, which has a language configuration', () => {
    const language = manifest.contributes.languages.find(({ id }) => id === 'req');
    assert.deepEqual(language?.extensions, ['.req']);
    assert.ok(language.configuration);
  });

  it('has its author, its source, its issues, and its look in a gallery', () => {
    const { author, license, publisher, homepage, repository: source, bugs, engines, categories, keywords, galleryBanner } = manifest;
    assert.deepEqual([author.name, license, publisher], ['The Req developers', 'MIT', 'req-client']);
    assert.match(fs.readFileSync(path.join(repository, 'LICENSE'), 'utf8'), /^MIT License\n\nCopyright \(c\) \d{4} The Req developers\n/);
    const page = /^git\+(https:.+)\.git$/.exec(source.url)?.[1];
    assert.deepEqual([source.type, homepage, bugs.url], ['git', `${page}#readme`, `${page}/issues`]);
    assert.deepEqual(Object.keys(engines), ['vscode', 'node']);
    assert.ok(categories.length > 0 && keywords.length > 0 && keywords.length <= 30);
    assert.match(galleryBanner.color, /^#[\da-f]{6}$/);
    assert.match(galleryBanner.theme, /^(?:dark|light)$/);
  });

  it('names files that exist', () => {
    const named = [manifest.icon, ...filesIn(manifest.contributes)].filter((file) => file !== undefined);
    assert.ok(named.length > 0);
    for (const file of named) assert.ok(fs.existsSync(path.join(repository, file)), file);
  });

  it('has icons of files that are visible in all themes: VS Code takes the dark one in Light High Contrast too', () => {
    const channel = (hex: string): number => (Number.parseInt(hex, 16) / 255 / 1.055 + 0.055 / 1.055) ** 2.4;
    const light = (color: string): number => {
      const [r = 0, g = 0, b = 0] = (color.match(/[\da-f]{2}/g) ?? []).map(channel);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const colors = (file: string): readonly string[] => fs.readFileSync(path.join(repository, file), 'utf8').match(/#[\da-f]{6}/g) ?? [];
    const contrast = (a: string, b: string): number => Math.max(light(a) / light(b), light(b) / light(a));
    for (const [file, ...backgrounds] of [
      ['media/req-dark.svg', '#ffffff', '#1f1f1f', '#000000'],
      ['media/req-light.svg', '#ffffff', '#f3f3f3'],
    ] as const)
      for (const color of colors(file))
        for (const background of backgrounds)
          assert.ok(contrast(color, background) >= 3, `${file}: ${color} on ${background} has ${contrast(color, background)}`);
  });

  it('starts the files of the build', () => {
    const made = Object.keys(bundles({ outdir: 'dist', minify: true })).map((name) => path.join('dist', name));
    for (const file of [manifest.main, ...Object.values(manifest.bin)]) assert.ok(made.includes(path.normalize(file)), file);
  });

  for (const [name, ignoreFile] of [
    ['extension', '.vscodeignore'],
    ['command', '.npmignore'],
  ] as const) {
    it(`packs every file that the ${name} is made of, and no other of the build`, () => {
      const packed = fs.readFileSync(path.join(repository, ignoreFile), 'utf8').split('\n');
      const other = onlyIn[name === 'extension' ? 'command' : 'extension'];
      const whole = Object.keys(bundles({ outdir: 'dist', minify: true }));
      const built = [...new Set([...whole, ...onlyIn.extension, ...onlyIn.command, noticesFile, ...engineFiles, libraryFiles])];
      const wanted = built.filter((file) => !other.includes(file)).map((file) => `!dist/${file}`);
      assert.deepEqual(sorted(packed.filter((line) => line.startsWith('!dist/') && line !== '!dist/')), sorted(wanted));
    });
  }
});

/** Properties of contributions that VS Code shows. Texts for an agent's model only (`modelDescription`, schemas) stay English. */
const shown =
  /^(?:title|label|displayName|shortTitle|contextualTitle|contents|description|userDescription|.*[dD]eprecationMessage|markdownDescription|(?:markdownE|e)numDescriptions|enumItemLabels)$/;

/** The texts that VS Code shows, with their paths. */
function textsIn(value: unknown, at = ''): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const here = `${at}/${key}`;
    if (key === 'inputSchema') return [];
    if (!shown.test(key)) return textsIn(inner, here);
    const texts = typeof inner === 'string' ? [inner] : Array.isArray(inner) ? inner.filter((text) => typeof text === 'string') : [];
    return texts.length > 0 ? texts.map((text) => [here, text] as const) : textsIn(inner, here);
  });
}

/** All texts that are paths (`./…`). */
function filesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith('./') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(filesIn) : [];
}
