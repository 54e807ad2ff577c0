import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { failureOf, runScript, valueOf } from '../../support/scriptRun.ts';
import { sendRun } from '../../support/sendRun.ts';

describe("handlers of JetBrains' HTTP Client", () => {
  const shop = '{ items: [{ id: 1, tags: ["a", "b"], "the name": "x" }, { id: 2, tags: [] }] }';
  for (const [expression, expected] of [
    [`jsonPath(${shop}, "$.items[0].id")`, 1],
    [`jsonPath(${shop}, "$.items[*].id")`, [1, 2]],
    [`jsonPath(${shop}, "$..tags[0]")`, ['a']],
    [`jsonPath(${shop}, "$.items[?@.id == 2].id")`, [2]],
    [`jsonPath(${shop}, "$.items[0]['the name']")`, 'x'],
    [`jsonPath(${shop}, "$.items[0:1].id")`, [1]],
    [`jsonPath(${shop}, "$.no.such")`, null],
    [`jsonPath('{"a": 5}', "$.a")`, 5],
    ['xpath("<a><b c=\'1\'>x</b><b>y</b></a>", "//b")', ['x', 'y']],
    ['xpath("<a><b c=\'1\'>x</b></a>", "/a/b")', 'x'],
    ['xpath("<a><b c=\'1\'>x</b></a>", "/a/b/@c")', '1'],
    ['xpath("<a><b/><b/></a>", "count(//b)")', 2],
    ['xpath("<a/>", "count(//b) = 0")', true],
    ['xpath("<a>é</a>", "string(/a)")', 'é'],
    ['xpath("<a xmlns=\'urn:x\'><b>n</b></a>", "/a/b")', 'n'],
    ['xpath("<a/>", "//b")', null],
  ] as const) {
    it(`evaluate ${expression}`, async () => {
      assert.deepEqual(await valueOf(`JSON.stringify(${expression})`), JSON.stringify(expected));
    });
  }

  it('get the reason why a path or a document is wrong', async () => {
    assert.match((await failureOf('jsonPath({}, "$.[")')) ?? '', /Error/);
    assert.match((await failureOf('xpath("<a>", "/a")')) ?? '', /the XML is not well-formed/);
    assert.equal(await failureOf('jsonPath({}, 5)'), 'TypeError: jsonPath(value, path): path must be text');
  });

  it('read and set variables of all kinds', async () => {
    const { variables, result } = await runScript(
      'client.variables.global.set("a", 1); request.variables.set("b", client.variables.file.get("given")); client.global.set("c", request.environment.get("given")); client.global.set("d", client.variables.environment.get("no")); client.global.clear("a"); tool.setVar("empty", client.global.isEmpty())',
      { variables: new Map([['given', 'x']]) },
    );
    assert.equal(result.failure, undefined);
    assert.deepEqual(Object.fromEntries(variables), { given: 'x', b: 'x', c: 'x', d: null, empty: false });
  });

  it('have $random, which a seed repeats', async () => {
    const checks =
      '[/^[a-z]{5}$/i.test($random.alphabetic(5)), /^\\w{6}$/.test($random.alphanumeric(6)), /^[\\da-f]{7}$/i.test($random.hexadecimal(7)), $random.integer(3, 4), $random.integer() < 1000, $random.float(1, 2) < 2, $random.uuid.length, $random.email.includes("@"), $random.name.firstName.length > 1, $random.address.city.length > 1]';
    const script = `request.headers.set("X-A", $random.alphabetic(20) + $random.uuid); request.headers.set("X-B", JSON.stringify(${checks}));`;
    const server = await startRecorder();
    try {
      for (let i = 0; i < 2; i++) await sendRun({ 'a.req': `# @seed 3\n< {%\n${script}\n%}\nGET ${server.url}/\n` });
      const header = (name: string): readonly string[] =>
        server.requests.map(({ head }) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '');
      assert.deepEqual(header('X-B')[0], '[true,true,true,3,true,true,36,true,true,true]');
      const [one, other] = header('X-A');
      assert.equal(one?.length, 56, one);
      assert.equal(one, other);
    } finally {
      await server.close();
    }
    assert.match((await failureOf('$random.integer("1}} {{x", 2)')) ?? '', /TypeError: \$random\.integer: arguments must be numbers/);
  });

  it('hash texts and bytes at once', async () => {
    const parts = [
      'crypto.md5().updateWithText("").digest().toHex()',
      'crypto.sha1().updateWithText("é", "ISO-8859-1").digest().toHex()',
      'crypto.sha256().updateWithText("a").updateWithHex("62").updateWithBase64("Yw==").digest().toHex()',
      'crypto.sha512().updateWithText("é").digest().toBase64()',
      'crypto.hmac.sha256().withTextSecret("key").updateWithText("text").digest().toBase64(true)',
      'crypto.hmac.sha1().withHexSecret("6b6579").updateWithText("text").digest().toHex()',
      'crypto.hmac.md5().withBase64Secret("a2V5").updateWithText("text").digest().toHex()',
    ];
    const hash = (name: string, text: string, encoding: BufferEncoding = 'utf8') => createHash(name).update(Buffer.from(text, encoding));
    const hmac = (name: string) => createHmac(name, 'key').update('text');
    assert.equal(
      await valueOf(`JSON.stringify([${parts.join(',')}])`),
      JSON.stringify([
        hash('md5', '').digest('hex'),
        hash('sha1', 'é', 'latin1').digest('hex'),
        hash('sha256', 'abc').digest('hex'),
        hash('sha512', 'é').digest('base64'),
        hmac('sha256').digest('base64url'),
        hmac('sha1').digest('hex'),
        hmac('md5').digest('hex'),
      ]),
    );
    assert.match((await failureOf('crypto.md5().updateWithText("a", "UTF-16")')) ?? '', /TypeError: crypto: the encoding UTF-16/);
  });

  it('end by client.exit, and their request is sent', async () => {
    const { result, variables } = await runScript('client.global.set("a", 1); client.exit(); client.global.set("a", 2);');
    assert.deepEqual([result.failure, result.skipped, variables.get('a')], [undefined, undefined, 1]);
  });

  describe('client.global.headers', () => {
    let server: Recorder;
    beforeEach(async () => (server = await startRecorder()));
    afterEach(() => server.close());

    it('are sent with later requests that have no header of that name', async () => {
      const first = `# @name first\n< {%\nclient.global.headers.set("X-Token", "t1"); client.global.headers.set("X-Own", "global"); client.global.headers.set("X-Gone", "1"); client.global.headers.clear("X-Gone");\n%}\nGET ${server.url}/first\n`;
      const { result } = await sendRun({ 'a.req': `${first}\n###\n# @ref first\nGET ${server.url}/second\nx-own: mine\n` });
      assert.equal(result.outcome, 'complete');
      const [one = '', two = ''] = server.requests.map(({ head }) => head);
      assert.doesNotMatch(one, /X-Token/);
      assert.match(two, /X-Token: t1/);
      assert.match(two, /x-own: mine/);
      assert.doesNotMatch(two, /X-Own|X-Gone/);
    });

    it('hide a secret that a script wrote into them', async () => {
      const first = `# @name first\n< {%\nclient.global.headers.set("X-Key", tool.interpolate("{{$secret.KEY}}").split("").join("-"));\n%}\nGET ${server.url}/first\n`;
      const { result, events } = await sendRun(
        { 'a.req': `${first}\n###\n# @ref first\nGET ${server.url}/second\n` },
        { host: { secret: () => Promise.resolve('hush-4711') } },
      );
      assert.equal(result.outcome, 'complete');
      assert.match(server.requests[1]?.head ?? '', /X-Key: h-u-s-h/);
      assert.doesNotMatch(JSON.stringify(events), /h-u-s-h/);
    });
  });
});
