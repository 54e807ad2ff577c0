import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { made, readApi } from '../../scripts/scriptApi.mjs';
import { checks, properties } from '../../src/runner/script/api/expect/expectChecks.ts';
import { toValue } from '../support/toValue.ts';
import { runScript, valueOf, type ScriptOptions } from '../support/scriptRun.ts';

const root = path.join(import.meta.dirname, '../..');
const api = new Map(readApi().map((i) => [i.name, i]));

function described(name: string): readonly string[] {
  const { base, members } = api.get(name) ?? assert.fail(`${name} is not described`);
  return [...(base === undefined ? [] : described(base)), ...members.map((m) => m.name)].toSorted();
}

const afterwards: ScriptOptions = {
  phase: 'response',
  response: {
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', 'application/json; charset=utf-8']],
    text: '{"id":7}',
    size: 8,
    duration: 3,
    events: [{ index: 0, at: 1, event: 'message', data: 'x', id: '', retry: null, complete: true }],
  },
};

/** Words of chai. Those that the sandbox supports are described, the others are not. */
const chai =
  'to be been is that which and has have with at of same but does still also not deep nested own ordered any all a an include includes contain contains ok true false null undefined NaN exist exists empty arguments Arguments equal equals eq eql eqls above gt greaterThan least gte greaterThanOrEqual below lt lessThan most lte lessThanOrEqual within instanceof instanceOf property ownProperty haveOwnProperty ownPropertyDescriptor haveOwnPropertyDescriptor length lengthOf match matches string keys key throw throws Throw respondTo respondsTo itself satisfy satisfies closeTo approximately members oneOf change changes increase increases decrease decreases by extensible sealed frozen finite numeric callable iterable containSubset';

describe('the description of the API of scripts', () => {
  for (const [file, make] of Object.entries(made)) {
    it(`is the source of ${file} (else: node scripts/scriptApi.mjs)`, () => {
      assert.equal(fs.readFileSync(path.join(root, file), 'utf8'), make());
    });
  }

  for (const [name, expression, options] of [
    ['Tool', 'tool', {}],
    ['ChangeableRequest', 'request', {}],
    ['Request', 'request', afterwards],
    ['Response', 'response', afterwards],
    ['ContentType', 'response.contentType', afterwards],
    ['StreamEvent', 'response.events[0]', afterwards],
    ['Console', 'console', {}],
    ['Client', 'client', {}],
    ['ClientGlobal', 'client.global', {}],
  ] as const) {
    it(`names every member of ${expression} in the sandbox, and no other (${name})`, async () => {
      const members = await valueOf(`Object.getOwnPropertyNames(${expression}).sort()`, options);
      // `request.data` is what older scripts of Postman read.
      const old = name.endsWith('Request') ? ['data'] : [];
      assert.deepEqual(members, toValue([...described(name), ...old].toSorted()));
    });

    it(`marks for each member of ${name} whether it is called`, async () => {
      const functions = api.get(name)?.members.filter((m) => m.isMethod) ?? [];
      const found = await valueOf(
        `Object.getOwnPropertyNames(${expression}).filter((k) => typeof ${expression}[k] === 'function').sort()`,
        options,
      );
      assert.deepEqual(found, toValue(functions.map((m) => m.name).toSorted()));
    });
  }

  it('leaves out response before the request', async () => {
    assert.equal(await valueOf('typeof response'), 'undefined');
  });

  it('has the methods of header fields', async () => {
    for (const [name, expression, options] of [
      ['HeaderMethods', 'response.headers', afterwards],
      ['HeaderMethods', 'request.headers', afterwards],
      ['ChangeableHeaderMethods', 'request.headers', {}],
    ] as const) {
      const names = JSON.stringify(described(name));
      assert.equal(await valueOf(`${names}.every((k) => typeof ${expression}[k] === 'function')`, options), true, expression);
    }
  });

  it('has each word of an expectation that the sandbox has, and no other', async () => {
    const words = [...new Set([...chai.split(' '), ...described('Expectation'), ...Object.keys(checks), ...Object.keys(properties)])];
    const { variables } = await runScript(`tool.setVar("known", ${JSON.stringify(words)}.filter((word) => {
      try { tool.expect(1)[word]; return true; } catch (e) { return e.name === 'AssertionError'; }
    }).sort())`);
    assert.deepEqual(variables.get('known'), toValue(described('Expectation')));
  });

  it('documents every member', () => {
    for (const { name, members } of api.values()) for (const m of members) assert.notEqual(m.doc, '', `${name}.${m.name}`);
  });
});
