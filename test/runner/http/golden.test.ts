import assert from 'node:assert/strict';
import fs from 'node:fs';
import { sendRun } from '../../support/sendRun.ts';
import { goldenFile, readable, renewing, startWireServer, wireFolder, wireRequests, type WireServer } from '../../support/wireGolden.ts';

const { above, requests } = wireRequests();

describe('the bytes that the runner sends', () => {
  let server: WireServer;
  before(async () => (server = await startWireServer()));
  after(() => server.close());

  it('are those of a file each', () => {
    assert.ok(requests.length >= 60);
    const files = fs.readdirSync(`${wireFolder}/golden`).map((file) => file.replace(/\.http$/, ''));
    if (!renewing) assert.deepEqual(files.sort(), requests.map((r) => r.name).sort());
  });

  for (const { name, text } of requests) {
    it(name, async () => {
      // Files of bodies are streamed from the disk.
      const request = text.replaceAll(/(<@? )\.\/files/g, `$1${wireFolder}/files`);
      const readFile = (file: string): Promise<Buffer> => fs.promises.readFile(file);
      const { result } = await sendRun({ 'a.req': `${server.definitions}${above}${request}` }, { host: { readFile } });
      assert.equal(result.failure, undefined, result.failure?.message);
      const bytes = Buffer.concat(server.take());
      if (renewing) fs.writeFileSync(goldenFile(name), bytes);
      assert.equal(readable(bytes), readable(fs.readFileSync(goldenFile(name))));
    });
  }
});
