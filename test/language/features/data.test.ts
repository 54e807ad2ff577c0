import assert from 'node:assert/strict';
import { complete } from '../../support/complete.ts';
import { inspect } from '../../support/inspect.ts';
import { memoryWorkspace, root } from '../../support/memoryWorkspace.ts';

const around = { files: { 'rows.csv': 'user,age\nAda,36\nBob,41\n' } };

describe('the columns of # @data', () => {
  it('are variables with the values of the first row, which override those of scripts', async () => {
    const found = await inspect('# @data ./rows.csv\nGET http://h/{{user}}/{{age}}', { ...around, variables: { user: 'stale' } });
    assert.equal(found.sent().wireUrl, 'http://h/Ada/36');
    assert.deepEqual(found.said(), []);
  });

  it('are completed, with the row in the note', async () => {
    const { item } = await complete('# @data ./rows.csv\nGET http://h/{{|}}', around);
    assert.deepEqual([item('user').detail, item('user').note], ['Ada', 'rows.csv:2']);
  });

  it('are hovered with value and place of the row', async () => {
    const shown = (await inspect('# @data ./rows.csv\nGET http://h/{{us|er}}', around)).hover();
    assert.match(shown ?? '', /Ada/);
    assert.match(shown ?? '', /a row of .*rows\.csv:2/);
  });

  it('are only those of the request, not of the next one without data, which reports them as undefined, nor of a definition for both', async () => {
    const text =
      '@url = http://h/{{user}}\n\n### a\n# @data ./rows.csv\nGET {{url}}\n\n### b\nGET {{url}}\n\n### c\nGET http://h/{{user}}\n';
    const found = await inspect(text, around);
    assert.deepEqual(
      found.diagnostics().map((d) => [d.id, found.tree.lines.positionAt(d.range.start).line + 1]),
      [
        ['undefined-variable', 1],
        ['undefined-variable', 8],
        ['undefined-variable', 11],
      ],
    );
  });

  it('of a name that is not a column are an error with the nearest column', async () => {
    const found = await inspect('# @data ./rows.csv\nGET http://h/{{usr}}', around);
    assert.deepEqual(
      found.diagnostics().map((d) => [d.id, d.severity, d.suggestion]),
      [['undefined-variable', 'error', 'user']],
    );
  });

  it('are those of the file in the first block, unless the request excludes them', async () => {
    const text = '# @data ./rows.csv\n\n### a\nGET http://h/{{user}}\n\n### b\n# @data none\nGET http://h/{{user}}\n';
    const found = await inspect(text, around);
    assert.deepEqual(found.said(), ['undefined-variable error "{{user}}"']);
  });

  it('follow the text of the data file', async () => {
    const file = `${root}/a.req`;
    const memory = memoryWorkspace(
      new Map([
        [file, '# @data ./rows.csv\nGET http://h/{{user}}\n'],
        [`${root}/rows.csv`, 'user\nAda\n'],
      ]),
    );
    const document = memory.edit(file, '# @data ./rows.csv\nGET http://h/{{user}}\n');
    const user = async (): Promise<unknown> => {
      const view = await memory.workspace.know(document);
      return view.contextOf(view.tree.blocks.at(-1) as never).variables.find('user')?.value;
    };
    assert.equal(await user(), 'Ada');
    memory.edit(`${root}/rows.csv`, 'user\nBob\n');
    assert.equal(await user(), 'Bob');
    memory.edit(`${root}/rows.csv`, 'name\nBob\n');
    assert.equal(await user(), undefined);
  });
});

describe('the path of # @data', () => {
  it('is completed with data files', async () => {
    const { labels } = await complete('# @data ./|\nGET http://h', { folders: { '': ['a.csv', 'b.json', 'c.txt', 'd.jsonl', 'e.pem'] } });
    assert.deepEqual(
      labels.filter((l) => l !== '..' && l !== '../'),
      ['a.csv', 'b.json', 'd.jsonl'],
    );
  });

  it('is hovered with rows and columns', async () => {
    const shown = (await inspect('# @data ./ro|ws.csv\nGET http://h', around)).hover();
    assert.match(shown ?? '', /2 rows with the columns `user, age`/);
  });

  it('reports a file that is missing, broken, empty, of another type, or outside the collection', async () => {
    const files = { 'broken.csv': 'a,b\n1\n', 'empty.json': '[]', 'text.txt': 'a' };
    const said = async (path: string): Promise<readonly string[]> =>
      (await inspect(`# @data ${path}\nGET http://h`, { files })).diagnostics().map((d) => `${d.id} ${d.message}`);
    assert.match((await said('./none.csv')).join(), /^missing-file There is no file \.\/none\.csv/);
    assert.match((await said('./broken.csv')).join(), /^data-file broken\.csv: this row has 1 field.*\(line 2\)/);
    assert.match((await said('./empty.json')).join(), /^data-file empty\.json contains no rows/);
    assert.match((await said('./text.txt')).join(), /^data-file text\.txt is not a data file/);
    const inside = await inspect('# @data ../out.csv\nGET http://h', {
      at: 'col/a.req',
      files: { 'col/collection.req': '', 'out.csv': 'a\n1\n' },
    });
    assert.match(inside.diagnostics()[0]?.message ?? '', /out\.csv is not read: it is outside/);
  });
});
