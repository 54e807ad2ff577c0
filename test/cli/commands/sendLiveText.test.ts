import assert from 'node:assert/strict';
import { makeFolder, runReq, startReq, type Folder } from '../../support/command.ts';
import { startStreamServer, type StreamServer } from '../../support/streamServer.ts';
import { until } from '../../support/until.ts';

describe('req send of a text without a length', () => {
  let folder: Folder;
  let server: StreamServer;
  beforeEach(async () => {
    server = await startStreamServer('text/plain; charset=utf-8');
    folder = makeFolder({
      'log.req': `GET ${server.url}\n\n?? body contains two\n`,
      'secret.req': `GET ${server.url}?key={{$secret.KEY}}\n`,
      'secrets.json': '{"KEY":"hunter22"}',
    });
  });
  afterEach(() => {
    folder.remove();
    server.close();
  });
  const feed = () => until('the server has the request', () => server.feeds[0]);

  it('prints it as it arrives, byte by byte, and the measures at its end', async () => {
    const { untilOut, ended } = await startReq(['send', 'log.req'], { cwd: folder.path });
    const text = await feed();
    text.write('one ☕\n');
    await untilOut('one ☕\n');
    text.write('two');
    await untilOut('two');
    const bytes = Buffer.from([0xff, 0x0a]);
    text.write(bytes);
    text.end();
    const { code, stdout, stderr } = await ended;
    assert.deepEqual([code, stdout], [0, 'one ☕\ntwo\ufffd\n']);
    assert.match(stderr, /^HTTP\/1\.1 200 OK\n[\d.]+ m?s {2}13 B\n/);
  });

  it('masks a secret in pieces', async () => {
    const { untilOut, ended } = await startReq(['send', 'secret.req', '--secrets', 'secrets.json'], { cwd: folder.path });
    const text = await feed();
    text.write('it is hun');
    await untilOut('it is ');
    text.write('ter22 here\n');
    text.end();
    const { stdout } = await ended;
    assert.equal(stdout, 'it is ••• here\n');
  });

  it('keeps the received part at an interrupt', async () => {
    const { process, untilOut, ended } = await startReq(['send', 'log.req'], { cwd: folder.path });
    (await feed()).write('one\n');
    await untilOut('one\n');
    process.kill('SIGINT');
    const { code, stdout } = await ended;
    assert.deepEqual([code, stdout], [130, 'one\n']);
  });

  it('is one body for --json and --text, as any other text', async () => {
    for (const flag of ['--json', '--text']) {
      const running = runReq(['send', 'log.req', flag], { cwd: folder.path });
      const text = await until('the server has the request', () => server.feeds[flag === '--json' ? 0 : 1]);
      text.write('one ');
      text.write('two\n');
      text.end();
      const { stdout, stderr } = await running;
      if (flag === '--text') assert.deepEqual([stdout, stderr.includes('one two\n')], ['', true]);
      else assert.deepEqual((JSON.parse(stdout) as { response: { body: unknown } }).response.body, { text: 'one two\n' });
    }
  });
});
