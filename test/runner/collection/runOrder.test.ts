import assert from 'node:assert/strict';
import { listRequests, parse } from '../../../src/language/index.ts';
import type { PlannedFile } from '../../../src/runner/collection/plan.ts';
import { mostJumps, RunOrder } from '../../../src/runner/collection/runOrder.ts';

const file = (text: string): PlannedFile => {
  const tree = parse(text);
  const requests = listRequests(tree);
  const turns = requests.map((request) => ({ request, row: undefined }));
  return { file: '/a.req', tree, requests, turns, collection: { root: '/', shared: [], environmentFiles: [], ignored: [] } as never };
};

describe('the order of a pass', () => {
  const files = [file('### a\nGET http://h\n### b\nGET http://h\n'), file('### b\nGET http://h\n### c\n# @name see\nGET http://h\n')];

  it('prefers the request of the same file, and finds one by title or by name', () => {
    const order = new RunOrder(files, true);
    const next = (from: number, name: string) => {
      order.setNext(from, name);
      return order.take(from);
    };
    assert.deepEqual(next(0, 'b'), { file: 0, turn: 1 });
    assert.deepEqual(next(1, 'b'), { file: 1, turn: 0 });
    assert.deepEqual(
      [next(0, 'c'), next(0, 'see')],
      [
        { file: 1, turn: 1 },
        { file: 1, turn: 1 },
      ],
    );
    assert.equal(order.take(0), undefined);
  });

  it('counts the last call', () => {
    const order = new RunOrder(files, true);
    order.setNext(0, null);
    order.setNext(0, 'a');
    assert.deepEqual([order.isEnded, order.take(0)], [false, { file: 0, turn: 0 }]);
  });

  it('ends a loop with an error', () => {
    const order = new RunOrder(files, true);
    for (let i = 0; i < mostJumps; i++) order.setNext(0, 'a');
    assert.throws(() => order.setNext(0, 'a'), /more than 1000 times, which looks like an endless loop/);
  });
});
