import assert from 'node:assert/strict';
import { importFiles, type ImportFormat, type ImportInput } from '../../../src/convert/import/index.ts';

const postman = (name: string, value: string, scope = 'environment'): string =>
  JSON.stringify({ name, values: [{ key: 'k', value, enabled: true }], _postman_variable_scope: scope });
const thunder = (name: string, value: string): string =>
  JSON.stringify({ clientName: 'Thunder Client', environmentName: name, variables: [{ name: 'k', value }] });
const insomnia = `type: collection.insomnia.rest/5.0
name: A
collection: []
environments:
  name: Base Environment
  subEnvironments:
    - { name: dev, data: { k: one } }
    - { name: dev, data: { k: two } }
`;
const yaakEnvironment = (value: string): object => ({
  id: value,
  workspaceId: 'w',
  name: 'dev',
  parentModel: 'environment',
  variables: [{ name: 'k', value, enabled: true }],
});
const yaak = JSON.stringify({
  yaakVersion: '1',
  yaakSchema: 4,
  resources: { workspaces: [{ id: 'w', name: 'W' }], environments: [yaakEnvironment('one'), yaakEnvironment('two')], httpRequests: [] },
});
const files = (...texts: readonly string[]): readonly ImportInput[] => texts.map((text, i) => ({ path: `${i}.json`, text }));

describe('importing environments with the same name', () => {
  for (const [format, inputs] of [
    ['postman', files(postman('dev', 'one'), postman('dev', 'two'))],
    ['thunder', files(thunder('dev', 'one'), thunder('dev', 'two'))],
    ['insomnia', [{ path: 'a.yaml', text: insomnia }]],
    ['yaak', files(yaak)],
  ] as const satisfies readonly (readonly [ImportFormat, readonly ImportInput[]])[])
    it(`keeps those of ${format} apart`, () => {
      const { files: written, notes } = importFiles(format, inputs);
      const text = written.find(({ path }) => path.endsWith('http-client.env.json'))?.text ?? '';
      assert.deepEqual(JSON.parse(text), { dev: { k: 'one' }, 'dev 2': { k: 'two' } });
      assert.ok(notes.some(({ message }) => message === 'Another environment is called dev too: this one becomes dev 2.'));
    });

  it('reports variables whose names are alike in Req', () => {
    const values = ['a b', 'a_b', 'c d', 'c_d'].map((key) => ({ key, value: key.startsWith('c') ? '1' : key, enabled: true }));
    const text = JSON.stringify({ name: 'dev', values, _postman_variable_scope: 'environment' });
    const { files: written, notes } = importFiles('postman', files(text));
    assert.deepEqual(JSON.parse(written[0]?.text ?? ''), { dev: { a_b: 'a_b', c_d: '1' } });
    assert.deepEqual(
      notes.filter(({ level }) => level === 'warning').map(({ message }) => message),
      ['Several variables of the environment dev are called a_b: only the last is imported.'],
    );
  });

  it('joins the globals of Postman', () => {
    const [file] = importFiles(
      'postman',
      files(postman('a', 'one', 'globals'), postman('b', 'two', 'globals').replace('"k"', '"l"')),
    ).files;
    assert.deepEqual(JSON.parse(file?.text ?? ''), { $shared: { k: 'one', l: 'two' } });
  });
});
