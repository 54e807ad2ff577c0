import assert from 'node:assert/strict';
import { uriAfter, type Move } from '../../src/response/history/moves.ts';
import { withFile } from '../../src/response/record/recordedMessages.ts';

const move = (from: string, to: string, time = 10): Move => ({ from, to, time });

describe('the document of a result', () => {
  const moves = [move('file:///a/one.req', 'file:///a/two.req'), move('file:///a', 'file:///b', 20)];

  it('follows a renamed file and its renamed folder, with its fence', () => {
    assert.equal(uriAfter(moves, 'file:///a/one.req', 0), 'file:///b/two.req');
    assert.equal(uriAfter(moves, 'file:///a/one.req#req-1', 0), 'file:///b/two.req#req-1');
    assert.equal(uriAfter(moves, 'file:///a/other.req', 0), 'file:///b/other.req');
  });

  it('stays where only the beginning of a name is the same', () => {
    assert.equal(uriAfter([move('file:///a/one', 'file:///b')], 'file:///a/one.req', 0), 'file:///a/one.req');
  });

  it('is the file of an untitled document for results since that was opened: earlier ones are of another of its name', () => {
    const saved = [{ ...move('untitled:Untitled-1', 'file:///a.req', 20), opened: 10 }];
    assert.equal(uriAfter(saved, 'untitled:Untitled-1', 5), 'untitled:Untitled-1');
    assert.equal(uriAfter(saved, 'untitled:Untitled-1', 15), 'file:///a.req');
    assert.equal(uriAfter(saved, 'untitled:Untitled-1'), 'file:///a.req');
  });

  it('stays for a result that is newer than the renaming: that is of another file with the old name', () => {
    assert.equal(uriAfter(moves, 'file:///a/one.req', 15), 'file:///b/one.req');
    assert.equal(uriAfter(moves, 'file:///a/one.req', 21), 'file:///a/one.req');
  });
});

describe('a message of a run whose file was renamed', () => {
  it('names the new path wherever it named the old one, and nothing else is changed', () => {
    const other = { file: '/b.req', text: '/a.req' };
    const message = { file: '/a.req', lines: [{ place: { file: '/a.req', line: 1 } }, other] };
    const moved = withFile(message, '/a.req', '/c.req');
    assert.deepEqual(moved, { file: '/c.req', lines: [{ place: { file: '/c.req', line: 1 } }, other] });
    assert.equal(moved.lines[1], other);
    assert.equal(withFile(message, '/d.req', '/c.req'), message);
  });
});
