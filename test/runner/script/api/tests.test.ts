import assert from 'node:assert/strict';
import { runScript } from '../../../support/scriptRun.ts';

describe('tool.test', () => {
  it('reports each test with its place, and continues after a failure', async () => {
    const { result, tests } = await runScript(`tool.test("passes", () => {});
tool.test("fails", () => {
  tool.expect(1).to.equal(2);
});
tool.test("throws", () => { null.x });`);
    assert.equal(result.failure, undefined);
    assert.deepEqual(tests, [
      { name: 'passes', passed: true, message: null, line: 10 },
      { name: 'fails', passed: false, message: 'expected 1 to equal 2', line: 12, expected: '2', actual: '1' },
      { name: 'throws', passed: false, message: "TypeError: cannot read property 'x' of null", line: 14 },
    ]);
  });

  it('waits for asynchronous tests, awaited or not', async () => {
    const { tests } = await runScript(`
      let go;
      const told = new Promise((resolve) => { go = resolve; });
      tool.test("slow", async () => { await told; await tool.sleep(1); tool.expect(1).to.equal(1); });
      await tool.test("awaited", async () => { await tool.sleep(1); throw new Error("late"); });
      go();`);
    assert.deepEqual(
      tests.map(({ name, passed, message }) => [name, passed, message]),
      [
        ['awaited', false, 'Error: late'],
        ['slow', true, null],
      ],
    );
  });

  it('fails a test that never ends', async () => {
    const { result, tests } = await runScript('tool.test("hangs", () => new Promise(() => {}));');
    assert.equal(result.failure, undefined);
    assert.deepEqual(tests, [
      { name: 'hangs', passed: false, message: 'the test awaits a promise that nothing will ever settle', line: 10 },
    ]);
  });

  it('describes whatever is thrown', async () => {
    const { tests } = await runScript('tool.test("a", () => { throw undefined }); tool.test("b", () => Promise.reject("no"));');
    assert.deepEqual(
      tests.map((t) => t.message),
      ['the script threw undefined', 'the script threw "no"'],
    );
  });

  it('lets skip leave the script from inside', async () => {
    const { result, tests } = await runScript('tool.test("a", () => tool.skip("why")); tool.setVar("a", 1);');
    assert.deepEqual(result.skipped, { kind: 'skip', reason: 'why' });
    assert.deepEqual(tests, []);
  });

  it('ends a script with more than 10,000 tests', async () => {
    const { result, tests } = await runScript('for (let i = 0; ; i++) tool.test("t" + i, () => {});');
    assert.equal(result.failure?.message, 'RangeError: a script can have at most 10,000 tests');
    assert.equal(tests.length, 10_000);
  });
});

describe('tool.expect outside a test', () => {
  it('fails the script', async () => {
    const { result } = await runScript('\ntool.expect({ a: 1 }).to.have.property("b");');
    assert.equal(result.failure?.message, 'AssertionError: expected { a: 1 } to have a property "b"');
    assert.equal(result.failure.at?.line, 11);
  });
});
