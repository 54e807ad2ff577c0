import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import vm from 'node:vm';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { sendRun, type SendRun } from '../../support/sendRun.ts';

const require = createRequire(import.meta.url);

/** Expressions from scripts of Postman and Bruno. */
const expressions = [
  'Buffer.from("user:pässword").toString("base64")',
  'Buffer.from("dXNlcjpww6Q", "base64").toString()',
  'Buffer.from("c3ViamVjdHM_", "base64").toString("utf8")',
  'Buffer.from([104, 105, 255]).toString("hex")',
  'Buffer.from("00ff10", "hex").length',
  'Buffer.concat([Buffer.from("a"), Buffer.alloc(2, "x")]).toString("latin1")',
  'Buffer.from("€uro").subarray(0, 3).toString()',
  'Buffer.byteLength("€")',
  'Buffer.compare(Buffer.from("a"), Buffer.from("b"))',
  'Buffer.from("abc").equals(Buffer.from("abc"))',
  'JSON.stringify(Buffer.from("a"))',
  'Buffer.isBuffer(Buffer.from("")) && Buffer.from("") instanceof Uint8Array',
  'Buffer.from(new Uint16Array([1, 258]).buffer).readUInt16LE(2)',
  'require("buffer").Buffer === Buffer',
  ...['md5', 'sha1', 'sha224', 'SHA256', 'sha384', 'sha512', 'ripemd160'].map(
    (name) => `require("crypto").createHash("${name}").update("grüße").update(Buffer.from([0, 255])).digest("hex")`,
  ),
  ...['md5', 'sha1', 'sha256', 'sha512'].flatMap((name) => [
    `require("crypto").createHmac("${name}", "key").update("text").digest("base64")`,
    `require("crypto").createHmac("${name}", Buffer.from("ff00", "hex")).update("00ff", "hex").digest("hex")`,
  ]),
  'require("crypto").createHash("sha256").update("").digest("base64url")',
  'require("crypto").createHash("sha256").update(new Uint8Array([1, 2]).subarray(1)).digest("base64")',
  'require("crypto").createHash("sha1").update("a").digest().length',
  'require("crypto").createHash("md5").update(Buffer.from("a")).digest().toString("hex")',
  'require("crypto").randomBytes(12).length',
  'require("crypto").randomUUID().length',
  '[require("crypto").randomInt(3, 4), require("crypto").randomInt(1)].join()',
  'require("crypto").timingSafeEqual(Buffer.from("ab"), Buffer.from("ab"))',
  'require("node:crypto").createHash("sha256").update("a").digest("hex")',
];

describe('packages of Node.js in scripts', () => {
  let server: Recorder;
  before(async () => (server = await startRecorder()));
  after(() => server.close());
  const run = (script: string): Promise<SendRun> => sendRun({ 'a.req': `< {%\n${script}\n%}\nGET ${server.url}\n` });

  it('have the results of Node.js', async () => {
    const sent = await run(`tool.setVar("all", [\n${expressions.join(',\n')}\n]);`);
    assert.equal(sent.result.failure?.message, undefined);
    const own = expressions.map((e): unknown => vm.runInNewContext(e, { require, Buffer, Uint8Array, Uint16Array }));
    assert.deepEqual(sent.variable('all'), own);
  });

  for (const [what, script, message] of [
    [
      'a hash that is not there',
      'require("crypto").createHash("sha3-256")',
      /^Error: crypto: the hash sha3-256 is not supported: md5, sha1/,
    ],
    [
      'a function that is not there',
      'require("crypto").createSign("RSA-SHA256")',
      /^Error: crypto\.createSign is not possible in Req: use crypto\.subtle/,
    ],
    ['data that is no text', 'require("crypto").createHash("md5").update({})', /^TypeError: crypto: the data must be text, a Buffer/],
    ['a second digest', 'const h = require("crypto").createHash("md5"); h.digest(); h.digest();', /^Error: Digest already called/],
  ] as const)
    it(`report an error for ${what}`, async () => {
      assert.match((await run(script)).result.failure?.message ?? '', message);
    });

  it('are not loaded by packages that only look for them', async () => {
    const sent = await run(
      'require("lodash").isBuffer({}); tool.setVar("own", Object.getOwnPropertyDescriptor(globalThis, "Buffer").get !== undefined);',
    );
    assert.equal(sent.variable('own'), true);
  });
});
