import assert from 'node:assert/strict';
import { applyEdits, isRequest, parse, type RequestBlock } from '../../../../src/language/index.ts';
import {
  addHeaderEdit,
  addParameterEdit,
  authChoices,
  authSnippet,
  formOf,
  formSnippet,
  parameterSnippet,
  parameterText,
  requestParts,
  valueEdit,
  type RequestPart,
  type SnippetEdit,
} from '../../../../src/language/onDemand.ts';
import { expandSnippet } from '../../../support/expandSnippet.ts';

function read(text: string): { readonly tree: ReturnType<typeof parse>; readonly block: RequestBlock; part(name: string): RequestPart } {
  const tree = parse(text);
  const block = tree.blocks.find(isRequest);
  assert.ok(block);
  return {
    tree,
    block,
    part(name) {
      const found = requestParts(tree, block).find((p) => p.name === name);
      assert.ok(found, `${name} in ${text}`);
      return found;
    },
  };
}

const expanded = (text: string, { range, snippet }: SnippetEdit): string => applyEdits(text, [{ range, newText: expandSnippet(snippet) }]);

describe('the headers and parameters of a request', () => {
  const text = 'GET http://h/a?x={{a}}&flag&y=1&2#f\nAccept: text/html\nX-Long: one\n  two\n\nbody\n';

  it('are listed as written', () => {
    const { tree, block } = read(text);
    assert.deepEqual(
      requestParts(tree, block).map((p) => [p.kind, p.name, p.value]),
      [
        ['parameter', 'x', '{{a}}'],
        ['parameter', 'flag', ''],
        ['parameter', 'y', '1'],
        ['parameter', '2', ''],
        ['header', 'Accept', 'text/html'],
        ['header', 'X-Long', 'one two'],
      ],
    );
  });

  it('get another value, and nothing else changes', () => {
    const edited = (name: string, value: string): string => applyEdits(text, [valueEdit(read(text).part(name), value)]);
    assert.equal(edited('x', 'b & {{c | default "&"}}'), text.replace('{{a}}', 'b %26 {{c | default "&"}}'));
    assert.equal(edited('flag', 'on'), text.replace('flag', 'flag=on'));
    assert.equal(edited('Accept', 'a#b'), text.replace('text/html', 'a#b'));
    assert.equal(edited('X-Long', 'three'), text.replace('one\n  two', 'three'));
    assert.equal(
      applyEdits('GET http://h\nA:\n', [valueEdit(read('GET http://h\nA:\n').part('A'), 'b')]).replace('A: b', 'A:b'),
      'GET http://h\nA:b\n',
    );
  });

  it('are removed with their separator, line and folds', () => {
    const without = (of: string, name: string): string => applyEdits(of, read(of).part(name).edits);
    assert.equal(without(text, 'x'), text.replace('x={{a}}&', ''));
    assert.equal(without(text, 'y'), text.replace('&y=1', ''));
    assert.equal(without(text, '2'), text.replace('&2', ''));
    assert.equal(without(text, 'X-Long'), text.replace('X-Long: one\n  two\n', ''));
    const lines = 'GET http://h\r\n    ?a=1\r\n    &b=2&c=3\r\nAccept: x\r\n';
    assert.equal(without(lines, 'a'), 'GET http://h\r\n    ?b=2&c=3\r\nAccept: x\r\n');
    assert.equal(without(lines, 'b'), 'GET http://h\r\n    ?a=1\r\n    &c=3\r\nAccept: x\r\n');
    assert.equal(without('GET http://h?a=1\n', 'a'), 'GET http://h\n');
  });

  it('are added after the others, in the notation of the URL', () => {
    const added = (of: string): string => applyEdits(of, [addParameterEdit(read(of).tree, read(of).block, 'n=v')]);
    assert.equal(added('GET http://h'), 'GET http://h?n=v');
    assert.equal(added('GET http://h?'), 'GET http://h?n=v');
    assert.equal(added('GET http://h?a=1 HTTP/1.1\nA: b\n'), 'GET http://h?a=1&n=v HTTP/1.1\nA: b\n');
    assert.equal(added('GET http://h/{{a | default "?"}}#f\n'), 'GET http://h/{{a | default "?"}}?n=v#f\n');
    assert.equal(added('GET http://h\r\n  ?a=1\r\nA: b\r\n'), 'GET http://h\r\n  ?a=1\r\n  &n=v\r\nA: b\r\n');
    assert.equal(added('GET http://h\n  /path'), 'GET http://h\n  /path\n  ?n=v');
    const header = (of: string): string => applyEdits(of, [addHeaderEdit(read(of).tree, read(of).block, 'N', 'v')]);
    assert.equal(header('GET http://h\n  ?a=1\n\nbody'), 'GET http://h\n  ?a=1\nN: v\n\nbody');
    assert.equal(header('GET http://h\r\nA: b'), 'GET http://h\r\nA: b\r\nN: v');
  });

  it('keep the typed text, except characters that would end them', () => {
    assert.equal(parameterText('a&b', '1+1 & #{{x}}'), 'a%26b=1+1 %26 %23{{x}}');
  });
});

describe('a snippet', () => {
  it('for a parameter has tab stops for name and value', () => {
    const { tree, block } = read('GET http://h/$x?a=1\n');
    assert.equal(parameterSnippet(tree, block).snippet, '&${1:name}=${2:value}');
  });

  it('for @auth is written above the request line, after other directives, or in place of the old one', () => {
    const written = (text: string, ...words: readonly (string | undefined)[]): string => {
      const { tree, block } = read(text);
      return expanded(text, authSnippet(tree, block, 'basic', words));
    };
    assert.equal(written('### a\nGET http://h\n', undefined, '{{$secret.P}}'), '### a\n# @auth basic user {{$secret.P}}\nGET http://h\n');
    assert.equal(
      written('# @name a\r\n# note\r\n@x = 1\r\nGET http://h', 'A B', '{{$secret.P}}'),
      '# @name a\r\n# @auth basic "A B" {{$secret.P}}\r\n# note\r\n@x = 1\r\nGET http://h',
    );
    assert.equal(written('@x = 1\n< {%\n%}\nGET http://h', 'a', 'b'), '# @auth basic a b\n@x = 1\n< {%\n%}\nGET http://h');
    assert.equal(written('# @auth bearer {{t}}\nGET http://h', 'a', 'b'), '# @auth basic a b\nGET http://h');
    assert.equal(written('# @auth\nGET http://h', 'a', 'b'), '# @auth basic a b\nGET http://h');
  });

  it('for each kind of @auth is read without a problem', () => {
    for (const { kind, words } of authChoices()) {
      const text = 'GET http://h\n';
      const { tree, block } = read(text);
      const made = expanded(
        text,
        authSnippet(
          tree,
          block,
          kind,
          words.map(({ secret }) => secret && `{{$secret.${secret}}}`),
        ),
      );
      assert.deepEqual([parse(made).diagnostics, /^# @auth (\w+)/.exec(made)?.[1]], [[], kind], made);
    }
    assert.deepEqual(
      authChoices().map(({ kind, words }) => [kind, ...words.map((w) => w.secret ?? '-')].join(' ')),
      [
        'basic - PASSWORD',
        'bearer TOKEN',
        'apikey - API_KEY',
        'digest - PASSWORD',
        'aws AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY',
        'oauth2 -',
        'jwt JWT_KEY',
        'oauth1 CONSUMER_KEY CONSUMER_SECRET',
        'wsse - PASSWORD',
        'hawk HAWK_ID HAWK_KEY',
        'command',
        'none',
      ],
    );
  });

  it('for a form begins one, with its type, or extends the one that is there', () => {
    const added = (text: string, ...[form, field]: [Parameters<typeof formSnippet>[2], Parameters<typeof formSnippet>[3]]): string => {
      const { tree, block } = read(text);
      return expanded(text, formSnippet(tree, block, form, field, 'limit'));
    };
    const field = { kind: 'field' } as const;
    const file = { kind: 'file', path: './a "b".png' } as const;
    const urlencoded = 'Content-Type: application/x-www-form-urlencoded\n';
    assert.equal(
      added('POST http://h\nA: b\n\n?? status == 200\n', 'urlencoded', field),
      `POST http://h\nA: b\n${urlencoded}\nname=value\n\n?? status == 200\n`,
    );
    assert.equal(added('POST http://h', 'urlencoded', field), `POST http://h\n${urlencoded}\nname=value`);
    assert.equal(
      added(`POST http://h\n${urlencoded}\na=1\n\n?? status == 200\n`, 'urlencoded', field),
      `POST http://h\n${urlencoded}\na=1\n&name=value\n\n?? status == 200\n`,
    );
    assert.equal(added(`POST http://h\n${urlencoded}`, 'urlencoded', field), `POST http://h\n${urlencoded}\nname=value\n`);
    const part = '--limit\nContent-Disposition: form-data; name="name"\n\nvalue\n';
    const filePart =
      '--limit\nContent-Disposition: form-data; name="file"; filename="a %22b%22.png"\nContent-Type: image/png\n\n< ./a "b".png\n';
    const multipart = 'Content-Type: multipart/form-data; boundary=limit\n';
    assert.equal(added('POST http://h\n', 'multipart', file), `POST http://h\n${multipart}\n${filePart}--limit--\n`);
    assert.equal(
      added(`POST http://h\n${multipart}\n${part}--limit--\n`, 'multipart', file),
      `POST http://h\n${multipart}\n${part}${filePart}--limit--\n`,
    );
    assert.equal(added(`POST http://h\n${multipart}\n--limit--\n`, 'multipart', field), `POST http://h\n${multipart}\n${part}--limit--\n`);
    assert.equal(
      added(`POST http://h\n${multipart}\n${part.trimEnd()}`, 'multipart', field),
      `POST http://h\n${multipart}\n${part}${part}--limit--`,
    );
  });

  it('for a form is refused for another body', () => {
    const form = (text: string): string => formOf(read(text).block);
    assert.equal(form('POST http://h\n'), 'none');
    assert.equal(form('POST http://h\n\n{}\n'), 'other');
    assert.equal(form('POST http://h\nContent-Type: application/json\n'), 'other');
    assert.equal(form('POST http://h\nContent-Type: multipart/form-data\n'), 'other');
    assert.equal(form('POST http://h\ncontent-type: Multipart/Form-Data; boundary="a"\n'), 'multipart');
  });
});
