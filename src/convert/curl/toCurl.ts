import { headerValue } from '../../base/text/headerValue.ts';
import { sendDefaults, takenOutWhenEmpty, type BodyPart, type ResolvedRequest } from '../../language/index.ts';
import { quote } from './quote.ts';

/** Body size in bytes above which curl waits for `100 Continue`. */
const expectsAbove = 1024 * 1024;

/**
 * The Bash command with which curl sends a request: method, target, headers in order, body. curl adds `User-Agent` and `Accept` itself. The
 * command contains secrets; callers mask it.
 */
export function toCurl(request: ResolvedRequest): string {
  const { method, wireUrl, headers, body, options, httpVersion } = request;
  const has = (name: string): boolean => headers.some(([n]) => n.toLowerCase() === name);
  const valueOf = (name: string): string => headerValue(headers, name) ?? '';
  const words: string[] = [];
  const data = dataOf(body);
  // Req sends `Content-Length: 0` for such a request; curl does so for empty data.
  const sendsData = body.length > 0 || ['POST', 'PUT', 'PATCH'].includes(method);
  if (method === 'HEAD' && !sendsData) words.push('--head');
  else if (method !== (sendsData ? 'POST' : 'GET')) words.push(`-X ${quote(method)}`);
  if (options.followRedirects) {
    words.push(options.keepAuthOnRedirect ? '--location-trusted' : '-L');
    if (options.maxRedirects !== sendDefaults.maxRedirects) words.push(`--max-redirs ${options.maxRedirects}`);
  }
  if (options.insecure) words.push('-k');
  if (httpVersion !== undefined) words.push(httpVersion === '2' ? '--http2-prior-knowledge' : `--http${httpVersion}`);
  if (options.timeoutMs > 0) words.push(`--max-time ${options.timeoutMs / 1000}`);
  if (options.connectTimeoutMs > 0) words.push(`--connect-timeout ${options.connectTimeoutMs / 1000}`);
  words.push(...authOf(request));
  words.push(...connectionWords(options.connection));
  if (/\/\.\.?(?:[/?]|$)/.test(wireUrl.replace(/\?[^]*$/, ''))) words.push('--path-as-is');
  if (/text\/event-stream/i.test(valueOf('accept'))) words.push('-N');
  if (/gzip|deflate|br/i.test(valueOf('accept-encoding'))) words.push('--compressed');
  const [, socket, overSocket = ''] = /^http\+unix:\/\/([^/]*)([^]*)$/.exec(wireUrl) ?? [];
  if (socket !== undefined) words.push(`--unix-socket ${quote(decodeURIComponent(socket))}`);
  const to = socket === undefined ? wireUrl : `http://localhost${overSocket}`;
  const lines = [['curl', ...words, to.includes('\ufdd0') ? quote(to) : `'${to.replaceAll("'", "'\\''")}'`].join(' ')];
  for (const [name, value] of headers) {
    if (value !== '') lines.push(`-H ${quote(`${name}: ${value}`)}`);
    else lines.push(`-H ${quote(takenOutWhenEmpty.has(name.toLowerCase()) ? `${name}:` : `${name};`)}`);
  }
  if (sendsData && !has('content-type')) lines.push(`-H 'Content-Type:'`);
  const isLarge = body.some((p) => p.kind === 'file' || p.text.length > expectsAbove / 4);
  if (isLarge && !has('expect')) lines.push(`-H 'Expect:'`);
  if (sendsData)
    lines.push(
      `--data-${data.before === undefined && data.file === undefined ? `raw ${quote(data.text)}` : `binary ${data.file === undefined ? '@-' : quote(`@${data.file}`)}`}`,
    );
  return (data.before === undefined ? '' : `${data.before} | `) + lines.join(' \\\n  ');
}

function connectionWords({ proxy, resolve, cacert, certificate }: ResolvedRequest['options']['connection']): string[] {
  const words: string[] = [];
  if (proxy === 'none') words.push(`--noproxy '*'`);
  else if (proxy !== undefined) words.push(`-x ${quote(proxy)}`);
  for (const { hostname, port, addresses } of resolve) {
    const bracketed = [hostname, ...addresses].map((text) => (text.includes(':') ? `[${text}]` : text));
    words.push(`--resolve ${quote(`${bracketed[0]}:${port}:${bracketed.slice(1).join(',')}`)}`);
  }
  // curl reads only one file.
  if (cacert[0] !== undefined) words.push(`--cacert ${quote(cacert[0].path)}`);
  if (certificate === undefined || certificate === 'none') return words;
  const { cert, key, passphrase } = certificate;
  if (/\.(?:pfx|p12)$/i.test(cert.path)) words.push('--cert-type P12');
  // In the argument of --cert, a colon starts the passphrase.
  words.push(`--cert ${quote(cert.path.replaceAll(/[\\:]/g, '\\$&'))}`);
  if (key !== undefined) words.push(`--key ${quote(key.path)}`);
  if (passphrase !== undefined) words.push(`--pass ${quote(passphrase)}`);
  return words;
}

/** Whether curl can authenticate like the request. */
export const curlSignsIn = ({ auth }: ResolvedRequest): boolean => auth === undefined || auth.kind === 'digest' || auth.kind === 'aws';

/** curl itself handles challenges and signatures. */
function authOf({ auth, headers }: ResolvedRequest): readonly string[] {
  switch (auth?.kind) {
    // curl has none of these: `curlSignsIn`.
    case undefined:
    case 'jwt':
    case 'oauth1':
    case 'wsse':
    case 'hawk':
      return [];
    case 'digest':
      return ['--digest', `-u ${quote(`${auth.user}:${auth.password}`)}`];
    case 'aws': {
      const place = [auth.region, auth.service].filter((x) => x !== undefined);
      // Without both, curl derives them from the host.
      const provider = ['aws', 'amz', ...(place.length === 2 ? place : [])].join(':');
      const hasToken = auth.token === undefined || headers.some(([name]) => name.toLowerCase() === 'x-amz-security-token');
      const token = hasToken ? [] : [`-H ${quote(`X-Amz-Security-Token: ${auth.token}`)}`];
      return [`--aws-sigv4 ${quote(provider)}`, `-u ${quote(`${auth.key}:${auth.secret}`)}`, ...token];
    }
  }
}

interface CommandData {
  /** Commands that print the body, if it is neither a single file nor valid as an argument. */
  readonly before: string | undefined;
  /** Path if the body is a single file. */
  readonly file: string | undefined;
  readonly text: string;
}

/** Maximum bytes of an argument; Linux allows 128 KiB with its end. */
const longestArgument = 120_000;

const isTooLong = (text: string): boolean => text.length > longestArgument / 3 && new TextEncoder().encode(text).length > longestArgument;

/** The body for a command: an argument, a file, else a pipe. */
export function dataOf(body: readonly BodyPart[]): CommandData {
  const [first = { kind: 'text', text: '' } as const, second] = body;
  if (second === undefined && first.kind === 'file') return { before: undefined, file: first.path, text: '' };
  const text = body.map((p) => (p.kind === 'text' ? p.text : '')).join('');
  // Arguments cannot contain NUL, and Linux limits their length.
  if (body.every((p) => p.kind === 'text') && !text.includes('\0') && !isTooLong(text)) return { before: undefined, file: undefined, text };
  const commands = body.map((p) => (p.kind === 'file' ? `cat ${quote(p.path)}` : printed(p.text)));
  return { before: commands.length === 1 ? commands[0] : `{ ${commands.join('; ')}; }`, file: undefined, text: '' };
}

const printed = (text: string): string =>
  text.includes('\0')
    ? `printf %b ${quote(text.replaceAll('\\', '\\\\').replaceAll('\0', String.raw`\0000`))}`
    : `printf %s ${quote(text)}`;
