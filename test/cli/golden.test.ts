import assert from 'node:assert/strict';
import fs from 'node:fs';
import { makeFolder, runReq, type Folder } from '../support/command.ts';
import { goldenFile, readable, startWireServer, wireFolder, wireRequests, type WireServer } from '../support/wireGolden.ts';

describe('the bytes that the command sends', () => {
  let server: WireServer;
  let folder: Folder;
  before(async () => {
    server = await startWireServer();
    const { above, requests } = wireRequests();
    folder = makeFolder({ 'requests.req': `${server.definitions}${above}${requests.map((r) => r.text).join('')}` });
    fs.cpSync(`${wireFolder}/files`, `${folder.path}/files`, { recursive: true });
  });
  after(async () => {
    folder.remove();
    await server.close();
  });

  it('are those that the runner sends, request by request', async () => {
    const { code, stderr } = await runReq(['send', 'requests.req', '--all'], { cwd: folder.path });
    assert.equal(code, 0, stderr);
    const sent = server.take();
    let next = 0;
    for (const { name } of wireRequests().requests) {
      const golden = fs.readFileSync(goldenFile(name));
      const bytes: Buffer[] = [];
      for (let size = 0; size < golden.length && next < sent.length; size += bytes.at(-1)?.length ?? 0) bytes.push(sent[next++] as Buffer);
      assert.equal(readable(Buffer.concat(bytes)), readable(golden), name);
    }
    assert.equal(next, sent.length);
  });
});
