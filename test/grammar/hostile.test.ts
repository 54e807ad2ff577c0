import type { IGrammar } from 'vscode-textmate';
import { growsLinearly } from '../support/growsLinearly.ts';
import { loadReqGrammar, tokenizeForColours } from './tokenize.ts';

const json = 'POST http://x/\nContent-Type: application/json\n\n';
const lines: readonly (readonly [what: string, before: string, piece: string, after?: string])[] = [
  ['white space in a request line', 'GET http://x/', ' ', 'x'],
  ['white space after a request line', 'GET http://x/', ' '],
  ['versions in a request line', 'GET http://x/ ', 'HTTP/1.1 '],
  ['a long path', 'GET http://x/', 'a', ' ://'],
  ['many slashes', 'GET ', '://'],
  ['a token that is no method', '', 'a!', ' b'],
  ['a host without an end', '', 'a.', '!'],
  ['brackets for a host', '', '[:'],
  ['query signs', 'GET http://x/', '?&='],
  ['open braces in a query', 'GET http://x/?a=', '{'],
  ['placeholders without an end', 'GET http://x/', '{{a'],
  ['placeholders of a long path without an end', 'GET http://x/{{a', '.a'],
  ['white space in a placeholder', 'GET http://x/{{', ' '],
  ['white space in a prompt', 'GET http://x/{{?a', ' ', 'x'],
  ['words of a prompt', 'GET http://x/{{?', 'a b '],
  ['arguments of a dynamic', 'GET http://x/{{$datetime ', '1 d '],
  ['filters without an end', 'GET http://x/{{a', ' | a '],
  ['quotes in filters', 'GET http://x/{{a | default "', '\\"'],
  ['keys without an end', 'GET http://x/', '{{a["'],
  ['backslashes', 'GET http://x/', '\\'],
  ['escaped braces', 'GET http://x/', '\\{\\{'],
  ['a directive of white space', '# @timeout', ' ', 'x'],
  ['numbers in a directive', '# @retry ', '1.'],
  ['words of a prompt directive', '# @prompt ', 'a '],
  ['a definition of white space', '@a', ' ', 'x'],
  ['parameters of a header', 'GET http://x/\nA: b', ';a=', '"'],
  ['semicolons of a header', 'GET http://x/\nA: b', '; '],
  ['quotes of a header', 'GET http://x/\nA: b', '"\\'],
  ['an auth scheme without credentials', 'GET http://x/\nAuthorization: ', 'a', ' '],
  ['a header name without a colon', 'GET http://x/\n', 'a'],
  ['an assertion of white space', 'GET http://x/\n\n?? status == ', ' ', 'x'],
  ['an assertion of brackets', 'GET http://x/\n\n?? body', '[a'],
  ['an assertion of indices', 'GET http://x/\n\n?? body', '[0]', '!'],
  ['an assertion of numbers', 'GET http://x/\n\n?? status == ', '1', 'x'],
  ['a script of one line', '< {% ', 'a%} '],
  ['a script that is not closed on its line', '< {% ', 'a'],
  ['a script of white space', '< {%\n', '%} ', 'x'],
  ['a boundary of white space', 'POST http://x/\nContent-Type: multipart/mixed; boundary=b\n\n--b', ' ', 'x'],
  ['a boundary of dashes', 'POST http://x/\nContent-Type: multipart/mixed; boundary=b\n\n--b', '-', 'x'],
  ['a form', 'POST http://x/\nContent-Type: application/x-www-form-urlencoded\n\n', 'a={&'],
  ['placeholders in a JSON body', json, '"{{a}}",'],
  ['a GraphQL query without braces', 'POST http://x/\n\nquery ', 'a '],
  ['a query of words', 'GRAPHQL http://x/\n\n', 'on '],
  ['a body that may begin as XML', 'POST http://x/\n\n', '<'],
];

describe('the grammar on hostile lines', () => {
  let grammar: IGrammar;

  before(async () => {
    grammar = await loadReqGrammar();
  });

  for (const [what, before, piece, after = ''] of lines) {
    it(`needs time that is linear in ${what}`, () => {
      growsLinearly(
        (n) => before + piece.repeat(n) + after,
        (text) => tokenizeForColours(grammar, text),
        // From 1,000 characters to 16,000: VS Code leaves lines over 20,000 without colours.
        piece.length * 8,
      );
    });
  }
});
