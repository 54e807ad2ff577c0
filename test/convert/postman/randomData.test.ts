import assert from 'node:assert/strict';
import { imported } from '../../support/imported.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

function importedUrl(url: string): { readonly text: string; readonly reported: string } {
  const item = [{ name: 'R', request: { method: 'GET', url } }];
  const { files, notes } = imported(undefined, [{ path: 'c.json', text: JSON.stringify({ info: { name: 'A', schema }, item }) }]);
  return { text: files.map((f) => f.text).join('\n'), reported: notes.map((n) => n.message).join('\n') };
}

describe('random data in a collection of Postman', () => {
  it('is kept without a word if Req has it', () => {
    const { text, reported } = importedUrl('https://a.b/{{$randomFirstName}}/{{$randomEmail}}');
    assert.match(text, /GET https:\/\/a\.b\/\{\{\$randomFirstName\}\}\/\{\{\$randomEmail\}\}/);
    assert.equal(reported, '');
  });

  it('is reported if Req does not have it', () => {
    assert.match(
      importedUrl('https://a.b/{{$randomAvatarImage}}').reported,
      /\{\{\$randomAvatarImage\}\} generates a value that Req does not support/,
    );
  });
});
