import assert from 'node:assert/strict';
import { runScript } from '../../support/scriptRun.ts';

const response = {
  status: 200,
  statusText: 'OK',
  headers: [['X-One', '1']],
  text: '{"id": 7}',
  size: 9,
  duration: 1,
  events: [],
} as const;

/**
 * Data of request and response that a script reads after the response. If one contains a secret, values set by the script are secret too.
 */
async function looksOf(source: string): Promise<readonly string[]> {
  const looks: string[] = [];
  const { result } = await runScript(source, {
    phase: 'response',
    response,
    reportsLooks: true,
    host: { look: (at) => void looks.push(at), request: () => '{"off":[],"isRaw":false,"hasNoBody":false}' },
  });
  assert.equal(result.failure, undefined);
  return looks;
}

describe('scripts of Postman and Bruno', () => {
  for (const source of [
    'pm.variables.set("id", 7);',
    'pm.environment.set("ok", pm.response.code === 200);',
    'pm.test("is quick", () => pm.expect(pm.response.responseTime).to.be.below(1000));',
    'bru.setVar("id", 7);',
    'bru.setEnvVar("ok", res.getStatus() === 200);',
    'test("is there", () => expect(res.status).to.equal(200));',
  ])
    it(`read neither the request nor the response with ${source}`, async () => {
      assert.deepEqual(await looksOf(source), []);
    });

  for (const source of [
    'pm.variables.set("id", pm.response.json().id);',
    'pm.variables.set("body", responseBody);',
    'pm.variables.set("one", pm.response.headers.get("X-One"));',
    'bru.setVar("id", res.getBody().id);',
    'bru.setVar("one", res.getHeader("X-One"));',
    'bru.setVar("said", res.statusText);',
  ])
    it(`read only the response with ${source}`, async () => {
      assert.deepEqual(await looksOf(source), ['response']);
    });

  for (const source of [
    'pm.variables.set("url", pm.request.url.toString());',
    'pm.variables.set("auth", pm.request.headers.get("Authorization") ?? "");',
    'bru.setVar("url", res.url);',
    'bru.setVar("auth", req.getHeader("Authorization") ?? "");',
    'bru.setVar("body", req.getBody() ?? "");',
  ])
    it(`read only the request with ${source}`, async () => {
      assert.deepEqual(await looksOf(source), ['request']);
    });
});
