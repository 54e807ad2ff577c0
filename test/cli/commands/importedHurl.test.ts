import assert from 'node:assert/strict';
import { makeFolder, runReq, type Folder } from '../../support/command.ts';
import { startRecorder, type Recorder } from '../../support/recorder.ts';

const answer = JSON.stringify({
  n: 5,
  list: [1, 2, 3],
  nested: [['a', 'b']],
  users: [
    { id: 1, name: 'Ada' },
    { id: 2, name: 'Bob' },
  ],
  bytes: 'w6TDtg==',
  safe: 'PDw_Pz8-Pg',
  link: 'https://a.example/?x=ä',
  html: 'a > b & "c"',
});

/** Asserts that hold in Hurl, by the feature that they use. */
const asserts: readonly (readonly [what: string, ...lines: readonly string[]])[] = [
  ['a number of the options', 'jsonpath "$.n" == {{five}}', 'jsonpath "$.n" > {{one}}', 'variable "text" == "abc"'],
  [
    'one selected node',
    `jsonpath "$.users[?(@.id==2)].name" == "Bob"`,
    'jsonpath "$..list" count == 3',
    'jsonpath "$.nested[*]" count == 2',
  ],
  [
    'several selected nodes',
    'jsonpath "$.users[*].name" contains "Ada"',
    'jsonpath "$..id" count == 2',
    'jsonpath "$..name" nth 1 == "Bob"',
  ],
  ['no selected node', 'jsonpath "$..nope" not exists', 'jsonpath "$.users[?(@.id==9)]" not exists'],
  ['one list that a path names', 'jsonpath "$.list" last == 3', 'jsonpath "$.nested" count == 1'],
  ['repeated headers', 'header "X-Two" nth 0 == "a"', 'header "X-Two" nth 1 startsWith "b"', 'header "X-Two" count == 2'],
  [
    'bytes',
    'jsonpath "$.bytes" base64Decode == hex,c3a4 c3b6;',
    'jsonpath "$.bytes" base64Decode toHex == "c3a4c3b6"',
    'jsonpath "$.bytes" base64Decode utf8Decode == "äö"',
  ],
  [
    'base64 of both alphabets',
    'jsonpath "$.safe" base64UrlSafeDecode base64Encode == "PDw/Pz8+Pg=="',
    'jsonpath "$.safe" base64UrlSafeDecode base64UrlSafeEncode == "PDw_Pz8-Pg"',
    'jsonpath "$.safe" base64UrlSafeDecode == base64,PDw/Pz8+Pg==;',
  ],
  [
    'encodings',
    'jsonpath "$.link" urlEncode == "https%3A//a.example/%3Fx%3D%C3%A4"',
    'jsonpath "$.html" htmlEscape == "a &gt; b &amp; &quot;c&quot;"',
    'jsonpath "$.link" urlQueryParam "x" == "ä"',
  ],
];

describe('an imported file of Hurl', () => {
  let server: Recorder;
  let folder: Folder;
  before(async () => {
    const length = Buffer.byteLength(answer);
    server = await startRecorder(
      () => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Two: a\r\nX-Two: b2\r\nContent-Length: ${length}\r\n\r\n${answer}`,
    );
  });
  after(() => server.close());
  beforeEach(() => (folder = makeFolder()));
  afterEach(() => folder.remove());

  const outcome = async (lines: readonly string[]): Promise<string> => {
    const options = '[Options]\nvariable: five=5\nvariable: one=1\nvariable: text=abc';
    folder.write('a.hurl', `GET ${server.url}/\n${options}\nHTTP 200\n[Asserts]\n${lines.join('\n')}\n`);
    const imported = await runReq(['import', 'hurl', 'a.hurl', '--force'], { cwd: folder.path });
    assert.match(imported.stderr, /^1 request, 1 carried over completely/m, imported.stderr);
    const { code, stdout } = await runReq(['run', 'a.req'], { cwd: folder.path });
    return `${code} ${stdout}`;
  };

  for (const [what, ...lines] of asserts) {
    it(`judges ${what} as Hurl does`, async () => {
      const passes = await outcome(lines);
      assert.match(passes, /^0 /, passes);
    });
  }

  it('fails where Hurl fails', async () => {
    const wrong = [
      'jsonpath "$.n" == "5"',
      'jsonpath "$..nope" exists',
      'header "X-Two" nth 0 == "b2"',
      'jsonpath "$.bytes" base64Decode == hex,00;',
    ];
    for (const line of wrong) {
      const fails = await outcome([line]);
      assert.doesNotMatch(fails, /^0 /, `${line}\n${fails}`);
    }
  });
});
