import type { BodyPart } from '../../language/index.ts';
import { camelCase, expression, literal, onlyText, type Texts } from './literals.ts';
import type { Writer } from './model.ts';

const texts: Texts = { literal, env: (name) => `process.env.${name}`, plus: ' + ' };
const say = (text: string): string => expression(text, texts);

/** fetch takes one character per byte of a header; headers are sent as UTF-8. */
const bytes = (text: string): string =>
  text.replace(/[^\0-\x7f\ufdd0\ufdd1]+/g, (s) => Array.from(new TextEncoder().encode(s), (byte) => String.fromCharCode(byte)).join(''));

const partBytes = (p: BodyPart): string =>
  p.kind === 'text' ? `new TextEncoder().encode(${say(p.text)})` : `await readFile(${say(p.path)})`;

/** JavaScript with fetch, as a module for Node.js. Browsers can run it if it uses no files or secrets. */
export const writeFetch: Writer = (requests, note) => {
  const functions = requests.map((r) => {
    const { method, wireUrl, body, options } = r.resolved;
    const hasBody = body.length > 0;
    if (hasBody && /^(?:GET|HEAD)$/.test(method)) note(r, `fetch sends no body with ${method}.`);
    if (/^(?:CONNECT|TRACE|TRACK)$/.test(method)) note(r, `fetch does not send ${method}.`);
    if (options.insecure) note(r, 'fetch checks certificates: set NODE_TLS_REJECT_UNAUTHORIZED=0.');
    if (!wireUrl.includes('\ufdd0') && URL.canParse(wireUrl) && new URL(wireUrl).href !== wireUrl)
      note(r, `fetch normalizes the URL: ${new URL(wireUrl).href}`);
    const [first, second] = body;
    return [
      `// ${r.title}`,
      `export async function ${camelCase(r)}() {`,
      `  return fetch(${say(wireUrl)}, {`,
      `    method: ${say(method)},`,
      ...(r.headers.length === 0 ? [] : ['    headers: [', ...r.headers.map(([n, v]) => `      [${say(n)}, ${say(bytes(v))}],`), '    ],']),
      ...(first === undefined
        ? []
        : [`    body: ${second === undefined ? partBytes(first) : `Buffer.concat([${body.map(partBytes).join(', ')}])`},`]),
      ...(options.followRedirects ? [] : ["    redirect: 'manual',"]),
      ...(options.timeoutMs > 0 ? [`    signal: AbortSignal.timeout(${options.timeoutMs}),`] : []),
      '  });',
      '}',
    ].join('\n');
  });
  const hasFiles = requests.some((r) => onlyText(r.resolved.body) === undefined);
  return [
    ...(hasFiles ? ["import { readFile } from 'node:fs/promises';"] : []),
    ...functions,
    [
      `for (const each of [${requests.map(camelCase).join(', ')}]) {`,
      '  const response = await each();',
      '  console.log(response.status, await response.text());',
      '}',
    ].join('\n'),
  ].join('\n\n');
};
