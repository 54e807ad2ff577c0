import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { applyEdits, listRequests, type FileView, type RequestBlock, type TextEdit } from '../../../../src/language/index.ts';
import {
  assertionEdit,
  authChoices,
  authSnippet,
  blockBelow,
  builtRequestEdit,
  duplicateRequest,
  followEdit,
  formOf,
  formSnippet,
  introspectionRequest,
  replyEdit,
  setVariableEdit,
  type SnippetEdit,
} from '../../../../src/language/onDemand.ts';
import { definitionAtTop } from '../../../../src/language/features/edits/definitionEdits.ts';
import { textPathEdit } from '../../../../src/language/features/edits/textPathEdit.ts';
import { shapesOf, type BlockShape } from '../../../support/blockShapes.ts';
import { expandSnippet } from '../../../support/expandSnippet.ts';
import { viewIn } from '../../../support/moved.ts';
import { runs } from '../../../support/runs.ts';

/** An edit of a request; undefined if this request has none. `number` chooses among its forms. */
type Write = (view: FileView, block: RequestBlock, number: number) => TextEdit | undefined;

interface Case {
  readonly what: string;
  readonly write: Write;
  /** Fields of the request that the edit may change. */
  readonly changes: readonly (keyof BlockShape)[];
  /** Matches the text of these fields after the edit. */
  readonly added: RegExp;
  /** Whether the edit adds a request below. */
  readonly isBelow?: true;
}

const written = ({ range, snippet }: SnippetEdit): TextEdit => ({ range, newText: expandSnippet(snippet) });

const fields = [{ kind: 'field' }, { kind: 'file', path: './a.png' }] as const;

function formEdit({ tree }: FileView, block: RequestBlock, number: number): TextEdit | undefined {
  const known = formOf(block);
  const form = known === 'none' ? (['urlencoded', 'multipart'] as const)[number % 2] : known;
  if (form === undefined || form === 'other') return undefined;
  const field = form === 'urlencoded' ? fields[0] : fields[number % 3 === 0 ? 1 : 0];
  return written(formSnippet(tree, block, form, field, 'bound'));
}

function authEdit({ tree }: FileView, block: RequestBlock, number: number): TextEdit {
  const choices = authChoices();
  return written(authSnippet(tree, block, choices[number % choices.length]?.kind ?? 'basic', []));
}

const reply: Write = (view, block) => {
  const found = replyEdit(view, block, 'yes\n{{x}}');
  return found.kind === 'reply' ? found.edit : undefined;
};

const cases: readonly Case[] = [
  { what: '*Add Auth…*', write: authEdit, changes: ['directives'], added: /^auth \w/m },
  { what: '*Add Form Field or File…*', write: formEdit, changes: ['headers', 'body'], added: /name=value|name="(?:name|file)"/ },
  { what: '# @text', write: ({ tree }, block) => textPathEdit(tree, block, 'a.b'), changes: ['directives'], added: /^text a\.b$/m },
  {
    what: 'an assertion',
    write: ({ tree }, block) => assertionEdit(tree, block, { path: ['a', 0, 'b c'], json: '"x"' }),
    changes: ['assertions'],
    added: /^body\.a\[0\]\["b c"\] == "x"$/m,
  },
  {
    what: 'a variable',
    write: ({ tree }, block) => setVariableEdit(tree, block, 'v', ['a']),
    changes: ['responseScripts'],
    added: /tool\.setVar\("v", response\.body\.a\);/,
  },
  {
    what: 'a GraphQL query',
    write: (view, block) =>
      block.body === undefined ? builtRequestEdit(view, block, { query: 'query { me }', variables: undefined }, 'me').edit : undefined,
    changes: ['body'],
    added: /^query \{ me \}$/,
  },
  { what: '*Reply…*', write: reply, changes: [], added: /^$/, isBelow: true },
  {
    what: 'a copy',
    write: (view, block) => duplicateRequest(view, block).edits[0],
    changes: [],
    added: /^$/,
    isBelow: true,
  },
  {
    what: 'a request of a URL',
    write: ({ tree }, block) => followEdit(tree, block, { url: new URL('http://h/n'), isSameOrigin: true }),
    changes: [],
    added: /^$/,
    isBelow: true,
  },
  {
    what: 'a request',
    write: ({ tree }, block) => blockBelow(tree, block, 'GET http://n/', tree.text.includes('\r\n') ? '\r\n' : '\n'),
    changes: [],
    added: /^$/,
    isBelow: true,
  },
];

const top = fc.constantFrom('', '@x = 1\n', '@x = 1\n\n', '# @timeout 3s\n\n###\n', '// note\n', '\n\n', '< {%\n  a();\n%}\n');
const above = fc.constantFrom(
  '',
  '# @name one\n',
  '# @auth basic a b\n',
  '# comment\n',
  '< {%\n  tool.setVar("a", 1);\n%}\n',
  '@d = 2\n',
  '# @text c\n',
);
const line = fc.constantFrom('GET http://h/a', 'http://h', 'POST http://{{h}}/a?x=1\n  &y=2', 'POST http://h HTTP/1.1');
const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=B'];
const heads = fc.array(fc.constantFrom('A: 1', '# note', 'B: x\n  y', '# @no-redirect', ...types.map((type) => `Content-Type: ${type}`)), {
  maxLength: 3,
});
const body = fc.constantFrom(
  '',
  '{"a": 1}',
  'a=1\n&b=2',
  '--B\nContent-Disposition: form-data; name="x"\n\n1\n--B--',
  'text \u00a0 ',
  '< ./f.json',
  'x\n\ny',
  '{"messages": [{"role": "user", "content": "hi"}]}',
  '{\n  "messages": [\n    {"role": "user"}\n  ]\n}',
  '{"input": "{{x}}"}',
);
const below = fc.constantFrom(
  '',
  '?? status == 200\n',
  '> {%\n  tool.setVar("b", 2);\n%}\n',
  '@t << body.x\n',
  '?? body.a == 1\n\n> {%\n%}\n',
  '# a note\n',
);
const request = fc
  .tuple(above, line, heads, body, below, fc.constantFrom('', '\n', ' \n\n'))
  .map(
    ([start, target, head, text, end, gap]) =>
      `${start}${target}\n${head.map((one) => `${one}\n`).join('')}${text === '' ? '' : `\n${text}\n`}${end === '' ? '' : `\n${end}`}${gap}`,
  );
const file = fc
  .tuple(top, fc.array(request, { minLength: 1, maxLength: 3 }), fc.constantFrom('###\n', '### T x\n'), fc.boolean(), fc.boolean())
  .map(([start, requests, separator, isCut, isWindows]) => {
    const text = start + requests.join(separator);
    const cut = isCut ? text.replace(/\n+$/, '') : text;
    return isWindows ? cut.replaceAll('\n', '\r\n') : cut;
  });

describe('in any file of requests', () => {
  for (const { what, write, changes, added, isBelow } of cases)
    it(`${what} is written into the chosen request alone, and changes nothing else of it`, async () => {
      await fc.assert(
        fc.asyncProperty(file, fc.nat(2), fc.nat(60), async (text, chosen, number) => {
          const view = await viewIn({ 'a.req': text }, 'a.req');
          const block = listRequests(view.tree)[chosen]?.block;
          const edit = block && write(view, block, number);
          if (edit === undefined || block === undefined) return;
          const after = applyEdits(text, [edit]);
          if (text.includes('\r\n')) assert.doesNotMatch(after, /(?:^|[^\r])\n/);
          const index = view.tree.blocks.indexOf(block);
          const shapes = shapesOf(after);
          const found = shapes[index];
          assert.ok(found);
          const changed = Object.fromEntries(changes.map((field) => [field, found[field]]));
          const before = shapesOf(text);
          const expected = before.with(index, Object.assign({}, before[index], changed));
          assert.deepEqual(isBelow ? shapes.toSpliced(index + 1, 1) : shapes, expected, after);
          const texts = changes.flatMap((field) => found[field] ?? []).join('\n');
          assert.match(texts, added);
        }),
        { numRuns: runs(1000) },
      );
    });

  it('an introspection is the whole body of the request that fetches a schema', async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.nat(2), async (text, chosen) => {
        const view = await viewIn({ 'a.req': text.replaceAll(/^(?:GET |POST |)http/gm, 'GRAPHQL http') }, 'a.req');
        const block = listRequests(view.tree)[chosen]?.block;
        if (block === undefined) return;
        const { block: sent } = introspectionRequest(view.contextOf(block), 'query { __schema { types } }');
        assert.equal(sent.body?.text.text, 'query { __schema { types } }');
        assert.deepEqual(
          sent.headers.map((h) => h.name.text),
          block.headers.map((h) => h.name.text),
        );
      }),
      { numRuns: runs(300) },
    );
  });

  it('a definition at the top is read by all requests, and changes nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(file, async (text) => {
        const view = await viewIn({ 'a.req': text }, 'a.req');
        const shapes = shapesOf(applyEdits(text, [definitionAtTop(view.tree, '@new = 1')]));
        const [first, ...others] = shapesOf(text);
        assert.ok(first);
        assert.deepEqual(shapes, [{ ...first, definitions: [...first.definitions, '@new = 1'] }, ...others]);
      }),
      { numRuns: runs(1000) },
    );
  });
});
