import { connectionDirectives } from './connectionDirectives.ts';
import { readData, type DataKind, type DataRead } from './data.ts';
import type { FormPart } from '../text/multipartText.ts';
import { readForm, readFormString } from './curlForm.ts';
import { quiet, readArguments, type Argument } from './curlOptions.ts';

/** A curl command, or its part up to `--next`. Texts may contain marks of variables and files. */
export interface Operation {
  readonly urls: string[];
  method: string | undefined;
  /** As given to `-H`. */
  readonly headers: string[];
  /** Joined with `&`, as curl does; undefined without a data option. */
  data: string | undefined;
  json: boolean;
  get: boolean;
  head: boolean;
  readonly form: FormPart[];
  /** The path of `-T`. */
  upload: string | undefined;
  user: string | undefined;
  digest: boolean;
  /** The value of `--aws-sigv4`. */
  signature: string | undefined;
  ntlm: boolean;
  negotiate: boolean;
  bearer: string | undefined;
  userAgent: string | undefined;
  referer: string | undefined;
  readonly cookies: string[];
  range: string | undefined;
  location: boolean;
  locationTrusted: boolean;
  maxRedirects: string | undefined;
  maxTime: string | undefined;
  retry: string | undefined;
  retryDelay: string | undefined;
  insecure: boolean;
  proxy: string | undefined;
  readonly connection: string[];
  unixSocket: string | undefined;
  version: '1.0' | '1.1' | '2' | undefined;
  pathAsIs: boolean;
  globoff: boolean;
  readonly query: string[];
  readonly notes: string[];
}

const emptyOperation = (): Operation => ({
  urls: [],
  method: undefined,
  headers: [],
  data: undefined,
  json: false,
  get: false,
  head: false,
  form: [],
  upload: undefined,
  user: undefined,
  digest: false,
  signature: undefined,
  ntlm: false,
  negotiate: false,
  bearer: undefined,
  userAgent: undefined,
  referer: undefined,
  cookies: [],
  range: undefined,
  location: false,
  locationTrusted: false,
  maxRedirects: undefined,
  maxTime: undefined,
  retry: undefined,
  retryDelay: undefined,
  insecure: false,
  proxy: undefined,
  connection: [],
  unixSocket: undefined,
  version: undefined,
  pathAsIs: false,
  globoff: false,
  query: [],
  notes: [],
});

const dataKinds: Readonly<Record<string, DataKind>> = {
  data: 'data',
  'data-ascii': 'data',
  'data-binary': 'binary',
  'data-raw': 'raw',
  'data-urlencode': 'urlencode',
  json: 'json',
};

/** Reads the arguments of curl. Never fails: options without an equivalent are noted. */
export function readCommand(words: readonly string[], stdin: string | undefined): readonly Operation[] {
  let operation = emptyOperation();
  const operations = [operation];
  for (const argument of readArguments(words)) {
    if (argument.name === 'next') operations.push((operation = emptyOperation()));
    else apply(operation, argument, stdin);
  }
  return operations;
}

const texts = new Map<
  string,
  | 'method'
  | 'upload'
  | 'user'
  | 'signature'
  | 'bearer'
  | 'userAgent'
  | 'referer'
  | 'range'
  | 'maxRedirects'
  | 'maxTime'
  | 'retry'
  | 'retryDelay'
  | 'proxy'
  | 'unixSocket'
>([
  ['request', 'method'],
  ['upload-file', 'upload'],
  ['user', 'user'],
  ['aws-sigv4', 'signature'],
  ['oauth2-bearer', 'bearer'],
  ['user-agent', 'userAgent'],
  ['referer', 'referer'],
  ['range', 'range'],
  ['max-redirs', 'maxRedirects'],
  ['max-time', 'maxTime'],
  ['retry', 'retry'],
  ['retry-delay', 'retryDelay'],
  ['proxy', 'proxy'],
  ['unix-socket', 'unixSocket'],
]);

/** Options that are on or, as `--no-…`, off. */
const switches = new Map<string, 'get' | 'head' | 'location' | 'insecure' | 'pathAsIs' | 'globoff' | 'digest' | 'ntlm' | 'negotiate'>([
  ['digest', 'digest'],
  ['ntlm', 'ntlm'],
  ['negotiate', 'negotiate'],
  ['get', 'get'],
  ['head', 'head'],
  ['location', 'location'],
  ['insecure', 'insecure'],
  ['path-as-is', 'pathAsIs'],
  ['globoff', 'globoff'],
]);

/** With `http2`, curl uses HTTP/1.1 if the server has no HTTP/2. */
const versions = new Map<string, Operation['version']>([
  ['http1.0', '1.0'],
  ['http1.1', '1.1'],
  ['http2-prior-knowledge', '2'],
  ['http2', undefined],
]);

function apply(o: Operation, argument: Argument, stdin: string | undefined): void {
  const { name, value, off } = argument;
  if (name === undefined) return void o.urls.push(value);
  const kind = Object.hasOwn(dataKinds, name) ? dataKinds[name] : undefined;
  if (kind !== undefined) return applyData(o, kind, value, stdin);
  const text = texts.get(name);
  const flag = switches.get(name);
  if (text !== undefined) o[text] = value;
  else if (flag !== undefined) o[flag] = !off;
  else if (versions.has(name)) o.version = versions.get(name);
  else applyOther(o, { ...argument, name }, stdin);
}

function applyOther(o: Operation, { name, value, off, written }: Argument & { readonly name: string }, stdin: string | undefined): void {
  const note = (text: string): void => void o.notes.push(text);
  switch (name) {
    case 'url':
      return void o.urls.push(value);
    case 'header':
      return void o.headers.push(value);
    case 'form':
    case 'form-string': {
      const read = name === 'form' ? readForm(value) : readFormString(value);
      if (read.kind === 'unsupported') return note(`${written} ${value}: ${read.why} cannot be carried over.`);
      o.form.push(read.part);
      for (const parameter of read.ignored) note(`${written} ${value}: "${parameter}" is left out, as in curl.`);
      return;
    }
    case 'cookie':
      if (value.includes('=')) o.cookies.push(value);
      else if (value !== '') note(`${written} ${value}: cookies from a file are not carried over.`);
      return;
    case 'location-trusted':
      o.location = o.locationTrusted = !off;
      return;
    case 'url-query':
      if (value.startsWith('+')) o.query.push(value.slice(1));
      else o.query.push(noted(o, readData('urlencode', value, stdin)));
      return;
    // The extension of the file decides.
    case 'cert-type':
      if (/^(?:pem|p12)$/i.test(value)) return;
      return note(`${written} ${value} is left out.`);
    default: {
      const directives = connectionDirectives(name, value);
      if (directives !== undefined) return void o.connection.push(...directives);
      if (!quiet.has(name)) note(value === '' ? `${written} is left out.` : `${written} ${value} is left out.`);
    }
  }
}

function applyData(o: Operation, kind: DataKind, value: string, stdin: string | undefined): void {
  const text = noted(o, readData(kind, value, stdin));
  if (kind === 'json') o.json = true;
  o.data = o.data === undefined ? text : o.data + (kind === 'json' ? '' : '&') + text;
}

/** The text of read data. Its note is added. */
function noted({ notes }: Operation, { text, note }: DataRead): string {
  if (note !== undefined) notes.push(note);
  return text;
}
