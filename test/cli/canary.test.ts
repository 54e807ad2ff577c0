import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { leaksIn } from '../support/canary.ts';
import { answered, canaryFiles, captured, kept } from '../support/canaryCollection.ts';
import { startCanaryServer, type CanaryServer } from '../support/canaryServer.ts';
import { makeFolder, runReq, type Ended, type Folder } from '../support/command.ts';

/** Files written by the user, and files that the command writes unmasked on purpose. */
const own = new Set(['http-client.private.env.json', '.env', 'secrets.json']);

const sending = ['send', 'all.req', '--all', '--env', 'dev', '--answer', `asked=${answered}`] as const;

/** All forms of output of the command. Add a line for each new feature. */
const ways: readonly (readonly string[])[] = [
  [...sending],
  [...sending, '-v', '-i'],
  [...sending, '--json'],
  [...sending, '--jsonl', '-v'],
  [...sending, '--dry-run'],
  [...sending, '--dry-run', '--json'],
  [...sending, '--undefined', 'keep', '--no-redirect', '--color', 'always'],
  ['send', 'bytes.req', '--all', '--env', 'dev', '--answer', `asked=${answered}`, '--var', `captured=${captured}`, '--json'],
  ['send', 'all.req', '-n', 'thrown', '--env', 'dev', '--answer', answered],
  ['send', 'all.req', '-n', 'json', '--env', 'dev', '--var', `=${captured}`],
  ['send', 'all.req', '-n', 'json', '--env', 'dev', '--answer', `asked=${answered}`, '--secrets', 'broken.json'],
  ['send', 'auth.req', '--all', '--env', 'dev', '--answer', `asked=${answered}`, '-v', '-i'],
  ['send', 'auth.req', '--all', '--env', 'dev', '--answer', `asked=${answered}`, '--json'],
  ['send', 'auth.req', '--all', '--env', 'dev', '--answer', `asked=${answered}`, '--dry-run'],
  ['list', '.', '--json'],
  ['list', '.'],
  ['check', '.', '--env', 'dev', '--var', `captured=${captured}`],
  ['check', '.', '--env', 'dev', '--json'],
  ['format', '--check', '.'],
  ['format', '--stdout', 'all.req'],
];

describe('the command never shows a secret', () => {
  let server: CanaryServer;
  let folder: Folder;

  before(async () => {
    server = await startCanaryServer(captured);
    folder = makeFolder({ ...canaryFiles(server.url), 'secrets.json': JSON.stringify(kept) });
  });

  after(async () => {
    await server.close();
    folder.remove();
  });

  const run = (args: readonly string[]): Promise<Ended> => {
    const all = args[0] === 'send' && !args.includes('--secrets') ? [...args, '--secrets', 'secrets.json'] : args;
    return runReq(all, { cwd: folder.path, env: { REQ_SECRET_PLAIN: kept.PLAIN } });
  };

  for (const way of ways) {
    it(`prints none in req ${way.join(' ').replaceAll(answered, '…').replaceAll(captured, '…')}`, async () => {
      folder.write('broken.json', `{"A": ${JSON.stringify(captured)} `);
      const { stdout, stderr } = await run(way);
      fs.rmSync(path.join(folder.path, 'broken.json'));
      assert.notEqual(stdout + stderr, '');
      assert.deepEqual([leaksIn(stdout), leaksIn(stderr)], [[], []]);
      for (const name of fs.readdirSync(folder.path, { recursive: true, encoding: 'utf8' }))
        if (!own.has(name)) assert.deepEqual(leaksIn(folder.read(name)), [], name);
    });
  }

  it('prints none though it has sent all of them and the server has sent them back', () => {
    const wire = JSON.stringify(server.requests);
    for (const kind of ['stored', 'plain', 'private', 'nested', 'named', 'answered', 'captured'])
      assert.ok(wire.includes(`-${kind}`), kind);
    for (const scheme of [
      'Basic ',
      'Digest username=',
      'AWS4-HMAC-SHA256 ',
      `Bearer ${captured.slice(0, 3)}`,
      'X-Api',
      'api=',
      'audience=',
    ])
      assert.ok(wire.includes(scheme), scheme);
  });

  it('prints one only where the bytes are wanted as received', async () => {
    const { stdout } = await run([
      'send',
      'all.req',
      '-n',
      'text',
      '--env',
      'dev',
      '--answer',
      `asked=${answered}`,
      '--var',
      'captured=x',
      '--body-only',
    ]);
    assert.notDeepEqual(leaksIn(stdout), []);
  });
});
