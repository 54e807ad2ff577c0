import assert from 'node:assert/strict';
import { valueToJson } from '../../src/base/values/value.ts';
import { ScriptVariables } from '../../src/runner/index.ts';
import { sendRun, type SendRun } from '../support/sendRun.ts';
import { startFaultServer, type FaultServer } from '../support/faultServer/faultServer.ts';
import { end, request } from '../support/faultServer/steps.ts';

const body = '{"token": "abc", "n": 12345678901234567890, "user": {"id": 7}, "none": null}';

describe('@name << SUBJECT', () => {
  let server: FaultServer | undefined;
  afterEach(() => server?.close());

  const send = async (lines: string, more: Parameters<typeof sendRun>[1] = {}, answer = body): Promise<SendRun> => {
    const head = `HTTP/1.1 201 Created\r\nX-Id: 9\r\nSet-Cookie: sid=1\r\nContent-Length: ${Buffer.byteLength(answer)}\r\n\r\n`;
    server = await startFaultServer([request, head + answer, end]);
    return sendRun({ 'a.req': `GET ${server.url}\n\n${lines}\n` }, more);
  };
  const failures = ({ events }: SendRun): readonly string[] =>
    events.flatMap((e) => (e.kind === 'test' && !e.result.passed ? [`${e.result.line} ${e.result.name}: ${e.result.message}`] : []));

  it('sets variables to values of the response, with their types', async () => {
    const run = await send(
      '@token << body.token\n@n << body.n\n@user << body.user\n@none << body.none\n@code << status\n@id << header x-id\n@sid << cookies.sid.value\n@all << body.text\n',
    );
    const value = (name: string): string => {
      const found = run.variable(name);
      return found === undefined ? 'absent' : valueToJson(found);
    };
    assert.deepEqual(['token', 'n', 'user', 'none', 'code', 'id', 'sid'].map(value), [
      '"abc"',
      '12345678901234567890',
      '{"id":7}',
      'null',
      '201',
      '"9"',
      '"1"',
    ]);
    assert.equal(run.variable('all'), body);
    assert.deepEqual(failures(run), []);
    assert.deepEqual(
      run.events.flatMap((e) => (e.kind === 'variables' ? Array.from(e.set.keys()) : [])),
      ['token', 'n', 'user', 'none', 'code', 'id', 'sid', 'all'],
    );
  });

  it('runs in the order of the file, between assertions and scripts', async () => {
    const run = await send(
      '?? body.token == {{token}}\n@token << body.token\n?? body.token == {{token}}\n> {% tool.setVar("token", tool.getVar("token") + "!"); %}\n?? text !exists\n@again << body.user.id\n',
      {},
    );
    assert.equal(run.variable('token'), 'abc!');
    assert.equal(run.variable('again'), 7);
    assert.equal(failures(run)[0]?.startsWith('3 body.token == {{token}}: '), true);
    assert.equal(failures(run).filter((f) => f.includes('body.token')).length, 1);
  });

  it('fails with a report if its path selects too many values', async () => {
    const run = await send('@all << body.$..*..*..*\n@next << body.$.length\n', {}, '['.repeat(1000) + ']'.repeat(1000));
    assert.match(failures(run)[0] ?? '', /^3 @all << body\.\$\.\.\*\.\.\*\.\.\*: the path .* selects more than 1,000,000 values/);
    assert.equal(run.variable('all'), undefined);
  });

  it('fails with its line if the value is missing, and keeps the old value', async () => {
    const variables = new ScriptVariables();
    variables.set('token', { value: 'old', origin: { layer: 'script', byHand: true, time: 1 } });
    const run = await send('@token << body.tokn\n@x << header X-None\n', { variables });
    assert.deepEqual(failures(run), [
      '3 @token << body.tokn: body has no property tokn: did you mean token?, so token was not set',
      '4 @x << header X-None: the response has no header X-None, so x was not set',
    ]);
    assert.equal(variables.find('token')?.value, 'old');
  });

  it('counts as set where another request needs it by @ref', async () => {
    const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{"token": "abc"}';
    const { url } = (server = await startFaultServer([request, answer, request, answer, end]));
    const login = `### login\n# @name login\nGET ${url}\n\n@token << body.token\n`;
    const run = await sendRun({ 'a.req': `${login}\n### use\n# @ref login\nGET ${url}/{{token}}\n` });
    assert.equal(run.result.failure?.message, undefined);
    assert.equal(run.variable('token'), 'abc');
  });

  it('hides a captured value that has a known secret in it', async () => {
    const variables = new ScriptVariables();
    server = await startFaultServer([request, 'HTTP/1.1 200 OK\r\nContent-Length: 25\r\n\r\n{"echo": "abc-hush-hush"}', end]);
    const secret = await sendRun(
      { 'a.req': `# @secret key\n@key = hush-hush\nGET ${server.url}/{{key}}\n\n@echo << body.echo\n` },
      { variables },
    );
    assert.deepEqual(failures(secret), []);
    assert.deepEqual(variables.find('echo')?.hides, ['hush-hush']);
  });
});

describe('request.body of a script', () => {
  let server: FaultServer | undefined;
  afterEach(() => server?.close());

  for (const [what, lines, before, after] of [
    ['of a file', `< ${import.meta.filename}`, `< ${import.meta.filename}`, null],
    ['of a file with placeholders', '<@ ./b.txt', '<@ ./b.txt', 'text'],
    ['of text', 'a{{b}}', 'a{{b}}', 'ab'],
    ['without a body', '', null, null],
  ] as const)
    it(`is what is written before and ${JSON.stringify(after)} after the response ${what}`, async () => {
      server = await startFaultServer([request, 'HTTP/1.1 204 No Content\r\n\r\n', end]);
      const files = {
        'a.req': `@b = b\n< {% tool.setVar("before", request.body); %}\nPOST ${server.url}\n\n${lines}\n\n> {% tool.setVar("after", request.body); %}\n`,
        'b.txt': 'text',
      };
      const run = await sendRun(files);
      assert.deepEqual([run.result.failure?.message, run.variable('before'), run.variable('after')], [undefined, before, after]);
    });
});
