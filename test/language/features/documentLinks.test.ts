import assert from 'node:assert/strict';
import { documentLinks } from '../../../src/language/onDemand.ts';
import { inspect } from '../../support/inspect.ts';

async function links(text: string): Promise<readonly string[]> {
  const { view } = await inspect(text, { files: { 'b.json': '{}', 'sub/s.js': '', 'old.json': '' } });
  return documentLinks(view).map((l) => `${text.slice(l.range.start, l.range.end)} → ${l.kind === 'file' ? l.file : l.url}`);
}

describe('document links', () => {
  it('lead to body files, scripts and saved responses that are there', async () => {
    assert.deepEqual(await links('< ./sub/s.js\nPOST http://h/{{x}}\n\n< ./b.json\n\n> ./none.js\n<> old.json\n'), [
      './sub/s.js → /ws/sub/s.js',
      './b.json → /ws/b.json',
      'old.json → /ws/old.json',
    ]);
  });

  it('lead to the files that scripts load', async () => {
    assert.deepEqual(await links('< {%\nimport { a } from "./sub/s.js";\nrequire("./b.json");\n%}\nGET http://h\n'), [
      './sub/s.js → /ws/sub/s.js',
      './b.json → /ws/b.json',
      'http://h → http://h',
    ]);
  });

  it('lead to the file that require finds without its ending', async () => {
    assert.deepEqual(await links('< {%\nrequire("./sub/s"); require("./b"); require("./none");\n%}\nGET http://h\n'), [
      './sub/s → /ws/sub/s.js',
      './b → /ws/b.json',
      'http://h → http://h',
    ]);
  });

  it('lead to whole URLs in comments, directives and request lines', async () => {
    assert.deepEqual(
      await links('# See https://e.com/a (http://e.com/b).\n# @description http://e.com/c?x=1#y, or so\nGET http://h/p?q=1 HTTP/1.1\n'),
      [
        'https://e.com/a → https://e.com/a',
        'http://e.com/b → http://e.com/b',
        'http://e.com/c?x=1#y → http://e.com/c?x=1#y',
        'http://h/p?q=1 → http://h/p?q=1',
      ],
    );
  });

  it('are none for paths that only a send completes, and in bodies', async () => {
    assert.deepEqual(
      await links('GET http://h/{{id}}\n###\nGET http://h\n  /x\n###\nPOST http://h{{x}}\n\nhttp://e.com\n< ./{{x}}.json\n'),
      [],
    );
  });
});
