import assert from 'node:assert/strict';
import { makeFolder, runReq, type Folder } from '../../support/command.ts';
import { startRecorder, type Recorder } from '../../support/recorder.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const json = (status: string, value: object): string => {
  const text = JSON.stringify(value);
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
};

describe('scripts of an imported collection', () => {
  let folder: Folder;
  let server: Recorder;
  beforeEach(async () => {
    folder = makeFolder();
    server = await startRecorder((headers, target) => {
      if (target.startsWith('/login')) return json('200 OK', { token: 'abc', user: { id: 7 } });
      if (!headers.some(([name, value]) => name.toLowerCase() === 'authorization' && value === 'Bearer abc'))
        return json('401 Unauthorized', { error: 'no token' });
      return json('200 OK', { items: [{ id: 7, name: 'Ann' }], total: 1 });
    });
  });
  afterEach(async () => {
    await server.close();
    folder.remove();
  });

  const postman = (): string =>
    JSON.stringify({
      info: { name: 'Shop', schema },
      variable: [{ key: 'base url', value: server.url }],
      event: [
        { listen: 'test', script: { exec: ['pm.test("answers in time", () => pm.expect(pm.response.responseTime).to.be.below(60000));'] } },
      ],
      item: [
        {
          name: 'Login',
          event: [
            {
              listen: 'test',
              script: {
                exec: [
                  'jsonData = JSON.parse(responseBody);',
                  'tests["is 200"] = responseCode.code === 200;',
                  'pm.environment.set("auth token", jsonData.token);',
                  'postman.setGlobalVariable("userId", jsonData.user.id);',
                  'const schema = { type: "object", required: ["token"] };',
                  'pm.test("fits", function () { pm.response.to.have.jsonSchema(schema); });',
                ],
              },
            },
          ],
          request: {
            method: 'POST',
            url: '{{base url}}/login',
            body: { mode: 'raw', raw: '{"user":"ann"}', options: { raw: { language: 'json' } } },
          },
        },
        {
          name: 'Users',
          event: [
            {
              listen: 'prerequest',
              script: {
                exec: [
                  'const uuid = require("uuid");',
                  'pm.request.headers.add({ key: "X-Id", value: uuid.v4() });',
                  'if (!pm.environment.get("auth token")) pm.setNextRequest(null);',
                ],
              },
            },
            {
              listen: 'test',
              script: {
                exec: [
                  'const body = pm.response.json();',
                  'pm.test("finds the user", () => { pm.expect(_.map(body.items, "id")).to.include(Number(pm.globals.get("userId"))); pm.response.to.have.status(200); });',
                  'pm.sendRequest({ url: pm.variables.replaceIn("{{base url}}/users?again=1"), header: { Authorization: "Bearer " + pm.environment.get("auth token") } }, (err, res) => {',
                  '  pm.test("asks again", () => pm.expect(res.json().total).to.equal(1));',
                  '});',
                ],
              },
            },
          ],
          request: { method: 'GET', url: '{{base url}}/users', header: [{ key: 'Authorization', value: 'Bearer {{auth token}}' }] },
        },
      ],
    });

  it('passes all tests of a Postman export unchanged', async () => {
    folder.write('shop.json', postman());
    const made = await runReq(['import', 'shop.json', '-o', 'shop'], { cwd: folder.path });
    assert.match(made.stderr, /2 requests, 2 carried over completely \(100 %\)/);
    const { code, stdout, stderr } = await runReq(['run', 'shop'], { cwd: folder.path });
    assert.equal(code, 0, stdout + stderr);
    assert.deepEqual(
      server.requests.map((r) => r.target),
      ['/login', '/users', '/users?again=1'],
    );
    assert.match(server.requests[1]?.head ?? '', /X-Id: [\w-]{36}/);
  });

  it('passes all tests of a Bruno folder unchanged', async () => {
    folder.write('shop/bruno.json', '{"version":"1","name":"Shop","type":"collection"}');
    folder.write('shop/environments/dev.bru', `vars {\n  base: ${server.url}\n}\n`);
    folder.write(
      'shop/login.bru',
      'meta {\n  name: Login\n  type: http\n  seq: 1\n}\n\npost {\n  url: {{base}}/login\n  body: json\n}\n\nbody:json {\n  {"user": "ann"}\n}\n\nscript:post-response {\n  const body = res.getBody();\n  bru.setEnvVar("auth token", body.token);\n  bru.setVar("userId", res("user.id"));\n}\n\ntests {\n  const body = res.getBody();\n  test("is 200", function () {\n    expect(res.getStatus()).to.equal(200);\n    expect(body).to.have.property("token");\n  });\n}\n',
    );
    folder.write(
      'shop/users.bru',
      'meta {\n  name: Users\n  type: http\n  seq: 2\n}\n\nget {\n  url: {{base}}/users\n}\n\nscript:pre-request {\n  const { nanoid } = require("nanoid");\n  req.setHeader("Authorization", "Bearer " + bru.getEnvVar("auth token"));\n  req.setHeader("X-Id", nanoid());\n}\n\ntests {\n  const axios = require("axios");\n  const again = await axios.get(bru.interpolate("{{base}}/users"), { params: { again: 1 }, headers: { Authorization: req.getHeader("Authorization") } });\n  test("finds the user", () => {\n    expect(res.body.items[0].id).to.equal(bru.getVar("userId"));\n    expect(again.data.total).to.equal(1);\n  });\n}\n',
    );
    await runReq(['import', 'bruno', 'shop', '-o', 'out'], { cwd: folder.path });
    const { code, stdout, stderr } = await runReq(['run', 'out', '--env', 'dev'], { cwd: folder.path });
    assert.equal(code, 0, stdout + stderr);
    assert.deepEqual(
      server.requests.map((r) => r.target),
      ['/login', '/users', '/users?again=1'],
    );
  });

  it("is rewritten in Req's API with --translate-scripts, with a report of parts without an equivalent", async () => {
    folder.write('shop.json', postman());
    const made = await runReq(['import', 'shop.json', '-o', 'shop', '--translate-scripts'], { cwd: folder.path });
    assert.match(folder.read('shop/Shop.req'), /tool\.setVar\("auth_token", jsonData\.token\);/);
    assert.match(made.stderr, /Shop\.req:\d+: warning: Script, line 4: pm\.sendRequest/);
    assert.equal((await runReq(['run', 'shop'], { cwd: folder.path })).code, 0);
  });
});
