import assert from 'node:assert/strict';
import { documentLinks } from '../../../src/language/onDemand.ts';
import type { ResolvedRequest } from '../../../src/language/index.ts';
import { complete } from '../../support/complete.ts';
import { inspect, type Around } from '../../support/inspect.ts';

const files = { 'certs/ca.pem': '', 'certs/me.pfx': '', 'certs/notes.txt': '', 'me.pem': '' };
const folders = { '': ['me.pem', 'notes.txt'], certs: ['ca.pem', 'me.pfx', 'notes.txt'] };
const connection = async (text: string, around: Around = {}): Promise<ResolvedRequest['options']['connection']> =>
  (await inspect(text, around)).sent().options.connection;

describe('directives of the way to a server', () => {
  it('are filled, and count from the inside out', async () => {
    const around: Around = {
      files: { 'collection.req': '# @proxy http://far:1\n# @cacert far.pem\n# @cert far.pem\n# @key far.key\n# @resolve h:1:10.0.0.1' },
      secrets: { PASS: 'hush' },
    };
    const far = { path: 'far.pem', from: '/ws/collection.req' };
    assert.deepEqual(await connection('GET http://h', around), {
      proxy: 'http://far:1',
      resolve: [{ hostname: 'h', port: 1, addresses: ['10.0.0.1'] }],
      cacert: [far],
      certificate: { cert: far, key: { path: 'far.key', from: '/ws/collection.req' }, passphrase: undefined },
    });
    const near =
      '@port = 2\n# @proxy http://p:{{port}}\n# @cacert near.pem\n# @cert me.pem\n# @passphrase {{$secret.PASS}}\n# @resolve [::1]:{{port}}:[::2],127.0.0.1\nGET http://h';
    assert.deepEqual(await connection(near, around), {
      proxy: 'http://p:2',
      resolve: [
        { hostname: '::1', port: 2, addresses: ['::2', '127.0.0.1'] },
        { hostname: 'h', port: 1, addresses: ['10.0.0.1'] },
      ],
      cacert: [{ path: 'near.pem', from: undefined }, far],
      // A key goes with the certificate beside it.
      certificate: { cert: { path: 'me.pem', from: undefined }, key: undefined, passphrase: 'hush' },
    });
    assert.equal((await connection('# @cert none\nGET http://h', around)).certificate, 'none');
  });

  it('report a placeholder without a value, and a rule that cannot be read', async () => {
    const undefinedName = await inspect('# @proxy http://{{nowhere}}\nGET http://h');
    assert.match(undefinedName.problems().join(), /\{\{nowhere\}\}/);
    for (const rule of ['h', 'h:80', 'h:80:name', 'h:99999:127.0.0.1', 'h:80:127.0.0.1,', ':80:127.0.0.1']) {
      const wrong = await inspect(`# @resolve ${rule}\nGET http://h`);
      assert.match(wrong.problems().join(), /@resolve is host:port:address/, rule);
    }
  });

  it('show the value of a placeholder, coloured and found as elsewhere', async () => {
    const it = await inspect('@port = 3128\n# @proxy http://127.0.0.1:{{po|rt}}\nGET http://h');
    assert.match(it.hover() ?? '', /3128/);
    assert.deepEqual(it.tokens(), ['port reqVariable']);
    assert.deepEqual(it.said(), []);
  });

  it('show their purpose', async () => {
    assert.match((await inspect('# @res|olve h:1:127.0.0.1\nGET http://h')).hover() ?? '', /without looking up the host/);
  });

  it('link to their files, and report missing ones', async () => {
    const text = '# @cacert certs/ca.pem\n# @cert certs/gone.pem\n# @key {{key}}\nGET http://h';
    const { view } = await inspect(`@key = x\n${text}`, { files });
    assert.deepEqual(
      documentLinks(view).flatMap((l) => (l.kind === 'file' ? [l.file] : [])),
      ['/ws/certs/ca.pem'],
    );
    assert.match((await inspect(text.replace('ca.pem', 'ca|.pem'), { files })).hover() ?? '', /A certificate, or its key/);
    const problems = (await inspect(`@key = x\n${text}`, { files })).said();
    assert.deepEqual(problems, ['missing-file error "certs/gone.pem"']);
    assert.deepEqual((await inspect('# @cert none\nGET http://h')).said(), []);
  });

  it('offer files of certificates', async () => {
    const offered = async (marked: string): Promise<readonly string[]> => (await complete(marked, { folders })).labels;
    assert.deepEqual(await offered('# @cacert certs/|\nGET http://h'), ['ca.pem', 'me.pfx']);
    assert.deepEqual(await offered('# @cert |\nGET http://h'), ['me.pem', '../']);
    assert.ok(!(await offered('# @key {{|\nGET http://h')).includes('me.pem'));
  });
});
