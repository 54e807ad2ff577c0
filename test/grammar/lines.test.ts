import { operators, subjects } from '../../src/language/catalog/assertionCatalog.ts';
import { expectScopes } from './scopes.ts';

describe('the grammar: lines of a request', () => {
  it('colours separators and titles', () =>
    expectScopes(
      '‹###› ‹Create a user {{x}}›\n‹####›',
      'markup.heading.req punctuation.definition.separator.req',
      'markup.heading.req entity.name.section.req !meta.placeholder',
      'punctuation.definition.separator.req',
    ));

  it('colours comments at the start of a line, and indented ones before a request', () =>
    expectScopes('‹# one {{x}}›\n‹// two›\n  ‹# three›', 'comment.line !meta.placeholder', 'comment.line', 'comment.line'));

  it('distinguishes directives from comments', () =>
    expectScopes(
      '‹#› ‹@timeout› ‹5s›\n// @‹no-redirect›\n#@‹name› login\n‹# @ not one›',
      'punctuation.definition.directive.req !comment',
      'keyword.other.directive.req !comment',
      '!comment',
      'keyword.other.directive.req',
      'keyword.other.directive.req',
      'comment.line',
    ));

  it('colours the values of a directive by their kind', () =>
    expectScopes(
      [
        '# @name ‹createUser›',
        '# @ref ‹login›',
        '# @prompt ‹nickname› ‹What do they call you?›',
        '# @secret ‹token›',
        '# @timeout ‹1.5›‹s›',
        '# @retry ‹3› ‹500› ‹ms›',
        '# @max-time {{‹limit›}}',
        '# @undefined ‹keep›',
        '# @escape ‹json›',
        '# @text ‹choices›[‹0›].‹delta›',
        '# @proxy ‹http›://‹127.0.0.1:3128›',
        '# @title ‹Some words 5s›',
        '# @unheard-of ‹5s›',
      ].join('\n'),
      'entity.name.function.request.req',
      'entity.name.function.request.req',
      'variable.other.definition.req',
      'string.unquoted.directive.req',
      'variable.other.definition.req',
      'constant.numeric.req',
      'keyword.other.unit.req',
      'constant.numeric.req',
      'constant.numeric.req',
      'keyword.other.unit.req',
      'variable.other.placeholder.req',
      'constant.language.req',
      'constant.language.req',
      'variable.other.property.req',
      'constant.numeric.index.req',
      'variable.other.property.req',
      'string.unquoted.url.scheme.req',
      'string.unquoted.url.authority.req',
      'string.unquoted.directive.req !constant',
      'string.unquoted.directive.req !constant',
    ));

  it('colours variables with their values, and JSON values as JSON', () =>
    expectScopes(
      '@‹host› ‹=› ‹http://127.0.0.1›\n@‹a-b›=‹text {{›‹host›}}\n@user = {‹"id"›: ‹7›}\n@list = [‹1›]\n@whole = {{‹host›}}',
      'variable.other.definition.req',
      'keyword.operator.assignment.req',
      'string.unquoted.value.req !meta.embedded',
      'variable.other.definition.req',
      'string.unquoted.value.req',
      'variable.other.placeholder.req',
      'meta.embedded.inline.json string',
      'meta.embedded.inline.json constant.numeric',
      'meta.embedded.inline.json constant.numeric',
      'variable.other.placeholder.req !meta.embedded',
    ));

  it('ends a JSON value that is not closed with its line', () =>
    expectScopes(
      '@user = {"name": "Ada\n@‹next› = 1\n‹GET› http://x/',
      'variable.other.definition.req !meta.embedded',
      'keyword.control.method.req',
    ));

  it('colours the parts of a request line', () =>
    expectScopes(
      '‹POST› ‹http›://‹api.example.com:80›/‹users›?‹q›=‹a b›‹&›‹tag› ‹HTTP/1.1›',
      'keyword.control.method.req',
      'string.unquoted.url.scheme.req',
      'string.unquoted.url.authority.req',
      'string.unquoted.url.path.req',
      'variable.parameter.query.req',
      'string.unquoted.query.value.req',
      'keyword.operator.query.req',
      'variable.parameter.query.req',
      'constant.language.version.req',
    ));

  it('recognizes request lines without a method, with a method of any name, and from placeholders', async () => {
    for (const target of ['https://example.com/a', 'localhost:8080/a', '127.0.0.1/a', 'example.com', '/path', '{{host}}/a']) {
      await expectScopes(`‹${target}›\n‹X-A›: b`, 'meta.url.req', 'meta.request.req entity.other.attribute-name');
    }
    for (const method of ['post', 'Purge-All', 'MKCOL', 'find']) await expectScopes(`‹${method}› https://x/`, 'keyword.control.method.req');
    await expectScopes(
      '{{‹method›}} {{‹host›}}/a',
      'keyword.control.method.req variable.other.placeholder.req',
      'meta.url.req variable.other.placeholder.req',
    );
    await expectScopes('{{‹requestLine›}}\n‹A›: b', 'variable.other.placeholder.req', 'meta.request.req');
  });

  it('joins indented lines to the URL, and after a header to the header', () =>
    expectScopes(
      'GET http://x\n  ‹/users›\n  ?‹a›=‹1›\n  &‹b›=2\nX-Long: one\n  ‹&two›\n',
      'meta.url.req',
      'variable.parameter.query.req',
      'string.unquoted.query.value.req',
      'variable.parameter.query.req',
      'string.unquoted.header.req !meta.url',
    ));

  it('colours headers, with comments between them', () =>
    expectScopes(
      'GET http://x\n‹X-One›‹:› ‹a b›\n‹# a comment›\n# @‹insecure›\n‹X-Two›:\n',
      'entity.other.attribute-name.header.req',
      'punctuation.separator.key-value.req',
      'string.unquoted.header.req',
      'comment.line',
      'keyword.other.directive.req',
      'entity.other.attribute-name.header.req',
    ));

  it('colours parameters, quoted parts and the scheme of credentials in headers', () =>
    expectScopes(
      [
        'POST http://x',
        'Content-Type: ‹multipart/form-data›‹;› ‹boundary›‹=›‹b›',
        'Content-Disposition: form-data; ‹name›=‹"a {{›‹b›‹}} \\" c"›; ‹filename›=d',
        'Authorization: ‹Bearer› ‹abc›',
        'Authorization: {{‹whole›}}',
        'Authorization: ‹abc›',
        'X-Long: a',
        '  ; ‹q›=‹0.5›',
      ].join('\n'),
      'string.unquoted.header.req',
      'punctuation.separator.parameter.req',
      'variable.parameter.header.req',
      'keyword.operator.assignment.req',
      'string.unquoted.header.req',
      'variable.parameter.header.req',
      'string.quoted.double.req',
      'string.quoted.double.req variable.other.placeholder.req',
      'string.quoted.double.req',
      'variable.parameter.header.req',
      'support.type.auth-scheme.req',
      'string.unquoted.header.req',
      'variable.other.placeholder.req',
      'string.unquoted.header.req !support',
      'variable.parameter.header.req',
      'string.unquoted.header.req',
    ));

  it('colours the headers of a shared file, which has no request line', () =>
    expectScopes(
      '@host = x\n‹Accept›: ‹application/json›\n> {%\n  ‹let› a\n%}',
      'entity.other.attribute-name.header.req',
      'string.unquoted.header.req',
      'keyword.js',
    ));

  it('leaves lines that are none of these uncoloured', () =>
    expectScopes('‹just some words›\n\nGET http://x\n‹this is no header›\nA: b\n‹nor this›\n', 'plain', 'plain', 'plain'));

  it('colours a snapshot and its ignored paths', () =>
    expectScopes(
      'GET http://x\n\n?? body ‹matchesSnapshot›\n?? body ‹matchesSnapshot› ‹ignoring› a.‹b›, c\n',
      'keyword.operator.wordlike.assertion.req',
      'keyword.operator.wordlike.assertion.req',
      'keyword.operator.wordlike.assertion.req',
      'variable.other.property.req',
    ));

  it('colours assertions: the subject, the operator, the expected value', () =>
    expectScopes(
      [
        'GET http://x',
        '',
        '‹??› ‹status› ‹==› ‹201›',
        '?? ‹header› ‹Content-Type› ‹contains› ‹json›',
        '?? ‹body›.‹items›[‹0›]["‹a b›"] == ‹"x"›',
        '?? body.id == {{‹userId›}}',
        '?? body.ok == ‹true›',
        '?? body.gone ‹!exists›',
        '?? body == {‹"a"›: 1}',
        '?? body.id‹>=›‹5›',
        '?? body.name ‹matches› ‹^A.*a$›',
        '?? ‹body›.‹half›',
        '?? ‹bodyguard›',
        '‹??› ‹nonsense here›',
      ].join('\n'),
      'keyword.control.assertion.req',
      'variable.language.assertion.req',
      'keyword.operator.assertion.req',
      'constant.numeric.req',
      'variable.language.assertion.req',
      'entity.other.attribute-name.header.req',
      'keyword.operator.wordlike.assertion.req',
      'string.unquoted.expected.req',
      'variable.language.assertion.req',
      'variable.other.property.req',
      'constant.numeric.index.req',
      'string.quoted.double.req',
      'meta.embedded.inline.json string',
      'variable.other.placeholder.req',
      'constant.language.req',
      'keyword.operator.wordlike.assertion.req',
      'meta.embedded.inline.json string',
      'keyword.operator.assertion.req',
      'constant.numeric.req',
      'keyword.operator.wordlike.assertion.req',
      'string.regexp.req',
      'variable.language.assertion.req',
      'variable.other.property.req',
      'plain',
      'keyword.control.assertion.req',
      'plain',
    ));

  it('colours a JSONPath in an assertion as a path', () =>
    expectScopes(
      'GET http://x\n\n?? body.$..‹price› ‹length› 3\n?? body.$.‹items›[?@.n > 1]..* ‹exists›\n',
      'variable.other.property.req',
      'keyword.operator.wordlike.assertion.req',
      'variable.other.property.req',
      'keyword.operator.wordlike.assertion.req',
    ));

  it('colours every subject and every operator of the catalog', async () => {
    const rights: Readonly<Record<string, string>> = { none: '', snapshot: '', event: ' event b', bounds: ' 1 and 2', nearness: ' 1 ± 2' };
    for (const { form } of subjects) {
      const [, words = '', rest = ''] = /^((?:any |every |no )?[A-Za-z]+)(.*)$/.exec(form) ?? [];
      await expectScopes(`GET http://x\n\n?? ‹${words}›${rest} exists\n`, 'variable.language.assertion.req');
    }
    for (const { name, operand } of operators) {
      const scope = /^[a-z]/.test(name) ? 'keyword.operator.wordlike.assertion.req' : 'keyword.operator.assertion.req';
      const right = rights[operand] ?? ' 1';
      await expectScopes(`GET http://x\n\n?? body.x ‹${name}›${right}\n`, scope);
      if (/^[a-z]/.test(name) && operand !== 'snapshot')
        await expectScopes(`GET http://x\n\n?? body.x ‹!${name}›${right}\n?? body.x ‹not ${name}›${right}\n`, scope, scope);
    }
  });

  it('colours script files and saved responses', () =>
    expectScopes(
      '< ‹./before.js›\nGET http://x\n\n> ‹./after.js›\n‹<>› ‹./saved.json›',
      'meta.script-file.req string.unquoted.path.req',
      'meta.script-file.req string.unquoted.path.req',
      'keyword.operator.saved-response.req',
      'string.unquoted.path.req',
    ));

  it('colours files with CRLF line ends', () =>
    expectScopes(
      'GET http://x\r\nContent-Type: application/json\r\n\r\n{"a": ‹1›}\r\n\r\n‹??› status == ‹200›'.replaceAll('\r', ''),
      'meta.embedded.block.json',
      'keyword.control',
      'constant.numeric.req',
    ));
});
