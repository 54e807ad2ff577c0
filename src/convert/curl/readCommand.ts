import { connectionDirectives } from './connectionDirectives.ts';
import { readData, type DataKind } from './data.ts';
import type { FormPart } from '../text/multipartText.ts';
import { readForm, readFormString } from './curlForm.ts';
import { quiet, readArguments, type Argument } from './curlOptions.ts';

/** What one curl command, or what stands before its `--next`, says. Texts may hold marks of variables and files. */
export interface Operation {
  readonly urls: string[];
  method: string | undefined;
  /** As given to `-H`. */
  readonly headers: string[];
  /** Joined with `&`, as curl joins it; undefined where no option gives data. */
  data: string | undefined;
  json: boolean;
  get: boolean;
  head: boolean;
  readonly form: FormPart[];
  /** The path of `-T`. */
  upload: string | undefined;
  user: string | undefined;
  bearer: string | undefined;
  userAgent: string | undefined;
  referer: string | undefined;
  readonly cookies: string[];
  range: string | undefined;
  location: boolean;
  locationTrusted: boolean;
  maxRedirects: string | undefined;
  maxTime: string | undefined;
  insecure: boolean;
  proxy: string | undefined;
  /** Directives of other options for the way to a server. */
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
  bearer: undefined,
  userAgent: undefined,
  referer: undefined,
  cookies: [],
  range: undefined,
  location: false,
  locationTrusted: false,
  maxRedirects: undefined,
  maxTime: undefined,
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

/** Reads what stands behind `curl`. Never fails: what cannot be carried stands in the notes. */
export function readCommand(words: readonly string[], stdin: string | undefined): readonly Operation[] {
  let operation = emptyOperation();
  const operations = [operation];
  for (const argument of readArguments(words)) {
    if (argument.name === 'next') operations.push((operation = emptyOperation()));
    else apply(operation, argument, stdin);
  }
  return operations;
}

function apply(o: Operation, argument: Argument, stdin: string | undefined): void {
  const { name, value, off, written } = argument;
  const note = (text: string): void => void o.notes.push(text);
  if (name === undefined) return void o.urls.push(value);
  const kind = Object.hasOwn(dataKinds, name) ? dataKinds[name] : undefined;
  if (kind !== undefined) return applyData(o, kind, value, stdin);
  switch (name) {
    case 'url':
      return void o.urls.push(value);
    case 'request':
      o.method = value;
      return;
    case 'header':
      return void o.headers.push(value);
    case 'get':
      o.get = !off;
      return;
    case 'head':
      o.head = !off;
      return;
    case 'form':
    case 'form-string': {
      const read = name === 'form' ? readForm(value) : readFormString(value);
      if (read.kind === 'unsupported') return note(`${written} ${value}: ${read.why} cannot be carried over.`);
      o.form.push(read.part);
      for (const parameter of read.ignored) note(`${written} ${value}: "${parameter}" is left out, as curl does.`);
      return;
    }
    case 'upload-file':
      o.upload = value;
      return;
    case 'user':
      o.user = value;
      return;
    case 'oauth2-bearer':
      o.bearer = value;
      return;
    case 'user-agent':
      o.userAgent = value;
      return;
    case 'referer':
      o.referer = value;
      return;
    case 'cookie':
      if (value.includes('=')) o.cookies.push(value);
      else if (value !== '') note(`${written} ${value}: cookies from a file are not carried over.`);
      return;
    case 'range':
      o.range = value;
      return;
    case 'location':
      o.location = !off;
      return;
    case 'location-trusted':
      o.location = o.locationTrusted = !off;
      return;
    case 'max-redirs':
      o.maxRedirects = value;
      return;
    case 'max-time':
      o.maxTime = value;
      return;
    case 'insecure':
      o.insecure = !off;
      return;
    case 'proxy':
      o.proxy = value;
      return;
    case 'http1.0':
      o.version = '1.0';
      return;
    case 'http1.1':
      o.version = '1.1';
      return;
    case 'http2-prior-knowledge':
      o.version = '2';
      return;
    case 'http2':
      // curl speaks HTTP/1.1 where HTTP/2 cannot be had.
      o.version = undefined;
      return;
    case 'path-as-is':
      o.pathAsIs = !off;
      return;
    case 'globoff':
      o.globoff = !off;
      return;
    case 'url-query':
      o.query.push(value.startsWith('+') ? value.slice(1) : readData('urlencode', value, stdin).text);
      return;
    case 'unix-socket':
      o.unixSocket = value;
      return;
    // The end of the file's name says it.
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
  const read = readData(kind, value, stdin);
  if (read.note !== undefined) o.notes.push(read.note);
  if (kind === 'json') o.json = true;
  o.data = o.data === undefined ? read.text : o.data + (kind === 'json' ? '' : '&') + read.text;
}
