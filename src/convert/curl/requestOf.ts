import { base64, takenOutWhenEmpty, type Header } from '../../language/index.ts';
import { connectionDirectives } from './connectionDirectives.ts';
import { wordOfAuth } from '../text/authWord.ts';
import type { FormPart } from '../text/multipartText.ts';
import { fileMark, hasVariables } from '../text/marks.ts';
import type { Operation } from './readCommand.ts';
import { shellVariables, type BodyToWrite, type RequestToWrite } from '../text/write.ts';
import { urlOf } from './curlUrl.ts';

/** The request that curl sends for a URL, with curl's defaults (method, content type, redirects) made explicit. */
export function requestOf(o: Operation, written: string): RequestToWrite {
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(text);
  const url = urlOf(written, o, note);
  const { headers, removed } = headersOf(o, note);
  const has = (name: string): boolean => headers.some(([n]) => n.toLowerCase() === name);
  const add = (name: string, value: string): void => {
    if (!has(name.toLowerCase()) && !removed.has(name.toLowerCase())) headers.push([name, value]);
  };
  let credentials: string | undefined;

  const signIn: string[] = [];
  if (o.user !== undefined && !has('authorization')) {
    if (!o.user.includes(':')) note(`curl would ask for the password of ${o.user}: here it is empty.`);
    const pair = o.user.includes(':') ? o.user : `${o.user}:`;
    const isBasic = !o.digest && o.signature === undefined && !o.ntlm && !o.negotiate;
    if (!isBasic) signIn.push(...signInOf(o, pair, note));
    else if (hasVariables(pair)) credentials = pair;
    else add('Authorization', `Basic ${base64(pair)}`);
  } else if (o.bearer !== undefined) add('Authorization', `Bearer ${o.bearer}`);
  if (o.userAgent === '') headers.push(['User-Agent', '']);
  else if (o.userAgent !== undefined) add('User-Agent', o.userAgent);
  if (o.referer !== undefined) {
    const [referer = '', auto] = o.referer.split(';');
    if (auto !== undefined) note(`-e ${o.referer}: the Referer of redirects is not set.`);
    if (referer !== '') add('Referer', referer);
  }
  if (o.cookies.length > 0) add('Cookie', o.cookies.join(';'));
  if (o.range !== undefined) add('Range', `bytes=${o.range}`);

  const body = bodyOf(o, note);
  if (o.json && body !== undefined) {
    add('Content-Type', 'application/json');
    add('Accept', 'application/json');
  } else if (body?.kind === 'form') setBoundary(headers, body.boundary, note);
  else if (body !== undefined && o.data !== undefined) add('Content-Type', 'application/x-www-form-urlencoded');
  if (removed.has('content-type') && body?.kind === 'text' && /^\s*[{[]/.test(body.text))
    note('curl sends no Content-Type; Req adds application/json where the body is JSON.');

  return {
    method: methodOf(o, body, note),
    url: overSocket(o.upload !== undefined && body?.kind === 'text' && o.data === undefined ? withFileName(url, o.upload) : url),
    version: o.version,
    headers,
    body,
    directives: [...directivesOf(o, note), ...signIn],
    credentials,
    notes: [...o.notes, ...notes],
  };

  /** Converts a URL to one over a Unix socket. The URL's host becomes the `Host` header. */
  function overSocket(to: string): string {
    const { unixSocket: socket } = o;
    const [, host = '', path = ''] = /^http:\/\/([^/?#]*)([^]*)$/i.exec(to) ?? [];
    if (socket === undefined) return to;
    if (host === '' || !/^\/[^:?#\s]*$/.test(socket) || hasVariables(socket + host)) {
      note(`--unix-socket ${socket} is left out.`);
      return to;
    }
    if (host !== 'localhost') add('Host', host);
    return `unix:${socket}:${path.startsWith('/') ? path : `/${path}`}`;
  }
}

/** The directive for credentials that curl does not send as Basic. NTLM and Negotiate never send the password. */
function signInOf(o: Operation, pair: string, note: (text: string) => void): readonly string[] {
  const [, user = '', password = ''] = /^([^:]*):([^]*)$/.exec(pair) ?? [];
  const word = (text: string): string => wordOfAuth(text, note);
  if (hasVariables(pair)) note(shellVariables);
  if (o.signature !== undefined) {
    const [provider = '', , region = '', service = ''] = o.signature.split(':');
    if (/^aws$/i.test(provider)) {
      const place = [region === '' ? '' : ` region=${word(region)}`, service === '' ? '' : ` service=${word(service)}`];
      return [`auth aws ${word(user)} ${word(password)}${place.join('')}`];
    }
    note(`--aws-sigv4 ${o.signature} is left out: Req signs for AWS.`);
    return [];
  }
  if (o.digest) return [`auth digest ${word(user)} ${word(password)}`];
  note(`Req does not sign in with ${o.ntlm ? 'NTLM' : 'Negotiate'}: the credentials are left out.`);
  return [];
}

/** `-T FILE` appends the file's name to a URL that ends with `/` or has no path. */
function withFileName(url: string, file: string): string {
  const m = /^([^:]+:\/\/[^/?#]*)([^?#]*)([^]*)$/.exec(url);
  const [, origin = url, path = '', rest = ''] = m ?? [];
  return path === '' || path.endsWith('/') ? `${origin}${path || '/'}${encodeURIComponent(baseName(file))}${rest}` : url;
}

const baseName = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/** The headers of `-H`, and the names of those that it removes. */
function headersOf(o: Operation, note: (text: string) => void): { readonly headers: Header[]; readonly removed: ReadonlySet<string> } {
  const headers: Header[] = [];
  const removed = new Set<string>();
  for (const written of o.headers) {
    const m = /^([^:;]*)([:;])([^]*)$/.exec(written);
    const name = (m?.[1] ?? '').trim();
    const value = (m?.[3] ?? '').trim();
    if (written.startsWith('@')) note(`-H ${written}: headers from a file are not carried over.`);
    else if (m === null || !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || name.startsWith('#'))
      note(`-H ${JSON.stringify(written)} is not a header and is left out.`);
    else if (/[\r\n\0]/.test(value))
      note(`-H ${JSON.stringify(written)} contains a line break and is left out. Write one header per line.`);
    else if (m[2] === ';' && value === '') {
      if (takenOutWhenEmpty.has(name.toLowerCase())) note(`An empty ${name} cannot be sent: here it is not sent at all.`);
      headers.push([name, '']);
    } else if (value !== '') headers.push([name, value]);
    else {
      removed.add(name.toLowerCase());
      if (takenOutWhenEmpty.has(name.toLowerCase())) headers.push([name, '']);
      else if (!['accept', 'content-type', 'expect', 'authorization'].includes(name.toLowerCase()))
        note(`-H '${name}:' removes a header that Req does not add.`);
    }
  }
  return { headers, removed };
}

function bodyOf(o: Operation, note: (text: string) => void): BodyToWrite | undefined {
  if (o.form.length > 0) {
    if (o.data !== undefined) note('curl takes only one of -F and -d: the data of -d is left out.');
    return { kind: 'form', boundary: boundaryFor(o.form), parts: o.form };
  }
  if (o.data !== undefined && !o.get) {
    if (o.head) note('curl takes only one of -I and -d.');
    return { kind: 'text', text: o.data };
  }
  if (o.upload === undefined) return undefined;
  if (o.upload === '-' || o.upload === '.') {
    note(`-T ${o.upload}: the body comes from standard input: put it in.`);
    return undefined;
  }
  return { kind: 'text', text: fileMark(o.upload) };
}

/** A boundary that no part contains (RFC 2046 §5.1.1). */
function boundaryFor(parts: readonly FormPart[]): string {
  for (let n = 1; ; n++) {
    const boundary = `form-boundary-${n}`;
    if (!parts.some((p) => p.content.includes(boundary))) return boundary;
  }
}

function setBoundary(headers: Header[], boundary: string, note: (text: string) => void): void {
  const at = headers.findIndex(([name]) => name.toLowerCase() === 'content-type');
  if (at < 0) return void headers.push(['Content-Type', `multipart/form-data; boundary=${boundary}`]);
  const [name, value] = headers[at] as Header;
  // curl appends its boundary to the given type, whatever it is.
  if (!/^multipart\//i.test(value)) {
    note(`curl sends the form with the Content-Type ${value}: here it is multipart/form-data.`);
    headers[at] = [name, `multipart/form-data; boundary=${boundary}`];
    return;
  }
  const type = value.replace(/;\s*boundary=[^;]*/i, '');
  if (type !== value) note('The boundary of the Content-Type is replaced by the one of the parts.');
  headers[at] = [name, `${type}; boundary=${boundary}`];
}

const knownMethod = /^(?:get|head|post|put|delete|connect|options|trace|patch|query)$/i;

function methodOf(o: Operation, body: BodyToWrite | undefined, note: (text: string) => void): string {
  const fallback = o.head
    ? 'HEAD'
    : body === undefined
      ? 'GET'
      : o.upload !== undefined && o.data === undefined && o.form.length === 0
        ? 'PUT'
        : 'POST';
  const { method } = o;
  if (method === undefined) return fallback;
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method) || method.startsWith('#')) {
    note(`-X ${JSON.stringify(method)} is not a method.`);
    return fallback;
  }
  if (knownMethod.test(method) && method !== method.toUpperCase())
    note(`curl sends the method ${method}, Req sends ${method.toUpperCase()}.`);
  if (method.toUpperCase() === 'GRAPHQL') note('The method GRAPHQL means a POST here.');
  return knownMethod.test(method) ? method.toUpperCase() : method;
}

function directivesOf(o: Operation, note: (text: string) => void): readonly string[] {
  const directives: string[] = [];
  if (!o.location && !copiedFromBrowser(o)) directives.push('no-redirect');
  if (o.locationTrusted) directives.push('keep-auth-on-redirect');
  if (o.location && o.maxRedirects !== undefined) {
    if (/^\d+$/.test(o.maxRedirects)) directives.push(`max-redirects ${o.maxRedirects}`);
    else note(`--max-redirs ${o.maxRedirects} is left out.`);
  }
  if (o.maxTime !== undefined) {
    if (!/^\d+(?:\.\d+)?$/.test(o.maxTime)) note(`-m ${o.maxTime} is left out.`);
    else if (Number(o.maxTime) > 0) directives.push(`timeout ${o.maxTime}s`);
  }
  directives.push(...retryOf(o, note));
  if (o.insecure) directives.push('insecure');
  const proxy = o.proxy?.trim() ?? '';
  const said = /\s/.test(proxy) ? undefined : connectionDirectives('proxy', proxy);
  if (said !== undefined) directives.push(...said);
  else if (proxy !== '') note(`-x ${proxy} is left out.`);
  return [...directives, ...o.connection];
}

/** Without a delay, both wait for one second; curl then waits longer each time. */
function retryOf({ retry, retryDelay: delay }: Operation, note: (text: string) => void): readonly string[] {
  const isDelay = delay === undefined || /^\d+(?:\.\d+)?$/.test(delay);
  if (!isDelay) note(`--retry-delay ${delay} is left out.`);
  if (retry === undefined) return [];
  if (!/^\d+$/.test(retry)) {
    note(`--retry ${retry} is left out.`);
    return [];
  }
  if (Number(retry) === 0) return [];
  return [isDelay && Number(delay ?? 0) > 0 ? `retry ${retry} ${delay}s` : `retry ${retry}`];
}

/**
 * Whether a browser generated the command: only browsers send these headers, and they follow redirects although the command has no `-L`.
 */
const copiedFromBrowser = (o: Operation): boolean =>
  o.userAgent?.startsWith('Mozilla/') === true || o.headers.some((h) => /^(?:user-agent:\s*Mozilla\/|sec-(?:fetch|ch-ua)\b)/i.test(h));
