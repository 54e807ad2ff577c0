import assert from 'node:assert/strict';
import { BodyText } from '../../../src/panel/model/bodyView.ts';
import type { FromPanel, ToPanel } from '../../../src/protocol/messages.ts';

const page = (revision: number, total: number): ToPanel => ({
  type: 'rows',
  runId: 'r',
  mode: 'pretty',
  revision,
  start: 0,
  total,
  lines: Array.from({ length: Math.min(total, 200) }, (_, i) => `row ${i}`),
  numbers: null,
  folds: [],
  titles: [],
});

describe('the text of a body in the page', () => {
  function shown(): { readonly text: BodyText; readonly sent: FromPanel[] } {
    const sent: FromPanel[] = [];
    const text = new BodyText('r', (message) => sent.push(message));
    text.receive(page(0, 1000));
    return { text, sent };
  }

  it('requests folded lines again, and ignores rows of earlier requests', () => {
    const { text, sent } = shown();
    text.receive(page(1, 4));
    assert.equal(text.rows.total('pretty'), 4);
    text.receive(page(0, 1000));
    assert.equal(text.rows.total('pretty'), 4);
    text.receive({ type: 'filtered', runId: 'r', filterId: 0, count: 2, isCut: false, problem: null, revision: 2 });
    assert.equal(text.rows.total('pretty'), null);
    text.want(0, 0);
    assert.deepEqual(sent.at(-1), { type: 'wantLines', runId: 'r', mode: 'pretty', start: 0, count: 200 });
  });

  it('brings a match that was folded away in sight when the rows around it are there', () => {
    const { text } = shown();
    text.receive(page(1, 4));
    text.find({ text: 'x', regex: false, matchCase: false });
    text.receive({ type: 'found', runId: 'r', searchId: 1, count: 1, isCut: false, isDone: true, progress: 1, problem: null });
    text.receive({ type: 'match', runId: 'r', searchId: 1, nth: 0, mark: { row: 700, start: 0, end: 1 }, revision: 2 });
    const before = text.reveal.value;
    text.receive(page(2, 1000));
    assert.notEqual(text.reveal.value, before);
    assert.deepEqual(text.reveal.value, { index: 700 });
  });

  it('requests the matches in view when there are twice as many, and when all are found', () => {
    const { text, sent } = shown();
    text.find({ text: 'x', regex: false, matchCase: false });
    const found = (count: number, isDone = false): void =>
      text.receive({ type: 'found', runId: 'r', searchId: 1, count, isCut: false, isDone, progress: 0, problem: null });
    const asked = (): number => sent.filter(({ type }) => type === 'wantMarks').length;
    for (const count of [0, 1, 2, 3, 5, 6, 7]) found(count);
    assert.equal(asked(), 3);
    found(7, true);
    assert.equal(asked(), 4);
  });

  it('waits for the result of a path until the answer to that path arrives', () => {
    const { text } = shown();
    const answer = { type: 'filtered', runId: 'r', count: 2, isCut: false, problem: null, revision: 1 } as const;
    text.choose('$.a');
    assert.equal(text.filter.value.isAwaited, true);
    text.choose('$.ab');
    text.receive({ ...answer, filterId: 1 });
    assert.equal(text.filter.value.isAwaited, true);
    text.receive({ ...answer, filterId: 2 });
    assert.equal(text.filter.value.isAwaited, false);
    text.choose('');
    assert.equal(text.filter.value.isAwaited, false);
  });
});
