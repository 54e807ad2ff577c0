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
});
