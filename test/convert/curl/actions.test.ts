import assert from 'node:assert/strict';
import { curlActions, pasteCurl } from '../../../src/convert/curl/index.ts';
import { applyEdits, parse } from '../../../src/language/index.ts';
import { inspect } from '../../support/inspect.ts';

/** Runs the action offered for a text in which `⟦…⟧` is the selection and `⟦⟧` the cursor; undefined if none is offered. */
async function converted(marked: string, at = 'a.req'): Promise<string | undefined> {
  const start = marked.indexOf('⟦');
  const end = marked.indexOf('⟧') - 1;
  const text = marked.replace(/[⟦⟧]/g, '');
  const { view } = await inspect(text, { at });
  const [action, second] = curlActions(view, { start, end });
  assert.equal(second, undefined);
  return action === undefined ? undefined : applyEdits(text, action.edits[0]?.edits ?? []);
}

function pasted(marked: string, text: string): string | undefined {
  const at = marked.indexOf('⟦');
  const before = marked.replace(/[⟦⟧]/g, '');
  const edit = pasteCurl(parse(before), { start: at, end: marked.indexOf('⟧') - 1 }, text);
  return edit === undefined ? undefined : applyEdits(before, [edit]);
}

describe('a curl command in a file', () => {
  const cases: readonly (readonly [title: string, before: string, after: string | undefined])[] = [
    ['becomes a request in its place', '⟦⟧curl -L http://h/a', 'GET http://h/a'],
    [
      'over lines, wherever the cursor is',
      "curl -L http://h/a \\\n  -H 'A: 1' \\\n  -d '{⟦⟧\n}'\n",
      'POST http://h/a\nA: 1\nContent-Type: application/x-www-form-urlencoded\n\n{\n}\n',
    ],
    ['below a request begins a block of its own', 'GET http://x\n\ncurl -L ⟦⟧http://h/a\n', 'GET http://x\n\n###\n\nGET http://h/a\n'],
    ['above another request too', '@a = 1\ncurl -L ⟦⟧http://h/a\n\n###\nGET http://x\n', '@a = 1\nGET http://h/a\n\n###\nGET http://x\n'],
    [
      'in a comment stays, and its request comes below',
      '# $ curl -L \\\n#  http://h/⟦⟧a\nGET http://x\n',
      '# $ curl -L \\\n#  http://h/a\nGET http://x\n\n###\n\nGET http://h/a\n',
    ],
    ['in a comment of a file without requests', '# curl -L http://h/⟦⟧a\n', '# curl -L http://h/a\n\nGET http://h/a\n'],
    [
      'that is selected',
      '⟦curl -L http://h/a\ncurl -L http://h/b\n⟧\n###\nGET http://x',
      'GET http://h/a\n\n###\n\nGET http://h/b\n\n###\nGET http://x',
    ],
    ['that is picked out of a text stays', '# try `⟦curl -L http://h/a⟧`\n', '# try `curl -L http://h/a`\n\nGET http://h/a\n'],
    ['for the Windows command prompt', 'curl -L ^"http://h/a?b=1^&c=2^" ^\r\n  -H ^"A: 1^"⟦⟧\r\n', 'GET http://h/a?b=1&c=2\r\nA: 1\r\n'],
    ['is none where the cursor is below it', 'curl -L http://h/a\n⟦⟧\n', undefined],
    ['is none without a URL', 'curl⟦⟧ -L', undefined],
    ['is none in other text', 'GET http://⟦⟧h/curl', undefined],
  ];
  for (const [title, before, after] of cases) it(title, async () => assert.equal(await converted(before), after));

  it('is no request in a shared file', async () => assert.equal(await converted('⟦⟧curl http://h', 'collection.req'), undefined));
});

describe('a curl command that is pasted', () => {
  const command = 'curl -L http://h/a';
  const cases: readonly (readonly [title: string, before: string, after: string | undefined])[] = [
    ['into an empty file', '⟦⟧', 'GET http://h/a'],
    ['below a request', 'GET http://x\n\n⟦⟧', 'GET http://x\n\n###\n\nGET http://h/a'],
    ['below a request without an empty line', 'GET http://x\n⟦⟧', 'GET http://x\n\n###\n\nGET http://h/a'],
    ['above a request', '⟦⟧\nGET http://x\n', 'GET http://h/a\n\n###\n\nGET http://x\n'],
    ['between variables and a separator', '@a = 1\n⟦⟧\n###\nGET http://x\n', '@a = 1\nGET http://h/a\n###\nGET http://x\n'],
    ['over a selection', '### A\n⟦GET http://old⟧\n', '### A\nGET http://h/a\n'],
    ['into a line stays a text', 'GET http://x/⟦⟧', undefined],
    ['into a script stays a text', 'GET http://x\n\n> {%\n⟦⟧\n%}\n', undefined],
  ];
  for (const [title, before, after] of cases) it(title, () => assert.equal(pasted(before, command), after));

  it('is a text where it is none', () => assert.equal(pasted('⟦⟧', 'how curl works'), undefined));

  it('produces one line break for each CRLF of the file', () =>
    assert.equal(pasted('GET http://x\r\n⟦⟧', command), 'GET http://x\r\n\r\n###\r\n\r\nGET http://h/a'));
});
