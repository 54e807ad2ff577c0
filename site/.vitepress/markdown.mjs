// What the generator would read differently from GitHub is read as GitHub reads it.
import path from 'node:path';

/**
 * The id that GitHub gives a heading, so that one link to it holds in both places.
 * @param {string} text
 */
export const githubSlug = (text) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/**
 * Takes out what is syntax for the generator alone: `{{…}}` in prose is text, not an expression of Vue, and so are
 * `:name:` and `[[toc]]`.
 */
export function plainText(md) {
  md.disable(['emoji', 'toc'], true);
  const render = md.renderer.render.bind(md.renderer);
  md.renderer.render = (...args) => render(...args).replaceAll('{{', '&#123;&#123;');
}

/** Names request files `req`, which GitHub knows as `http`, so that they get their own grammar. */
export function requestFences(md) {
  md.core.ruler.push('request_fences', ({ tokens }) => {
    for (const token of tokens) if (token.type === 'fence' && token.info.trim() === 'http') token.info = 'req';
  });
}

/** Turns links to files of the repository that are no pages into links to its source. */
export function sourceLinks(md, { pages, source }) {
  md.core.ruler.push('source_links', ({ tokens, env }) => {
    for (const link of tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open')) {
      const href = link.attrGet('href');
      if (/^(?:[a-z]+:|#|\/)/i.test(href)) continue;
      const [file] = href.split('#');
      const target = path.posix.join(path.posix.dirname(env.relativePath), decodeURI(file));
      if (!pages.includes(target)) link.attrSet('href', `${source}/blob/main/${target}`);
    }
  });
}
