import assert from 'node:assert/strict';
import { httpView, settingsEnvironments } from '../../../src/convert/http/index.ts';
import { diagnostics, hover } from '../../../src/language/onDemand.ts';
import { isForeignTree, listRequests, sourceOf, type FileView } from '../../../src/language/index.ts';
import { costsNoMore, growsLinearly } from '../../support/growsLinearly.ts';
import { memoryWorkspace, root } from '../../support/memoryWorkspace.ts';

async function viewOf(text: string, environments?: object): Promise<FileView> {
  const file = `${root}/a.http`;
  const files = new Map([[file, text]]);
  if (environments !== undefined) files.set(`${root}/http-client.env.json`, JSON.stringify(environments));
  const { workspace } = memoryWorkspace(files, { environment: 'dev' });
  return workspace.know({ file, version: 1, getText: () => text }, { whole: true });
}

/** Diagnostics as `LINE:COLUMN text of the file`, from 1. */
function said(view: FileView, text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/);
  return diagnostics(view).map(({ id, range }) => {
    const from = view.tree.lines.positionAt(range.start);
    const to = view.tree.lines.positionAt(range.end);
    const written = from.line === to.line ? (lines[from.line] ?? '').slice(from.column, to.column) : '…';
    return `${from.line + 1}:${from.column + 1} ${id} ${written}`;
  });
}

describe('the view of a .http file', () => {
  for (const dialect of ['jetbrains', 'httpyac', 'kulala'])
    it(`sends no line that saves the response, as ${dialect} writes it`, async () => {
      for (const line of ['>> out.json', '>>! out.json']) {
        const text = `# @dialect ${dialect}\n### a\nPOST http://h/\n\n{"a":1}\n\n${line}\n`;
        const view = await viewOf(text);
        assert.deepEqual(said(view, text), [`7:1 dialect ${line}`]);
        const request = listRequests(view.tree)[0]?.block;
        assert.equal(request && sourceOf(view.tree, request).body?.written, '{"a":1}');
      }
    });

  it('has the requests of the file at its lines, though the text is another', async () => {
    const text = [
      '### one',
      'POST http://h/a',
      'X-Request-Type: GraphQL',
      '',
      '# a comment that is not sent',
      '{ query }',
      '',
      '### two',
      'curl -X POST http://h/b \\',
      '  -H "A: b"',
      '',
      '### three',
      '# @sleep 10',
      'GET http://h/c',
    ].join('\n');
    const view = await viewOf(text);
    assert.ok(isForeignTree(view.tree));
    assert.deepEqual(
      listRequests(view.tree).map((r) => `${r.line} ${r.method} ${r.title}`),
      ['2 GRAPHQL one', '9 POST two', '14 GET three'],
    );
    assert.equal(view.tree.lines.lineCount, 14);
  });

  it('takes time that is linear in the number of curl commands', () => {
    const of = (n: number) => (): void => void httpView(`###\ncurl h/a -H a:b\n\n${'# c\n'.repeat(40)}`.repeat(n), 'rest-client');
    costsNoMore(of(1600), of(100), 32);
  });

  it('takes time that is linear in the length of a line of blanks', () => {
    const form = 'POST http://h/\nContent-Type: application/x-www-form-urlencoded\n\n';
    const lines: readonly (readonly [start: string, end: string])[] = [
      ['{{', 'x'],
      ['{{@js', 'x'],
      ['GET http://h/{{a', 'b'],
      ['GET http://h/\n    ?a', 'b'],
      ['{{\nexports.a = 1', 'x\n}}'],
      [`${form}a`, 'b=1'],
      [`${form}a=1`, 'b'],
    ];
    for (const [start, end] of lines)
      growsLinearly(
        (n) => `${start}${' '.repeat(n)}${end}\n`,
        (text) => void httpView(text, 'httpyac'),
        1,
      );
    growsLinearly(
      (n) => `{{@js${' '.repeat(n)}x\n`,
      (text) => void httpView(text, undefined),
      1,
    );
  });

  it('has problems at the columns of the file, before and after rewritten text', async () => {
    const text =
      '@host = http://h\r\n\r\n###\r\nGET {{host}}/{{none}}?a={{$shared nobody}}&b={{$random.uuid}}&c={{gone}}\r\nX: {{$random.alphabetic(3)}}{{$what(3)}}\r\n';
    assert.deepEqual(said(await viewOf(text), text), [
      '4:14 undefined-variable {{none}}',
      '4:25 undefined-variable {{$shared nobody}}',
      '4:65 undefined-variable {{gone}}',
      '5:29 unknown-dynamic {{$what(3)}}',
    ]);
  });

  it('reports features that the client has and Req does not have, with their line', async () => {
    const text =
      '# @dialect jetbrains\n### a\nGET http://h/\n\n>> out.json\n\n### b\nGRPC h:1/x.Y/Z\n\n{}\n\n### c\n# @loop for 3\n< x.lua\nGET http://h/';
    assert.deepEqual(said(await viewOf(text), text), [
      '5:1 dialect >> out.json',
      '8:1 dialect GRPC h:1/x.Y/Z',
      '13:1 dialect # @loop for 3',
      '14:1 dialect < x.lua',
    ]);
  });

  it('reads placeholders in header names, and keeps those of a continued query whole', async () => {
    const text = '# @dialect jetbrains\nGET http://h/\n    ?a = {{$randomInt 1 5}}\n    &b={{x}}\nX-{{x}}: 1';
    const view = await viewOf(text, { $shared: { x: 'y' } });
    assert.deepEqual(said(view, text), []);
    assert.match(view.tree.text, /\?a=\{\{\$randomInt 1 5\}\}/);
  });

  it('shows the values of the environment in the hover of a rewritten placeholder, at its place', async () => {
    const text = 'GET http://h/\nX: {{$shared  key}}';
    const view = await viewOf(text, { $shared: { key: 'k-1' } });
    const shown = hover(view, view.tree.lines.offsetAt(1, 15));
    assert.match(JSON.stringify(shown), /k-1/);
    assert.deepEqual(view.tree.lines.positionAt(shown?.range.start ?? 0), { line: 1, column: 3 });
  });

  it('keeps bytes of bodies with mixed line breaks', async () => {
    const text = 'POST http://h/\r\nContent-Type: text/plain\r\n\r\na\nb\r\nc\rd';
    const view = await viewOf(text);
    assert.equal(view.tree.blocks[0]?.body?.text.text, 'a\nb\r\nc\rd');
  });

  it('keeps the tree of the blocks that an edit does not touch', async () => {
    const file = `${root}/a.http`;
    const one = '### one\nGET http://h/1\n\n### two\nPOST http://h/2\n\n# c\n{}\n';
    const memory = memoryWorkspace(new Map([[file, one]]));
    const { workspace } = memory;
    const before = await workspace.know(memory.edit(file, one));
    const after = await workspace.know(memory.edit(file, one.replace('http://h/1', 'http://h/{{$shared a}}')));
    assert.deepEqual(
      listRequests(after.tree).map((r) => r.line),
      [2, 5],
    );
    assert.equal(after.tree.blocks[1]?.content ?? after.tree.blocks[1], before.tree.blocks[1]);
  });

  for (const [name, text, requests] of [
    ['REST Client', '@h = http://h\n\n###\nGET {{h}}/a\n    ?b=1\nAccept: */*\n\n###\n# @prompt who\nPOST {{h}}\n\n<@ ./x.json', 2],
    ['JetBrains', '### a\nGET http://h/a\n  ?b=1\n\n> {%\nclient.test("x", () => client.assert(true));\n%}\n\n<> saved.json\n', 1],
    ['httpYac', '@h=http://h\n\nGET {{h}}/a\n\n?? status == 200\n\nGET {{h}}/b\n{{@response\nconsole.log(1)\n}}\n', 2],
    ['Visual Studio', '@x_HostAddress = http://h\n\nGET {{x_HostAddress}}/a\nAccept: */*\n\n###\n', 1],
    ['Kulala', '### a\n# @jq .x\nGET http://h/a\n\n> {%\nassert.true(true)\n%}\n', 1],
  ] as const)
    it(`maps each line of a file of ${name} to itself`, () => {
      const { text: view, source, origins } = httpView(text, undefined);
      const lines = view.split('\n');
      assert.equal(lines.length, origins.length);
      assert.deepEqual([...source], text.split('\n'));
      for (const [i, line] of lines.entries()) if (source.includes(line) && line !== '') assert.equal(source[origins[i] as number], line);
      assert.equal((view.match(/^(?:GET|POST) /gm) ?? []).length, requests);
    });

  it('is read in the dialect of the file name, otherwise in the given dialect, otherwise in the dialect of its syntax', () => {
    const text = 'POST http://h/\n\na\n# b';
    assert.doesNotMatch(httpView(text, 'rest-client').text, /a\n# b/);
    assert.match(httpView(text, 'jetbrains').text, /a\n# b/);
    assert.match(httpView(`# @dialect jetbrains\n${text}`, 'rest-client').text, /a\n# b/);
  });
});

describe('the environments of REST Client in settings', () => {
  it('keep their lines and columns, without comments and trailing commas', () => {
    const settings =
      '{\n  // "a"\n  "x": 1,\n  "rest-client.environmentVariables": {\n    "$shared": {"v": "1", },\n    "dev": {"h": "http://{{$shared v}}"} /* c */\n  },\n}\n';
    const text = settingsEnvironments(settings) ?? '';
    assert.deepEqual(JSON.parse(text), { $shared: { v: '1' }, dev: { h: 'http://{{        v}}' } });
    assert.equal(text.length, settings.length);
    assert.equal(text.indexOf('"dev"'), settings.indexOf('"dev"'));
  });

  it('are none without the setting or in a file that is not JSON', () => {
    assert.equal(settingsEnvironments('{"a": 1}'), undefined);
    assert.equal(settingsEnvironments('{"rest-client.environmentVariables": {'), undefined);
  });
});
