import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ApiDocuments } from '../../../src/runner/run/contract/apiDocuments.ts';
import { memoryHost } from '../../support/sendRun.ts';

describe('the OpenAPI documents of a run', () => {
  let root: string;
  let reads: number;
  const documents = new ApiDocuments();
  const { signal } = new AbortController();

  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'req-api-'));
    reads = 0;
  });
  afterEach(() => {
    documents.dispose();
    fs.rmSync(root, { recursive: true });
  });

  const host = memoryHost(new Map(), {
    readFile: (file) => {
      reads++;
      return Promise.resolve(fs.existsSync(file) ? fs.readFileSync(file) : undefined);
    },
  });
  const open = () => documents.open({ path: path.join(root, 'api.yaml'), name: './api.yaml', root, absent: 'there is none' }, host, signal);

  it('are read once for all responses, also where their text is wrong, and again when it has changed', async () => {
    fs.writeFileSync(path.join(root, 'api.yaml'), 'swagger: 2.0\n');
    const first = await open();
    assert.equal(first.ok, false);
    assert.equal(await open(), first);
    assert.equal(reads, 1);
    fs.writeFileSync(path.join(root, 'api.yaml'), "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}\n");
    assert.equal((await open()).ok, true);
    assert.equal(reads, 2);
  });

  it('are looked for again where there is no file', async () => {
    assert.deepEqual(await open(), { ok: false, message: 'there is none' });
    fs.writeFileSync(path.join(root, 'api.yaml'), "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}\n");
    assert.equal((await open()).ok, true);
  });

  it('are not waited for by a run that is cancelled, and still read for others', async () => {
    fs.writeFileSync(path.join(root, 'api.yaml'), "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}\n");
    const cancel = new AbortController();
    let give = (): void => undefined;
    const slow = memoryHost(new Map(), {
      readFile: async (file) => {
        cancel.abort();
        await new Promise<void>((resolve) => (give = resolve));
        return fs.readFileSync(file);
      },
    });
    const wanted = { path: path.join(root, 'api.yaml'), name: './api.yaml', root, absent: 'there is none' };
    await assert.rejects(documents.open(wanted, slow, cancel.signal), /Cancelled/);
    const other = documents.open(wanted, slow, signal);
    give();
    assert.equal((await other).ok, true);
  });
});
