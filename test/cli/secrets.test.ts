import assert from 'node:assert/strict';
import path from 'node:path';
import { isReqError } from '../../src/base/reqError.ts';
import { readSecrets } from '../../src/cli/input/readSecrets.ts';
import { makeFolder, type Folder } from '../support/command.ts';

describe('the file of --secrets', () => {
  let folder: Folder;
  before(() => void (folder = makeFolder()));
  after(() => folder.remove());

  const read = (text: string): Promise<ReadonlyMap<string, string>> => {
    folder.write('secrets', text);
    return readSecrets(path.join(folder.path, 'secrets'));
  };

  for (const [form, text] of [
    ['lines', 'A=one\n# a comment\nB="two = 2"\n\nC=\n'],
    ['lines with CRLF and a BOM', '\ufeffA=one\r\nB="two = 2"\r\nC=\r\n'],
    ['JSON', '{"A": "one", "B": "two = 2", "C": ""}'],
    ['JSON with a BOM', '\ufeff\n{"A": "one", "B": "two = 2", "C": ""}'],
  ] as const) {
    it(`may be ${form}`, async () => {
      assert.deepEqual(Object.fromEntries(await read(text)), { A: 'one', B: 'two = 2', C: '' });
    });
  }

  it('may hold numbers, with their digits, and nothing at all', async () => {
    assert.equal((await read('{"A": 12345678901234567890, "B": 1.50}')).get('A'), '12345678901234567890');
    for (const nothing of ['', '# none yet\n', '{}']) assert.equal((await read(nothing)).size, 0);
  });

  for (const [what, text] of [
    ['JSON that ends too early', '{"A": "canary"'],
    ['JSON of something else', '["canary"]'],
    ['JSON with text behind it', '{"A": "x"} canary'],
    ['a value that is no text', '{"A": {"canary": "canary"}}'],
    ['no value', '{"A": null, "B": "canary"}'],
    ['a text without names', 'canary\n'],
    ['a key', '-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----\n'],
  ] as const) {
    it(`is refused without showing any of it if it contains ${what}`, async () => {
      await assert.rejects(read(text), (e) => isReqError(e) && e.kind === 'usage' && !`${e.message}${e.hint}`.includes('canary'));
    });
  }
});
