import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../../../support/recorder.ts';
import { memoryHost, sendRun, testRunner, type SendRun } from '../../../support/sendRun.ts';
import type { Host, Runner } from '../../../../src/runner/index.ts';

describe('cookies in a run of an agent:', () => {
  let server: Recorder;
  let runner: Runner;
  const asked: string[] = [];
  const sentSecrets: string[] = [];
  let isAllowed = false;
  /** The host of an agent: it checks values read by scripts, and sent values. */
  const guarded: Partial<Host> = {
    secret: () => Promise.resolve('hush-4711'),
    mayLookUp: ({ what }) => Promise.resolve(asked.push(what) > 0 && isAllowed),
    maySend: ({ secrets }) => Promise.resolve(sentSecrets.push(secrets.join()) > 0),
  };
  beforeEach(async () => {
    [asked.length, sentSecrets.length, isAllowed] = [0, 0, false];
    server = await startRecorder(() => 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    runner = await testRunner(memoryHost(new Map(), { secret: guarded.secret as Host['secret'] }));
  });
  afterEach(async () => {
    await server.close();
    await runner.dispose();
  });

  const run = (code: string, agent: boolean, after = ''): Promise<SendRun> => {
    const host = memoryHost(new Map(), guarded);
    const text = `${code === '' ? '' : `< {%\n${code}\n%}\n`}GET ${server.url}/\n${after === '' ? '' : `\n> {%\n${after}\n%}\n`}`;
    return sendRun({ 'a.req': text }, { runner, ...(agent ? { as: host } : {}) });
  };
  const session = 'await bru.cookies.jar().setCookie("https://bank.example", "session", "my-session");';

  it('a script reads no session of another host without a question', async () => {
    await run(session, false);
    for (const code of [
      'console.log(await bru.cookies.jar().getCookie("https://bank.example", "session"));',
      'pm.cookies.jar().getAll("https://bank.example", (e, all) => { console.log(e === null ? all : "refused"); });',
      'const jar = pm.cookies.jar(); console.log(await jar.get("https://bank.example/", "session"));',
    ]) {
      const { console: lines } = await run(code, true);
      assert.doesNotMatch(lines.join('\n'), /my-session/, code);
    }
    assert.deepEqual(new Set(asked), new Set(['The cookies of bank.example']));
  });

  it('the output of a script that may read cookies is hidden', async () => {
    isAllowed = true;
    await run(session, false);
    const { console: lines, result } = await run(
      'const s = await bru.cookies.jar().getCookie("https://bank.example", "session"); console.log([...s.value].reverse().join("")); bru.setVar("v", s.value);',
      true,
    );
    assert.equal(result.failure?.message, undefined);
    assert.deepEqual(lines, ['•••']);
  });

  it('asks nothing if there is no cookie', async () => {
    const { console: lines } = await run('console.log(bru.cookies.count());', true);
    assert.deepEqual([lines, asked], [['0'], []]);
  });

  it('a secret in a cookie is named when it is sent, and each short piece is hidden', async () => {
    isAllowed = true;
    const first = await run(
      `const key = tool.interpolate("{{$secret.KEY}}"); await bru.cookies.jar().setCookie("${server.url}", "k", key[0]); tool.skip();`,
      true,
    );
    assert.equal(first.result.failure?.message, undefined);
    const { events } = await run('', true);
    assert.deepEqual(sentSecrets, ['$secret.KEY']);
    const sending = events.find((e) => e.kind === 'sending');
    assert.deepEqual(
      sending?.request.headers.map(([, value]) => value).filter((value) => value !== '•••'),
      [],
    );
  });
});
