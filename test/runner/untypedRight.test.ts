import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { sendRun } from '../support/sendRun.ts';

const json = '{"n":5,"t":"5","on":true,"none":null,"list":[1,5],"texts":["1","5"],"time":3}';
const events = 'data: {"n":5,"t":"5"}\n\n'.repeat(3);

describe('a placeholder alone on the right of an assertion', () => {
  let server: Recorder;
  before(async () => {
    server = await startRecorder((_, target) => {
      const [type, text] = target === '/events' ? ['text/event-stream', events] : ['application/json', json];
      return `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
    });
  });
  after(() => server.close());

  const failing = async (lines: readonly string[], target = '/', script = ''): Promise<readonly string[]> => {
    const names = '@five = 5\n@six = 6\n@yes = true\n@nothing = null\n@ok = 200\n\n';
    const text = `${names}###\n${script}GET ${server.url}${target}\n\n${lines.map((l) => `?? ${l}\n`).join('')}`;
    const { result, events: all } = await sendRun({ 'a.req': text }, { host: { env: () => '5' } });
    assert.equal(result.failure?.message, undefined);
    const results = all.flatMap((e) => (e.kind === 'test' ? [e.result] : []));
    assert.equal(results.length, lines.length);
    return results.filter((r) => !r.passed).map((r) => `${r.name.replace(/^\?\? /, '')}: ${r.message}`);
  };

  it('is a number, a boolean or null beside one, if it is the text of a file, of the process or of an answer', async () => {
    assert.deepEqual(
      await failing([
        'status == {{ok}}',
        'body.n == {{five}}',
        'body.n < {{six}}',
        'body.n not == {{six}}',
        'body.n == {{$env.FIVE}}',
        'body.on == {{yes}}',
        'body.none == {{nothing}}',
        'body.list contains {{five}}',
      ]),
      [],
    );
  });

  it('is text beside text', async () => {
    assert.deepEqual(
      await failing([
        'body.t == {{five}}',
        'body.texts contains {{five}}',
        'body.text contains {{five}}',
        'header Content-Length == {{$env.N}}0',
      ]),
      ['header Content-Length == {{$env.N}}0: expected "50", got "77"'],
    );
  });

  it('fails where the numbers differ, in both directions', async () => {
    assert.deepEqual(await failing(['body.n == {{six}}', 'body.n != {{five}}', 'body.n >= {{six}}']), [
      'body.n == {{six}}: expected 6, got 5',
      'body.n != {{five}}: expected anything but 5, got 5',
      'body.n >= {{six}}: expected >= 6, got 5',
    ]);
  });

  it('keeps the type that a script gave it', async () => {
    const script = '< {%\ntool.setVar("text", "5"); tool.setVar("number", 5);\n%}\n';
    assert.deepEqual(
      await failing(['body.n == {{text}}', 'body.n == {{number}}', 'body.t == {{text}}', 'body.t == {{number}}'], '/', script),
      ['body.n == {{text}}: expected "5", got 5', 'body.t == {{number}}: expected 5, got "5"'],
    );
  });

  it('is the same on the events of a stream', async () => {
    assert.deepEqual(
      await failing(
        [
          'every event.data.n == {{five}}',
          'every event.data.t == {{five}}',
          'any event.data.n > {{six}}',
          'events.length == {{five}}',
          'events where event.data.n == 5 count < {{five}}',
        ],
        '/events',
      ),
      [
        'any event.data.n > {{six}}: none of 3 events fulfills it; the last, event 2: expected > 6, got 5',
        'events.length == {{five}}: expected 5, got 3',
      ],
    );
  });

  it('is refused in a condition after where, which is not filled in', async () => {
    const text = `@five = 5\n\nGET ${server.url}/events\n\n?? events where event.data.n == {{five}} count == 0\n`;
    const { result } = await sendRun({ 'a.req': text });
    assert.match(result.failure?.message ?? '', /Conditions after where take no placeholders: write the value itself/);
  });
});
