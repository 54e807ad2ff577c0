import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { formatJson } from '../../src/base/json/jsonFormat.ts';
import { arrangedJson } from '../../src/response/history/comparedText.ts';
import { readIgnoreRule } from '../../src/response/history/ignoreRules.ts';

const arranged = (text: string, sorted: boolean, ...rules: readonly string[]): string =>
  arrangedJson(
    text,
    sorted,
    rules.flatMap((rule) => readIgnoreRule(rule) ?? []),
  ).replaceAll(/\s+/g, '');

describe('JSON that is compared', () => {
  it('keeps its tokens unchanged, in the order of names on request', () => {
    const text = '{"b": 1.00, "a": "\\u0041", "b": 9007199254740993, "c": [{"z": 1e3, "y": {}}, []]}';
    assert.equal(arranged(text, false), '{"b":1.00,"a":"\\u0041","b":9007199254740993,"c":[{"z":1e3,"y":{}},[]]}');
    assert.equal(arranged(text, true), '{"a":"\\u0041","b":1.00,"b":9007199254740993,"c":[{"y":{},"z":1e3},[]]}');
  });

  it('is laid out as the Body tab lays it out', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        assert.equal(arrangedJson(text, false, [{ kind: 'body', path: ['no such name'] }]), formatJson(text));
      }),
    );
  });

  it('has a mark where a rule ignores a place', () => {
    const text = '{"time": 1, "items": [{"id": 1, "n": 2}, {"id": 3}], "a b": {"time": 4}}';
    const mark = '"⟨ignored⟩"';
    assert.equal(arranged(text, false, '$.time'), `{"time":${mark},"items":[{"id":1,"n":2},{"id":3}],"ab":{"time":4}}`);
    assert.equal(arranged(text, false, 'body.items[*].id'), `{"time":1,"items":[{"id":${mark},"n":2},{"id":${mark}}],"ab":{"time":4}}`);
    assert.equal(arranged(text, false, '$..time'), `{"time":${mark},"items":[{"id":1,"n":2},{"id":3}],"ab":{"time":${mark}}}`);
    assert.equal(arranged(text, false, "$['a b']", 'items[0]'), `{"time":1,"items":[${mark},{"id":3}],"ab":${mark}}`);
  });

  it('stays unchanged if it is not JSON', () => {
    assert.equal(arrangedJson('{"a": ', true, []), '{"a": ');
  });
});

describe('a rule for ignored places', () => {
  it('names a header or a place of the body', () => {
    for (const rule of ['headers.date', 'header Date', 'headers["Date"]', 'headers.Date'])
      assert.deepEqual(readIgnoreRule(rule), { kind: 'header', name: 'date' });
    assert.deepEqual(readIgnoreRule('headers.x-request-id'), { kind: 'header', name: 'x-request-id' });
    for (const rule of ['$.a.b[0]', 'body.a.b[0]', "$['a']['b'][0]", 'a.b[0]'])
      assert.deepEqual(readIgnoreRule(rule), { kind: 'body', path: ['a', 'b', 0] });
  });

  it('is none where it leads nowhere', () => {
    for (const rule of ['', '$', 'body', '$..', '$.a[', '$.a[x]']) assert.equal(readIgnoreRule(rule), undefined, rule);
  });
});
