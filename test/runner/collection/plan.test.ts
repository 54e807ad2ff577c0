import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { iterationsOf, planRun, ScriptVariables, type CollectionFile } from '../../../src/runner/index.ts';
import { RowStore } from '../../../src/runner/data/rowVariables.ts';
import { parse, type Collection } from '../../../src/language/index.ts';
import type { Value } from '../../../src/base/values/value.ts';

const collection: Collection = {
  root: '/ws',
  shared: [],
  environmentFiles: [],
  dotenv: undefined,
  environments: [],
  protectedEnvironments: new Set(),
  ignored: [],
  folder: '/ws',
  sourcePaths: [],
};

const file = (name: string, text: string, around: Collection = collection): CollectionFile => ({
  file: `/ws/${name}`,
  tree: parse(text),
  collection: around,
});

const names = (plan: ReturnType<typeof planRun>): readonly string[] => plan.files.flatMap((f) => f.requests.map((r) => r.name));

const tagged = file('a.req', '### one\n# @tag smoke, slow\nGET x\n\n### two\n# @tag slow\nGET x\n\n### three\nGET x\n');

describe('the plan of a run', () => {
  it('contains every request in order, and counts the disabled ones', () => {
    const plan = planRun([file('a.req', '### one\nGET x\n\n### off\n# @disabled\nGET x\n\n### two\nGET x\n')], {});
    assert.deepEqual(names(plan), ['one', 'two']);
    assert.deepEqual([plan.requests, plan.disabled], [2, 1]);
  });

  it('contains those with one of the tags, and none with an excluded one', () => {
    assert.deepEqual(names(planRun([tagged], { tags: ['smoke', 'none'] })), ['one']);
    assert.deepEqual(names(planRun([tagged], { tags: ['slow'], excludedTags: ['smoke'] })), ['two']);
    assert.deepEqual(names(planRun([tagged], { excludedTags: ['slow'] })), ['three']);
  });

  it('counts the tags of the file and folders of a request as its own', () => {
    const shared = { file: '/ws/folder.req', kind: 'folder', tree: parse('# @tag api\n', { shared: true }) } as const;
    const within = file('b.req', '# @tag file\n\n### one\nGET x\n', { ...collection, shared: [shared] });
    assert.deepEqual(names(planRun([within], { tags: ['api'] })), ['one']);
    assert.deepEqual(names(planRun([within], { tags: ['file'] })), ['one']);
    assert.deepEqual(names(planRun([within], { excludedTags: ['api'] })), []);
  });

  it('finds a request by its name or its title', () => {
    const both = file('a.req', '### Log in\n# @name login\nGET x\n\n### other\nGET x\n');
    assert.deepEqual(names(planRun([both], { name: 'login' })), ['login']);
    assert.deepEqual(names(planRun([both], { name: 'Log in' })), ['login']);
  });

  it('deals files out to shards, so that each request is in exactly one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 20 }), fc.integer({ min: 1, max: 8 }), (sizes, count) => {
        const files = sizes.map((size, i) => file(`${i}.req`, Array.from({ length: size }, (_, r) => `### ${i}-${r}\nGET x\n`).join('\n')));
        const shards = Array.from({ length: count }, (_, i) => names(planRun(files, { shard: { index: i + 1, count } })));
        assert.deepEqual(shards.flat().toSorted(), names(planRun(files, {})).toSorted());
        const loads = shards.map((_, i) => planRun(files, { shard: { index: i + 1, count } }).files.length);
        assert.ok(Math.max(...loads) - Math.min(...loads) <= 1, `files are dealt out evenly: ${loads.join(' ')}`);
      }),
    );
  });
});

describe('the passes of a run', () => {
  const row = (values: Readonly<Record<string, Value>>) => ({
    values: new Map(Object.entries(values)),
    number: 1,
    origin: { layer: 'data', option: 'rows.csv:2', file: '/ws/rows.csv', line: 2 } as const,
  });

  it('are one for each row, as often as is asked for', () => {
    const [a, b] = [row({ id: 1 }), row({ id: 2 })];
    assert.deepEqual(
      iterationsOf([a, b], 2).map((i) => [i.index, i.count, i.row?.values.get('id')]),
      [
        [1, 4, 1],
        [2, 4, 2],
        [3, 4, 1],
        [4, 4, 2],
      ],
    );
    assert.deepEqual(iterationsOf(undefined, 1), [{ index: 1, count: 1, row: undefined }]);
  });

  it('have the columns of their row as variables, and leave the variables of the collection unchanged', () => {
    const variables = new ScriptVariables([['id', { value: 'mine', origin: { layer: 'option', option: '--var' } }]]);
    const inRow = new RowStore(variables, row({ id: 7, extra: true }));
    assert.deepEqual([inRow.find('id')?.value, inRow.find('extra')?.value, [...inRow.names()]], [7, true, ['id', 'extra']]);
    assert.deepEqual([variables.find('id')?.value, variables.find('extra')], ['mine', undefined]);
  });

  it('end what a script sets or deletes for a column, and keep other variables', () => {
    const variables = new ScriptVariables();
    const inRow = new RowStore(variables, row({ id: 7, extra: true }));
    const by = { layer: 'script', file: 'a.req', line: 1, request: 'a', time: 0 } as const;
    inRow.set('id', { value: 'set', origin: by });
    inRow.set('other', { value: 'kept', origin: by });
    assert.deepEqual([inRow.delete('extra', by), inRow.delete('extra', by)], [true, false]);
    assert.deepEqual([inRow.find('id')?.value, inRow.find('extra'), [...inRow.names()]], ['set', undefined, ['id', 'other']]);
    assert.deepEqual([variables.find('id'), variables.find('other')?.value], [undefined, 'kept']);
  });
});
