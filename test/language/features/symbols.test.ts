import assert from 'node:assert/strict';
import { contains } from '../../../src/base/text/text.ts';
import { parse } from '../../../src/language/index.ts';
import { documentSymbols, workspaceSymbols, type FileSymbol } from '../../../src/language/onDemand.ts';

const text = `@host = http://h
# @secret key
@key = s3cret

### Create a user
# @name create
@id = 1
< {%
%}
POST {{host}}/users
  ?x={{id}}

{}

> ./check.js

### Only variables
@a = 1

###
GET {{host}}
`;

/** One line per entry, indented by level. */
function shown(of: string, symbols: readonly FileSymbol[], level = ''): readonly string[] {
  return symbols.flatMap(({ kind, name, detail, selection, children }) => [
    `${level}${kind} ${name}${detail === '' ? '' : ` (${detail})`} → ${of.slice(selection.start, selection.end)}`,
    ...shown(of, children, `${level}  `),
  ]);
}

describe('the outline of a file', () => {
  it('has requests with their variables and scripts, and the headings around them', () => {
    assert.deepEqual(shown(text, documentSymbols(parse(text))), [
      'variable host (http://h) → host',
      'variable key (•••) → key',
      'request Create a user (POST {{host}}/users?x={{id}}) → Create a user',
      '  variable id (1) → id',
      '  script pre-request script → ',
      '  script response script (./check.js) → ',
      'section Only variables → Only variables',
      '  variable a (1) → a',
      'request GET {{host}} → {{host}}',
    ]);
  });

  it('has the headers of a shared file', () => {
    const shared = '@a = 1\nX-Id: {{a}}\n';
    assert.deepEqual(shown(shared, documentSymbols(parse(shared, { shared: true }))), ['variable a (1) → a', 'header X-Id ({{a}}) → X-Id']);
  });

  it('has names and ranges that editors accept, whatever the file', () => {
    for (const source of [
      '',
      '\ufeff',
      '###',
      '### \r\n\r\n',
      'GET',
      'POST \n',
      '@a =\n',
      '< {%',
      `${text}\r\n### x\r\nbad\r\n`,
      text.replaceAll('\n', '\r\n'),
    ]) {
      const check = (symbols: readonly FileSymbol[], around: { readonly start: number; readonly end: number }): void => {
        for (const s of symbols) {
          assert.notEqual(s.name, '');
          assert.ok(contains(s.range, s.selection.start) && contains(s.range, s.selection.end), JSON.stringify([source, s]));
          assert.ok(around.start <= s.range.start && s.range.end <= around.end);
          check(s.children, s.range);
        }
      };
      check(documentSymbols(parse(source)), { start: 0, end: source.length });
    }
  });

  it('is quick for ten thousand requests', () => {
    assert.equal(documentSymbols(parse('### a\nGET http://h\n'.repeat(10_000))).length, 10_000);
  });
});

describe('the symbols of a collection', () => {
  const files = [
    { file: '/ws/a.req', tree: parse(text) },
    { file: '/ws/b.req', tree: parse('### Delete a user\nDELETE http://h/users/1\n') },
  ];
  const found = (query: string): readonly string[] =>
    workspaceSymbols(files, query).map((s) => `${s.file} ${s.name}${s.container && ` in ${s.container}`}`);

  it('are found by characters of the name in their order, in any case', () => {
    assert.deepEqual(found('auser'), ['/ws/a.req Create a user', '/ws/b.req Delete a user']);
    assert.deepEqual(found('CRUS'), ['/ws/a.req Create a user']);
    assert.deepEqual(found('id'), ['/ws/a.req id in Create a user']);
  });

  it('are all there without a query, and none for an unknown name', () => {
    assert.equal(found('').length, 8);
    assert.deepEqual(found('zzz'), []);
  });

  it('are cut off where there are too many to read', () => {
    const many = [{ file: '/ws/a.req', tree: parse('### a\nGET http://h\n'.repeat(3000)) }];
    assert.equal(workspaceSymbols(many, 'a').length, 2000);
  });
});
