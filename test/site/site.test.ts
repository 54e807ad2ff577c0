import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { problemsOf } from '../../scripts/siteCheck.mjs';
import { githubSlug } from '../../site/.vitepress/markdown.mjs';
import { pages, sidebar } from '../../site/.vitepress/pages.mjs';

const repository = path.resolve(import.meta.dirname, '../..');
const base = '/a/sub-path/';

describe('the documentation site', () => {
  let out = '';
  const read = (file: string): string => fs.readFileSync(path.join(out, file), 'utf8');

  before(() => {
    out = fs.mkdtempSync(path.join(os.tmpdir(), 'req-site-'));
    // Ends with an error for a missing page, a dead link or another host.
    execFileSync(process.execPath, ['scripts/docs.mjs', '--out', out], {
      cwd: repository,
      env: { ...process.env, REQ_DOCS_BASE: base },
      stdio: 'pipe',
      timeout: 110_000,
    });
  });

  after(() => fs.rmSync(out, { recursive: true, force: true }));

  it('has every page of docs/ in its navigation', () => {
    const written = fs.readdirSync(path.join(repository, 'docs')).filter((file) => file.endsWith('.md'));
    assert.deepEqual(
      written.filter((file) => !pages.includes(`docs/${file}`)),
      [],
    );
    assert.equal(new Set(pages).size, pages.length);
    const shown = sidebar.flatMap(({ items }) => items.map(({ link }) => link));
    for (const link of shown)
      assert.ok(read('docs/cli.html').includes(`href="${base}${link === '/' ? '' : `${link.slice(1)}.html`}"`), link);
  });

  it('keeps placeholders in prose, in code and in request files as written', () => {
    assert.ok(read('index.html').includes('<code>{{placeholder}}</code>'));
    const text = read('docs/getting-started.html').replaceAll(/<[^>]+>/g, '');
    assert.ok(text.includes('{{$secret.NAME}}'));
  });

  it('colours request files by the grammar of the extension', () => {
    const [block = ''] = /<pre[^]*?<\/pre>/.exec(read('index.html')) ?? [];
    const colourOf = (word: string): string | undefined => new RegExp(`<span style="([^"]+)">\\s*${word}\\s*</span>`).exec(block)?.[1];
    // Known to this grammar alone: a directive and an assertion.
    assert.ok(colourOf('@name'), block.slice(0, 4000));
    assert.notEqual(colourOf('@name'), colourOf('createUser'));
  });

  it('finds text without a server', () => {
    const index = fs.readdirSync(path.join(out, 'assets/chunks')).find((file) => file.includes('localSearchIndex'));
    assert.ok(index && read(`assets/chunks/${index}`).includes('setVar'));
  });

  it('brings no font', () => {
    const files = fs.readdirSync(out, { recursive: true, encoding: 'utf8' });
    assert.deepEqual(
      files.filter((file) => /\.(?:woff2?|ttf|otf)$/.test(file)),
      [],
    );
  });
});

describe('a heading of the documentation', () => {
  for (const [text, id] of [
    ['The req command', 'the-req-command'],
    ['What is sent, and when?', 'what-is-sent-and-when'],
    ['OAuth 2.0 – tokens', 'oauth-20--tokens'],
    ['# @auth', '-auth'],
  ] as const)
    it(`has the id that GitHub generates: ${text}`, () => assert.equal(githubSlug(text), id));
});

describe('the check of the site', () => {
  const faults = {
    'a page that is missing': ['', 'b.html: this page is missing', ['a.md', 'b.md']],
    'a link to no page': ['<a href="/x/no.html">', 'a.html: /x/no.html does not exist'],
    'a link to no heading': ['<a href="/x/a.html#no">', 'a.html: /x/a.html#no has no such heading'],
    'a link out of the sub-path': ['<a href="/a.html">', 'a.html: /a.html is outside of /x/'],
    'an image that is missing': ['<img src="./no.png" alt="">', 'a.html: ./no.png does not exist'],
    'a script of another host': ['<script src="https://example.com/x.js"></script>', 'a.html: <script> loads https://example.com/x.js'],
    'a style sheet of another host': ['<link rel="stylesheet" href="//example.com/x.css">', 'a.html: <link> loads //example.com/x.css'],
  } as const;
  let out = '';

  beforeEach(() => (out = fs.mkdtempSync(path.join(os.tmpdir(), 'req-site-'))));
  afterEach(() => fs.rmSync(out, { recursive: true, force: true }));
  const problems = (pagesOfIt: readonly string[] = ['a.md']): readonly string[] => problemsOf({ out, base: '/x/', pages: pagesOfIt });

  it('has nothing against links that lead somewhere', () => {
    fs.writeFileSync(
      path.join(out, 'a.html'),
      '<h2 id="is">Is</h2><a href="/x/a.html#is">1</a><a href="#is">2</a><a href="https://example.com">3</a>',
    );
    assert.deepEqual(problems(), []);
  });

  for (const [title, [html, problem, wanted]] of Object.entries(faults) as [string, readonly [string, string, (readonly string[])?]][])
    it(`reports ${title}`, () => {
      fs.writeFileSync(path.join(out, 'a.html'), html);
      assert.deepEqual(problems(wanted), [problem]);
    });

  it('reports other hosts in style sheets and scripts', () => {
    fs.writeFileSync(path.join(out, 'a.html'), '');
    fs.writeFileSync(
      path.join(out, 'a.css'),
      '/* https://fine.example */ @import "https://example.com/a.css"; a { background: url(//example.com/a.png) }',
    );
    fs.writeFileSync(path.join(out, 'a.js'), '/* https://fine.example */ fetch("https://example.com/a"); "http://www.w3.org/2000/svg"');
    assert.deepEqual(problems(), [
      'a.css: loads https://example.com/a.css',
      'a.css: loads //example.com/a.png',
      'a.js: names the host example.com',
    ]);
  });
});
