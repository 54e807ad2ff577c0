import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { progressOf, runProgress, type RunProgress } from '../../src/cli/output/runProgress.ts';
import { promptsInTurn } from '../../src/cli/world/promptsInTurn.ts';
import { createNodeHost } from '../../src/cli/world/nodeHost.ts';
import { memoryCookies, memoryTokens, type SignInPage } from '../../src/runner/index.ts';
import { textSink } from '../support/textSink.ts';

describe('the progress line of a run', () => {
  const clear = '\r\u001b[2K';
  let now = 0;
  let sink: ReturnType<typeof textSink>;
  let progress: RunProgress;
  let columns = 80;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setInterval'] });
    now = 5000;
    columns = 80;
    sink = textSink(true);
    progress = runProgress(
      sink,
      () => columns,
      () => now,
    );
  });
  afterEach(() => mock.timers.reset());

  const after = (ms: number): void => {
    now += ms;
    mock.timers.tick(ms);
  };
  const written = (): string => sink.written().toString();

  it('appears after a second, advances while nothing happens, and is gone at the end', () => {
    progress.show(36, 1000, 0, 'a.req one');
    after(999);
    assert.equal(written(), '');
    after(1);
    progress.show(37, 1000, 2, 'a.req two');
    after(80);
    progress.show(38, 1000, 2, 'b\n.req three');
    after(61_000);
    progress.end();
    after(5000);
    const lines = written().split(clear);
    assert.deepEqual(lines.slice(0, 3), ['', '36 of 1,000 · 1 s · a.req one', '38 of 1,000 · 2 failed · 1 s · b .req three']);
    assert.equal(lines.at(-2), '38 of 1,000 · 2 failed · 1 min 2 s · b .req three');
    assert.equal(lines.at(-1), '');
  });

  it('is not written in a short run', () => {
    progress.show(0, 3, 0, 'a');
    progress.around(() => sink.write('out\n'));
    progress.end();
    assert.equal(written(), 'out\n');
  });

  it('makes room for other output and for questions, and fits the terminal', async () => {
    columns = 15;
    progress.show(1, 2, 0, 'a');
    after(1000);
    progress.around(() => sink.write('out\n'));
    await progress.whileHidden(async () => {
      after(2000);
      sink.write('question');
    });
    progress.end();
    const line = `${clear}1 of 2 · 1 s ·`;
    assert.equal(written(), `${line}${clear}out\n${line}${clear}question`);
  });

  it('prints other output after a question, not in the middle of its answer', async () => {
    const both = [progress, progressOf({ out: sink, err: textSink(false) }, [])];
    for (const each of both) {
      await each.whileHidden(async () => {
        sink.write('question: ');
        each.around(() => sink.write('result\n'));
        await each.whileHidden(async () => sink.write('another: '));
        sink.write('answer\n');
      });
      each.end();
    }
    assert.equal(written(), 'question: another: answer\nresult\n'.repeat(2));
  });

  it('makes room for the address of a sign-in, which does not appear after a cancel', async () => {
    const given = { secrets: new Map(), answers: new Map(), yes: false, allowCommand: false, readable: [] };
    const host = createNodeHost({ ...given, tokens: memoryTokens(), cookies: memoryCookies() });
    const signIn = { ...host.signIn, open: async ({ url }: SignInPage) => sink.write(`Open ${url}\n`) };
    const asking = promptsInTurn({ ...host, signIn }, progress, () => sink.write('results\n')).signIn;
    progress.show(1, 2, 0, 'a');
    after(1000);
    const stop = new AbortController();
    const cancelled = asking.open({ id: 'id', url: 'http://b' }, stop.signal);
    stop.abort();
    await Promise.all([cancelled, asking.open({ id: 'id', url: 'http://a' }, new AbortController().signal)]);
    progress.end();
    assert.match(written(), /results\n(?:\r\u001b\[2K)?results\nOpen http:\/\/a\n$/);
    assert.doesNotMatch(written(), /http:\/\/b/);
  });
});
