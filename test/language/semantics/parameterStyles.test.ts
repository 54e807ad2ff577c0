import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { valueToJson, type Value } from '../../../src/base/values/value.ts';
import type { ApiParameter, ApiShape, ParameterStyle } from '../../../src/language/index.ts';
import { styledValue, writtenInPath, writtenInQuery } from '../../../src/language/index.ts';
import { isNameOf, pairsOf } from '../../../src/language/semantics/api/requestParameters.ts';
import { runs } from '../../support/runs.ts';

const text: ApiShape = { types: ['string'], description: '' };
const integer: ApiShape = { types: ['integer'], description: '' };
const list = (items: ApiShape): ApiShape => ({ types: ['array'], description: '', items });
const object = (members: Readonly<Record<string, ApiShape>>): ApiShape => ({
  types: ['object'],
  description: '',
  members: Object.entries(members).map(([name, shape]) => ({ name, shape, required: false, readOnly: false })),
});
const numbers = list(integer);
const color = object({ R: integer, name: text });

const openOf = ({ name, explode }: ParameterStyle, { types }: ApiShape): ApiParameter['open'] =>
  !types.includes('object') ? undefined : name === 'deepObject' ? 'brackets' : explode ? 'members' : undefined;

function query(url: string, name: ParameterStyle['name'], explode: boolean, shape: ApiShape): string {
  const style = { name, explode };
  const read = styledValue({ name: 'p', shape, style, open: openOf(style, shape) }, pairsOf(url), () => false);
  return read.kind === 'value'
    ? valueToJson(read.value)
    : read.kind === 'text'
      ? read.text
      : read.kind === 'malformed'
        ? read.message
        : read.kind;
}

function path(written: string, name: ParameterStyle['name'], explode: boolean, shape: ApiShape): string {
  const read = styledValue({ name: 'p', shape, style: { name, explode }, open: undefined }, written, () => false);
  return read.kind === 'value'
    ? valueToJson(read.value)
    : read.kind === 'text'
      ? read.text
      : read.kind === 'malformed'
        ? read.message
        : read.kind;
}

describe('the value of a parameter', () => {
  it('is read from a query by its style', () => {
    assert.equal(query('?p=1&p=2&x=3', 'form', true, numbers), '[1,2]');
    assert.equal(query('?p=1,2', 'form', false, numbers), '[1,2]');
    assert.equal(query('?p=a%2Cb,c', 'form', false, list(text)), '["a,b","c"]');
    assert.equal(query('?p=1%202+3', 'spaceDelimited', false, numbers), '[1,2,3]');
    assert.equal(query('?p=1|2%7C3', 'pipeDelimited', false, numbers), '[1,2,3]');
    assert.equal(query('?p=R,1,name,a%20b', 'form', false, color), '{"R":1,"name":"a b"}');
    assert.equal(query('?R=1&name=x&other=y', 'form', true, color), '{"R":1,"name":"x"}');
    assert.equal(query('?p[R]=1&p%5Bname%5D=x', 'deepObject', true, color), '{"R":1,"name":"x"}');
    assert.equal(query('?p[R]=1&p[R]=2', 'deepObject', true, object({ R: numbers })), '{"R":[1,2]}');
    assert.equal(query('?p=%5B1%5D', 'json', false, numbers), '[1]');
    assert.equal(query('?p=x%20y', 'form', true, text), 'x y');
    assert.equal(query('?q=1', 'form', true, numbers), 'absent');
  });

  it('is read from a path or a header by its style', () => {
    assert.equal(path('1,2', 'simple', false, numbers), '[1,2]');
    assert.equal(path('R,1, name,x', 'simple', false, color), '{"R":1,"name":"x"}');
    assert.equal(path('R=1,name=x=y', 'simple', true, color), '{"R":1,"name":"x=y"}');
    assert.equal(path('.1.2', 'label', true, numbers), '[1,2]');
    assert.equal(path('.1,2', 'label', false, numbers), '[1,2]');
    assert.equal(path(';p=1;p=2', 'matrix', true, numbers), '[1,2]');
    assert.equal(path(';p=1,2', 'matrix', false, numbers), '[1,2]');
    assert.equal(path(';R=1;name=x', 'matrix', true, color), '{"R":1,"name":"x"}');
    assert.equal(path(';p=7', 'matrix', false, integer), '7');
  });

  it('is a problem if its form is not that of the style', () => {
    assert.equal(path('1.2', 'label', true, numbers), 'must begin with a dot');
    assert.equal(path('1', 'matrix', false, numbers), 'must begin with ;p=');
    assert.equal(query('?p=R,1,name', 'form', false, color), 'must have a value after each name');
    assert.equal(query('?p={', 'json', false, color), 'must be JSON');
  });

  it('is not checked where its form is not certain', () => {
    assert.equal(query('?p=1', 'form', true, { types: ['array', 'string'], description: '', items: text }), 'unknown');
    assert.equal(query('?p[a][b]=1', 'deepObject', true, color), 'unknown');
    assert.equal(query('?p=1', 'content', false, text), 'unknown');
    const unknown = styledValue(
      { name: 'p', shape: numbers, style: { name: 'form', explode: false }, open: undefined },
      [['p', 'X']],
      (t) => t === 'X',
    );
    assert.equal(unknown.kind, 'unknown');
  });

  const words = fc.string({ unit: fc.constantFrom('a', 'ß', ' ', '%', '+', '&', '#', '=', '1', ':', '"'), minLength: 1 });

  it('is read back as written, for lists and objects in each style of a query', () => {
    const styles = fc.constantFrom<ParameterStyle>(
      ...(['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const).flatMap((name) => [
        { name, explode: true },
        { name, explode: false },
      ]),
    );
    fc.assert(
      fc.property(
        styles,
        fc.array(
          words.map((w) => w.replaceAll(' ', '_')),
          { minLength: 1 },
        ),
        (style, value) => {
          // deepObject has no lists.
          if (style.name === 'deepObject') return;
          const shape = list(text);
          const url = `?${writtenInQuery('p', value, style, encodeURIComponent)}`;
          assert.equal(query(url, style.name, style.explode, shape), valueToJson(value), url);
        },
      ),
      { numRuns: runs(300) },
    );
    fc.assert(
      fc.property(styles, words, fc.integer(), (style, name, R) => {
        if (style.name === 'spaceDelimited' || style.name === 'pipeDelimited') return;
        const value: Value = new Map<string, Value>([
          ['R', R],
          ['name', name],
        ]);
        const url = `?${writtenInQuery('p', value, style, encodeURIComponent)}`;
        assert.equal(query(url, style.name, style.explode, color), valueToJson(value), url);
        assert.ok(pairsOf(url).every(([n]) => isNameOf({ name: 'p', open: openOf(style, color), shape: color } as ApiParameter, n)));
      }),
      { numRuns: runs(300) },
    );
  });

  it('is read back as written, in each style of a path', () => {
    const styles = (['simple', 'label', 'matrix'] as const).flatMap((name) => [true, false].map((explode) => ({ name, explode })));
    for (const style of styles) {
      assert.equal(path(writtenInPath('p', [1, 20, -3], style), style.name, style.explode, numbers), '[1,20,-3]');
      const value = new Map<string, Value>([
        ['R', 5],
        ['name', 'x'],
      ]);
      assert.equal(path(writtenInPath('p', value, style), style.name, style.explode, color), '{"R":5,"name":"x"}');
    }
  });
});
