import assert from 'node:assert/strict';
import { Answerer, Caller } from '../../../src/runner/script/thread/callLine.ts';

describe('the line by which the host answers a script', () => {
  it('never gives the answer to one call for that to another, though the one never took it', () => {
    const answerer = new Answerer();
    const caller = new Caller(answerer.line);
    const outOfStack = new RangeError('Maximum call stack size exceeded');
    const ask = (reply: string, failure?: Error): string =>
      caller.ask((id) => {
        answerer.reply(id, { reply, waited: 0 });
        if (failure !== undefined) throw failure;
      }).reply;
    assert.equal(ask('one'), 'one');
    assert.throws(() => ask('two', outOfStack), outOfStack);
    assert.equal(ask('three'), 'three');
    answerer.close();
  });
});
