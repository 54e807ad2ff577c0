import assert from 'node:assert/strict';
import { build } from 'esbuild';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundles } from '../../scripts/bundles.mjs';
import { openApi, type OpenedApi } from '../../src/apiDocuments/openApi.ts';

const words = 'The quick brown fox jumps over the lazy dog. '.repeat(6);

/** A document of about 13 MB with 1,000 operations, as large as that of GitHub. */
function largeDocument(): string {
  const schemas = Object.fromEntries(
    Array.from({ length: 900 }, (_, i) => [
      `S${i}`,
      {
        type: 'object',
        required: ['m1'],
        properties: Object.fromEntries(
          Array.from({ length: 40 }, (_unused, j) => [
            `m${j}`,
            j % 7 === 0 ? { $ref: `#/components/schemas/S${(i + j + 1) % 900}` } : { type: 'string', description: words },
          ]),
        ),
      },
    ]),
  );
  const operation = (i: number): unknown => ({
    operationId: `get${i}`,
    parameters: [{ name: 'owner', in: 'path', required: true, schema: { type: 'string' } }],
    requestBody: { content: { 'application/json': { schema: { $ref: `#/components/schemas/S${i % 900}` } } } },
    responses: { 200: { description: words, content: { 'application/json': { schema: { $ref: `#/components/schemas/S${i % 900}` } } } } },
  });
  const paths = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`/repos/{owner}/r${i}`, { post: operation(i) }]));
  return JSON.stringify({ openapi: '3.0.3', info: { title: 'Large', version: '1' }, paths, components: { schemas } });
}

describe('a large OpenAPI document', () => {
  let folder: string;
  let workerFile: string;
  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-openapi-'));
    await build(bundles({ outdir: folder, minify: false })['openapi.cjs']);
    workerFile = path.join(folder, 'openapi.cjs');
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  const open = (text: string): Promise<OpenedApi> =>
    openApi({ file: '/c/api.json', name: 'api.json', text, read: async () => ({ problem: '' }) }, workerFile);

  it('is read in a thread, in which this one goes on', async () => {
    const text = largeDocument();
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

  it('that cannot be read is a problem with its place', async () => {
    const opened = await open(`${' '.repeat(500_000)}{"openapi": "3.1.0", }`);
    assert.deepEqual(opened.ok ? '' : opened.message.slice(0, 22), 'api.json is not JSON: ');
  });
});
