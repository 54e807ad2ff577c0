import assert from 'node:assert/strict';
import { headers } from '../../../../src/language/catalog/headerCatalog.ts';
import { inspect, type Around } from '../../../support/inspect.ts';

const said = async (text: string, around: Around = {}): Promise<readonly string[]> => (await inspect(text, around)).said();

describe('the name of a header', () => {
  for (const [written, meant] of [
    ['Conten-Type', 'Content-Type'],
    ['Authorisation', 'Authorization'],
    ['authorizaton', 'Authorization'],
    ['ContentType', 'Content-Type'],
    ['Acept', 'Accept'],
    ['Content-Typ', 'Content-Type'],
    ['Accpet', 'Accept'],
    ['Cookies', 'Cookie'],
    ['If-None-Macth', 'If-None-Match'],
  ] as const)
    it(`${written} is taken for ${meant ?? 'what it is'}`, async () => {
      const [d] = (await inspect(`GET http://h\n${written}: x`)).diagnostics();
      assert.equal(d?.suggestion, meant);
    });

  for (const name of [
    'X-Authorisation',
    'Tenant-Id',
    'Api-Key',
    'Apikey',
    'Token',
    'Data',
    'Form',
    'Hosts',
    'Client-Version',
    'Locale',
    'Trace-Id',
    'Authentication',
    'apollo-client-name',
  ])
    it(`${name} is left alone`, async () => assert.deepEqual(await said(`GET http://h\n${name}: x`), []));

  it('is never corrected if it is known', async () => {
    const text = headers.map((h) => `###\nGET http://h\n${h.name.toLowerCase()}: 1\n`).join('');
    assert.deepEqual(
      (await said(text)).filter((s) => s.startsWith('header-typo')),
      [],
    );
  });

  it('is reported in shared files too', async () =>
    assert.deepEqual(await said('Conten-Type: text/plain\n', { at: 'collection.req' }), ['header-typo warning "Conten-Type"']));
});

describe('the name of a request', () => {
  it('that another one of the file has is reported at the second, with the place of the first', async () => {
    const r = await inspect('# @name a\nGET http://h\n###\n# @name a\nGET http://h\n###\n# @name b\nGET http://h');
    assert.deepEqual(r.said(), ['duplicate-name warning "a"']);
    const [d] = r.diagnostics();
    assert.match(d?.message ?? '', /^Line 1 names another request a: @ref finds that one/);
    assert.deepEqual(d?.related, [{ file: r.view.file, range: { start: 8, end: 9 }, message: 'a is the name of this request.' }]);
  });

  it('that one of another file has is reported only if this file uses the response', async () => {
    const files = { 'b.req': '# @name a\nGET http://h\n' };
    const used = '# @name a\nGET http://h\n###\nGET http://h/{{a.response.body | default ""}}';
    assert.deepEqual(await said(used, { files }), ['duplicate-name hint "a"']);
    assert.deepEqual(await said('# @name a\nGET http://h', { files }), []);
    assert.deepEqual(await said(used), []);
  });

  it('can be a title that is repeated', async () => assert.deepEqual(await said('### a\nGET http://h\n### a\nGET http://h'), []));
});
