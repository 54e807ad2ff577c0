import assert from 'node:assert/strict';
import { complete } from '../../../support/complete.ts';

const folders = { '': ['user.schema.json', 'api.yaml', 'script.js', 'parts/'], parts: ['id.json'] };

describe('completion of the schema of matchesSchema', () => {
  it('offers JSON and YAML files, and folders', async () => {
    const { labels, take } = await complete('GET http://h\n\n?? body matchesSchema |', { folders });
    assert.deepEqual(labels.toSorted(), ['../', 'api.yaml', 'parts/', 'user.schema.json']);
    assert.equal(take('user.schema.json'), 'GET http://h\n\n?? body matchesSchema ./user.schema.json‸');
  });

  it('continues in a folder, before a fragment', async () => {
    const { take } = await complete('GET http://h\n\n?? body matchesSchema ./parts/|#/a', { folders });
    assert.equal(take('id.json'), 'GET http://h\n\n?? body matchesSchema ./parts/id.json‸#/a');
  });

  it('offers operators after a JSONPath', async () => {
    const { labels } = await complete('GET http://h\n\n?? body.$..price |');
    assert.ok(labels.includes('matchesSchema'));
  });
});
