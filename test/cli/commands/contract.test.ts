import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSampleServer, type SampleServer } from '../../../sample/server.mjs';
import { makeFolder, runReq, type Ended, type Folder } from '../../support/command.ts';

const sample = fileURLToPath(new URL('../../../sample/contract/', import.meta.url));

describe('req run --contract', () => {
  let server: SampleServer;
  let folder: Folder;

  before(async () => {
    server = await startSampleServer();
  });
  after(() => server.close());
  beforeEach(() => {
    folder = makeFolder();
    for (const file of fs.readdirSync(sample))
      folder.write(file, fs.readFileSync(path.join(sample, file), 'utf8').replace('http://127.0.0.1:4010', server.url));
  });
  afterEach(() => folder.remove());
  const req = (...args: string[]): Promise<Ended> => runReq(args, { cwd: folder.path });

  it('prints the checked operations, status codes and parameters', async () => {
    const { code, stdout } = await req('run', '1-orders.req', '--contract');
    assert.equal(code, 0, stdout);
    assert.equal(
      stdout.slice(stdout.indexOf('Contract'), stdout.indexOf('\n\n', stdout.indexOf('Contract'))),
      `Contract shop.yaml
  ✓ GET /orders            200            query status, query limit (not header X-Trace)
  ✓ POST /orders           201 (not 4XX)
  ✓ DELETE /orders         204
  ✓ GET /orders/{orderId}  200, 404       path orderId
  ✓ GET /feed              200
  - GET /broken/{way}      not called
  5 of 6 operations, 6 of 8 status codes, 3 of 5 parameters checked`,
    );
  });

  it('counts only responses that were checked, and checks also where @contract is off', async () => {
    folder.write('a.req', '# @contract off\n\n### Feed\nGET {{host}}/shop/feed\n\n### Elsewhere\nGET {{host}}/hello\n');
    folder.write(
      'shop.yaml',
      folder.read('shop.yaml').replace("{ $ref: '#/components/schemas/Order' }\n  /broken", '{ $ref: "./gone.yaml" }\n  /broken'),
    );
    const { code, stdout } = await req('run', 'a.req', '--contract', '--json');
    assert.equal(code, 1);
    const { summary } = JSON.parse(stdout) as { summary: { contract: readonly Record<string, unknown>[]; tests: unknown } };
    assert.deepEqual(summary.tests, { passed: 0, failed: 2 });
    assert.deepEqual(summary.contract[0]?.['operations'], { covered: 0, total: 6 });
    assert.equal((await req('run', 'a.req')).code, 0);
  });

  it('writes the coverage into the reports for machines and pages', async () => {
    await req('run', '1-orders.req', '--contract', '--reporter', 'junit=r.xml', '--reporter', 'html=r.html');
    assert.match(
      folder.read('r.xml'),
      /<testsuite name="contract shop\.yaml" tests="0".*\n +<properties>\n +<property name="operations" value="5 of 6"\/>/,
    );
    assert.match(folder.read('r.xml'), /<property name="GET \/broken\/\{way\}" value="not called"\/>/);
    assert.match(folder.read('r.html'), /<td>GET \/orders\/\{orderId\}<\/td><td>200, 404<\/td><td>path orderId<\/td>/);
  });

  it('is refused where no request has a document', async () => {
    folder.write('collection.req', '');
    const { code, stderr } = await req('run', '1-orders.req', '--contract');
    assert.equal(code, 2);
    assert.match(stderr, /No request has an OpenAPI document\.\nhint: Write # @openapi \.\/api\.yaml/);
  });
});

describe('req check --reporter sarif', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = makeFolder();
    folder.write('collection.req', '# @openapi ./shop.yaml\n');
    folder.write('shop.yaml', fs.readFileSync(path.join(sample, 'shop.yaml'), 'utf8'));
    folder.write('a b/ä.req', 'GET http://h/shop/ordres\nno header\n');
  });
  afterEach(() => folder.remove());

  interface Log {
    readonly version: string;
    readonly runs: readonly {
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
      readonly results: readonly {
        readonly ruleId: string;
        readonly ruleIndex: number;
        readonly level: string;
        readonly locations: unknown;
      }[];
    }[];
  }

  it('prints every diagnostic, drift from the document included, as SARIF 2.1.0', async () => {
    const { code, stdout } = await runReq(['check', '.', '--reporter', 'sarif'], { cwd: folder.path });
    assert.equal(code, 2);
    const log = JSON.parse(stdout) as Log;
    assert.equal(log.version, '2.1.0');
    const [run] = log.runs;
    assert.deepEqual(
      run?.results.map((r) => [r.ruleId, r.level, run.tool.driver.rules[r.ruleIndex]?.id]),
      [
        ['unknown-operation', 'warning', 'unknown-operation'],
        ['not-a-header', 'error', 'not-a-header'],
      ],
    );
    assert.deepEqual(run?.results[0]?.locations, [
      {
        physicalLocation: {
          artifactLocation: { uri: 'a%20b/%C3%A4.req' },
          region: { startLine: 1, startColumn: 5, endLine: 1, endColumn: 25 },
        },
      },
    ]);
  });

  it('writes them to a file in addition to the output, and refuses another reporter', async () => {
    const { stdout } = await runReq(['check', '.', '--reporter', 'sarif=out/r.sarif'], { cwd: folder.path });
    assert.equal(stdout, '');
    assert.equal((JSON.parse(folder.read('out/r.sarif')) as Log).runs[0]?.results.length, 2);
    const { code, stderr } = await runReq(['check', '.', '--reporter', 'junit'], { cwd: folder.path });
    assert.equal(code, 2);
    assert.match(stderr, /There is no reporter "junit" of req check/);
  });
});
