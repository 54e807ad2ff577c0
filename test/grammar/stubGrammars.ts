import type { IRawGrammar } from 'vscode-textmate';

// Small stand-ins for the editor's own grammars. Like those they nest by begin/end, so that what is not closed would run on.
const grammar = (scopeName: string, patterns: IRawGrammar['patterns'], repository: object = {}): [string, IRawGrammar] => [
  scopeName,
  { scopeName, patterns, repository } as unknown as IRawGrammar,
];

const text = (name: string): object[] => [
  { begin: '"', end: '"', name: `string.quoted.double.${name}`, patterns: [{ match: '\\\\.', name: `constant.character.escape.${name}` }] },
];

export const stubs: ReadonlyMap<string, IRawGrammar> = new Map([
  grammar('source.json', [{ include: '#value' }] as never, {
    value: {
      patterns: [
        { begin: '\\{', end: '\\}', name: 'meta.structure.dictionary.json', patterns: [{ include: '#value' }] },
        { begin: '\\[', end: '\\]', name: 'meta.structure.array.json', patterns: [{ include: '#value' }] },
        ...text('json'),
        { match: '-?\\d+(?:\\.\\d+)?', name: 'constant.numeric.json' },
        { match: '\\b(?:true|false|null)\\b', name: 'constant.language.json' },
        { match: '[^\\s,:\\]}]', name: 'invalid.illegal.json' },
      ],
    },
  }),
  grammar('source.js', [
    { begin: '`', end: '`', name: 'string.template.js' },
    { begin: '/\\*', end: '\\*/', name: 'comment.block.js' },
    { match: '\\b(?:const|let|if|new|await)\\b', name: 'keyword.js' },
    ...text('js'),
  ] as never),
  grammar('text.xml', [
    { begin: '<!--', end: '-->', name: 'comment.block.xml' },
    { begin: '</?[\\w:]+', end: '>', name: 'meta.tag.xml', patterns: text('xml') },
  ] as never),
  grammar('text.html.basic', [{ begin: '<!?/?\\w+', end: '>', name: 'meta.tag.html', patterns: text('html') }] as never),
  grammar('text.html.markdown', [{ include: '#block' }] as never, {
    // Lists and quotes as the editor's own grammar has them: what they take of a line differs from line to line.
    block: {
      patterns: [
        { match: '^#+ .*', name: 'markup.heading.markdown' },
        { begin: '(^|\\G)[ ]{0,3}(>) ?', while: '(^|\\G)\\s*(>) ?', name: 'markup.quote.markdown', patterns: [{ include: '#block' }] },
        {
          begin: '(^|\\G)([ ]{0,3})([*+-]|[0-9]+[\\.\\)])([ \\t])',
          while: '((^|\\G)([ ]{2,4}|\\t))|(^[ \\t]*$)',
          name: 'markup.list.markdown',
          patterns: [{ include: '#block' }],
        },
        { begin: '(^|\\G)(\\s*)(`{3,}|~{3,})', end: '(^|\\G)(\\2|\\s{0,3})(\\3)\\s*$', name: 'markup.fenced_code.block.markdown' },
      ],
    },
  }),
  grammar('source.graphql', [{ include: '#all' }] as never, {
    all: {
      patterns: [
        { match: '\\b(?:query|mutation)\\b', name: 'keyword.operation.graphql' },
        { begin: '\\{', end: '\\}', name: 'meta.selectionset.graphql', patterns: [{ include: '#all' }] },
        { match: '\\w+', name: 'variable.graphql' },
      ],
    },
  }),
]);
