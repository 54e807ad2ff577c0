import assert from 'node:assert/strict';
import { failureOf, runScript, valueOf } from '../../../support/scriptRun.ts';

describe('tool', () => {
  it('names the environment', async () => {
    assert.equal(await valueOf('tool.env', { env: 'dev' }), 'dev');
    assert.equal(await valueOf('tool.env'), null);
    assert.equal(await valueOf('(() => { tool.env = "prod"; return tool.env })()', { env: 'dev' }), 'dev');
  });

  for (const [expression, expected] of [
    ['tool.hash("md5", "abc")', '900150983cd24fb0d6963f7d28e17f72'],
    ['tool.hash("sha1", "abc")', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
    ['tool.hash("SHA-256", "abc", "hex")', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['tool.hash("sha256", "é\\0", "base64")', 'YTPy0txsrY27/IDw+1h9PmFGmVTILZBszoUjnkxsi70='],
    ['tool.hash("sha512", "abc").slice(0, 32)', 'ddaf35a193617abacc417349ae204131'],
    [
      'tool.hmac("sha256", "key", "The quick brown fox jumps over the lazy dog")',
      'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8',
    ],
    ['tool.hmac("md5", "key", "The quick brown fox jumps over the lazy dog", "base64")', 'gAcHE0Y+d0m5DC3CSRHidQ=='],
    ['tool.base64("é\\0😀")', 'w6kA8J+YgA=='],
    ['tool.fromBase64("w6kA8J+YgA==")', 'é\0😀'],
    ['tool.fromBase64("w6kA8J-YgA")', 'é\0😀'],
    ['/^[\\da-f]{8}-[\\da-f]{4}-4[\\da-f]{3}-[89ab][\\da-f]{3}-[\\da-f]{12}$/.test(tool.uuid()) && tool.uuid() !== tool.uuid()', true],
  ] as const) {
    it(expression, async () => {
      assert.equal(await valueOf(expression), expected);
    });
  }

  for (const [source, message] of [
    ['tool.hash("sha3", "x")', 'TypeError: "sha3" is not a supported hash: use md5, sha1, sha256 or sha512'],
    ['tool.hash("md5", "x", "utf8")', 'TypeError: "utf8" is not a supported encoding: use hex or base64'],
    ['tool.hash("md5", 5)', 'TypeError: tool.hash takes text, not number'],
    ['tool.base64(null)', 'TypeError: tool.base64 takes text, not null'],
    ['tool.sleep("1")', 'TypeError: tool.sleep(ms) takes milliseconds, 0 or more'],
    ['tool.sleep(1e12)', 'RangeError: tool.sleep(ms) waits at most 60000 ms, the limit for a whole script'],
    ['tool.sleep(-1)', 'TypeError: tool.sleep(ms) takes milliseconds, 0 or more'],
    ['tool.test("x")', 'TypeError: tool.test(name, fn): fn must be a function'],
  ] as const) {
    it(`refuses ${source}`, async () => {
      assert.equal(await failureOf(source), message);
    });
  }

  for (const kind of ['skip', 'stop'] as const) {
    it(`${kind} ends the script at the call`, async () => {
      const { result, variables } = await runScript(`tool.setVar("a", 1); tool.${kind}("not today"); tool.setVar("a", 2);`);
      assert.equal(result.failure, undefined);
      assert.deepEqual(result.skipped, { kind, reason: 'not today' });
      assert.equal(variables.get('a'), 1);
    });

    it(`${kind} counts also where the script catches it`, async () => {
      const { result } = await runScript(`try { tool.${kind}() } catch {}`);
      assert.deepEqual(result.skipped, { kind, reason: '' });
    });

    it(`${kind} ends the wait for a function or a sleep`, async () => {
      const { result } = await runScript(`void tool.sleep(60000); await (async () => { await tool.sleep(1); tool.${kind}("x") })();`);
      assert.deepEqual(result.skipped, { kind, reason: 'x' });
    });
  }

  it('cancel ends script and request', async () => {
    const { result } = await runScript('\ntool.cancel();');
    assert.deepEqual(result.failure, {
      kind: 'cancelled',
      message: 'the script cancelled the request',
      at: { file: '/ws/users.req', line: 11, column: 12 },
    });
  });
});
