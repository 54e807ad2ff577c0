// The documentation site: the repository's own Markdown files, which stay plain Markdown for GitHub.
import fs from 'node:fs';
import path from 'node:path';
import { pages, sidebar } from './pages.mjs';
import { githubSlug, plainText, requestFences, sourceLinks } from './markdown.mjs';

const repository = path.resolve(import.meta.dirname, '../..');
const grammar = JSON.parse(fs.readFileSync(path.join(repository, 'syntaxes/req.tmLanguage.json'), 'utf8'));
const placeholders = JSON.parse(fs.readFileSync(path.join(repository, 'syntaxes/placeholder.injection.json'), 'utf8'));
const manifest = JSON.parse(fs.readFileSync(path.join(repository, 'package.json'), 'utf8'));
const source = manifest.repository.url.replace(/^git\+|\.git$/g, '');
const icon = `data:image/svg+xml;base64,${fs.readFileSync(path.join(repository, 'media/icon.svg')).toString('base64')}`;

/** Languages inside of requests. */
const embedded = ['json', 'javascript', 'xml', 'html', 'graphql'];

export default {
  title: 'Req',
  description: manifest.description,
  lang: 'en',
  srcDir: repository,
  srcExclude: notPages(),
  rewrites: { 'README.md': 'index.md' },
  cacheDir: path.join(repository, 'out/site-cache'),
  metaChunk: true,
  head: [['link', { rel: 'icon', href: icon }]],
  // The default target of Vite 5 is older than what this esbuild still transforms.
  vite: {
    build: { target: 'es2022' },
    // The theme's own component looks for icons on another host.
    resolve: { alias: [{ find: /^.*\/VPSocialLinks\.vue$/, replacement: path.join(import.meta.dirname, 'theme/NoSocialLinks.js') }] },
  },
  markdown: {
    linkify: false,
    attrs: { disable: true },
    anchor: { slugify: githubSlug },
    languages: [
      ...embedded,
      { ...grammar, name: 'req', embeddedLangs: embedded },
      { ...placeholders, name: 'req-placeholders', injectTo: ['source.req'] },
    ],
    config(md) {
      plainText(md);
      requestFences(md);
      sourceLinks(md, { pages, source });
    },
  },
  themeConfig: {
    nav: [
      { text: 'Getting started', link: '/docs/getting-started' },
      { text: 'Language', link: '/docs/language' },
      { text: 'Command', link: '/docs/cli' },
      { text: manifest.version, link: '/CHANGELOG' },
      { text: 'GitHub', link: source },
    ],
    sidebar,
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    editLink: { pattern: `${source}/edit/main/:path`, text: 'Edit this page on GitHub' },
  },
};

/** Patterns of the repository's other Markdown files. */
function notPages() {
  const entries = fs.readdirSync(repository, { withFileTypes: true });
  const others = entries.filter(({ name }) => name !== 'docs' && !pages.includes(name));
  return others.flatMap((e) => (e.isDirectory() ? [`${e.name}/**`] : e.name.endsWith('.md') ? [e.name] : []));
}
