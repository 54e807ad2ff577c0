import { variableName } from '../import/layout/fileNames.ts';
import type { AddNote } from '../import/importResult.ts';
import { scriptRules, translateScript, type ScriptRule } from '../import/scripts/importedScripts.ts';

const none = (problem: string): ScriptRule => ({ problem });
const call = (text: (args: readonly string[]) => string | undefined): ScriptRule => ({ call: text });
const is = (text: string): ScriptRule => call(() => text);

const stores = ['Var', 'EnvVar', 'GlobalEnvVar', 'CollectionVar', 'FolderVar', 'RequestVar'];
const order = 'Req sends requests in the order of the file; # @ref sends one before.';

const names = scriptRules(
  Object.fromEntries(
    stores.flatMap((s) => [
      [`bru.get${s}`, 'tool.getVar'],
      [`bru.set${s}`, 'tool.setVar'],
      [`bru.has${s}`, 'tool.hasVar'],
      [`bru.delete${s}`, 'tool.deleteVar'],
    ]),
  ),
  {
    bru: none('Req has no such function.'),
    'bru.interpolate': 'tool.interpolate',
    'bru.getProcessEnv': call(([name]) =>
      /^(["'])[\w]+\1$/.test(name ?? '') ? `tool.interpolate("{{$env.${(name ?? '').slice(1, -1)}}}")` : undefined,
    ),
    'bru.getEnvName': is('tool.env'),
    'bru.getAllEnvVars': is('tool.vars()'),
    'bru.sleep': 'tool.sleep',
    'bru.setNextRequest': none(order),
    'bru.runner.setNextRequest': none(order),
    'bru.runner.skipRequest': is('tool.skip()'),
    'bru.runner.stopExecution': is('tool.stop()'),
    'bru.runRequest': none('write await tool.send(name).'),
    'bru.sendRequest': none('write the request into a file and send it with await tool.send(name).'),
    'bru.cookies': none('it has no equivalent, and runs as before.'),
    req: none('Req has no such function.'),
    'req.url': 'request.url',
    'req.method': 'request.method',
    'req.headers': 'request.headers',
    'req.name': 'request.name',
    'req.body': none('the body is text in Req: request.body.'),
    'req.getUrl': is('request.url'),
    'req.getMethod': is('request.method'),
    'req.getName': is('request.name'),
    'req.getHeaders': is('request.headers'),
    'req.getBody': none('the body is text in Req: request.body.'),
    'req.getHeader': 'request.headers.get',
    'req.setHeader': 'request.headers.set',
    'req.deleteHeader': 'request.headers.delete',
    'req.setHeaders': call(([fields]) => `Object.entries(${fields}).forEach(([name, value]) => request.headers.set(name, value))`),
    'req.setUrl': call(([url]) => `(request.url = ${url})`),
    'req.setMethod': call(([method]) => `(request.method = ${method})`),
    'req.setBody': call(([body]) => `(request.body = ${body})`),
    res: none('Req looks into a body by its properties: response.body.a.'),
    'res.status': 'response.status',
    'res.statusText': 'response.statusText',
    'res.headers': 'response.headers',
    'res.body': 'response.body',
    'res.responseTime': 'response.duration',
    'res.getStatus': is('response.status'),
    'res.getStatusText': is('response.statusText'),
    'res.getHeader': 'response.headers.get',
    'res.getHeaders': is('response.headers'),
    'res.getBody': is('response.body'),
    'res.getResponseTime': is('response.duration'),
    'res.getSize': none('write response.size.'),
    test: 'tool.test',
    'test.skip': none('Req cannot skip tests.'),
    expect: 'tool.expect',
    assert: none('write tool.expect.'),
    btoa: 'tool.base64',
    atob: 'tool.fromBase64',
    fetch: none('scripts send with tool.send.'),
    process: none('write {{$env.NAME}} in the request.'),
  },
);

/** Translates a script of Bruno. Unknown calls stay unchanged and are reported. */
export function brunoScript(source: string, addNote: AddNote): string {
  const { text, problems } = translateScript(source, { names, variable: variableName });
  for (const p of problems) addNote('warning', `Script, line ${p.line}: ${p.message}`);
  return text;
}
