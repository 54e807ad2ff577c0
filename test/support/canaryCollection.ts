import { canary, stem } from './canary.ts';

/** The secrets of the collection, one of each kind, and one that is valid in names, hosts and paths. */
export const kept = { STORED: canary('stored'), PLAIN: `${stem}-plain`, HOST: `${stem.toUpperCase()}.invalid` };
export const answered = canary('answered');
export const captured = canary('captured');

const kinds = ['$secret.STORED', 'private', 'nested.deep', 'named', 'asked', 'captured', 'made'];

/** The server's responses; each place is sent one request per response. */
const answers = ['json', 'html', 'text', 'stream', 'ndjson', 'base64', 'redirect'];
/** Responses that are not text are piped unchanged, so they are in a file of their own. */
const bytes = ['bytes', 'image'];

/**
 * The files of a collection that sends one secret of each kind in every way, with every kind of failure. `folder` is for a file of body text.
 */
export function canaryFiles(url: string): Readonly<Record<string, string>> {
  const preamble = [
    '# @secret named',
    '# @secret captured',
    '# @secret asked',
    '# @prompt asked The password',
    `@url = ${url}`,
    '@named = {{$dotenv.NAMED}}',
    '@made = made of {{private}} and {{$secret.STORED | base64}}',
    '',
  ];
  const login = [
    '### login',
    '# @name login',
    'POST {{url}}/token',
    'X-Key: {{$secret.STORED}}',
    '',
    '> {%',
    '  console.log("found", response.body.token);',
    '  tool.test(`is ${response.body.token}`, () => tool.expect(response.body.token).to.equal("other"));',
    '  tool.setVar("captured", response.body.token);',
    '  tool.setVar("taken", { list: [`a ${response.body.token} b`], [response.body.token]: 1 });',
    '%}',
    '',
  ];
  const sends = (of: readonly string[]): readonly string[] =>
    of.flatMap((answer) => [
      `### ${answer}`,
      '< {%',
      '  const all = [tool.getVar("named"), tool.interpolate("{{$secret.STORED}} {{asked}}"), tool.getVar("nested")];',
      '  console.log(all, tool.base64(all[0]));',
      '  console.warn({ all });',
      '  tool.setVar("kept", all);',
      '  tool.setVar(tool.getVar("plain"), all.length);',
      '%}',
      `POST {{url}}/${answer}/{{$secret.PLAIN}}?q={{$secret.STORED}}&n={{named}}&p={{private}}&pin={{pin}}`,
      'Authorization: Basic user {{asked}}',
      'X-Key: {{captured}}',
      'X-Plain: {{$secret.PLAIN}}',
      'Content-Type: application/json',
      '',
      `{"all": [${kinds.map((k) => `"{{${k} | json}}"`).join(', ')}], "base64": "{{$secret.STORED | base64}}", "url": "{{private | url}}"}`,
      '',
      '?? body == {{$secret.STORED}}',
      '?? header X-Told == nothing',
      '?? body.headers[0] contains {{private}}',
      '> {%',
      '  tool.test(`${tool.getVar("named")} is it`, () => tool.expect(response.text).to.equal(tool.getVar("captured")));',
      '  tool.setVar("answer", response.text);',
      '%}',
      '',
    ]);
  const signedIn = [
    ['basic', 'basic {{private}} {{$secret.STORED}}', '{{url}}/json'],
    ['bearer', 'bearer "{{named}}"', '{{url}}/text'],
    ['key', 'apikey X-Api "{{private}}"', '{{url}}/json'],
    ['key in the query', 'apikey api "{{private}}" in=query', '{{url}}/redirect'],
    ['digest', 'digest {{$secret.PLAIN}} "{{private}}"', '{{url}}/digest'],
    ['aws', 'aws {{$secret.PLAIN}} "{{$secret.STORED}}" region=eu service=api token="{{private}}"', '{{url}}/json'],
    ['oauth', 'oauth2 api', '{{url}}/json'],
    ['oauth refused', 'oauth2 refused', '{{url}}/json'],
  ].map(([title, auth, to]) => `### ${title}\n# @auth ${auth}\nGET ${to}\n`);
  const oauth = (path: string): object => ({
    'Grant Type': 'Client Credentials',
    'Token URL': `${url}/${path}`,
    'Client ID': `${stem}-client`,
    'Client Secret': '{{$secret.STORED}}',
    'Custom Request Parameters': { audience: '{{private}}' },
  });
  const failures = [
    ['no host', 'GET http://{{$secret.HOST}}:1/{{$secret.PLAIN}}?q={{private}}'],
    ['no port', 'GET http://127.0.0.1:{{private}}/'],
    ['no method', '{{named}} {{url}}/'],
    ['no file', 'POST {{url}}/\n\n< ./{{$secret.PLAIN}}.txt'],
    ['no name', 'GET {{url}}/{{private.nothing}}/{{nested.{{private}}}}/{{named[7]}}'],
    ['thrown', '< {%\n  throw new Error(`thrown ${tool.getVar("named")}`);\n%}\nGET {{url}}/'],
    ['type', '< {%\n  const named = tool.getVar("named");\n  undefined[named];\n%}\nGET {{url}}/'],
    ['sent', '< {%\n  await tool.send(tool.getVar("private"));\n%}\nGET {{url}}/'],
    ['skipped', '< {%\n  tool.skip(tool.getVar("private"));\n%}\nGET {{url}}/'],
  ].map(([title, text]) => `### ${title}\n${text}\n`);
  return {
    'all.req': [...preamble, ...login, ...sends(answers), ...failures].join('\n'),
    'bytes.req': [...preamble, ...sends(bytes)].join('\n'),
    'auth.req': [...preamble, ...signedIn, '### inside\nGET {{url}}/text?t={{$auth.token("api")}}\n'].join('\n'),
    'http-client.env.json': '{"dev": {"public": "p {{private}}"}}',
    'http-client.private.env.json': JSON.stringify({
      dev: {
        private: canary('private'),
        plain: `${stem}-environment`,
        nested: { deep: canary('nested') },
        pin: 7,
        Security: { Auth: { api: oauth('oauth'), refused: oauth('digest') } },
      },
    }),
    '.env': `NAMED='${canary('named')}'\n`,
  };
}
