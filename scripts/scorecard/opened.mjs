// Hostile `.http` files, and sessions of `req lsp`.
import path from 'node:path';
import { answers, collection, harmless, isKept } from './beside.mjs';

/** Sends a `.http` file. The server echoes the request, so the output shows what was sent. */
const echo = (socket, head) => answers(head)(socket);
const sends = (text, more = () => ({}), ...args) => ({
  prepare: collection((outside) => ({ 'a.http': text, ...more(outside) }), 'send', 'c/a.http', ...args),
  answer: (socket, head) => (/leaked|root:/.test(head) ? answers('leaked')(socket) : echo(socket, head)),
  says: harmless,
  holds: isKept,
});
export const httpFiles = [
  { name: 'a body of a file outside', ...sends('POST URL/\n\n< ../outside/kept\n'), codes: [2, 3, 5, 6] },
  {
    name: 'a body of a link to a file outside',
    ...sends('POST URL/\n\n< ./body\n', (outside) => ({ body: { link: path.join(outside, 'kept') } })),
    codes: [2, 3, 5, 6],
  },
  { name: 'a script of a file outside', ...sends('< ../outside/kept\nGET URL/\n'), codes: [0, 2, 3, 5, 6] },
  {
    name: 'a script that requires a file outside',
    ...sends('< {%\nconst x = require("../outside/kept"); request.variables.set("x", JSON.stringify(x));\n%}\nGET URL/?{{x}}\n'),
    codes: [2, 3, 5, 6],
  },
  {
    name: 'a script that requires a link to a file outside',
    ...sends('< {%\nrequire("./lib.js");\n%}\nGET URL/\n', (outside) => ({ 'lib.js': { link: path.join(outside, 'kept') } })),
    codes: [2, 3, 5, 6],
  },
  { name: 'an import of a file outside', ...sends('import ../outside/kept\nrun #leaked\n\nGET URL/\n'), codes: [0, 2, 3, 5, 6] },
  { name: 'a response that would be saved outside', ...sends('GET URL/\n\n>>! ../outside/new\n'), codes: [0, 2, 3, 5, 6] },
  { name: 'a value that ends the host', ...sends('@v = localhost:1#\n\nGET http://{{v}}.h.example/\n'), codes: [2] },
  {
    name: 'a file of 100,000 definitions that name each other',
    ...sends(`${Array.from({ length: 100_000 }, (_, i) => `@v${i} = {{v${i + 1}}}`).join('\n')}\n\nGET URL/?{{v0}}\n`),
    codes: [3],
  },
];

/** A session of `req lsp` with one document, and requests about its first lines. */
function session(text, edits = 1) {
  const uri = 'file:///nowhere/a.req';
  let id = 0;
  const send = (method, params, isAsked = false) => {
    const json = JSON.stringify({ jsonrpc: '2.0', ...(isAsked ? { id: ++id } : {}), method, params });
    return `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
  };
  const position = { line: 0, character: 4 };
  const asked = ['completion', 'hover', 'documentSymbol', 'foldingRange', 'formatting', 'semanticTokens/full', 'definition', 'references'];
  return [
    send('initialize', { processId: null, rootUri: null, capabilities: {} }, true),
    send('initialized', {}),
    send('textDocument/didOpen', { textDocument: { uri, languageId: 'req', version: 1, text } }),
    ...Array.from({ length: edits }, (_, i) =>
      send('textDocument/didChange', { textDocument: { uri, version: i + 2 }, contentChanges: [{ text: `${text}\n#${i}\n` }] }),
    ),
    ...asked.map((name) =>
      send(
        `textDocument/${name}`,
        { textDocument: { uri }, position, options: { tabSize: 2, insertSpaces: true }, context: { includeDeclaration: true } },
        true,
      ),
    ),
    send('shutdown', null, true),
  ].join('');
}
/** Ends the session after the response to `shutdown`. An input that is not a session is written in one piece. */
const serves = (input, more = {}) => ({
  prepare: () => ['lsp'],
  talks({ stdin, stdout }) {
    const text = input();
    const last = /"id":(\d+),"method":"shutdown"/.exec(text)?.[1];
    stdin.write(text);
    if (last === undefined) return void stdin.end();
    let said = '';
    stdout.on('data', (bytes) => {
      said = said.slice(-100) + bytes.toString('latin1');
      if (said.includes(`"id":${last},`)) stdin.end('Content-Length: 33\r\n\r\n{"jsonrpc":"2.0","method":"exit"}');
    });
  },
  codes: [0],
  says: harmless,
  memory: 600,
  ...more,
});
export const lsp = [
  { name: 'a text of 100 KB of braces', ...serves(() => session(`GET http://localhost/\n\n${'{'.repeat(100_000)}`)) },
  {
    name: 'JSON a hundred thousand levels deep',
    ...serves(() => session(`POST http://localhost/\nContent-Type: application/json\n\n${'['.repeat(100_000)}`)),
  },
  {
    name: '30,000 requests, changed ten times',
    ...serves(() => session('### r\nGET http://localhost/{{x}}\n\n'.repeat(30_000), 10), { memory: 1200 }),
  },
  { name: 'a request whose definitions name each other in a circle', ...serves(() => session('@a = {{b}}\n@b = {{a}}\n\nGET {{a}}\n')) },
  {
    name: 'a body, a script and a document outside',
    ...serves(() => session('# @openapi /etc/passwd\n\n###\n< /etc/passwd\nPOST http://localhost/\n\n< /etc/passwd\n')),
  },
  {
    name: 'a message that is no JSON',
    ...serves(() => `Content-Length: 9\r\n\r\nno json!!${session('GET http://localhost/\n')}`, { codes: [0, 1, 2] }),
  },
  {
    name: 'a message of a billion bytes that never comes',
    ...serves(() => `Content-Length: 1000000000\r\n\r\n{}`, { codes: [2], says: /the limit is 256 MiB/ }),
  },
  { name: 'a header without an end', ...serves(() => 'x'.repeat(20_000_000), { codes: [2], says: /longer than 16 KiB/ }) },
];
