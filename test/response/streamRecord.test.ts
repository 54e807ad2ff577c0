import assert from 'node:assert/strict';
import type { BodyWorker } from '../../src/body/index.ts';
import { EventRows, allRows, type RowsFound } from '../../src/response/stream/eventRows.ts';
import { EventStats } from '../../src/response/stream/eventStats.ts';
import { MaskedGrowth } from '../../src/response/record/maskedGrowth.ts';
import { StreamRecord } from '../../src/response/stream/streamRecord.ts';
import { TextFeed, type TextMessage } from '../../src/response/stream/textFeed.ts';
import { createFinder, createMask } from '../../src/base/masks/mask.ts';
import type { StreamFilter } from '../../src/protocol/streamMessages.ts';
import { bodyBundle } from '../support/bodyBundle.ts';
import { KeptBody, StreamText, type StreamEvent } from '../../src/runner/index.ts';

const eventOf = (index: number, data: string, event = 'message', at = index): StreamEvent => ({
  index,
  at,
  event,
  data,
  id: '',
  retry: null,
  complete: true,
});

async function openThread(): Promise<BodyWorker> {
  const { BodyWorker: Home, workerFile } = await bodyBundle();
  return new Home(workerFile());
}

const noFilter: StreamFilter = { types: null, query: null, comments: false };
const textual = (text: string, regex = false): StreamFilter => ({ ...noFilter, query: { text, regex, matchCase: false } });

describe('the filter of a stream', () => {
  let stream: StreamRecord;
  const open: EventRows[] = [];

  beforeEach(() => {
    stream = new StreamRecord((text) => text.replaceAll('hush', '•••'));
    stream.use(() => new KeptBody());
  });

  afterEach(() => {
    for (const rows of open.splice(0)) rows.dispose();
    stream.dispose();
  });

  function look(
    filter: StreamFilter,
    near: number | null = null,
    longest = 60_000,
  ): Promise<{ readonly rows: EventRows; readonly found: RowsFound }> {
    return new Promise((resolve) => {
      const rows = new EventRows(stream, filter, near, { openThread, longest }, (found) => {
        if (found.done) resolve({ rows, found });
      });
      open.push(rows);
    });
  }

  const shown = async (rows: EventRows): Promise<readonly string[]> =>
    (await rows.page(0, 1000)).map((row) => (row.kind === 'event' ? row.event.data : `:${row.text}`));

  it('is found by type, by text and by regular expression, in data, type and id', async () => {
    for (const [i, [type, data]] of [
      ['tick', 'One'],
      ['tock', 'two'],
      ['tick', 'three'],
      ['one', 'four'],
    ].entries())
      stream.push(eventOf(i, data ?? '', type));
    assert.deepEqual(await shown((await look({ ...noFilter, types: ['tick'] })).rows), ['One', 'three']);
    assert.deepEqual(await shown((await look(textual('one'))).rows), ['One', 'four']);
    assert.deepEqual(await shown((await look({ ...textual('one'), types: ['tick'] })).rows), ['One']);
    assert.deepEqual(await shown((await look(textual('^t', true))).rows), ['One', 'two', 'three']);
    assert.deepEqual(await shown((await look({ ...noFilter, types: [] })).rows), []);
  });

  it('returns the places of a searched text in its rows', async () => {
    stream.push(eventOf(0, 'w1 and w22'));
    const { rows } = await look(textual('w\\d+', true));
    assert.deepEqual(
      (await rows.page(0, 9)).map((row) => row.marks),
      [[0, 2, 7, 10]],
    );
    assert.deepEqual((await (await look(textual('AND'))).rows.page(0, 9))[0]?.marks, [3, 6]);
  });

  it('grows with the stream', async () => {
    stream.push(eventOf(0, 'a'));
    const { rows } = await look(textual('a'));
    for (let i = 1; i < 1000; i++) stream.push(eventOf(i, i % 2 === 0 ? 'a' : 'b'));
    rows.wake();
    while (rows.length < 500) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(rows.length, 500);
  });

  it('has comments at their places on request', async () => {
    stream.comment(0, 'first');
    stream.push(eventOf(0, 'a'));
    stream.push(eventOf(1, 'b'));
    stream.comment(2, 'between');
    stream.comment(2, 'hush');
    stream.push(eventOf(2, 'c'));
    stream.comment(3, 'last');
    assert.deepEqual(await shown((await look({ ...noFilter, comments: true })).rows), [
      ':first',
      'a',
      'b',
      ':between',
      ':•••',
      'c',
      ':last',
    ]);
    assert.deepEqual(await shown((await look({ ...textual('b'), comments: true })).rows), ['b', ':between']);
  });

  it('finds no secret by its text', async () => {
    stream.push(eventOf(0, 'a hush'));
    assert.equal((await look(textual('hush'))).rows.length, 0);
    assert.equal((await look(textual('a •••'))).rows.length, 1);
  });

  it('returns the row of an event, or of the next one', async () => {
    for (let i = 0; i < 100; i++) stream.push(eventOf(i, i % 10 === 0 ? 'x' : 'y'));
    assert.equal((await look(textual('x'), 30)).found.near, 3);
    assert.equal((await look(textual('x'), 31)).found.near, 4);
    assert.equal((await look(textual('x'), 99)).found.near, 9);
    assert.equal((await look(textual('nothing'), 5)).found.near, 0);
  });

  it('reports a regular expression that is invalid or exceeds the time limit', async () => {
    stream.push(eventOf(0, `${'a'.repeat(40)}!`));
    assert.equal((await look(textual('(', true))).found.error, 'Unterminated group');
    assert.equal((await look(textual('^(a+)+$', true), null, 200)).found.error, 'This regular expression takes too long.');
  });

  it('looks for a regular expression that takes too long while everything else goes on, and another one ends it', async () => {
    stream.push(eventOf(0, `${'a'.repeat(40)}!`));
    const endless = new EventRows(stream, textual('^(a+)+$', true), null, { openThread }, () => assert.fail('it came back'));
    for (let turns = 0; turns < 1000; turns++) await new Promise((resolve) => setImmediate(resolve));
    const page = endless.page(0, 10);
    endless.dispose();
    assert.deepEqual(await page, []);
    assert.equal((await look(textual('^a+!$', true))).rows.length, 1);
  });

  it('reaches any of 1,000,000 events, and most of them lie in the file', async () => {
    const files: KeptBody[] = [];
    const large = new StreamRecord((text) => text);
    large.use(() => {
      const file = new KeptBody();
      files.push(file);
      return file;
    });
    for (let i = 0; i < 1_000_000; i++)
      large.push(eventOf(i, i % 200_000 === 7 ? `needle ${i}` : `{"n": ${i}, "text": "some words of an event"}`));
    stream.dispose();
    stream = large;
    const { rows, found } = await look(textual('needle'));
    const wanted = [7, 200_007, 400_007, 600_007, 800_007];
    assert.deepEqual(
      await shown(rows),
      wanted.map((n) => `needle ${n}`),
    );
    assert.equal(found.scanned, 1_000_000);
    assert.deepEqual(
      [...rows.slices()].flat().map((e) => e.index),
      wanted,
    );
    assert.equal(large.events.get(999_999)?.index, 999_999);
    // In memory are 16 million UTF-16 units at most, of events that take about 140.
    assert.ok((files[0]?.size ?? 0) > 100_000_000, String(files[0]?.size));
  });

  it('goes to the page cut where it is long, and in small pages', () => {
    for (let i = 0; i < 100; i++) stream.push(eventOf(i, 'x'.repeat(150_000)));
    const page = allRows(stream, 0, 100);
    assert.ok(page.length > 0 && page.length < 100, String(page.length));
    const [first] = page;
    assert.ok(first?.kind === 'event');
    assert.deepEqual([first.event.data.length, first.event.size], [100_000, 150_000]);
  });
});

describe('the counts of a stream', () => {
  it('have events by type, the most frequent first, and types over a limit together', () => {
    const stats = new EventStats();
    for (let i = 0; i < 80; i++) stats.add(i, `type ${i}`, i);
    stats.add(80, 'type 7', 80);
    const { types, moreTypes } = stats.read();
    assert.deepEqual(types[0], { name: 'type 7', count: 2 });
    assert.equal(types.length + moreTypes, 80);
    const many = new EventStats();
    for (let i = 0; i < 10_000; i++) many.add(i, `type ${i}`, i);
    assert.ok(many.read().moreTypes > 900);
  });

  it('have events by time, in few intervals for any duration', () => {
    const stats = new EventStats();
    for (let i = 0; i < 100_000; i++) stats.add(i, 'x', 500 + i * 10);
    const { counts, span, start } = stats.read();
    assert.equal(start, 500);
    assert.ok(counts.length <= 60 && counts.length > 20, String(counts.length));
    assert.equal(
      counts.reduce((a, b) => a + b),
      100_000,
    );
    assert.ok(counts.length * span >= 999_990);
  });

  it('have a gap where no event arrived for long, relative to the earlier events', () => {
    const stats = new EventStats();
    const gaps = (times: readonly number[], first = 0): readonly boolean[] =>
      times.map((at, i) => stats.add(first + i, 'x', at)?.isGap ?? false);
    assert.deepEqual(gaps([0, 100, 200, 300, 400, 500, 3000, 3100]), [false, false, false, false, false, false, true, false]);
    assert.deepEqual(stats.read().gaps, [{ index: 6, at: 3000 }]);
    const slow = new EventStats();
    const each = [0, 1000, 2000, 3000, 4000, 5000, 9000].map((at, i) => slow.add(i, 'x', at)?.isGap ?? false);
    assert.ok(!each.includes(true));
  });
});

describe('the joined text in a view', () => {
  const hiding = { mask: createMask(['topsecret']), find: createFinder(['topsecret']) };
  const chunk = (content: string): string => JSON.stringify({ object: 'chat.completion.chunk', choices: [{ delta: { content } }] });

  it('hides a secret that arrives in pieces once it is complete', () => {
    const growth = new MaskedGrowth(hiding);
    let shown = '';
    for (const piece of ['my tops', 'ecr', 'et is', ' x']) {
      const { keep, text } = growth.push(piece);
      shown = shown.slice(0, keep) + text;
    }
    assert.equal(shown, 'my ••• is x');
  });

  it('has the same text as the sent pieces at any length, with secrets at every place', () => {
    const growth = new MaskedGrowth(hiding);
    let shown = '';
    let whole = '';
    for (let i = 0; i < 4000; i++) {
      const piece = i % 7 === 0 ? 'tops' : i % 7 === 1 ? 'ecret' : `word ${i} `;
      whole += piece;
      const { keep, text } = growth.push(piece);
      shown = shown.slice(0, keep) + text;
    }
    assert.equal(shown, hiding.mask(whole));
  });

  it('is sent from its beginning and then as it grows, with reasoning, tools and counts', async () => {
    const stream = new StreamRecord((text) => text);
    let text = '';
    let last: TextMessage | undefined;
    let heard = (): void => undefined;
    stream.push(eventOf(0, chunk('Hel')));
    const reading = { makeText: (path: string | undefined) => new StreamText(path), written: undefined };
    const feed = new TextFeed({ stream, kind: 'events' }, reading, null, hiding, (message) => {
      text = text.slice(0, message.text.keep) + message.text.text;
      last = message;
      heard();
    });
    const until = async (wanted: () => boolean): Promise<void> => {
      while (!wanted()) await new Promise<void>((resolve) => (heard = resolve));
    };
    try {
      await until(() => text === 'Hel');
      stream.push(eventOf(1, chunk('lo')));
      feed.wake();
      await until(() => text === 'Hello');
      assert.deepEqual([last?.facts.format, last?.facts.source, last?.facts.events], ['openai-chat', 'known', 2]);
      const tool = { index: 0, id: 'c1', function: { name: 'find', arguments: '{"a":' } };
      stream.push(eventOf(2, JSON.stringify({ choices: [{ delta: { reasoning_content: 'hm', tool_calls: [tool] } }] })));
      feed.wake();
      await until(() => last?.toolCalls.length === 1);
      assert.deepEqual(last?.toolCalls, [{ index: 0, id: 'c1', name: 'find', arguments: '{"a":', size: 5 }]);
      assert.equal(last?.reasoning.text, 'hm');
      assert.equal(feed.read('text', 0), 'Hello');
    } finally {
      feed.dispose();
      stream.dispose();
    }
  });

  it('hides secrets in tool calls, in the reason of the end and in the path', async () => {
    const stream = new StreamRecord((text) => text);
    const tool = { index: 0, id: 'topsecret', function: { name: 'topsecret', arguments: 'topsecret' } };
    stream.push(eventOf(0, JSON.stringify({ choices: [{ delta: { tool_calls: [tool] }, finish_reason: 'topsecret' }] })));
    const sent = (tried: string | null): Promise<TextMessage> =>
      new Promise((resolve) => {
        const reading = { makeText: (path: string | undefined) => new StreamText(path), written: undefined };
        const feed = new TextFeed({ stream, kind: 'events' }, reading, tried, hiding, (message) => {
          feed.dispose();
          resolve(message);
        });
      });
    const { toolCalls, facts } = await sent(null);
    assert.deepEqual(toolCalls, [{ index: 0, id: '•••', name: '•••', arguments: '•••', size: 3 }]);
    assert.equal(facts.finishReason, '•••');
    assert.equal((await sent('a.topsecret')).facts.path, 'a.•••');
    stream.dispose();
  });

  it('restarts if the first data were no text', async () => {
    const stream = new StreamRecord((text) => text);
    stream.push(eventOf(0, 'hello'));
    const reading = { makeText: (path: string | undefined) => new StreamText(path), written: undefined };
    let text = '';
    let heard = (): void => undefined;
    const feed = new TextFeed({ stream, kind: 'events' }, reading, null, hiding, (message) => {
      text = text.slice(0, message.text.keep) + message.text.text;
      heard();
    });
    const until = async (wanted: () => boolean): Promise<void> => {
      while (!wanted()) await new Promise<void>((resolve) => (heard = resolve));
    };
    await until(() => text === 'hello');
    stream.push(eventOf(1, chunk('x')));
    feed.wake();
    await until(() => text === 'x');
    feed.dispose();
    stream.dispose();
  });
});
