import assert from 'node:assert/strict';
import { derivedNames } from '../../../../src/language/features/navigation/derivedRefs.ts';
import { semanticTokens } from '../../../../src/language/features/structure/semanticTokens.ts';
import { inspect, type Around } from '../../../support/inspect.ts';

const found = async (text: string, around: Around = {}): Promise<readonly string[]> =>
  (await inspect(text, around)).diagnostics().map((d) => `${d.id} ${d.severity}: ${d.message}`);

describe('@ref', () => {
  it('to no request of the collection is an error, with the name that was meant', async () => {
    assert.deepEqual(await found('# @ref logn\nGET http://h\n### login\nGET http://h'), [
      'unknown-ref error: The collection has no request named logn: did you mean login?',
    ]);
    assert.deepEqual(await found('# @ref xyz\nGET http://h', { files: { 'b.req': '# @name abc\nGET http://h' } }), [
      'unknown-ref error: The collection has no request named xyz. Name one with `# @name xyz`',
    ]);
  });

  it('can be to a request of another file, if one file has it: @name precedes titles', async () => {
    const text = '# @ref x\nGET http://h';
    const titled = '### x\nGET http://h';
    assert.deepEqual(await found(text, { files: { 'b.req': titled } }), []);
    assert.deepEqual(await found(text, { files: { 'b.req': titled, 'c.req': '# @name x\nGET http://h' } }), []);
    assert.deepEqual(await found(text, { files: { 'b.req': titled, 'c.req': titled } }), [
      'unknown-ref error: Several files have a request named x: b.req, c.req',
    ]);
    assert.deepEqual(await found(text, { files: { 'inner/collection.req': '', 'inner/b.req': titled } }), [
      'unknown-ref error: The collection has no request named x. Name one with `# @name x`',
    ]);
  });

  it('and an answer may be of a request of another file, which is sent first; a variable of that name is none', async () => {
    const text = 'GET http://h/{{l.response.body.a}}';
    const named = { 'b.req': '# @name l\nGET http://h' };
    assert.deepEqual(await found(text, { files: named }), [
      'undefined-until-sent hint: l has not been sent yet: send it first, then its response can be used.',
    ]);
    const view = (await inspect(text, { files: named })).view;
    assert.deepEqual(
      semanticTokens(view).map((t) => t.kind),
      ['reqDynamic'],
    );
    assert.match((await found('GET http://h/{{l.a}}', { files: named })).join(), /^undefined-variable error/);
    assert.match(
      (await found(text, { files: { 'inner/collection.req': '', 'inner/b.req': named['b.req'] } })).join(),
      /^undefined-variable error/,
    );
  });

  it('defines its response and the variables of its scripts: they are not reported, in any file and by any path', async () => {
    const sender = '# @name login\nGET http://h\n> {%\n  tool.setVar("token", 1);\n%}\n';
    const use = 'GET http://h/{{login.response.body.id}}/{{token}}\n';
    const files = { 'b.req': sender };
    assert.deepEqual(
      (await found(`${sender}###\n${use}`)).map((x) => x.split(':')[0]),
      ['undefined-until-sent hint', 'undefined-until-sent hint'],
    );
    assert.deepEqual(await found(`${sender}###\n# @ref login\n${use}`), []);
    assert.deepEqual(await found(`# @ref login\n${use}`, { files }), []);
    assert.deepEqual(await found(`### Between\n# @ref login\nGET http://h\n###\n# @ref Between\n${use}`, { files }), []);
    assert.deepEqual(await found(use, { files: { ...files, 'collection.req': '# @ref login\n' } }), []);
    assert.deepEqual(await found(`< {%\n  await tool.send("login");\n%}\n${use}`, { files }), []);
    const hover = (await inspect(`${sender}###\n# @ref login\nGET |http://h/{{login.response.body.id}}`)).hover() ?? '';
    assert.ok(!hover.includes('⚠'), hover);
  });

  it('of a shared file is resolved in each file that it applies to, and reported once', async () => {
    const files = { 'collection.req': '# @ref login\n' };
    assert.deepEqual(await found('GET http://h\n###\nGET http://h', { files }), [
      'unknown-ref error: A shared file has @ref login, but the collection has no request named login. Name one with `# @name login`',
    ]);
    assert.deepEqual(await found('GET http://h\n### login\nGET http://h', { files }), []);
    assert.deepEqual(await found('# @ref login\n', { at: 'collection.req' }), []);
  });

  it('in a circle is an error that names the way, once', async () => {
    const text = '# @name a\n# @ref b\nGET http://h\n###\n# @name b\n# @ref c\nGET http://h\n### c\n# @ref a\nGET http://h\n';
    const [circle, ...others] = await found(text);
    assert.match(circle ?? '', /^ref-cycle error: The request depends on itself: .* → .* → .* → .*\. Remove one @ref\.$/);
    assert.deepEqual(others, []);
    assert.deepEqual((await found('# @name a\n# @ref a\nGET http://h')).length, 1);
  });

  it('in a circle through other files is reported in each of them, with the places there', async () => {
    const circle = 'ref-cycle error: The request depends on itself:';
    const a = '### a\n# @ref b\nGET http://h\n';
    const b = '### b\n# @ref c\nGET http://h\n';
    const c = '### other\nGET http://h\n\n### c\n# @ref a\nGET http://h\n';
    assert.deepEqual(await found(a, { files: { 'b.req': b, 'sub/c.req': c } }), [
      `${circle} a → b (b.req) → c (sub/c.req) → a. Remove one @ref.`,
    ]);
    assert.deepEqual(await found(c, { at: 'sub/c.req', files: { 'a.req': a, 'b.req': b } }), [
      `${circle} c → a (a.req) → b (b.req) → c. Remove one @ref.`,
    ]);
    const [d] = (await inspect(a, { files: { 'b.req': b, 'sub/c.req': c } })).diagnostics();
    assert.deepEqual(
      d?.related?.map((r) => `${r.file.replace(/^.*\//, '')}: ${r.message}`),
      ['b.req: b needs c.', 'c.req: c needs a.'],
    );
  });

  it('into a circle of other files, and to a name that several of them have, is none', async () => {
    const b = '### b\n# @ref c\nGET http://h\n### c\n# @ref b\nGET http://h\n';
    assert.deepEqual(await found('### a\n# @ref b\nGET http://h\n', { files: { 'b.req': b } }), []);
    const back = '### x\n# @ref a\nGET http://h\n';
    assert.deepEqual(
      (await found('### a\n# @ref x\nGET http://h\n', { files: { 'b.req': back, 'c.req': back } })).map((d) => d.slice(0, 11)),
      ['unknown-ref'],
    );
  });

  it('twice to the same request is no circle', async () => {
    const text = '### a\nGET http://h\n### b\n# @ref a\nGET http://h\n### c\n# @ref a\n# @ref b\nGET http://h\n';
    assert.deepEqual(await found(text), []);
  });

  it('in the first block never closes a circle', async () => {
    assert.deepEqual(await found('# @ref login\n\n### login\nGET http://h\n### other\nGET http://h\n'), []);
  });

  it('through eight hundred requests is followed to its end', async () => {
    const text = Array.from({ length: 800 }, (_, i) => `### r${i}\n# @ref r${i + 1}\nGET http://h\n`).join('');
    const [circle, ...others] = await found(`${text}### r800\n# @ref r0\nGET http://h\n`);
    assert.match(circle ?? '', /: r0 → r1 → .* → … → .* → r800 → r0\./);
    assert.deepEqual(others, []);
  });
});

describe('# @ref *', () => {
  const login = '### login\nGET http://h/login\n\n@token << body.token\n';
  const user = '### user\nGET http://h/{{login.response.body.id}}\nAuthorization: Bearer {{token}}\n';

  it('brings responses and captured variables, in the request, the file or the collection', async () => {
    assert.equal((await found(`${login}\n${user}`)).length > 0, true);
    assert.deepEqual(await found(`# @ref *\n\n${login}\n${user}`), []);
    assert.deepEqual(await found(`${login}\n${user.replace('GET', '# @ref *\nGET')}`), []);
    assert.deepEqual(await found(`${login}\n${user}`, { files: { 'collection.req': '# @ref *\n' } }), []);
    assert.deepEqual(await found('# @ref *\nGET http://h/{{l.response.body.a}}', { files: { 'b.req': '# @name l\nGET http://h' } }), []);
  });

  it('that makes a circle is an error that names it', async () => {
    assert.deepEqual(await found('# @ref *\n\n### a\nGET http://h/{{b.response.body.x}}\n\n### b\nGET http://h/{{a.response.body.x}}\n'), [
      'ref-cycle error: The request depends on itself: a → b → a. Remove one of the placeholders, or give it a value from elsewhere.',
    ]);
  });

  it('is no circle where a request that sets a variable uses it too', async () => {
    const both = '# @ref *\n\n### login\nGET http://h\n\n@t << body.t\n\n### refresh\nGET http://h/{{t}}\n\n@t << body.t\n';
    assert.equal(
      (await found(both)).some((d) => d.startsWith('ref-cycle')),
      false,
    );
  });

  it('follows definitions, and leaves out names that an environment or a prompt defines', async () => {
    const names = async (text: string, around: Around = {}): Promise<readonly string[]> => {
      const { view } = await inspect(text, around);
      const block = view.tree.blocks.at(-1);
      assert.ok(block);
      return derivedNames(view.contextOf(block));
    };
    assert.deepEqual(await names(`# @ref *\n@a = {{b}}\n@b = {{login.response.body.x}}{{a}}\n\n${login}\n### u\nGET http://h/{{a}}\n`), [
      'login',
    ]);
    assert.deepEqual(await names(`# @ref *\n\n${login}\n### u\n# @prompt token\nGET http://h/{{token}}\n`), []);
    assert.deepEqual(await names(`# @ref *\n\n${login}\n### u\n< {% tool.setVar("token", 1); %}\nGET http://h/{{token}}\n`), []);
    assert.deepEqual(await names(`# @ref *\n\n${login}\n### u\nGET http://h/{{token}}\n`), ['login']);
  });
});
