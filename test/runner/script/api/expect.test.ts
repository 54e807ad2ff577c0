import assert from 'node:assert/strict';
import { runInThisContext } from 'node:vm';
import { Assertion, expect } from 'chai';
import { isWord } from '../../../../src/runner/script/api/expect/expect.ts';
import { failureOf } from '../../../support/scriptRun.ts';

/** Expectations that hold; those in the second column fail with the message. */
const holds = [
  '(1).to.equal(1)',
  '(NaN).to.be.NaN',
  "('a').to.not.equal('b')",
  '({ a: [1] }).to.deep.equal({ a: [1] })',
  '({ a: [1] }).to.not.equal({ a: [1] })',
  '({ a: 1, b: 2 }).to.eql({ b: 2, a: 1 })',
  '(new Date(5)).to.eql(new Date(5))',
  '(new Map([[1, { a: 1 }]])).to.eql(new Map([[1, { a: 1 }]]))',
  '(new Set([{ a: 1 }])).to.eql(new Set([{ a: 1 }]))',
  '([NaN, undefined]).to.eql([NaN, undefined])',
  '(/a/g).to.eql(/a/g)',
  "('x').to.be.a('string').and.not.be.empty",
  "([1]).to.be.an('array').that.includes(1)",
  "(null).to.be.a('null')",
  "(undefined).to.be.an('undefined')",
  "(new Date()).to.be.a('date')",
  "(5n).to.be.a('bigint')",
  "({}).to.be.an('object')",
  "(() => 1).to.be.a('function')",
  "(new TypeError('x')).to.be.an.instanceof(Error)",
  "('hello').to.include('ell')",
  '([1, 2]).to.contain(2).but.not.include(3)',
  '([{ a: 1 }]).to.deep.include({ a: 1 })',
  '({ a: 1, b: 2 }).to.include({ a: 1 })',
  "({ a: { b: [1] } }).to.nested.include({ 'a.b[0]': 1 })",
  '(1).to.be.ok',
  '(0).to.not.be.ok',
  '(true).to.be.true',
  '(false).to.be.false',
  '(null).to.be.null',
  '(undefined).to.be.undefined',
  '(0).to.exist',
  '(null).to.not.exist',
  "('').to.be.empty",
  '({}).to.be.empty',
  '(new Map()).to.be.empty',
  '(5).to.be.above(4).and.below(6)',
  '(5).to.be.at.least(5).and.at.most(5)',
  '(5).to.be.gt(4).and.gte(5).and.lt(6).and.lte(5)',
  '(5n).to.be.above(4)',
  '(5).to.be.within(1, 5)',
  '(new Date(5)).to.be.above(new Date(4))',
  "('abc').to.have.length(3)",
  '([1, 2]).to.have.lengthOf(2)',
  '([1, 2]).to.have.lengthOf.above(1)',
  '([1, 2]).to.have.length.within(1, 2)',
  '(new Set([1])).to.have.lengthOf(1)',
  "({ a: 1 }).to.have.property('a')",
  "({ a: 1 }).to.have.property('a', 1)",
  "({ a: 1 }).to.have.property('a').that.is.a('number').above(0)",
  "({ a: { b: 1 } }).to.have.deep.property('a', { b: 1 })",
  "({ a: [{ b: 1 }] }).to.have.nested.property('a[0].b', 1)",
  "({}).to.have.property('toString')",
  "({}).to.not.have.own.property('toString')",
  "({ a: undefined }).to.have.ownProperty('a')",
  "({ a: 1, b: 2 }).to.have.keys('a', 'b')",
  "({ a: 1, b: 2 }).to.have.all.keys(['b', 'a'])",
  "({ a: 1, b: 2 }).to.include.keys('a')",
  "({ a: 1, b: 2 }).to.have.any.keys('a', 'z')",
  "({ a: 1, b: 2 }).to.not.have.keys('a')",
  "('hello').to.match(/^h/)",
  "('hello').to.have.string('lo')",
  '([1, 2, 3]).to.have.members([3, 1, 2])',
  '([1, 2, 3]).to.include.members([3, 1])',
  '([1, 2]).to.not.have.ordered.members([2, 1])',
  '([{ a: 1 }]).to.have.deep.members([{ a: 1 }])',
  '([1, 1, 2]).to.not.have.members([1, 2, 2])',
  '(2).to.be.oneOf([1, 2])',
  '({ a: 1 }).to.be.deep.oneOf([{ a: 1 }])',
  "(() => { throw new TypeError('bad thing') }).to.throw()",
  "(() => { throw new TypeError('bad thing') }).to.throw(TypeError)",
  "(() => { throw new TypeError('bad thing') }).to.throw('bad')",
  "(() => { throw new TypeError('bad thing') }).to.throw(TypeError, /thing$/)",
  "(() => { throw new TypeError('bad thing') }).to.throw().with.property('name', 'TypeError')",
  '(() => 1).to.not.throw()',
  '(4).to.satisfy((n) => n % 2 === 0)',
  '(1.05).to.be.closeTo(1, 0.1)',
  '(1).to.be.finite',
  '(1n).to.be.numeric',
  "('1').to.not.be.numeric",
  '(() => 1).to.be.callable',
  '(async () => 1).to.be.callable',
  '({}).to.not.be.callable',
  '(new Map()).to.be.iterable',
  "('').to.be.iterable",
  '(null).to.not.be.iterable',
  '((function () { return arguments; })()).to.be.arguments',
  '([]).to.not.be.Arguments',
  '({}).to.be.extensible',
  '(Object.preventExtensions({})).to.not.be.extensible',
  '(Object.seal({ a: 1 })).to.be.sealed.and.not.frozen',
  '(Object.freeze({ a: 1 })).to.be.frozen',
  '(1).to.be.frozen',
  "([]).to.respondTo('map')",
  "(class { go() {} }).to.respondTo('go').and.not.itself.respondTo('go')",
  "(class { static go() {} }).itself.to.respondTo('go')",
  "({ a: 1 }).to.have.ownPropertyDescriptor('a')",
  "({ a: 1 }).to.have.ownPropertyDescriptor('a', { value: 1, writable: true, enumerable: true, configurable: true })",
  "({ a: 1 }).to.haveOwnPropertyDescriptor('a').that.has.property('writable', true)",
  "({}).to.not.have.ownPropertyDescriptor('toString')",
  '({ a: { b: 1, c: 2 }, d: 3 }).to.containSubset({ a: { b: 1 } })',
  '([{ id: 1, n: 2 }, { id: 3 }]).to.containSubset([{ id: 3 }, { n: 2 }])',
  '({ a: 5 }).to.containSubset({ a: (n) => n > 4 })',
  '({ a: new Date(5) }).to.containSubset({ a: new Date(5) })',
  '({ a: 1 }).to.not.containSubset({ b: 1 })',
  "(() => { bag.n += 2; }).to.change(bag, 'n').by(2)",
  "(() => { bag.n += 2; }).to.increase(bag, 'n').by(2)",
  "(() => { bag.n -= 3; }).to.decrease(bag, 'n').by(3)",
  '(() => { bag.n++; }).to.increase(() => bag.n)',
  "(() => 1).to.not.change(bag, 'n')",
  "(() => { bag.n += 2; }).to.increase(bag, 'n').but.not.by(1)",
] as const;

const fails = [
  ['(1).to.equal(2)', 'expected 1 to equal 2'],
  ["('1').to.equal(1)", 'expected "1" to equal 1'],
  ['(1).to.not.equal(1)', 'expected 1 not to equal 1'],
  ['({ a: 1 }).to.equal({ a: 1 })', 'expected { a: 1 } to equal { a: 1 }, found another object with the same content (use deep.equal)'],
  ['({ a: 1 }).to.deep.equal({ a: 2 })', 'expected { a: 1 } to deeply equal { a: 2 }'],
  ['({ a: 1 }).to.eql({ a: 1, b: undefined })', 'expected { a: 1 } to deeply equal { a: 1, b: undefined }'],
  ["([1]).to.be.an('object')", 'expected [ 1 ] to be an object, found array'],
  ["('abc').to.include('z')", 'expected "abc" to include "z"'],
  ['([{ a: 1 }]).to.include({ a: 1 })', 'expected [ { a: 1 } ] to include { a: 1 }'],
  ['(1).to.be.true', 'expected 1 to be true'],
  ['(null).to.exist', 'expected null to exist'],
  ['([1]).to.be.empty', 'expected [ 1 ] to be empty'],
  ['(5).to.be.above(5)', 'expected 5 to be above 5'],
  ["('5').to.be.above(4)", 'expected "5" to be a number or a date'],
  ["('5').to.not.be.above(4)", 'expected "5" to be a number or a date'],
  ['([1, 2]).to.have.lengthOf(3)', 'expected [ 1, 2 ] to have a length of 3, found 2'],
  ['([1, 2]).to.have.length.above(2)', 'expected [ 1, 2 ] to have a length above 2, found 2'],
  ['(5).to.have.lengthOf(1)', 'expected 5 to have a length of 1, found no length'],
  ["({ a: 1 }).to.have.property('b')", 'expected { a: 1 } to have a property "b"'],
  ["({ a: 1 }).to.have.property('a', 2)", 'expected { a: 1 } to have a property "a" of 2, found 1'],
  ["(null).to.have.property('a')", 'expected null to have a property "a"'],
  ["({ a: 1 }).to.have.keys('a', 'b')", 'expected { a: 1 } to have exactly the keys [ "a", "b" ], found [ "a" ]'],
  ["('x').to.match(/^y/)", 'expected "x" to match /^y/'],
  ['([1, 2]).to.have.members([1, 3])', 'expected [ 1, 2 ] to have the members [ 1, 3 ]'],
  ['(3).to.be.oneOf([1, 2])', 'expected 3 to be one of [ 1, 2 ]'],
  ['(() => 1).to.throw()', 'expected [function] to throw, found nothing thrown'],
  ["(() => { throw new TypeError('x') }).to.throw(RangeError)", 'expected [function] to throw RangeError, found TypeError: x'],
  ["(() => { throw new Error('x') }).to.not.throw()", 'expected [function] not to throw'],
  ["(1).to.equal(2, 'the status')", 'the status: expected 1 to equal 2'],
  ["(1, 'the status').to.equal(2)", 'the status: expected 1 to equal 2'],
  ['(1).to.be.closeTo(2, 0.5)', 'expected 1 to be close to 2 ± 0.5'],
  ['(1n).to.equal(1)', 'expected 1n to equal 1'],
  ["('1').to.be.numeric", 'expected "1" to be numeric'],
  ['(Object.freeze({})).to.be.extensible', 'expected {} to be extensible'],
  ["({}).to.respondTo('go')", 'expected {} to respond to "go"'],
  ["(() => 1).to.change(bag, 'n')", 'expected [function] to change "n" from 1, found 1'],
  ["(() => { bag.n += 2; }).to.increase(bag, 'n').by(3)", 'expected [function] to increase by 3, found 2'],
  ["(() => { bag.n += 2; }).to.decrease(bag, 'n')", 'expected [function] to decrease "n" from 1, found 3'],
  ['({ a: 1 }).to.containSubset({ a: 2 })', 'expected { a: 1 } to contain the subset { a: 2 }'],
] as const;

describe('tool.expect', () => {
  it('has every word of chai', () => {
    const own = new Set(['constructor', 'assert', '_obj', '__methods']);
    const words = Object.getOwnPropertyNames(Assertion.prototype).filter((name) => !own.has(name));
    assert.ok(words.length > 90);
    assert.deepEqual(
      words.filter((word) => !isWord(word)),
      [],
    );
  });

  it('holds where chai holds, and fails where chai fails', () => {
    for (const sentence of [...holds, ...fails.map(([failing]) => failing)]) {
      const run = runInThisContext(`(tool) => { const bag = { n: 1 }; tool.expect${sentence} }`) as (tool: object) => void;
      if (holds.includes(sentence as never)) assert.doesNotThrow(() => run({ expect }), sentence);
      else assert.throws(() => run({ expect }), sentence);
    }
  });

  for (const sentence of holds) {
    it(`holds for ${sentence}`, async () => {
      assert.equal(await failureOf(`const bag = { n: 1 }; tool.expect${sentence}`), undefined);
    });
  }

  for (const [sentence, message] of fails) {
    it(`fails for ${sentence}`, async () => {
      assert.equal(await failureOf(`const bag = { n: 1 }; tool.expect${sentence}`), `AssertionError: ${message}`);
    });
  }

  it('fails on an unknown word, instead of passing', async () => {
    assert.equal(await failureOf('tool.expect(1).to.be.treu'), 'TypeError: tool.expect has no "treu"');
    assert.equal(await failureOf('tool.expect([1]).to.include.memberz([1])'), 'TypeError: tool.expect has no "memberz"');
  });

  it('fails on a check that is called without being one', async () => {
    assert.match((await failureOf('tool.expect(true).to.be.true()')) ?? '', /not a function/);
  });

  it('compares values that hold themselves', async () => {
    assert.equal(await failureOf('const a = { n: 1 }, b = { n: 1 }; a.self = a; b.self = b; tool.expect(a).to.eql(b);'), undefined);
  });

  it('can be awaited and printed without harm', async () => {
    assert.equal(await failureOf('await tool.expect(1).to.equal(1); console.log(tool.expect(1));'), undefined);
  });
});
