import assert from 'node:assert/strict';
import { failureOf, runScript, valueOf } from '../../../support/scriptRun.ts';

describe('timers of scripts', () => {
  it('keep the script running until they are over', async () => {
    const { variables } = await runScript('setTimeout(() => tool.setVar("a", 1), 5);');
    assert.equal(variables.get('a'), 1);
  });

  it('fail the script by an error of their function, at its line', async () => {
    const { result } = await runScript('setTimeout(() => {\n  null.x;\n}, 1);');
    assert.equal(result.failure?.message, "TypeError: cannot read property 'x' of null");
    assert.equal(result.failure?.at?.line, 11);
  });

  it('wait at most as long as tool.sleep', async () => {
    assert.equal(
      await failureOf('setTimeout(() => 1, 1e9)'),
      'RangeError: setTimeout waits at most 60000 ms, the limit for a whole script',
    );
  });

  it('end with the script that a limit ends', async () => {
    const { result } = await runScript('setInterval(() => { for (;;); }, 1)', { limits: { timeMs: 300, memory: 64 << 20 } });
    assert.match(result.failure?.message ?? '', /ran longer/);
  });
});

describe('crypto.subtle of scripts', () => {
  it('hides the material of a key from the console and from text', async () => {
    const { printed } = await runScript(
      'const key = await crypto.subtle.importKey("raw", new TextEncoder().encode("s3cret"), { name: "HMAC", hash: "SHA-1" }, true, ["sign"]); console.log(key); console.log(JSON.stringify(key));',
    );
    assert.equal(printed.length, 2);
    for (const [, text] of printed) assert.doesNotMatch(text, /s3cret|115|\$key/);
  });

  it('refuses keys that are not made by it', async () => {
    assert.match((await failureOf('await crypto.subtle.exportKey("raw", { $key: 0 })')) ?? '', /The key belongs to another script/);
  });

  it('shares a key with no other script', async () => {
    await runScript('await crypto.subtle.importKey("raw", new Uint8Array(16), "AES-CBC", true, ["encrypt"])');
    assert.match((await failureOf('await crypto.subtle.exportKey("raw", { $key: 0 })')) ?? '', /The key belongs to another script/);
  });

  it('counts its work as time of the script', async () => {
    const { result } = await runScript(
      'const key = await crypto.subtle.importKey("raw", new Uint8Array(3), "PBKDF2", false, ["deriveBits"]); for (;;) await crypto.subtle.deriveBits({ name: "PBKDF2", salt: new Uint8Array(8), iterations: 1e5, hash: "SHA-1" }, key, 64)',
      { limits: { timeMs: 300, memory: 64 << 20 } },
    );
    assert.match(result.failure?.message ?? '', /ran longer/);
  });

  it('refuses work of minutes', async () => {
    assert.match(
      (await failureOf(
        'await crypto.subtle.generateKey({ name: "RSA-PSS", modulusLength: 65536, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-1" }, true, ["sign"])',
      )) ?? '',
      /^RangeError: RSA keys have at most 8192 bits/,
    );
    const derive = (iterations: number, bits: number): string =>
      `const key = await crypto.subtle.importKey("raw", new Uint8Array(8), "PBKDF2", false, ["deriveBits"]); await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-1", salt: new Uint8Array(8), iterations: ${iterations} }, key, ${bits});`;
    assert.equal(await failureOf(derive(1, 128)), undefined);
    assert.match((await failureOf(derive(1, 2 ** 21))) ?? '', /^RangeError: deriveBits derives at most 1048576 bits/);
    assert.match((await failureOf(derive(1e8, 128))) ?? '', /^RangeError: PBKDF2 takes at most 10000000 iterations/);
  });
});

describe('globals of libraries', () => {
  it('can be replaced by a script, before and after their first use', async () => {
    assert.deepEqual(await valueOf('(() => { globalThis.URL = 5; atob(""); globalThis.atob = 6; return [URL, atob] })()'), [5, 6]);
  });

  it('are hidden by names of the script', async () => {
    assert.equal(await valueOf('(() => { const URL = 7; return URL })()'), 7);
  });

  it('reach nothing of the host', async () => {
    for (const what of ['URL', 'crypto.subtle.digest', 'setTimeout', 'Intl.NumberFormat', 'structuredClone'])
      assert.equal(await valueOf(`typeof ${what}.constructor("return this")().process`), 'undefined');
  });
});
