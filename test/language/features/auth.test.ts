import assert from 'node:assert/strict';
import { completion } from '../../../src/language/onDemand.ts';
import { complete } from '../../support/complete.ts';
import { inspect } from '../../support/inspect.ts';

const labels = async (marked: string): Promise<readonly string[]> => {
  const { view, offset } = await inspect(marked);
  return (await completion(view, offset)).items.map((i) => i.label);
};

describe('@auth in the editor', () => {
  it('offers its kinds, then the options of a kind', async () => {
    assert.ok((await labels('# @auth |\nGET http://a.b/')).includes('basic'));
    assert.ok((await labels('# @auth b|\nGET http://a.b/')).includes('bearer'));
    assert.deepEqual(await labels('# @auth apikey X k |\nGET http://a.b/'), ['in=']);
    assert.deepEqual(await labels('# @auth apikey X k in=|\nGET http://a.b/'), ['header', 'query']);
    assert.deepEqual(await labels('# @auth apikey X k in=query |\nGET http://a.b/'), []);
    assert.deepEqual(await labels('# @auth nothing |\nGET http://a.b/'), []);
  });

  it('offers options, values and key files of kinds that sign', async () => {
    assert.deepEqual(await labels('# @auth hawk i k a|\nGET http://a.b/'), ['algorithm=', 'ext=', 'app=', 'dlg=', 'payload=']);
    assert.ok((await labels('# @auth jwt alg=|\nGET http://a.b/')).includes('EdDSA'));
    assert.ok((await labels('# @auth oauth1 k s method=|\nGET http://a.b/')).includes('RSA-SHA1'));
    const { labels: files, take } = await complete('# @auth jwt key-file=./|\nGET http://a.b/', { folders: { '': ['a.pem', 'b.png'] } });
    assert.ok(files.includes('a.pem') && !files.includes('b.png'));
    assert.match(take('a.pem'), /key-file=\.\/a\.pem/);
  });

  it('reports the problems of kinds that sign, and why some are not supported', async () => {
    const said = async (auth: string): Promise<string> => {
      const it = await inspect(`# @auth ${auth}\nGET http://a.b/|`);
      return it
        .diagnostics()
        .map((d) => d.message)
        .join('\n');
    };
    assert.match(await said('jwt alg=HS256'), /@auth jwt needs key= or key-file=/);
    assert.match(await said('jwt key=a key-file=./b.pem'), /@auth jwt needs only one of key= or key-file=/);
    assert.match(await said('jwt key=a claims=x'), /claims is a JSON object in quotes, such as '\{"sub": "me"\}'/);
    assert.match(await said('jwt key=a alg=HS1'), /alg is HS256 or HS384/);
    assert.match(await said('jwt key-file=./none.pem'), /There is no file \.\/none\.pem/);
    assert.match(await said('oauth1 a'), /@auth oauth1 needs SECRET/);
    assert.match(await said('hawk a b payload=no'), /payload is true or false/);
    assert.match(await said('ntlm a b'), /Req cannot sign in with NTLM/);
    assert.match(await said('negotiate'), /Req cannot sign in with Negotiate/);
    for (const good of [`jwt key={{$secret.K}} claims='{"sub": "a b"}' ttl=1h`, 'oauth1 a b in=body', 'wsse a b', 'hawk a b ext="x y"'])
      assert.equal(await said(good), '');
  });

  it('offers variables between braces', async () =>
    assert.ok((await labels('@token = a\n# @auth bearer {{to|\nGET http://a.b/')).includes('token')));

  it('describes a kind and an option', async () => {
    assert.match((await inspect('# @auth ba|sic a b\nGET http://a.b/')).hover() ?? '', /USER.*PASSWORD/s);
    assert.match((await inspect('# @auth apikey n k i|n=query\nGET http://a.b/')).hover() ?? '', /`in=`/);
    assert.match((await inspect('# @au|th basic a b\nGET http://a.b/')).hover() ?? '', /How to sign in/);
  });

  it('shows at the request its authentication, and where it is defined', async () => {
    const files = { 'folder.req': '\n# @auth digest ada pw\n' };
    assert.match((await inspect('GET http://a.b|/', { files })).hover() ?? '', /Signs in with `@auth digest` of folder\.req:2/);
    assert.match((await inspect('# @auth bearer t\nGET http://a.b|/', { files })).hover() ?? '', /Signs in with `@auth bearer`$/m);
    assert.doesNotMatch((await inspect('# @auth none\nGET http://a.b|/', { files })).hover() ?? '', /Signs in/);
  });

  it('shows the value of a placeholder, coloured and found as elsewhere', async () => {
    const it = await inspect('@token = abc\n# @auth bearer {{tok|en}} \nGET http://a.b/');
    assert.match(it.hover() ?? '', /abc/);
    assert.deepEqual(it.tokens(), ['token reqVariable']);
    assert.deepEqual(it.said(), []);
  });

  it('shows a value whatever the order of directives and definitions', async () => {
    const text = '@a = 1\n# @auth basic {{a}} {{b}}\n@b = {{a}}2\nGET http://a.b/{{b}}';
    for (const [name, value] of [
      ['{{a|}} {{b}}\n', '1'],
      ['{{a}} {{b|}}\n', '12'],
      ['= {{a|}}2', '1'],
    ] as const)
      assert.match((await inspect(text.replace(name.replace('|', ''), name))).hover() ?? '', new RegExp(value), name);
  });
});
