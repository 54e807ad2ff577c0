import assert from 'node:assert/strict';
import { inspect, type Around } from '../../../support/inspect.ts';

const wanted = new Set(['unused-variable', 'duplicate-variable', 'shadowed-variable']);
const said = async (text: string, around: Around = {}): Promise<readonly string[]> =>
  (await inspect(text, around)).said().filter((s) => wanted.has(s.split(' ')[0] ?? ''));

describe('a variable that nothing uses', () => {
  it('is reported and faded', async () => {
    const [d] = (await inspect('@a = 1\n@b = 2\nGET http://h/{{b}}')).diagnostics();
    assert.deepEqual(
      [d?.id, d?.severity, d?.tags, d?.message],
      ['unused-variable', 'hint', ['unnecessary'], 'Nothing in this file uses a.'],
    );
    assert.deepEqual(await said('GET http://h\n###\n@a = 1\nGET http://h\n'), ['unused-variable hint "a"']);
    assert.deepEqual(await said('\uFEFF@a = 1\r\nGET http://h/\r\n'), ['unused-variable hint "a"']);
  });

  for (const [what, text, around] of [
    ['a request above it', 'GET http://h/{{a}}\n###\n@a = 1\nGET http://h', {}],
    ['another variable', '@a = 1\n@b = {{a}}\nGET http://h/{{b}}', {}],
    ['an assertion', '@a = 1\nGET http://h\n\n?? status == {{a}}', {}],
    ['a script', '@a = 1\nGET http://h\n\n> {% tool.getVar("a") %}', {}],
    ['a text of a script', '@a = 1\nGET http://h\n\n> {% tool.interpolate("{{a.b}}") %}', {}],
    ['a name that a script makes', '@a_b = 1\nGET http://h\n\n> {% tool.getVar(x ? "a_b" : "c") %}', {}],
    ['all that a script asks for', '@a = 1\nGET http://h\n\n> {% tool.vars() %}', {}],
    ['a path with dots only', '@a.b = 1\nGET http://h/{{a.b}}', {}],
    ['a script of another file, perhaps', '@a = 1\n< ./x.js\nGET http://h', { files: { 'x.js': '' } }],
    ['a body of another file, perhaps', '@a = 1\nPOST http://h\nContent-Type: a/b\n\n<@ ./x.txt', { files: { 'x.txt': '' } }],
    ['a shared file', '@a = 1\nGET http://h', { files: { 'collection.req': 'Accept: {{a}}\n' } }],
    ['a script of a shared file', '@a = 1\nGET http://h', { files: { 'folder.req': '> {% tool.getVar("a") %}\n' } }],
    ['a script of another file around, perhaps', '@a = 1\nGET http://h', { files: { 'collection.req': '< ./x.js\n', 'x.js': '' } }],
    ['an environment', '@a = 1\nGET http://h', { environments: { dev: { b: 'x{{a}}' } } }],
  ] as const)
    it(`is none if it is used by ${what}`, async () => assert.deepEqual(await said(text, around), []));

  it('is not reported for a name that cannot be reached anyway', async () =>
    assert.deepEqual(await said('@1st = 1\n@$x = 2\n@a{b = 3\nGET http://h'), []));

  it('is not reported for shared files, for files that send nothing, and if environments are not read', async () => {
    assert.deepEqual(await said('@a = 1\n', { at: 'collection.req' }), []);
    assert.deepEqual(await said('@a = 1\n'), []);
    assert.deepEqual(await said('@a = 1\nGET http://h', { trusted: false }), []);
  });
});

describe('a variable that is defined again', () => {
  it('is reported if nothing uses the first value, with the place of the other', async () => {
    const r = await inspect('@a = 1\n@a = 2\nGET http://h/{{a}}');
    const [d] = r.diagnostics();
    assert.deepEqual([d?.id, d?.severity, d?.range], ['duplicate-variable', 'warning', { start: 1, end: 2 }]);
    assert.equal(d?.message, 'a is defined again at line 2, before anything uses this value: this line has no effect.');
    assert.deepEqual(d?.related, [{ file: r.view.file, range: { start: 8, end: 9 }, message: 'a is defined again here.' }]);
    assert.deepEqual(await said('### x\n@a = 1\nGET http://h\n###\n@a = 2\nGET http://h/{{a}}'), ['duplicate-variable warning "a"']);
  });

  for (const [what, text] of [
    ['a request between them', '@a = 1\nGET http://h/{{a}}\n###\n@a = 2\nGET http://h/{{a}}'],
    ['the other itself', '@a = 1\n@a = {{a}}2\nGET http://h/{{a}}'],
    ['a request above them', 'GET http://h/{{a}}\n###\n@a = 1\n@a = 2\nGET http://h/{{a}}'],
    ['a script that stands around all', '@a = 1\n< {% tool.getVar("a") %}\n###\n@a = 2\nGET http://h'],
  ] as const)
    it(`is none if the first is used by ${what}`, async () => assert.deepEqual(await said(text), []));
});

describe('a variable that hides another', () => {
  const text = '@host = h\nGET http://{{host}}';

  it('is reported with the place of the other', async () => {
    const around = { environments: { dev: { host: 'e' }, live: { host: 'l' } }, environment: 'dev' };
    const r = await inspect(text, around);
    const [d] = r.diagnostics();
    assert.deepEqual(
      [d?.id, d?.severity, d?.message],
      ['shadowed-variable', 'hint', 'In this file host hides the definition in the environment dev.'],
    );
    const [place] = d?.related ?? [];
    const file = r.view.environmentFiles()[0];
    assert.equal(place?.file, file?.file);
    assert.equal(file?.text.slice(place?.range.start, place?.range.end), 'host');
    assert.ok((place?.range.start ?? 0) < (file?.text.indexOf('live') ?? 0));
  });

  it('is reported for shared files and $shared', async () => {
    for (const [around, whose] of [
      [{ files: { 'collection.req': '@host = c\n' } }, 'collection.req'],
      [{ files: { 'folder.req': '@host = c\n', 'collection.req': '@host = d\n' } }, 'folder.req'],
      [{ environments: { $shared: { host: 's' } } }, 'every environment ($shared)'],
    ] as const) {
      const [d] = (await inspect(text, around)).diagnostics();
      assert.equal(d?.message, `In this file host hides the definition in ${whose}.`);
      assert.equal(d?.related?.length, 1);
    }
  });

  it('is none for an environment that is not chosen, one that names itself, and in a shared file', async () => {
    assert.deepEqual(await said(text, { environments: { dev: { host: 'e' } } }), []);
    const files = { 'collection.req': '@host = c\n' };
    assert.deepEqual(await said('@host = {{ host }}/x\nGET http://{{host}}', { files }), []);
    assert.deepEqual(await said('@host = f\n', { at: 'folder.req', files }), []);
  });

  it('never shows a value', async () => {
    const around = { privateEnvironments: { dev: { host: 'canary' } }, environment: 'dev' };
    assert.ok(!JSON.stringify((await inspect(text, around)).diagnostics()).includes('canary'));
  });
});
