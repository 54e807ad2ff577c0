import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Host } from '../../src/runner/index.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { sendRun } from '../support/sendRun.ts';

describe('waiting for the user', () => {
  let recorder: Recorder;
  beforeEach(async () => {
    recorder = await startRecorder();
  });
  afterEach(() => recorder.close());

  it("takes time that is not the run's: not in its events, its timings, nor within its time limit", async () => {
    let waited = 0;
    const taking = async <T>(ms: number, answer: T): Promise<T> => {
      const since = performance.now();
      await sleep(ms);
      waited += performance.now() - since;
      return answer;
    };
    const host: Partial<Host> = {
      asks: true,
      ask: () => taking(300, ['x']),
      maySend: () => taking(2200, true),
    };
    const text = `# @timeout 2s\nGET ${recorder.url}/{{?a}}\n\n?? duration < 2000\n`;
    const began = performance.now();
    const { result, events, tests } = await sendRun({ 'a.req': text }, { host });
    const rest = performance.now() - began - waited;
    assert.equal(result.failure?.message, undefined);
    assert.deepEqual(tests, ['+ duration < 2000']);
    const asked = events.filter((e) => e.kind === 'asking');
    assert.deepEqual(
      asked.map((e) => e.isAsked),
      [true, false, true, false],
    );
    // The clock stands still between a question and its answer.
    assert.ok(asked.every(({ at }) => at <= rest));
    const finished = events.at(-1);
    assert.ok(finished?.kind === 'finished' && finished.at <= rest && finished.timings.total <= rest, JSON.stringify([finished, rest]));
  });
});
