import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunEvent } from '../../src/runner/index.ts';
import { sendRun, type SendRun } from '../support/sendRun.ts';

type Reported<K extends RunEvent['kind']> = Extract<RunEvent, { readonly kind: K }>;
const of = <K extends RunEvent['kind']>({ events }: SendRun, kind: K): Reported<K>[] =>
  events.filter((e): e is Reported<K> => e.kind === kind);

describe('what a run reports beside the exchange', () => {
  let server: Server;
  let url: string;
  before(async () => {
    server = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end('{"id": 12345678901234567890, "list": [1, 2]}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is what each placeholder became and where from, a secret hidden', async () => {
    const file = `@base = ${url}\n# @secret key\n@key = hush-hush\nGET {{base}}/a?k={{key}}&id={{$uuid}}\nX-Base: {{base}}\n`;
    const [reported] = of(await sendRun({ 'a.req': file }), 'substituted');
    assert.deepEqual(
      reported?.substitutions.map(({ placeholder, text, source }) => [
        placeholder,
        text,
        source.kind === 'variable' ? `line ${source.origin.line}` : source.kind,
      ]),
      [
        ['{{base}}', url, 'line 1'],
        ['{{key}}', '•••', 'line 3'],
        ['{{$uuid}}', '0', 'dynamic'],
      ],
    );
    assert.doesNotMatch(JSON.stringify(reported), /hush/);
  });

  it('is how long scripts and assertions took, with their lines', async () => {
    const sent = await sendRun({ 'a.req': `< {% 1; %}\nGET ${url}\n\n?? status == 200\n?? body.id exists\n\n> {% 2; %}\n\n?? size > 1\n` });
    assert.deepEqual(
      of(sent, 'script').map(({ phase, line, duration }) => [phase, line, duration >= 0]),
      [
        ['pre-request', 1, true],
        ['assertions', 4, true],
        ['response', 7, true],
        ['assertions', 9, true],
      ],
    );
  });

  it('is the requests that ran before, and whose tests are whose', async () => {
    const file = `# @name first\nGET ${url}\n\n?? status == 200\n\n###\n# @ref first\nGET ${url}\n\n?? status == 200\n`;
    const sent = await sendRun({ 'a.req': file });
    assert.deepEqual(
      of(sent, 'needed').map(({ name, by, status }) => [name, by, status]),
      [['first', 'ref', '200 OK']],
    );
    assert.deepEqual(
      of(sent, 'test').map(({ result }) => [result.request, result.line]),
      [
        ['first', 4],
        [undefined, 10],
      ],
    );
  });

  it('is both sides of a comparison that failed, numbers with their digits', async () => {
    const script = "tool.test('t', () => tool.expect({ a: 1, b: [2] }).to.eql({ a: 1, b: [3] }));";
    const file = `GET ${url}\n\n?? body == {"id": 12345678901234567891, "list": [1, 2]}\n?? status > 300\n\n> {% ${script} %}\n`;
    const results = of(await sendRun({ 'a.req': file }), 'test').map((e) => e.result);
    assert.deepEqual(
      results.map(({ expected, actual }) => [expected, actual]),
      [
        [
          '{\n  "id": 12345678901234567891,\n  "list": [\n    1,\n    2\n  ]\n}',
          '{\n  "id": 12345678901234567890,\n  "list": [\n    1,\n    2\n  ]\n}',
        ],
        [undefined, undefined],
        ['{\n  a: 1,\n  b: [\n    3\n  ]\n}', '{\n  a: 1,\n  b: [\n    2\n  ]\n}'],
      ],
    );
  });

  it('is that a multipart type has no boundary, and that a value breaks JSON: before it is sent', async () => {
    const run = await sendRun({ 'a.req': `@broken = a"b\nPOST ${url}\nContent-Type: multipart/form-data\n\nx\n` });
    assert.deepEqual(
      of(run, 'console').map(({ level, text }) => [level, text]),
      [['warn', 'The multipart Content-Type has no boundary: add `; boundary=B` and write the parts between lines `--B`.']],
    );
    const other = await sendRun({ 'a.req': `@broken = a"b\nPOST ${url}\nContent-Type: application/json\n\n{"a": "{{broken}}"}\n` });
    assert.match(of(other, 'console')[0]?.text ?? '', /^The text of \{\{broken\}\} breaks the JSON around it/);
  });

  it('is where the console was called, with objects as data', async () => {
    const file = `# @secret key\n@key = hush-hush\nGET ${url}\n\n> {%\n  console.log('x', { a: [1, 10n], get b() { throw 1 } }, () => 1);\n  console.warn('y');\n  console.log({ k: tool.getVar('key') });\n%}\n`;
    const lines = of(await sendRun({ 'a.req': file }), 'console');
    assert.deepEqual(
      lines.map(({ text, place, values }) => [text.split('\n')[0], place?.line, values]),
      [
        ['x { a: [ 1, 10n ], b: [Getter] } [function]', 6, '["x",{"$object":[["a",[1,{"$bigint":"10"}]]]},"[function]"]'],
        ['y', 7, undefined],
        ['{ k: "•••" }', 8, undefined],
      ],
    );
  });
});
