import { pushAll } from '../../base/lists.ts';
import { ReqError } from '../../base/reqError.ts';
import type { Value } from '../../base/values/value.ts';
import { isJsonType } from '../../language/index.ts';
import type { FolderDraft, RequestDraft } from '../import/draft.ts';
import type { EnvironmentValue } from '../import/layout/importedEnvironments.ts';
import { collectionFiles, countRequests, pathOf } from '../import/layout/layout.ts';
import { safeName, variableName } from '../import/layout/fileNames.ts';
import { OAuthConfigurations } from '../import/auth/oauth.ts';
import { Notes, type ImportInput, type Converted, type AddNote } from '../import/importResult.ts';
import { at, has, list, object, text } from '../import/reading/importedValues.ts';
import { linesIn, mayBeCut, readDocument } from '../import/reading/yaml.ts';
import { placeholderMark } from '../text/marks.ts';
import { bodyOf, furtherExamples } from './openApiBody.ts';
import { parametersOf } from './parameters.ts';
import { referencesOf, type References } from './references.ts';
import { securityOf, type ApiSignIn, type SecuritySchemes } from './security.ts';
import { openApiOf } from './swagger2.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/**
 * Converts OpenAPI 3.0 or 3.1, or Swagger 2.0: one file per tag.
 * @throws {ReqError} if the input is none of these
 */
export function fromOpenApi(inputs: readonly ImportInput[]): Converted {
  const input = onlyInput(inputs);
  const notes = new Notes(input.path);
  const addNote: AddNote = (level, message) => notes.add(level, message);
  const document = documentOf(input, addNote);
  const references = referencesOf(document, addNote);
  const oauth = new OAuthConfigurations();
  const servers = serversOf(at(document, 'servers'), addNote);
  const root = new Map<string, RequestDraft[]>();
  const server = text(
    servers
      .values()
      .next()
      .value?.find(({ name }) => name === 'baseUrl')?.value,
  );
  const security: SecuritySchemes = { schemes: at(document, 'components', 'securitySchemes'), references, oauth, server };
  const signIn = securityOf(at(document, 'security'), security, addNote);
  const names = new Set<string>();
  for (const [path, pathItem] of object(at(document, 'paths'))) {
    const item = references.resolve(pathItem);
    for (const method of methods) {
      const operation = at(item, method);
      if (operation === undefined) continue;
      const tag = text(list(at(operation, 'tags'))[0]);
      const title = text(operation, 'summary') || text(operation, 'operationId') || `${method.toUpperCase()} ${path}`;
      const where = pathOf(tag === '' ? [title] : [tag, title]);
      const own: AddNote = (level, message) => notes.add(level, message, { request: where });
      const shared = list(at(document, 'servers'))[0];
      const drafts = requestsOf({ path, item, method, operation, title, security, names, shared, ofAll: signIn }, own);
      const requests = root.get(tag);
      if (requests === undefined) root.set(tag, [...drafts]);
      else pushAll(requests, drafts);
    }
  }
  noteWhatIsMissing(document, input, addNote);
  const draft = collectionDraft(document, root, signIn, servers);
  const isTaken = (name: string): boolean => input.text.includes(name);
  const files = collectionFiles({ root: draft, environments: servers, oauth, isTaken }, notes);
  return { name: safeName(draft.name), files, notes: notes.list(), ...countRequests(draft, notes) };
}

function onlyInput([input, ...others]: readonly ImportInput[]): ImportInput {
  if (input === undefined) throw new ReqError('usage', 'An input is missing.');
  if (others.length === 0) return input;
  const paths = [input, ...others].map((i) => i.path).slice(0, 5);
  throw new ReqError('usage', 'OpenAPI documents are imported one at a time.', { hint: `Name one of ${paths.join(', ')}.` });
}

/** The document, converted to version 3. */
function documentOf(input: ImportInput, addNote: AddNote): Value {
  const given = readDocument(input);
  const old = text(given, 'swagger');
  if (old !== '' && !/^2(?:\.|$)/.test(old))
    throw new ReqError('usage', `${input.path} has version ${old}: Req reads Swagger 2.0, OpenAPI 3.0 and 3.1.`, {
      hint: 'Convert it to version 3 first.',
    });
  if (old === '' && !text(given, 'openapi').startsWith('3.')) throw new ReqError('parse', `${input.path} is not an OpenAPI 3 description.`);
  return old === '' ? given : openApiOf(given, addNote);
}

/** Reports webhooks, and a file whose last operation is incomplete. */
function noteWhatIsMissing(document: Value, input: ImportInput, addNote: AddNote): void {
  const last = [...object(at(document, 'paths'))].at(-1)?.[1];
  const isOpen = methods.every((m) => at(last, m) === undefined) || methods.some((m) => has(last, m) && !has(at(last, m), 'responses'));
  if (isOpen && mayBeCut(input))
    addNote('warning', `${input.path} ends in line ${linesIn(input.text)} within an incomplete operation: the file may be cut.`);
  const webhooks = object(at(document, 'webhooks')).size;
  if (webhooks > 0)
    addNote(
      'warning',
      webhooks === 1
        ? 'A webhook is left out: it is a request of the server.'
        : `${webhooks} webhooks are left out: they are requests of the server.`,
    );
}

/** @param byTag requests by the first tag of their operation; empty without one */
function collectionDraft(
  document: Value,
  byTag: ReadonlyMap<string, readonly RequestDraft[]>,
  signIn: ReturnType<typeof securityOf>,
  servers: ReturnType<typeof serversOf>,
): FolderDraft {
  const about = [text(document, 'info', 'description'), text(document, 'info', 'version') && `Version ${text(document, 'info', 'version')}`]
    .filter((t) => t !== '')
    .join('\n\n');
  const descriptions = new Map(list(at(document, 'tags')).map((t) => [text(t, 'name'), text(t, 'description')] as const));
  return {
    name: text(document, 'info', 'title') || 'OpenAPI',
    preamble: {
      description: about,
      directives: signIn?.directives.filter((d) => d !== 'auth none') ?? [],
      variables: (servers.values().next().value ?? []).map((v) => [v.name, text(v.value)] as const),
      headers: signIn?.headers ?? [],
    },
    folders: [...byTag]
      .filter(([tag]) => tag !== '')
      .map(([tag, requests]) => ({ name: tag, preamble: described(descriptions.get(tag)), folders: [], requests })),
    requests: byTag.get('') ?? [],
  };
}

const described = (description: string | undefined): FolderDraft['preamble'] =>
  description === undefined || description === '' ? {} : { description };

interface Operation {
  readonly path: string;
  readonly item: Value | undefined;
  readonly method: string;
  readonly operation: Value;
  readonly title: string;
  readonly security: SecuritySchemes;
  readonly names: Set<string>;
  /** The first server of the document. */
  readonly shared: Value | undefined;
  /** The sign-in of the collection. */
  readonly ofAll: ApiSignIn | undefined;
}

/** A request for each example of the body; one without examples. */
function requestsOf(of: Operation, addNote: AddNote): readonly RequestDraft[] {
  const { operation, title } = of;
  const { references } = of.security;
  const request = requestOf(of, addNote);
  const given = at(operation, 'requestBody');
  const { name: _, comments: __, description: ___, ...shared } = request;
  const more = furtherExamples(given, references, addNote).map(({ name, value }): RequestDraft => {
    const { body, headers } = bodyOf(given, references, () => {}, value);
    const type = headers.find((h) => h.name === 'Content-Type');
    const changed: Partial<RequestDraft> = {
      title: name.startsWith(title) ? name : `${title}: ${name}`,
      headers: request.headers.map((h) => (h.name === 'Content-Type' && type !== undefined ? type : h)),
      ...(body === undefined ? {} : { body }),
    };
    return Object.assign({}, shared, changed);
  });
  if (more.length > 0) addNote('information', `Its body has ${more.length + 1} examples: each is a request.`);
  return [request, ...more];
}

function requestOf(of: Operation, addNote: AddNote): RequestDraft {
  const { path, item, method, operation, title, security, names, shared } = of;
  const { references } = security;
  const parameters = parametersOf(path, [...list(at(item, 'parameters')), ...list(at(operation, 'parameters'))], references);
  const signIn = securityOf(at(operation, 'security'), security, addNote);
  const body = bodyOf(at(operation, 'requestBody'), references, addNote);
  const own = list(at(operation, 'servers'))[0] ?? list(at(item, 'servers'))[0];
  const base = own === undefined ? placeholderMark('baseUrl') : ownServer(own, shared, addNote);
  const id = text(operation, 'operationId');
  const isName = /^[A-Za-z_][\w-]*$/.test(id) && !names.has(id);
  if (isName) names.add(id);
  if (object(at(operation, 'callbacks')).size > 0) addNote('warning', 'Its callbacks are left out: they are requests of the server.');
  const accept = acceptOf(operation, references);
  const signedIn = signIn === undefined ? inheritedHeaders(of.ofAll, parameters.headers) : ownHeaders(signIn, of.ofAll, parameters.headers);
  const pairs = [parameters.query, ...((signIn ?? of.ofAll)?.query ?? [])].filter((text_) => text_ !== '').join('&');
  const query = pairs === '' ? '' : `?${pairs}`;
  return {
    title,
    ...(isName ? { name: id } : {}),
    description: text(operation, 'description'),
    comments: [
      ...(text(operation, 'deprecated') === 'true' ? ['Deprecated.'] : []),
      ...parameters.optional.map((p) => `optional: ${p}`),
      ...parameters.examples.map((e) => `example: ${e}`),
    ],
    directives: ownDirectives(signIn, of.ofAll),
    variables: parameters.variables,
    method: method.toUpperCase(),
    url: `${base}${parameters.path.startsWith('/') ? '' : '/'}${parameters.path}${query}`,
    headers: withAccept([...signedIn, ...parameters.headers, ...body.headers], accept),
    ...(body.body === undefined ? {} : { body: body.body }),
  };
}

type Headers = RequestDraft['headers'];

const isCookie = ({ name }: Headers[number]): boolean => name === 'Cookie';

/** The headers that a request needs beside those of the collection: the cookies of a request replace the others. */
const inheritedHeaders = (ofAll: ApiSignIn | undefined, written: Headers): Headers =>
  written.some(isCookie) ? (ofAll?.headers.filter(isCookie) ?? []) : [];

/** The headers of a request with a sign-in of its own. An empty header sends none of the collection. */
function ownHeaders({ headers }: ApiSignIn, ofAll: ApiSignIn | undefined, written: Headers): Headers {
  const names = new Set((ofAll?.headers ?? []).map((h) => h.name));
  for (const { name } of [...headers, ...written]) names.delete(name);
  return [...headers, ...Array.from(names, (name) => ({ name, value: '' }))];
}

/** Without an `# @auth` of its own, a request with another sign-in than the collection's has none. */
function ownDirectives(signIn: ApiSignIn | undefined, ofAll: ApiSignIn | undefined): readonly string[] {
  if (signIn === undefined || signIn.directives.length > 0) return signIn?.directives ?? [];
  return ofAll?.directives.some((d) => d !== 'auth none') === true ? ['auth none'] : [];
}

/** The URL of the server of an operation, which may be relative to the server of the document. */
function ownServer(server: Value, shared: Value | undefined, addNote: AddNote): string {
  const filled = (of: Value | undefined): string =>
    text(of, 'url').replace(/\{([^{}]+)\}/g, (_, v: string) => text(of, 'variables', v, 'default'));
  const url = filled(server).replace(/\/$/, '');
  if (/^[A-Za-z][\w+.-]*:/.test(url)) return url;
  const origin = /^https?:\/\/[^/?#]+/i.exec(filled(shared))?.[0];
  if (origin === undefined) addNote('warning', `The server ${JSON.stringify(url)} of the operation names no host: write one into the URL.`);
  return `${origin ?? 'http://localhost'}${url.startsWith('/') || url === '' ? '' : '/'}${url}`;
}

const withAccept = (headers: RequestDraft['headers'], accept: string): RequestDraft['headers'] =>
  accept === '' ? headers : [{ name: 'Accept', value: accept }, ...headers];

/** The media type of the expected response. */
function acceptOf(operation: Value, references: References): string {
  for (const [status, given] of object(at(operation, 'responses'))) {
    if (!/^(?:2|default)/.test(status)) continue;
    const types = [...object(at(references.resolve(given), 'content')).keys()];
    const type = types.find((t) => isJsonType(t)) ?? types[0];
    if (type !== undefined && !type.includes('*')) return type;
  }
  return '';
}

/** One environment per server. Variables in its URL become variables of the environment. */
function serversOf(given: Value | undefined, addNote: AddNote): ReadonlyMap<string, readonly EnvironmentValue[]> {
  const servers = new Map<string, readonly EnvironmentValue[]>();
  const listed = list(given).length > 0 ? list(given) : [new Map<string, Value>([['url', '/']])];
  for (const [i, server] of listed.entries()) {
    let url = text(server, 'url').replace(/\/$/, '');
    if (!/^[A-Za-z][\w+.-]*:|^\{/.test(url)) {
      addNote('warning', `The server ${JSON.stringify(text(server, 'url'))} names no host: write one into baseUrl.`);
      url = `http://localhost${url.startsWith('/') || url === '' ? '' : '/'}${url.replace(/^\/\//, '')}`;
    }
    const variables = [...object(at(server, 'variables'))].map(([name, v]): EnvironmentValue => ({
      name: variableName(name),
      value: text(v, 'default'),
      secret: false,
    }));
    const known = object(at(server, 'variables'));
    const written = url.replace(/\{([^{}]+)\}/g, (whole, name: string) => (known.has(name) ? placeholderMark(variableName(name)) : whole));
    const title = text(server, 'description') || /^[^/]*\/\/([^/{}]+?):?(?:[/{]|$)/.exec(url)?.[1] || `server ${i + 1}`;
    const name = servers.has(title) || title.startsWith('$') ? `${title} ${i + 1}` : title;
    servers.set(name.replace(/[\r\n]+/g, ' ').slice(0, 80), [...variables, { name: 'baseUrl', value: written, secret: false }]);
  }
  return servers;
}
