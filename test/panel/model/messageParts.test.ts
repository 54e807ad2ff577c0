import assert from 'node:assert/strict';
import { messageParts } from '../../../src/panel/model/text/messageParts.ts';

describe('the parts of a failed test’s message', () => {
  const schema = { file: '/c/u.json', pointer: '/type' };

  it('are links for the values and the places in schemas that it names, in their order', () => {
    const message = 'does not conform to u.json: body.a is 1 (u.json#/a/type); body.a.b is 2 (u.json#/b/type); and more';
    const places = [
      { path: 'body.a', inBody: "$['a']", location: 'u.json#/a/type', schema },
      { path: 'body.a.b', inBody: "$['a']['b']", location: 'u.json#/b/type', schema },
    ];
    assert.deepEqual(
      messageParts(message, places).map((p) => (p.kind === 'text' ? p.text : `${p.kind} ${p.place} ${p.text}`)),
      [
        'does not conform to u.json: ',
        'value 0 body.a',
        ' is 1 (',
        'schema 0 u.json#/a/type',
        '); ',
        'value 1 body.a.b',
        ' is 2 (',
        'schema 1 u.json#/b/type',
        '); and more',
      ],
    );
  });

  it('are links for the event and the values in it', () => {
    const message = 'event 1: expected to conform to u.json (event.data.n is "x" (u.json#/type)), got {"n":"x"}';
    const places = [
      { path: 'event 1', event: 1, location: '' },
      { path: 'event.data.n', event: 1, location: 'u.json#/type', schema },
    ];
    assert.deepEqual(
      messageParts(message, places).flatMap((p) => (p.kind === 'text' ? [] : [`${p.kind} ${p.place} ${p.text}`])),
      ['value 0 event 1', 'value 1 event.data.n', 'schema 1 u.json#/type'],
    );
  });

  it('are plain where a value is not in the body, a schema is in no file, or a mask changed the text', () => {
    const text = 'header A is 1 (#/type) and •••';
    assert.deepEqual(
      messageParts(text, [
        { path: 'header A', location: '#/type' },
        { path: 'body.x', inBody: '$', location: 'y', schema },
      ]),
      [{ kind: 'text', text }],
    );
    assert.deepEqual(messageParts('m', []), [{ kind: 'text', text: 'm' }]);
  });
});
