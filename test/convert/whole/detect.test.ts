import assert from 'node:assert/strict';
import { detectFormat } from '../../../src/convert/import/index.ts';
import { imported } from '../../support/imported.ts';

const long = 'x'.repeat(300_000);

describe('the format of a file', () => {
  it('is detected at any distance of its key from the beginning', () => {
    const of = (value: object): string | undefined => detectFormat({ path: 'a.json', text: JSON.stringify(value) });
    const item = [{ name: long, request: { url: 'https://a.test', method: 'GET' } }];
    assert.equal(
      of({ item, info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' }, x: [long] }),
      'postman',
    );
    assert.equal(of({ resources: [{ name: long }], _type: 'export', __export_format: 4, x: long }), 'insomnia');
    assert.equal(of({ paths: { '/a': { get: { description: long } } }, openapi: '3.1.0', x: [long] }), 'openapi');
  });

  it('is found by the keys of the document, not by words in its texts', () => {
    const text = JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'A', description: 'See schema.getpostman.com and "_type": "export"' },
      paths: {},
    });
    assert.equal(detectFormat({ path: 'a.json', text }), 'openapi');
  });

  it('is found in YAML in flow style', () => {
    const flow = '{openapi: 3.0.3, info: {title: A, version: "1"}, servers: [{url: "https://h.test"}], paths: {/x: {get: {}}}}\n';
    assert.equal(detectFormat({ path: 'stdin', text: flow }), 'openapi');
    assert.equal(detectFormat({ path: 'a.yaml', text: `# A comment\n---\n${flow}` }), 'openapi');
    assert.equal(imported(undefined, [{ path: 'stdin', text: flow }]).requests, 1);
    assert.equal(detectFormat({ path: 'a.yaml', text: '{type: collection.insomnia.rest/5.0, name: A, collection: []}\n' }), 'insomnia');
  });
});
