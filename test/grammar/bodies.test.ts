import { expectScopes, expectScopesIn } from './scopes.ts';
import { loadReqGrammar } from './tokenize.ts';

const post = (type: string, body: string): string => `POST http://x\nContent-Type: ${type}\nX-After: a\n\n${body}`;

describe('the grammar: bodies and scripts', () => {
  it('has the language of the Content-Type', async () => {
    for (const type of ['application/json', 'application/json; charset=utf-8', 'application/merge-patch+json', 'application/x-ndjson']) {
      await expectScopes(post(type, '‹42›'), 'meta.embedded.block.json');
    }
    for (const type of ['application/xml', 'text/xml;charset=utf-8', 'application/soap+xml']) {
      await expectScopes(post(type, '‹<a>›'), 'meta.embedded.block.xml meta.tag.xml');
    }
    await expectScopes(post('text/html', '‹<p>›'), 'meta.embedded.block.html');
    await expectScopes(post('application/graphql', '‹query›'), 'meta.embedded.block.graphql');
    await expectScopes(post('application/graphql-response+json', '‹1›'), 'meta.embedded.block.json');
    await expectScopes(post('text/plain', '‹{"a": 1}›'), '!meta.embedded');
    await expectScopes('POST http://x\ncontent-type:application/json\n\n‹{}›', 'meta.embedded.block.json');
  });

  it('has the language of the first characters if there is no type', async () => {
    await expectScopes('POST http://x\n\n\n‹{›\n  "a": ‹1›\n}', 'meta.embedded.block.json', 'meta.embedded.block.json');
    await expectScopes('POST http://x\nA: b\n\n‹[›1]', 'meta.embedded.block.json');
    await expectScopes('POST http://x\n\n<?xml version="1.0"?>\n‹<a›/>', 'meta.embedded.block.xml');
    await expectScopes('POST http://x\n\n‹<!doctype html›>', 'meta.embedded.block.html');
    await expectScopes('POST http://x\n\n‹query› A { b }', 'meta.embedded.block.graphql');
    await expectScopes('POST http://x\n\n‹words›\n‹{"a": 1}›', 'plain', 'plain');
    await expectScopes('POST http://x\n\n‹query=1›', 'plain');
  });

  it('colours form bodies over several lines', () =>
    expectScopes(
      post('application/x-www-form-urlencoded', '‹a›=‹1 2›\n‹&›‹b›=‹3›'),
      'variable.parameter.form.req',
      'string.unquoted.form.value.req',
      'keyword.operator.form.req',
      'variable.parameter.form.req',
      'string.unquoted.form.value.req',
    ));

  it('colours a GraphQL query and its JSON variables', () =>
    expectScopes(
      'GRAPHQL http://x\nA: b\n\n‹query› One($id: Int!) {\n  ‹user› {\n\n    name\n  }\n}\n\n{\n  ‹"id"›: ‹1›\n}\n\n‹??› status == 200',
      'keyword.operation.graphql',
      'meta.embedded.block.graphql variable.graphql',
      'meta.embedded.block.json string',
      'meta.embedded.block.json constant.numeric',
      'keyword.control.assertion.req',
    ));

  it('colours a GraphQL query where the editor has no grammar for it', async () =>
    expectScopesIn(
      await loadReqGrammar('source.graphql'),
      'GRAPHQL http://x\n\nquery One(‹$id›: ‹Int›!, $at: [‹Time›]) { # ‹a comment›\n  user(id: ‹$id›, kind: ‹"a b"›, n: ‹12›, open: ‹true›) ‹@include›(if: $open) { ‹name› }\n}',
      'variable.parameter.graphql',
      'support.type.graphql',
      'support.type.graphql',
      'comment.line.number-sign.graphql',
      'variable.parameter.graphql',
      'string.quoted.double.graphql',
      'constant.numeric.graphql',
      'constant.language.graphql',
      'entity.name.function.directive.graphql',
      'variable.other.field.graphql',
    ));

  it('colours an anonymous GraphQL query', () => expectScopes('GRAPHQL http://x\n\n{\n  ‹users›\n}', 'meta.embedded.block.graphql'));

  it('colours the parts of a multipart body', () =>
    expectScopes(
      post(
        'multipart/form-data; boundary=B',
        [
          '‹--›‹B›',
          '‹Content-Disposition›: form-data; name="a"',
          'Content-Type: application/json',
          '',
          '{"n": ‹1›, "open": "',
          '--‹B›',
          'Content-Disposition: form-data; name="f"; filename="f.txt"',
          '',
          '‹<› ‹./f.txt›',
          '--B‹--›',
          '',
          '‹??› status == 200',
        ].join('\n'),
      ),
      'punctuation.definition.boundary.req',
      'entity.name.tag.boundary.req',
      'entity.other.attribute-name.header.req',
      'meta.embedded.block.json constant.numeric',
      'entity.name.tag.boundary.req !meta.embedded',
      'keyword.operator.file.req',
      'string.unquoted.path.req',
      'punctuation.definition.boundary.req',
      'keyword.control.assertion.req',
    ));

  it('colours bodies that are files', async () => {
    for (const sign of ['<', '<@'])
      await expectScopes(post('application/json', `‹${sign}› ‹./a b.json›`), 'keyword.operator.file.req', 'string.unquoted.path.req');
  });

  it('keeps lines that look like other things in the body', () =>
    expectScopes(
      post('application/json', '{\n‹# no comment›\n‹@no = 1›\n‹A: b›\n\n‹// no›\n}'),
      ...Array<string>(4).fill('meta.embedded.block.json !comment !variable !entity'),
    ));

  it('ends a body where the next thing begins, however broken it is', async () => {
    const broken = ['{"a": {"b": [1, "unclosed', '<!-- unclosed', '<a b="unclosed'];
    for (const [type, body] of [
      ['application/json', broken[0]],
      ['text/xml', broken[1]],
      ['text/xml', broken[2]],
      ['text/html', '<p class="unclosed'],
      ['application/graphql', 'query { a { b'],
    ] as const) {
      await expectScopes(
        post(type, `${body}\n‹###› ‹Next›\n‹GET› http://x`),
        'punctuation.definition.separator.req !meta.embedded',
        'entity.name.section.req',
        'keyword.control.method.req',
      );
      await expectScopes(
        post(type, `${body}\n‹??› ‹status› == 200`),
        'keyword.control.assertion.req !meta.embedded !string',
        'variable.language.assertion.req',
      );
      await expectScopes(post(type, `${body}\n> ‹{%›\n  ‹const› a\n%}`), 'punctuation.section.embedded.begin.req', 'keyword.js');
      await expectScopes(post(type, `${body}\n> ‹./after.js›`), 'string.unquoted.path.req !meta.embedded');
      await expectScopes(post(type, `${body}\n‹<>› ./saved.json`), 'keyword.operator.saved-response.req');
    }
  });

  it('keeps a body that holds blank lines whole, and begins no second one after assertions', () =>
    expectScopes(
      post('application/json', '{\n\n"a": ‹1›\n}\n\n?? status == 200\n\n‹{"no": 1}›\n'),
      'meta.embedded.block.json constant.numeric',
      'plain !meta.embedded',
    ));

  it('colours scripts as JavaScript up to the %} that ends a line', async () => {
    await expectScopes(
      '‹<› ‹{%›\n  ‹const› a = 1 % 2; if (a) {%}\n‹%}›\n‹GET› http://x',
      'keyword.operator.script.req',
      'punctuation.section.embedded.begin.req',
      'meta.embedded.block.javascript keyword.js',
      '!meta.embedded',
      '!meta.script',
    );
    await expectScopes(
      '< {% ‹let› a = "‹s›"; ‹%}›\n‹GET› http://x',
      'keyword.js',
      'string.quoted.double.js',
      'punctuation.section.embedded.end.req',
      'keyword.control.method.req',
    );
    await expectScopes(
      '< {%\n  "%} is not the end";\n  ‹let› a; ‹%}›  \n‹GET› http://x',
      'keyword.js',
      'punctuation.section.embedded.end.req',
      'keyword.control.method.req',
    );
  });

  it('ends a broken script at its %}', async () => {
    for (const code of ['const a = `unclosed', '/* unclosed', 'f("unclosed']) {
      await expectScopes(
        `< {%\n  ${code}\n‹%}›\n‹GET› http://x\n\n> {%\n  ${code}\n‹%}›\n\n‹??› status == 200`,
        'punctuation.section.embedded.end.req',
        'keyword.control.method.req',
        'punctuation.section.embedded.end.req',
        'keyword.control.assertion.req',
      );
    }
  });

  it('ends a script that is not closed at the next request or script', async () => {
    await expectScopes(
      '< {%\n  const a = `\n\n‹###› Next\n‹GET› http://x',
      'punctuation.definition.separator.req !meta.script',
      'keyword.control.method.req',
    );
    await expectScopes(
      'GET http://x\n\n> {%\n  const a = `\n> ‹{%›\n  ‹let› b\n%}',
      'punctuation.section.embedded.begin.req',
      'keyword.js !string',
    );
  });

  it('colours the first and the third request when the second is broken', () =>
    expectScopes(
      '### One\n‹GET› http://x\n\n### Two\nPOST\nnonsense\n< {\n  "a": `\n\n### ‹Three›\n# @‹name› three\n‹POST› http://x\n‹A›: b\n\n{"c": ‹1›}',
      'keyword.control.method.req',
      'entity.name.section.req',
      'keyword.other.directive.req',
      'keyword.control.method.req',
      'entity.other.attribute-name.header.req',
      'meta.embedded.block.json',
    ));
});
