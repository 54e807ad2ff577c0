import { expectScopes } from './scopes.ts';

describe('the grammar: placeholders', () => {
  const name = 'meta.placeholder.req variable.other.placeholder.req';

  it('are found in URLs, query names and values, headers, directives and file names', () =>
    expectScopes(
      '# @timeout {{‹t›}}\nGET http://{{‹host›}}/{{‹path›}}?{{‹k›}}={{‹v›}}&a{{‹b›}}c=x{{‹d›}}y\nX-{{a: b}}\nX-A: {{‹h›}}\n\n< ./{{‹file›}}.json',
      ...['t', 'host', 'path', 'k', 'v', 'b', 'd', 'h', 'file'].map(() => name),
    ));

  it('are found in JSON strings and values', () =>
    expectScopes(
      'POST http://x\nContent-Type: application/json\n\n{"a": "x {{‹b›}} y", "{{‹key›}}": {{‹c›}}, "d": [{{‹e›}}]‹}›',
      `string.quoted ${name}`,
      `string.quoted ${name}`,
      `!string ${name}`,
      name,
      'meta.embedded.block.json !invalid',
    ));

  it('are found in XML, HTML, GraphQL, form, text and multipart bodies', async () => {
    await expectScopes(
      'POST http://x\nContent-Type: text/xml\n\n<a b="{{‹c›}}">{{‹d›}}</a>',
      `meta.embedded.block.xml string ${name}`,
      `meta.embedded.block.xml ${name}`,
    );
    await expectScopes('POST http://x\nContent-Type: text/html\n\n<p class="{{‹c›}}">', `meta.embedded.block.html ${name}`);
    await expectScopes('GRAPHQL http://x\n\nquery { user(id: {{‹c›}}) { id } }', `meta.embedded.block.graphql ${name}`);
    await expectScopes('POST http://x\nContent-Type: application/x-www-form-urlencoded\n\na={{‹c›}}&{{‹d›}}=e', name, name);
    await expectScopes('POST http://x\nContent-Type: text/plain\n\nHello {{‹c›}}', name);
    await expectScopes(
      'POST http://x\nContent-Type: multipart/form-data; boundary={{‹b›}}\n\n--{{‹b›}}\nA: {{‹c›}}\n\n{{‹d›}}\n',
      name,
      name,
      name,
      name,
    );
  });

  it('are found at the beginning of a body, whose language is unchanged', async () => {
    await expectScopes('POST http://x\n\n{{‹payload›}}\n‹{"a": 1}›', name, 'plain');
    await expectScopes(
      'POST http://x\nContent-Type: application/x-www-form-urlencoded\n\n{{‹a›}}‹=›‹b›',
      name,
      'keyword.operator.form.req',
      'string.unquoted.form.value.req',
    );
    await expectScopes(
      'POST http://x\nContent-Type: application/json\n\n{{‹a›}}\n\n?? ‹status› == 200',
      `meta.embedded.block.json ${name}`,
      'variable.language.assertion.req',
    );
    await expectScopes('GRAPHQL http://x\n\n{{‹query›}}\n{\n"a": ‹1›}', name, 'meta.embedded.block.json');
  });

  it('are found in comments of a body, which is sent with them', () =>
    expectScopes('POST http://x\n\n<a><!-- {{‹b›}} --></a>', `comment.block.xml ${name}`));

  it('are not found in scripts, comments and titles', async () => {
    await expectScopes('< {%\n  const a = "‹{{x}}›";\n%}\n# ‹{{x}}›\n### ‹{{x}}›', ...Array<string>(3).fill('!meta.placeholder'));
    await expectScopes('GET http://x\n\n> {% "‹{{x}}›" %}', '!meta.placeholder');
  });

  it('show paths, indices and quoted keys', () =>
    expectScopes(
      'GET http://x/{{ ‹login›.‹response›[‹0›][‹-1›][‹"a b"›].‹2›[‹\'c\'›] }}',
      'variable.other.placeholder.req',
      'variable.other.property.req',
      'constant.numeric.index.req',
      'constant.numeric.index.req',
      'string.quoted.double.req',
      'variable.other.property.req',
      'string.quoted.single.req',
    ));

  it('show filters and their argument, whose braces do not end them', () =>
    expectScopes(
      'GET http://x/{{a ‹|› ‹default› ‹"}}"› | ‹url›‹}}›/‹b›',
      'keyword.operator.filter.req',
      'support.function.filter.req',
      'string.quoted.double.req',
      'support.function.filter.req',
      'punctuation.definition.placeholder.end.req',
      '!meta.placeholder',
    ));

  it('show dynamics with arguments, and names of the environment', () =>
    expectScopes(
      'GET http://x/{{‹$uuid›}}{{‹$randomInt› ‹1› 100}}{{$datetime ‹iso8601› 1 d}}{{‹$env›.‹HOME›}}',
      'support.function.dynamic.req',
      'support.function.dynamic.req',
      'constant.numeric.req',
      'string.unquoted.argument.req',
      'support.function.dynamic.req',
      'variable.other.property.req',
    ));

  it('show prompts', () => expectScopes('GET http://x/{{‹?›‹your name›}}', 'keyword.operator.prompt.req', 'string.unquoted.prompt.req'));

  it('can be named in any script', () =>
    expectScopes('GET http://x/{{‹größe›}}{{‹名前›.‹値›}}', name, name, 'variable.other.property.req'));

  it('are text after one backslash, and placeholders after two', () =>
    expectScopes(
      'POST http://x\nContent-Type: application/json\n\n{"a": "‹\\{{›‹b}}›", "c": "\\\\{{‹d›}}", "e": "\\\\\\{{‹f›}}", "g": "‹\\{\\{h\\}\\}›"}',
      'constant.character.escape.placeholder.req',
      '!meta.placeholder',
      name,
      '!meta.placeholder',
      'constant.character.escape.placeholder.req',
    ));

  it('are the inner two of more braces', () =>
    expectScopes(
      'POST http://x\n\n{"x":‹{›‹{{›a‹}}›‹}›',
      '!meta.placeholder',
      'punctuation.definition.placeholder.begin',
      'punctuation.definition.placeholder.end',
      '!meta.placeholder',
    ));

  it('are no other text in braces, and never span lines', () =>
    expectScopes(
      'POST http://x\nContent-Type: text/plain\n\n‹{{ if .x }}› ‹{{#each}}› ‹{{}}› ‹{{1a}}› ‹{{a b}}› ‹{{a.}}› ‹{{a›\n‹}}› {{‹ok›}}',
      ...Array<string>(8).fill('!meta.placeholder'),
      name,
    ));
});
