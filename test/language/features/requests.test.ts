import assert from 'node:assert/strict';
import { listRequests, parse, requestAt } from '../../../src/language/index.ts';
import { cursor } from '../../support/cursor.ts';

describe('the list of requests', () => {
  it('has each with its name, title, line and marks', () => {
    const tree = parse(`@a = 1
### Create a user
# @name createUser
# @tag smoke, slow
// @tag extra
POST {{host}}/users
  ?x=1
accept: text/event-stream

### Only a title
http://h
###
# @title Shown
# @disabled
GET http://h/c
###
delete http://h/d
### No request
@b = 2
`);
    assert.deepEqual(
      listRequests(tree).map(({ block, ...r }) => (assert.ok(block.requestLine), r)),
      [
        {
          index: 0,
          name: 'createUser',
          title: 'Create a user',
          line: 6,
          method: 'POST',
          urlTemplate: '{{host}}/users?x=1',
          tags: ['smoke', 'slow', 'extra'],
          disabled: false,
          insecure: false,
          expectsStream: true,
        },
        {
          index: 1,
          name: 'Only a title',
          title: 'Only a title',
          line: 11,
          method: 'GET',
          urlTemplate: 'http://h',
          tags: [],
          disabled: false,
          insecure: false,
          expectsStream: false,
        },
        {
          index: 2,
          name: '',
          title: 'Shown',
          line: 15,
          method: 'GET',
          urlTemplate: 'http://h/c',
          tags: [],
          disabled: true,
          insecure: false,
          expectsStream: false,
        },
        {
          index: 3,
          name: '',
          title: 'delete http://h/d',
          line: 17,
          method: 'delete',
          urlTemplate: 'http://h/d',
          tags: [],
          disabled: false,
          insecure: false,
          expectsStream: false,
        },
      ],
    );
  });

  for (const [marked, index] of [
    ['|GET http://a\n###\nGET http://b', 0],
    ['GET http://a\n\nbody|\n###\nGET http://b', 0],
    ['GET http://a\n|###\nGET http://b', 1],
    ['GET http://a\n###\nGET http://b|', 1],
    ['|@a = 1\n###\nGET http://b', undefined],
  ] as const) {
    it(`finds the one at the cursor: ${JSON.stringify(marked)}`, () => {
      const { text, offset } = cursor(marked);
      assert.equal(requestAt(parse(text), offset ?? 0)?.index, index);
    });
  }
});
