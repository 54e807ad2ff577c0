import assert from 'node:assert/strict';
import { build } from 'esbuild';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundles } from '../../scripts/bundles.mjs';
import { flatten } from '../../src/apiDocuments/flatIndex.ts';
import { openApi, type ApiSource, type OpenedApi } from '../../src/apiDocuments/openApi.ts';
import { largeApi } from '../support/largeApi.ts';

describe('a large OpenAPI document', () => {
  let folder: string;
  let workerFile: string;
  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-openapi-'));
    await build(bundles({ outdir: folder, minify: false })['openapi.cjs']);
    workerFile = path.join(folder, 'openapi.cjs');
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  const source = (text: string): ApiSource => ({ file: '/c/api.json', name: 'api.json', text, read: async () => ({ problem: '' }) });
  const open = (text: string): Promise<OpenedApi> => openApi(source(text), workerFile);

  it('is read in a thread, while this one continues', async () => {
    const text = largeApi();
    assert.ok(text.length > 10_000_000);
    let turns = 0;
    const timer = setInterval(() => turns++, 5);
    const opened = await open(text);
    clearInterval(timer);
    assert.ok(opened.ok, opened.ok ? '' : opened.message);
    assert.ok(turns > 10, `${turns} turns`);
    const { index } = opened.document;
    assert.equal(index.operations.length, 1000);
    const [operation] = index.operations;
    assert.equal(operation?.body?.content[0]?.shape.members?.length, 40);
    const schema = operation?.responses[0]?.content[0]?.schema ?? '';
    const part = await opened.document.schemas([schema]);
    assert.ok(part instanceof Map && part.has('paths') && part.has('components'));
    opened.document.dispose();
    await assert.rejects(opened.document.schemas([schema]), /no longer in use/);
  });

  it('has the same index as if it were read here', async () => {
    const [there, here] = [await open(largeApi()), await openApi(source(largeApi()), undefined)];
    assert.ok(there.ok && here.ok);
    const [inParts, whole] = [there, here].map(({ document }) => flatten(document.index));
    assert.ok((inParts?.parts.length ?? 0) > 5);
    assert.deepEqual(inParts, whole);
    there.document.dispose();
  });

  it('that cannot be read is a problem with its place', async () => {
    const opened = await open(`${' '.repeat(500_000)}{"openapi": "3.1.0", }`);
    assert.deepEqual(opened.ok ? '' : opened.message.slice(0, 22), 'api.json is not JSON: ');
  });
});
