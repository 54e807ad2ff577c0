import assert from 'node:assert/strict';
import { completion } from '../../../src/language/onDemand.ts';
import { inspect } from '../../support/inspect.ts';

const labels = async (marked: string): Promise<readonly string[]> => {
  const { view, offset } = await inspect(marked);
  return (await completion(view, offset)).items.map((i) => i.label);
};

describe('@auth in the editor', () => {
  it('offers its kinds, then what belongs to one', async () => {
    assert.ok((await labels('# @auth |\nGET http://a.b/')).includes('basic'));
    assert.ok((await labels('# @auth b|\nGET http://a.b/')).includes('bearer'));
    assert.deepEqual(await labels('# @auth apikey X k |\nGET http://a.b/'), ['in=']);
    assert.deepEqual(await labels('# @auth apikey X k in=|\nGET http://a.b/'), ['header', 'query']);
    assert.deepEqual(await labels('# @auth apikey X k in=query |\nGET http://a.b/'), []);
    assert.deepEqual(await labels('# @auth nothing |\nGET http://a.b/'), []);
  });

  it('offers variables between braces', async () =>
    assert.ok((await labels('@token = a\n# @auth bearer {{to|\nGET http://a.b/')).includes('token')));

  it('says what a kind does, and what an option is', async () => {
    assert.match((await inspect('# @auth ba|sic a b\nGET http://a.b/')).hover() ?? '', /USER.*PASSWORD/s);
    assert.match((await inspect('# @auth apikey n k i|n=query\nGET http://a.b/')).hover() ?? '', /`in=`/);
    assert.match((await inspect('# @au|th basic a b\nGET http://a.b/')).hover() ?? '', /How to sign in/);
  });

  it('says at the request what it signs in with, and where that stands', async () => {
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
