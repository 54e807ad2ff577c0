import assert from 'node:assert/strict';
import { applyEdits, parse } from '../../../src/language/index.ts';
import { rename } from '../../../src/language/onDemand.ts';
import { complete } from '../../support/complete.ts';
import { formatted } from '../../support/formatted.ts';
import { inspect } from '../../support/inspect.ts';
import { textOf } from '../../support/places.ts';
import { expectScopes } from '../../grammar/scopes.ts';

describe('a capture', () => {
  const captures = (text: string) => parse(text).blocks[0]?.captures ?? [];

  it('ends the body, and is read with its name and subject', () => {
    const [block] = parse('POST http://h\n\n{"a": 1}\n\n@token << body.access_token\n@ id  <<  header X-Id\n?? status == 200\n').blocks;
    assert.equal(block?.body?.text.text, '{"a": 1}');
    assert.equal(block.assertions.length, 1);
    assert.deepEqual(
      block.captures.map(({ name, left, subject }) => [name.text, left.text, subject?.kind]),
      [['token', 'body.access_token', 'path']],
    );
  });

  it('needs a known subject: other text with these signs belongs to the body', () => {
    const text = 'POST http://h\n\n@a << b\n@x <<EOF\n@y << bodyguard\n@1 + 2 << body\n';
    assert.equal(parse(text).blocks[0]?.body?.text.text, text.slice('POST http://h\n\n'.length, -1));
    assert.deepEqual(captures(text), []);
  });

  const wrong: readonly (readonly [string, RegExp])[] = [
    ['@a << any event.data', /any event\.data is not a single value/],
    ['@a << body.x == 1', /nothing can follow body\.x/],
    ['@a << status.x', /status has no parts/],
    ['@1a << body', /cannot be a variable name/],
  ];
  for (const [line, message] of wrong)
    it(`is refused with a reason: ${line}`, () => assert.match(parse(`GET http://h\n\n${line}\n`).diagnostics[0]?.message ?? '', message));

  it('sets a variable that is defined for other requests until it is sent', async () => {
    const said = async (text: string) => (await inspect(text)).said();
    assert.deepEqual(await said('# @name login\nGET http://h\n\n@token << body.t\n\n### b\n# @ref login\nGET http://h/{{token}}\n'), []);
    assert.deepEqual(await said('### a\nGET http://h\n\n@token << body.t\n\n### b\nGET http://h/{{token}}/{{tokem}}\n'), [
      'undefined-until-sent hint "{{token}}"',
      'undefined-variable error "{{tokem}}"',
    ]);
    const [hint] = (await inspect('### a\nGET http://h\n\n@token << body.t\n\n### b\nGET http://h/{{token}}\n')).diagnostics();
    assert.equal(hint?.message, 'token is not known until the request a (line 4) has set it.');
  });

  it('is renamed with its uses', async () => {
    const { view, offset } = await inspect('GET http://h\n\n@tok|en << body.t\n\n### b\nGET http://h/{{token.a}}\n');
    const result = rename(view, offset, 'key');
    assert.ok('files' in result);
    assert.deepEqual(
      result.files.map(({ file, edits }) => applyEdits(textOf(view, file), edits)),
      ['GET http://h\n\n@key << body.t\n\n### b\nGET http://h/{{key.a}}\n'],
    );
  });

  it('is formatted with one space at each side of its sign', async () =>
    assert.equal(
      await formatted('GET http://h\n\n@token<<  header   X-Id  \n@a   <<body\n'),
      'GET http://h\n\n@token << header X-Id\n@a << body\n',
    ));

  it('is completed with subjects, keys and headers', async () => {
    const answered = { exchanges: { login: { request: {}, response: { status: 200, headers: {}, body: { token: 'abc' } } } } };
    const login = '### Log in\n# @name login\nPOST http://h/login\n';
    assert.equal((await complete('GET http://h\n\n?? status == 1\n@a << bo|')).take('body'), 'GET http://h\n\n?? status == 1\n@a << body‸');
    assert.equal((await complete(`${login}\n@a << body.|`, answered)).take('token'), `${login}\n@a << body.token‸`);
  });

  it('is colored', () =>
    expectScopes(
      'POST http://h\n\nbody\n@‹token› ‹<<› ‹body›.‹access›\n@id << ‹header› ‹X-Id›\n',
      'variable.other.definition.req',
      'keyword.operator.capture.req',
      'variable.language.assertion.req',
      'variable.other.property.req',
      'variable.language.assertion.req',
      'entity.other.attribute-name.header.req',
    ));
});
