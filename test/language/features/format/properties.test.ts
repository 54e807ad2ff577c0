import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { formatted, viewOf } from '../../../support/formatted.ts';
import { meaningOf } from '../../../support/meaning.ts';
import { runs } from '../../../support/runs.ts';

/** Lines of every kind, with and without errors. Some only have a meaning together. */
const lines = [
  ['###', '###A  b', ' ### x', '# c', '  # d', '//e', '#@name   x', '# @name=x', '# @name ==x', '  # @name y', '# @nmae  z', '# @a@b'],
  ['# @timeout 1s', '@a=b', '@a  =  b', '@b={"x": 1}', '@=', '@c', '@1=2', '  @d = 1', '< {%', '<{% x %}', '> {%', '>{% y', '%}', '%} '],
  ['< ./a.js', '<  ./b  .js', '> ./c.js', '>./d.js', '<> ./e', '<>   f', '<>', '<> ', '  < {% q', 'get http://x/', 'GET', '{{line}}'],
  ['  post   {{h}}/a  b   HTTP/1.1', 'http://x', '{{m}}   {{u}}', 'GRAPHQL http://h/', 'graphql http://g', '   ?a=1', '\t&b=2', '    /c'],
  ['Content-Type:application/json', 'Content-Type: application/x-www-form-urlencoded', 'content-type : application/graphql'],
  ['Content-Type: multipart/form-data; boundary=b', '--b', '--b--', 'Content-Type: text/plain', 'X:', 'X :  y  ', '  fold  ', '#foo: x'],
  ['?? status==200', '??  header   A-B   contains   "a  b" ', '?? body.a!exists', '???', '?? nope', '?? status === 2', '', '  ', '\t'],
  ['{', '}', '{ "a":1,"b":[1,2,{}]}', '[', '],', ']', '"a":{{x}},', '{{{a}}}', '{{a["}"]}}', '"s\\"{{u["q\\""]}}"', '"\\{{x}}"'],
  ['a=1&b=2', '&c={{d}}', '&d= 3 ', 'x y\\&', '&', 'query Q($a:Int){a(b:$a){c}}', '{ a', 'b(c:[1,2])', '...on X{y}', '""" block', '  """'],
  ['# {', '  ### z', '< ./file', '<@ ./file', '{"v":{{v}}}', '{"v":1', ',"w":2}', 'é\u2028', '\ufeff', '_{{x}}y'],
].flat();

const starts = [
  '',
  '\ufeff',
  '\n',
  'POST http://h/\n\n',
  'GRAPHQL http://h/\n\n',
  'POST http://h/\nContent-Type: application/x-www-form-urlencoded\n\n',
  'POST http://h/\nContent-Type: application/graphql\n\n',
];

const lineBreak = fc.oneof(
  { weight: 8, arbitrary: fc.constant('\n') },
  { weight: 3, arbitrary: fc.constant('\n\n') },
  { weight: 2, arbitrary: fc.constant('\r\n') },
  fc.constantFrom('\r', '\n \n\n', ' \n', ' '),
);

const file = fc
  .tuple(
    fc.constantFrom(...starts),
    fc.array(fc.tuple(fc.constantFrom(...lines), lineBreak), { maxLength: 14 }),
    fc.constantFrom('', '  ', 'x'),
  )
  .map(([start, all, end]) => start + all.flat().join('') + end);

/** The same JSON on one line, on several, and with white space around. */
const json = fc.json({ maxDepth: 4 }).chain((text) => fc.constantFrom(text, JSON.stringify(JSON.parse(text), undefined, 3), ` ${text}\n`));

/** In formatted bodies, only white space may differ. GraphQL is a quoted text with escaped line breaks. */
const squeezed = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'body' in value && Array.isArray(value.body)
    ? { ...value, body: value.body.map((b: unknown) => (typeof b === 'string' ? b.replace(/[ \t\r\n]|\\[rnt]/g, '') : b)) }
    : value;

async function assertHarmless(text: string, at: string): Promise<void> {
  const once = await formatted(text, { at });
  assert.equal(await formatted(once, { at }), once, 'formatting twice is formatting once');
  const meaning = async (of: string): Promise<string> => JSON.stringify(meaningOf(await viewOf(of, { at })), squeezed, 1);
  assert.equal(await meaning(once), await meaning(text), 'the same is said and sent');
}

describe('formatting', () => {
  it('is idempotent and changes neither diagnostics nor the sent request, for any text', async () => {
    await fc.assert(fc.asyncProperty(file, fc.constantFrom('a.req', 'a.req', 'a.req', 'collection.req'), assertHarmless), {
      numRuns: runs(1500),
      examples: [['GRAPHQL http://h/\n\n\t\n\n{ "a":1,"b":[1,2,{}]}\n\n  # @name y\n\n', 'a.req']],
    });
  });

  it('sends JSON that is equal, and bodies of other types byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(json, fc.constantFrom('application/json', 'text/plain'), async (body, type) => {
        const text = `POST http://h/\nContent-Type:${type}\n\n${body}`;
        const [before, after] = [text, await formatted(text)].map((t) => t.slice(t.indexOf('\n\n') + 2));
        if (type === 'text/plain') assert.equal(after?.trimEnd(), before?.trimEnd());
        else assert.deepEqual(JSON.parse(after ?? ''), JSON.parse(before ?? ''));
      }),
      { numRuns: runs(200) },
    );
  });

  it('changes nothing outside of the blocks in a range', async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.nat(), fc.nat(), async (text, a, b) => {
        const [start = 0, end = 0] = [a % (text.length + 1), b % (text.length + 1)].toSorted((x, y) => x - y);
        const view = await viewOf(text);
        const nodes = view.tree.blocks.flatMap((block) => block.nodes);
        const first = nodes.findLast((n) => n.range.start <= start && n.kind !== 'blank')?.range.start ?? 0;
        const last = nodes.find((n) => n.range.end > end && n.kind !== 'blank')?.range.end ?? text.length;
        const after = await formatted(text, {}, { start, end });
        assert.ok(after.startsWith(text.slice(0, first)), 'above');
        assert.ok(after.endsWith(text.slice(last)), 'below');
      }),
      { numRuns: runs(500) },
    );
  });

  for (const folder of ['test/fixtures', 'test/fixtures/syntax', 'sample/collection'])
    it(`is idempotent and harmless for the files of ${folder}`, async () => {
      for (const name of fs.readdirSync(folder).filter((n) => n.endsWith('.req')))
        await assertHarmless(
          fs.readFileSync(path.join(folder, name), 'utf8'),
          name.endsWith('collection.req') ? 'collection.req' : 'a.req',
        );
    });
});
