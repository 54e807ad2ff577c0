import assert from 'node:assert/strict';
import { checkImport, importFiles, reportOf, type ImportResult } from '../../../src/convert/import/index.ts';
import { scriptProblem } from '../../../src/language/javascript.ts';

const checked = (text: string, path: string, root = '/target'): Promise<ImportResult> =>
  checkImport(importFiles(undefined, [{ path, text }]), { root, kindOf: () => Promise.resolve(undefined), scriptProblem });

const postman = (...item: readonly object[]): string =>
  JSON.stringify({ info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' }, item });
const request = (name: string, more: object = {}, script: readonly string[] = []): object => ({
  name,
  request: { method: 'POST', url: 'https://a.test', ...more },
  event: [{ listen: 'test', script: { exec: script } }],
});

describe('a request that req check refuses', () => {
  it('is none that uses what the files around it define, also in a folder of Windows', async () => {
    const swagger = {
      swagger: '2.0',
      info: { title: 'A', version: '1' },
      host: 'h',
      schemes: ['https'],
      paths: { '/x': { get: { tags: ['t'] } } },
    };
    for (const root of ['/target', 'C:\\target', '\\\\server\\target'])
      assert.deepEqual((await checked(JSON.stringify(swagger), 'a.json', root)).notes, [], root);
  });

  it('does not count as imported completely: a file that is missing, a script with a syntax error', async () => {
    const result = await checked(
      postman(
        request('whole'),
        request('file', { body: { mode: 'file', file: { src: './gone.bin' } } }),
        request('script', {}, ['const a = 1; const a = 2;']),
      ),
      'c.json',
    );
    assert.equal(result.requests, 3);
    assert.equal(result.whole, 1);
    assert.match(result.notes.map((n) => n.message).join('\n'), /req check finds an error: /);
  });

  it('counts once where it has a warning already', async () => {
    const gone = { body: { mode: 'file', file: { src: './gone.bin' } } };
    const result = await checked(postman(request('both', gone, ['eval(environment.x)']), request('whole')), 'c.json');
    assert.deepEqual([result.requests, result.whole], [2, 1]);
  });

  it('is found by its block in formats without titles', async () => {
    const text =
      '### one\nGET https://a.test\n\n###\nPOST https://a.test\n\n< ./gone.bin\n\n###\nGET https://a.test/{{x.response.body.$..a}}\n\n< ./gone.bin\n';
    const result = await checked(text, 'a.http');
    assert.deepEqual([result.requests, result.whole], [3, 1]);
    const curl = await checked('curl https://a.test\n\ncurl --data-binary @gone.bin https://a.test\n', 'a.sh');
    assert.deepEqual([curl.requests, curl.whole], [2, 1]);
  });
});

describe('the report of an import', () => {
  it('names variables that nothing defines by a kind of their own', async () => {
    const result = await checked(postman(request('a', { url: 'https://a.test/{{tok}}' })), 'c.json');
    assert.deepEqual(result.missing, [{ kind: 'variables without a value', count: 1 }]);
    assert.equal(result.whole, 0);
  });

  it('shows how much is whole, and what is missing by kind', async () => {
    const result = await checked(
      postman(
        request('a', {}, ['pm.execution.moveTo("x")']),
        request('b', {}, ['pm.execution.moveTo("y")', 'require("fs")']),
        request('c', {}, ['pm.sendRequest("x")', 'eval("1")', 'pm.setNextRequest("a")']),
      ),
      'c.json',
    );
    assert.deepEqual(result.missing, [
      { kind: 'scripts: order of requests', count: 2 },
      { kind: 'scripts: modules', count: 1 },
    ]);
    assert.match(
      reportOf(result, []),
      /3 requests, 1 of them carried over completely \(33 %\)\.\n\n\| not carried over \| places \|\n\|---\|---\|\n\| scripts: order of requests \| 2 \|\n/,
    );
  });
});
