// Checks a built documentation site: every page exists, no link is dead, nothing is loaded from another host.
import fs from 'node:fs';
import path from 'node:path';

/** Hosts that scripts of the site may contain: namespaces, links, error messages, the base URL for parsing paths. */
const namedByScripts = ['www.w3.org', 'vuejs.org', 'github.com', 'a.com'];

const elementPattern = /<([a-z][\w-]*)((?:\s+[^\s"'<>=/]+(?:="[^"]*")?)*)\s*\/?>/g;
const attributePattern = /([^\s"'<>=/]+)="([^"]*)"/g;

function* elementsOf(html) {
  for (const [, name, text] of html.matchAll(elementPattern))
    yield { name, attributes: Object.fromEntries(Array.from(text.matchAll(attributePattern), ([, key, value]) => [key, value])) };
}

const isExternal = (url) => /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(url);

const loadedByStyle = (css) =>
  Array.from(
    css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)/g),
    ([, url, other]) => url ?? other,
  );

/**
 * Problems of a built site.
 * @param {{out: string, base: string, pages: readonly string[]}} site its folder, the path it is served from, and the Markdown files that
 * must be its pages
 * @returns {string[]} one line each
 */
export function problemsOf({ out, base, pages }) {
  const files = fs.readdirSync(out, { recursive: true, withFileTypes: true }).filter((e) => e.isFile());
  const names = files.map((e) => path.relative(out, path.join(e.parentPath, e.name)).replaceAll(path.sep, '/'));
  const read = (name) => fs.readFileSync(path.join(out, name), 'utf8');
  const html = new Map(names.filter((name) => name.endsWith('.html')).map((name) => [name, [...elementsOf(read(name))]]));
  const problems = pages
    .map((page) => (page === 'README.md' ? 'index.html' : page.replace(/\.md$/, '.html')))
    .filter((name) => !html.has(name))
    .map((name) => `${name}: this page is missing`);
  for (const [name, elements] of html) problems.push(...pageProblems(name, elements, { html, names: new Set(names), base }));
  for (const name of names.filter((n) => n.endsWith('.css')))
    problems.push(
      ...loadedByStyle(read(name))
        .filter(isExternal)
        .map((url) => `${name}: loads ${url}`),
    );
  // Scripts of pages hold the texts of the pages, which name example hosts.
  for (const name of names.filter((n) => n.endsWith('.js') && !n.includes('.md.') && !n.includes('localSearchIndex')))
    problems.push(...hostsIn(read(name)).map((host) => `${name}: names the host ${host}`));
  return problems;
}

/** Unexpected hosts in the code of a script. */
function hostsIn(script) {
  const code = script.replaceAll(/\/\*[^]*?\*\//g, '');
  const hosts = Array.from(code.matchAll(/https?:\/\/([\w.-]+)/g), ([, host]) => host);
  return [...new Set(hosts)].filter((host) => !namedByScripts.includes(host));
}

/** Problems of one page: dead links, and resources that are missing or come from another host. */
function pageProblems(page, elements, { html, names, base }) {
  const problems = [];
  for (const { name, attributes } of elements) {
    const url = attributes.href ?? attributes.src;
    if (attributes.srcset !== undefined) problems.push(`${page}: has a srcset, which is not checked`);
    if (name === 'style' || url === undefined || url.startsWith('data:')) continue;
    if (isExternal(url) || /^[a-z]+:/i.test(url)) {
      if (name !== 'a') problems.push(`${page}: <${name}> loads ${url}`);
      continue;
    }
    const target = new URL(url, `http://site${base}${page}`);
    const file = decodeURI(target.pathname).slice(base.length) || 'index.html';
    const id = decodeURIComponent(target.hash.slice(1));
    if (!target.pathname.startsWith(base)) problems.push(`${page}: ${url} is outside of ${base}`);
    else if (!names.has(file)) problems.push(`${page}: ${url} does not exist`);
    else if (id !== '' && !html.get(file)?.some(({ attributes: a }) => a.id === id)) problems.push(`${page}: ${url} has no such heading`);
  }
  return problems;
}
