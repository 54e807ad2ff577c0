import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { validateXML } from 'xmllint-wasm';
import { withoutCommands } from '../../../src/cli/output/workflowCommands.ts';
import { fileEvents, reportInTurns, reportOf, summaryOf, type ResultFacts } from '../../support/reports.ts';

const schema = fs.readFileSync(path.join(import.meta.dirname, '../../fixtures/junit.xsd'), 'utf8');

async function problemsOfXml(xml: string): Promise<readonly string[]> {
  const { valid, errors } = await validateXML({
    xml: { fileName: 'report.xml', contents: xml },
    schema: { fileName: 'junit.xsd', contents: schema },
  });
  return valid ? [] : errors.map((e) => e.rawMessage);
}

const test = (name: string, message: string | null = null): NonNullable<ResultFacts['tests']>[number] => ({
  name,
  passed: message === null,
  message,
  line: 7,
});

const everything: readonly ResultFacts[] = [
  { name: 'good', tests: [test('status == 200')], tries: 2 },
  {
    name: 'bad',
    verdict: 'failed',
    tests: [{ ...test('body == 1', 'expected 1, got 2'), expected: '{\n  "a": 1\n}', actual: '{\n  "a": 2\n}' }],
  },
  {
    name: 'dead',
    verdict: 'failed',
    status: undefined,
    failure: { kind: 'network', message: 'Refused.', hint: 'Start it.', at: { file: 'a.req', line: 2, column: 1 } },
  },
  { name: 'left', verdict: 'skipped', sent: undefined, status: undefined, reason: 'not # today' },
  { name: 'late', verdict: 'cancelled', status: undefined, failure: { kind: 'cancelled', message: 'Cancelled.' } },
];
const summary = summaryOf({
  passed: 1,
  failed: 2,
  skipped: 1,
  cancelled: 1,
  notRun: 3,
  tests: { passed: 1, failed: 1 },
  ended: { why: 'cancelled' },
});

describe('the report', () => {
  it('pretty shows requests, failures with place and difference, and the totals', () => {
    assert.equal(
      reportOf('pretty', fileEvents('a.req', everything), summary),
      `a.req
  ✓ good  GET http://h/a  200 OK  4.0 ms  2 B  1 test  2 tries
  ✗ bad  GET http://h/a  200 OK  4.0 ms  2 B  1 test
      ✗ body == 1  a.req:7
        expected 1, got 2
          {
        -   "a": 1
        +   "a": 2
          }
  ✗ dead  GET http://h/a
      a.req:2
      Refused.
      Start it.
  - left  skipped: not # today
  ! late  GET http://h/a  cancelled

Cancelled.
5 requests: 1 passed, 2 failed, 1 skipped, 1 cancelled, 3 not run
2 tests: 1 passed, 1 failed
1.23 s
`,
    );
  });

  for (const [name, note] of [
    ['junit', '5 test cases are left out after Ctrl+C.'],
    ['html', '5 requests left out after Ctrl+C.'],
    ['dot', '2 failed requests are left out after Ctrl+C.'],
  ] as const)
    it(`${name} is whole, with all counts, where Ctrl+C leaves out its results`, async () => {
      const isLate = (): boolean => true;
      const text = reportOf(name, fileEvents('a.req', everything), summary, false, isLate);
      assert.ok(text.includes(note), text);
      assert.equal(text.includes('Refused.'), false);
      assert.match(text, /2 failed|failures="1" errors="1"/);
      if (name === 'junit') assert.deepEqual(await problemsOfXml(text), []);
    });

  it('pretty names no file of which nothing ran', () => {
    const text = reportOf('pretty', [...fileEvents('a.req', []), ...fileEvents('b.req', [{ name: 'good' }], 1)], summaryOf());
    assert.match(text, /^b\.req\n {2}✓ good [^\n]*\n\n1 request/);
  });

  it('pretty prints the request line once if it is the name', () => {
    assert.match(reportOf('pretty', fileEvents('a.req', [{ name: 'GET http://h/a' }]), summary), /✓ GET http:\/\/h\/a {2}200 OK/);
  });

  it('dot has a sign for each request, and then the failures', () => {
    assert.match(
      reportOf('dot', fileEvents('a.req', everything), summary),
      /^\.FF-!\n\n✗ a\.req:7 {2}bad\n {4}body == 1: expected 1, got 2\n\n✗ a\.req:2 {2}dead\n/,
    );
  });

  it('tap is TAP 14', () => {
    assert.equal(
      reportOf('tap', fileEvents('a.req', everything), summary),
      `TAP version 14
# a.req
ok 1 - good
not ok 2 - bad
  ---
  duration_ms: 5
  problems:
    - message: "expected 1, got 2"
      test: "body == 1"
      expected: "{\\n  \\"a\\": 1\\n}"
      actual: "{\\n  \\"a\\": 2\\n}"
      at: "a.req:7"
  ...
not ok 3 - dead
  ---
  duration_ms: 5
  problems:
    - message: "Refused.\\nStart it."
      at: "a.req:2"
  ...
ok 4 - left # SKIP not \\# today
not ok 5 - late
  ---
  duration_ms: 5
  problems:
    - message: "Cancelled."
      at: "a.req:2"
  ...
Bail out! Cancelled
1..5
`,
    );
  });

  it('github has an annotation for each problem', () => {
    assert.equal(
      reportOf('github', fileEvents('a.req', everything), summary),
      '::error file=a.req,line=7,title=bad::body == 1%0Aexpected 1, got 2\n::error file=a.req,line=2,title=dead::Refused.%0AStart it.\n',
    );
  });

  it('junit conforms to the schema of CI systems, with failures, errors and skipped tests', async () => {
    const xml = reportOf('junit', [...fileEvents('a.req', everything), ...fileEvents('b.req', [{}], 1)], summary);
    assert.deepEqual(await problemsOfXml(xml), []);
    assert.match(xml, /<testsuites name="req run" tests="6" failures="1" errors="1" time="1\.234">/);
    assert.match(
      xml,
      /<testsuite name="a\.req" tests="5" failures="1" errors="1" skipped="2" time="0\.025" timestamp="1970-01-01T00:00:00" file="a\.req">/,
    );
    assert.match(xml, /<failure message="body == 1: expected 1, got 2" type="assertion">a\.req:7\n/);
    assert.match(xml, /<error message="Refused\." type="network">a\.req:2\nRefused\.\nStart it\.<\/error>/);
  });

  it('junit is valid XML for any response', async () => {
    const hostile = ']]> <script>&amp; " \' \u0000\u0008\u001b[31m\ufffe\ud800 \u{1f600}\r\n::error::x ##[error]y';
    const xml = reportOf(
      'junit',
      fileEvents('a.req', [
        {
          name: hostile.replaceAll(/[\r\n]/g, ''),
          verdict: 'failed',
          tests: [test(hostile, hostile)],
          console: [{ level: 'log', text: hostile }],
        },
      ]),
    );
    assert.deepEqual(await problemsOfXml(xml), []);
    assert.match(xml, /␀␈␛\[31m⟨U\+FFFE⟩⟨U\+D800⟩ 😀/);
    assert.doesNotMatch(xml, /^\s*::|##\[/m);
  });

  it('html is one page without scripts that loads nothing, with every text as text', () => {
    const hostile = '<img src=x onerror=alert(1)></style><script>"\'&';
    const html = reportOf(
      'html',
      fileEvents(hostile, [
        {
          name: hostile,
          verdict: 'failed',
          tests: [test(hostile, hostile)],
          reason: hostile,
          sent: { method: 'GET', url: hostile },
          statusText: hostile,
          console: [{ level: 'log', text: hostile }],
        },
      ]),
    );
    assert.match(html, /http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'/);
    assert.doesNotMatch(html, /<script|<img|<link|@import|url\(|src=[^x]/);
    assert.equal(html.match(/<\/style>/g)?.length, 1);
  });

  it('json is valid JSON also if nothing ran, without commands of a CI', async () => {
    const empty = JSON.parse(reportOf('json', [])) as { requests: unknown[]; summary: { startedAt: string; elapsed: number } };
    assert.deepEqual([empty.requests, empty.summary.startedAt, empty.summary.elapsed], [[], '1970-01-01T00:00:00.000Z', 1234]);
    const [started, , ended] = fileEvents('a.req', [{}]);
    const request = { ...fileEvents('a.req', [{}])[1], json: '{"text": "##[error]"}' } as NonNullable<typeof started>;
    const text = await reportInTurns('json', [started, request, ended] as NonNullable<typeof started>[]);
    assert.ok(!text.includes('##['));
    assert.deepEqual((JSON.parse(text) as { requests: unknown }).requests, [{ text: '##[error]' }]);
  });

  it('makes no command of GitHub Actions of any text', () => {
    const part = fc.constantFrom('::', ':', '##[', '##', '[', ' ', '\n', '\r', '\t', '%', 'error', '\u001b[31m', ',', 'a');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const isCommand = (line: string): boolean =>
          line
            .replaceAll(/\u001b\[\d+m/g, '')
            .trimStart()
            .startsWith('::') || line.includes('##[');
        assert.ok(
          !withoutCommands(text)
            .split(/[\r\n]/)
            .some(isCommand),
          JSON.stringify(text),
        );
        const report = reportOf('github', fileEvents(`${text}.req`, [{ verdict: 'failed', tests: [test(text, text)] }]));
        assert.match(report, /^::error file=[^:,\r\n]*,line=7,title=[^:,\r\n]*::[^\r\n]*\n$/);
        assert.ok(!report.includes('##['));
      }),
    );
  });
});
