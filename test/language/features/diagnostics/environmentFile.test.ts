import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/language/index.ts';
import { environmentDiagnostics, environmentFixes } from '../../../../src/language/onDemand.ts';
import { readEnvironmentFile, type EnvironmentFile } from '../../../../src/language/semantics/variables/environmentFile.ts';

// Put together here, so that no scanner takes this file for what it tests.
const random = 'k2J9fQ7LmZ4xW8vT1rYcB6nH3dP5sG0uXeAi';
const token = `ghp_${random}`;
const file = '/ws/http-client.env.json';
const privateFile = '/ws/http-client.private.env.json';

const said = (text: string, path = file): readonly string[] =>
  environmentDiagnostics(readEnvironmentFile(path, text)).map((d) => `${d.id} ${d.severity} ${text.slice(d.range.start, d.range.end)}`);

/** The files after a fix at the first credentials, found by the start of its title; undefined if it is not offered. */
function fixed(text: string, title: string, inPrivate?: string): readonly string[] | undefined {
  const of = readEnvironmentFile(file, text);
  const files: EnvironmentFile[] = [of, ...(inPrivate === undefined ? [] : [readEnvironmentFile(privateFile, inPrivate)])];
  const { start } = environmentDiagnostics(of)[0]?.range ?? assert.fail('no problem is reported');
  const action = environmentFixes(of, files, { start, end: start }).find((a) => a.title.startsWith(title));
  return action?.edits.map((e) => applyEdits(files.find((f) => f.file === e.file)?.text ?? '', e.edits));
}

describe('an environment file', () => {
  it('is reported if it cannot be read, at the place', () => {
    assert.deepEqual(said('{"dev": {\n"a": }}'), ['environment-file error }']);
    assert.deepEqual(said('{"dev": 1}'), ['environment-file error 1']);
    assert.deepEqual(said(''), ['environment-file error ']);
  });

  it('that is not private is reported for the credentials in it, by their form and by the names of their places', () => {
    const text = JSON.stringify({
      $shared: { id: token, password: 'Kx9!vQ2z' },
      dev: { o: { list: [{ clientSecret: random }] }, url: 'http://h/a', token: '{{other}}', size: 1, $protected: true },
    });
    assert.deepEqual(said(text), [
      `possible-secret warning ${token}`,
      'possible-secret warning Kx9!vQ2z',
      `possible-secret warning ${random}`,
    ]);
    assert.ok(environmentDiagnostics(readEnvironmentFile(file, text)).every((d) => !d.message.includes(random)));
    assert.deepEqual(said(text, privateFile), []);
  });

  it('moves its credentials to the secret storage, separately for each environment', () => {
    assert.deepEqual(fixed(`{"dev": {"token": "${token}"}}`, 'Move to the secret storage as token-dev'), [
      '{"dev": {"token": "{{$secret.token-dev}}"}}',
    ]);
    assert.deepEqual(fixed(`{"$shared": {"auth": "Bearer ${token}"}}`, 'Move to the secret storage as auth'), [
      '{"$shared": {"auth": "Bearer {{$secret.auth}}"}}',
    ]);
    assert.deepEqual(fixed(`{"a b": {"token": "${token}"}}`, 'Move to the secret storage as token'), [
      '{"a b": {"token": "{{$secret.token}}"}}',
    ]);
  });

  it('moves variables with credentials to the private file beside it, which is created if there is none', () => {
    const title = 'Move token to http-client.private.env.json';
    const made = `{\n  "dev": {\n    "token": "${token}"\n  }\n}\n`;
    assert.deepEqual(fixed(`{"dev": {"token": "${token}"}}`, title), ['{"dev": {}}', made]);
    assert.deepEqual(fixed(`{"dev": {"a": 1, "token": "${token}", "b": 2}}`, title), ['{"dev": {"a": 1, "b": 2}}', made]);
    assert.deepEqual(fixed(`{"dev": {"token": "${token}",\n  "b": 2}}`, title), ['{"dev": {"b": 2}}', made]);
    assert.deepEqual(fixed(`{"dev": {"token": "${token}"}}`, title, '{"dev": {"x": 1}}')?.[1], `{"dev": {"x": 1, "token": "${token}"}}`);
    assert.deepEqual(fixed(`{"dev": {"token": "${token}"}}`, title, '{}')?.[1], `{ "dev": { "token": "${token}" } }`);
    for (const inPrivate of ['{"dev": {"token": 1}}', '{"dev": 1}', 'no JSON'])
      assert.equal(fixed(`{"dev": {"token": "${token}"}}`, title, inPrivate), undefined, inPrivate);
  });
});
