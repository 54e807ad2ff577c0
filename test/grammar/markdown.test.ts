import type { IGrammar } from 'vscode-textmate';
import { expectScopesIn } from './scopes.ts';
import { loadMarkdownGrammar } from './tokenize.ts';

describe('the grammar in Markdown', () => {
  let grammar: IGrammar;

  before(async () => {
    grammar = await loadMarkdownGrammar();
  });

  it('colours the req fences as request files, from their first line to their last', () =>
    expectScopesIn(
      grammar,
      [
        '‹# A›',
        '```‹req›',
        '‹GET› http://x/{{‹id›}}',
        '‹Accept›: a',
        '',
        '{"a": "{{‹b›}}"',
        '‹```›',
        '‹# B›',
        '~~~~ REQ title',
        '### ‹One›',
        '```',
        '> ‹{%›',
        '  `',
        '‹~~~~›',
        '{{‹c›}}',
        '```js',
        '‹GET› http://x/',
        '```',
      ].join('\n'),
      'markup.heading.markdown',
      'fenced_code.block.language.markdown',
      'meta.embedded.block.req source.req keyword.control.method.req',
      'variable.other.placeholder.req',
      'entity.other.attribute-name.header.req',
      'meta.embedded.block.json variable.other.placeholder.req',
      'punctuation.definition.markdown !source.req',
      'markup.heading.markdown !markup.fenced_code',
      'entity.name.section.req',
      'punctuation.section.embedded.begin.req',
      'punctuation.definition.markdown',
      '!meta.placeholder',
      '!keyword',
    ));

  const request = [
    '```req',
    '### ‹One›',
    '@a = 1',
    '‹POST› http://x',
    '    &q=‹1›',
    '‹Accept›: a',
    '',
    '{',
    '  "a": {{‹b›}}',
    '}',
    '‹```›',
  ];
  const colours = [
    'entity.name.section.req',
    'keyword.control.method.req',
    'string.unquoted.query.value.req',
    'entity.other.attribute-name.header.req',
    'meta.embedded.block.json variable.other.placeholder.req',
    'punctuation.definition.markdown !source.req',
  ];
  for (const [where, first, others] of [
    ['indented by a space', '', ' '],
    ['indented by three', '', '   '],
    ['in a list', '- ', '  '],
    ['in a list, behind its first line', '- a\n', '  '],
    ['in a numbered list', '1. a\n\n', '   '],
    ['in a list that is indented more', '- a\n', '     '],
    ['in a list in a list', '- a\n  - b\n\n', '    '],
    ['in a list, indented by tabs', '- a\n', '\t'],
    ['in a quote', '', '> '],
  ] as const)
    it(`colours a fence ${where}`, () => {
      const text = request.map((l, i) => (i === 0 && first !== '' && !first.endsWith('\n') ? l : l === '' ? others.trimEnd() : others + l));
      return expectScopesIn(grammar, `${first}${text.join('\n')}\n\n‹# B›`, ...colours, 'markup.heading.markdown');
    });
});
