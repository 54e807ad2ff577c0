import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

const repository = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => fs.readFileSync(path.join(repository, file), 'utf8');

interface Field {
  readonly enum?: readonly string[];
}

describe('the schema of environment files', () => {
  const schema = JSON.parse(read('schemas/environments.schema.json')) as {
    readonly definitions: { readonly oauth2: { readonly properties: Readonly<Record<string, Field>> } };
  };
  const { properties } = schema.definitions.oauth2;
  /** The first column of the fields of OAuth 2, and their meaning. */
  const rows = [
    ...(
      read('docs/auth.md')
        .split(/^## /m)
        .find((section) => section.startsWith('OAuth 2\n')) ?? ''
    ).matchAll(/^\| (`[A-Z][^|]*) \| (.*) \|$/gm),
  ];
  const codes = (text = ''): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

  it('has every field of an OAuth 2 configuration', () => {
    assert.ok(rows.length > 10);
    assert.deepEqual(Object.keys(properties).toSorted(), rows.flatMap(([, names]) => codes(names)).toSorted());
  });

  it('allows every way in which a client signs in', () => {
    const meaning = rows.find(([, names]) => names === '`Client Credentials`')?.[2];
    assert.deepEqual(properties['Client Credentials']?.enum?.toSorted(), codes(meaning).toSorted());
  });
});
