import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readDotenvFile } from '../../../src/language/workspace/dotenv.ts';

const read = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...readDotenvFile('/ws/.env', text).values].map(([name, { value }]) => [name, value]));

describe('a .env file', () => {
  const table: readonly (readonly [text: string, values: Readonly<Record<string, string>>])[] = [
    ['A=1\nB=two words\nC=\nD= spaced \n', { A: '1', B: 'two words', C: '', D: 'spaced' }],
    ['A=1', { A: '1' }],
    ['# comment\n\n  \n#B=2\nA=1 # behind\nC="#" # behind\n', { A: '1', C: '#' }],
    ['export A=1\nexport B="x"\n', { A: '1', B: 'x' }],
    ['A="one\ntwo"\nB=\'one\ntwo\'\nC=`a "b" \'c\'`\nD=x\n', { A: 'one\ntwo', B: 'one\ntwo', C: 'a "b" \'c\'', D: 'x' }],
    ['A="x\\ny"\nB=\'x\\ny\'\nC=x\\ny\n', { A: 'x\ny', B: 'x\\ny', C: 'x\\ny' }],
    ['A=1\r\nB="two\r\nlines"\r\nC=3\r\n', { A: '1', B: 'two\nlines', C: '3' }],
    ['A=1\nA=2\n', { A: '2' }],
    ['no equals\nA=b=c\n', { A: 'b=c' }],
    ['A="never closed\nB=1\n', { A: '"never closed', B: '1' }],
    ['  A = 1  \n', { A: '1' }],
    ['A=x"y"\nB=it\'s\n', { A: 'x"y"', B: "it's" }],
    ['Ü=3\nconstructor=2\n', { Ü: '3', constructor: '2' }],
    ['=1\n==\n', {}],
    ['', {}],
  ];
  for (const [text, expected] of table) {
    it(`is read as other tools read it: ${JSON.stringify(text)}`, () => assert.deepEqual(read(text), expected));
  }

  it('is data: a name can be anything', () => {
    const { values } = readDotenvFile('/ws/.env', '__proto__=1\n');
    assert.equal(values.get('__proto__')?.value, '1');
  });

  it('has the line of each value, after values of several lines too', () => {
    const { values } = readDotenvFile('/ws/.env', '# c\nA="x\ny"\n\nB=1\r\nA=2');
    assert.deepEqual(
      [...values].map(([name, v]) => `${name}:${v.line}`),
      ['A:6', 'B:5'],
    );
  });

  it('never fails, and sees no byte order mark', () => {
    assert.deepEqual(read('\uFEFFA=1'), { A: '1' });
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('A', '=', '"', "'", '`', '\n', '\r', '#', ' ', '\\') }), (text) => void read(text)),
    );
  });
});
