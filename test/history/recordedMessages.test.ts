import assert from 'node:assert/strict';
import { RecordedMessages, withFile } from '../../src/response/record/recordedMessages.ts';
import type { ToPanel } from '../../src/protocol/messages.ts';

const line = (text: string): ToPanel => ({ type: 'console', runId: '1', lines: [{ at: 1, level: 'log', text }] });
const trailers: ToPanel = { type: 'trailers', runId: '1', headers: [] };

const texts = ({ all }: RecordedMessages): readonly string[] =>
  all.flatMap((message) => (message.type === 'console' ? message.lines.map(({ text }) => text) : [message.type]));

describe('the recorded messages of a page', () => {
  it('is all of a console of usual length, in order', () => {
    const reported = new RecordedMessages();
    for (let i = 0; i < 10_000; i++) reported.push(line(String(i)));
    assert.equal(texts(reported).length, 10_000);
  });

  it('is the end of a console without end, how many lines are not, and everything else', () => {
    const reported = new RecordedMessages();
    reported.push(trailers);
    for (let i = 0; i < 100_000; i++) reported.push(line(String(i)));
    reported.push(trailers);
    const [first, note = '', oldest, ...rest] = texts(reported);
    assert.deepEqual([first, rest.at(-1), rest.at(-2)], ['trailers', 'trailers', '99999']);
    assert.ok(rest.length <= 10_001);
    assert.equal(note, `${Number(oldest).toLocaleString('en')} older lines were dropped.`);
  });

  it('is little of a console of very long lines, but the last of them', () => {
    const reported = new RecordedMessages();
    for (let i = 0; i < 20; i++) reported.push(line(`${i} ${'x'.repeat(1_000_000)}`));
    const all = texts(reported);
    assert.ok(all.join('').length < 10_000_000);
    assert.match(all.at(-1) ?? '', /^19 /);
  });

  it('have the new path of a file that was moved, and the old one in texts', () => {
    const written = { type: 'console', lines: [{ text: '/a.req', place: { file: '/a.req', line: 1 } }, { text: '/b.req' }] };
    assert.deepEqual(withFile(written, '/a.req', '/c.req'), {
      ...written,
      lines: [{ text: '/a.req', place: { file: '/c.req', line: 1 } }, { text: '/b.req' }],
    });
    assert.equal(withFile(written, '/b.req', '/c.req'), written);
  });
});
