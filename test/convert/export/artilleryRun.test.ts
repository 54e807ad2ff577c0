import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createFinder } from '../../../src/base/masks/mask.ts';
import { exportRequests } from '../../../src/convert/export/index.ts';
import { artillery } from '../../support/artillery.ts';
import { requestsOfFiles } from '../../support/exportedFiles.ts';
import { startRecorder, type Recorder } from '../../support/recorder.ts';

const reply = (status: number, body: string): string =>
  `HTTP/1.1 ${status} OK\r\nContent-Type: application/json\r\nX-Session: s 1\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describe('an export for Artillery, run by Artillery', function () {
  // The first run installs it.
  this.timeout(600_000);
  let recorder: Recorder;
  let folder: string;
  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-artillery-'));
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  afterEach(() => recorder.close());

  async function run(context: Mocha.Context, status: number) {
    recorder = await startRecorder((_, target) =>
      target === '/login' ? reply(status, '{"access_token":"tok9","items":[{"id":7}]}') : reply(200, '{}'),
    );
    const engine = await artillery();
    if (engine === undefined) context.skip();
    const requests = await requestsOfFiles({
      'a.req': [
        `### login\n# @name login\nPOST ${recorder.url}/login\nContent-Type: application/json\n\n{"user": "a\\"da é"}\n`,
        '?? status == 200\n@token << body.access_token\n@session << header X-Session\n',
        `### use\nPUT ${recorder.url}/items/{{login.response.body.items[0].id}}?q=a%20b\nX-Token: {{token}}\nX-Session: {{session}}\n\n{{token}}\n`,
      ].join('\n'),
    });
    const { parts, notes } = exportRequests('artillery', requests, { plain: false, names: new Map(), finderOf: createFinder });
    assert.deepEqual(notes, []);
    const file = path.join(folder, 'load.yml');
    fs.writeFileSync(file, parts.map((p) => (p.kind === 'text' ? p.text : '')).join(''));
    const phases = JSON.stringify({ config: { phases: [{ duration: 1, arrivalCount: 1 }] } });
    return engine('run', '--overrides', phases, file);
  }

  it('sends the requests in order, with the values that earlier responses gave', async function () {
    const { code, output } = await run(this, 200);
    assert.equal(code, 0, output);
    assert.match(output, /plugins\.expect\.ok: \.+ 1\n/);
    const sent = recorder.requests.map(({ method, target, headers, body }) => {
      const of = (name: string): string | undefined => headers.find(([n]) => n.toLowerCase() === name)?.[1];
      return [method, target, of('x-token'), of('x-session'), body];
    });
    assert.deepEqual(sent, [
      ['POST', '/login', undefined, undefined, '{"user": "a\\"da é"}'],
      ['PUT', '/items/7?q=a%20b', 'tok9', 's 1', 'tok9'],
    ]);
  });

  it('counts a failed assertion on the status', async function () {
    const { output } = await run(this, 500);
    assert.match(output, /plugins\.expect\.failed: \.+ 1\n/, output);
  });
});
