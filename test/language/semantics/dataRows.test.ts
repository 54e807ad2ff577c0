import assert from 'node:assert/strict';
import { isReqError } from '../../../src/base/reqError.ts';
import { valueToJson } from '../../../src/base/values/value.ts';
import { readRows } from '../../../src/language/semantics/data/dataRows.ts';

const rows = (name: string, text: string): readonly string[] =>
  readRows({ file: `/ws/${name}`, shown: name, text }).map((r) => valueToJson(r.values));

function refusal(name: string, text: string): string {
  try {
    rows(name, text);
  } catch (e) {
    if (isReqError(e)) return `${e.at?.line ?? '-'}: ${e.message}`;
    throw e;
  }
  return 'taken';
}

describe('rows of data', () => {
  it('are those of CSV as RFC 4180 has it: quotes, commas and line breaks in fields, CRLF, empty fields', () => {
    assert.deepEqual(rows('a.csv', '\ufeffid,name,note\r\n1,"Lovelace, Ada","say ""hi""\r\ntwice"\r\n2,,\r\n\r\n'), [
      '{"id":"1","name":"Lovelace, Ada","note":"say \\"hi\\"\\r\\ntwice"}',
      '{"id":"2","name":"","note":""}',
    ]);
  });

  it('can be one empty value in quotes; an empty line is none', () => {
    assert.deepEqual(rows('a.csv', 'name\n\n""\n'), ['{"name":""}']);
  });

  it('have the line at which they begin', () => {
    const [, second] = readRows({ file: '/ws/a.csv', shown: 'a.csv', text: 'a\n"x\ny"\nz\n' });
    assert.equal(second?.origin.option, 'a.csv:4');
  });

  it('have the column too where several are on one line, so that no two have the same place', () => {
    const text = '[{"a":1},{"a":2},\n{"a":3}]';
    const places = readRows({ file: '/ws/a.json', shown: 'a.json', text }).map(({ number, origin }) => `${number} ${origin.option}`);
    assert.deepEqual(places, ['1 a.json:1:2', '2 a.json:1:10', '3 a.json:2']);
  });

  it('keep the types and every digit of JSON', () => {
    const expected = ['{"id":12345678901234567890,"on":true,"price":1.10,"none":null,"list":[1]}'];
    const text = '{"id":12345678901234567890,"on":true,"price":1.10,"none":null,"list":[1]}';
    assert.deepEqual(rows('a.json', `[${text}]`), expected);
    assert.deepEqual(rows('a.jsonl', `${text}\n\n`), expected);
  });

  it('are refused with their line where they are wrong', () => {
    assert.match(refusal('a.csv', 'a,b\n1,2\n3\n'), /^3: .*has 1 field, the header row has 2/);
    assert.match(refusal('a.csv', 'a;b\n1;2\n'), /^1: .*columns are separated by commas, not by semicolons/);
    assert.match(refusal('a.csv', 'a\tb\n1\t2\n'), /^1: .*columns are separated by commas, not by tabs/);
    assert.match(refusal('a.csv', 'a,a\n'), /^1: .*two columns are named "a"/);
    assert.match(refusal('a.csv', 'a,\n'), /^1: .*column 2 of the header row has no name/);
    assert.match(refusal('a.csv', 'a\n"open\n'), /^2: .*is not closed/);
    assert.match(refusal('a.csv', 'a\n"x"y\n'), /^2: .*must follow the closing quote/);
    assert.match(refusal('a.csv', 'a,b\n'), /contains no rows/);
    assert.match(refusal('a.json', '{"a":1}'), /^1: .*array of objects/);
    assert.match(refusal('a.json', '[\n{"a":1},\n7]'), /^3: .*a row of data must be an object/);
    assert.match(refusal('a.json', '[{"a":1},]'), /^1: /);
    assert.match(refusal('a.jsonl', '{"a":1}\n{a}\n'), /^2: /);
    assert.match(refusal('a.txt', 'a'), /must end with \.csv, \.json or \.jsonl/);
  });
});
