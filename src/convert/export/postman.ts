import { Chains, withPlaceholders } from './chains.ts';
import type { ExportedRequest, Writer } from './model.ts';
import { basicFields } from './postmanBasic.ts';
import { postmanBody } from './postmanBody.ts';
import { setLine, testLines } from './postmanTests.ts';
import { secretName, withSecretNames, WrittenTexts, type WrittenNotes } from './writtenTexts.ts';
import { piecesOf } from '../text/marks.ts';

type Note = (message: string) => void;

interface Folder {
  readonly name: string;
  readonly item: (Folder | object)[];
}

/** A Postman collection, version 2.1. Files are folders; secrets are variables without a value. */
export const writePostman: Writer = (requests, note) => {
  const texts = new WrittenTexts();
  const secrets = new Set<string>();
  const root: Folder = { name: 'Requests', item: [] };
  const folders = new Map<string, Folder>([['', root]]);
  const drafts = chained(requests.map((r) => draftOf(r, texts, (message) => note(r, message))));
  const captured = new Set(drafts.flatMap((d) => d.captured));
  for (const draft of drafts) {
    const { r } = draft;
    const item = itemOf(draft);
    const written = JSON.stringify(item);
    for (const { kind, text } of piecesOf(written)) if (kind === 'variable') secrets.add(secretName(text));
    for (const [, name = ''] of withSecretNames(written).matchAll(/\{\{([^{}]+)\}\}/g))
      if (!texts.variables.has(name) && !captured.has(name) && !secrets.has(name))
        note(r, `{{${name}}} has no value in the collection: Postman sends it as text.`);
    folderOf(r.folders ?? [], folders, root).item.push(item);
  }
  const secretVariables = Array.from(secrets, (key) => ({ key, value: '', type: 'secret' }));
  const variables = Array.from(texts.variables, ([key, value]) => ({ key, value, type: 'string' }));
  const collection = {
    info: { name: root.name, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: root.item,
    variable: [...variables.filter(({ key }) => !secrets.has(key)), ...secretVariables],
  };
  return withSecretNames(JSON.stringify(collection, null, 2));
};

function folderOf(path: readonly string[], known: Map<string, Folder>, root: Folder): Folder {
  let folder = root;
  for (const [i, name] of path.entries()) {
    const key = path.slice(0, i + 1).join('/');
    let inside = known.get(key);
    if (inside === undefined) {
      inside = { name, item: [] };
      known.set(key, inside);
      folder.item.push(inside);
    }
    folder = inside;
  }
  return folder;
}

interface Draft {
  readonly r: ExportedRequest;
  readonly request: object;
  /** The script after the response. */
  readonly lines: readonly string[];
  /** The variables that the script sets. */
  readonly captured: readonly string[];
}

/** Replaces `{{login.response.body.id}}` by a variable that the script of `login` sets. */
function chained(drafts: readonly Draft[]): readonly Draft[] {
  const chains = new Chains(new Set(drafts.map((d) => d.r.resolved.name)));
  const requests = drafts.map((d) => JSON.parse(chains.replaced(JSON.stringify(d.request))) as object);
  return drafts.map((d, i) => {
    const more = chains.of(d.r.resolved.name);
    return {
      r: d.r,
      request: requests[i] ?? d.request,
      lines: [...d.lines, ...more.map(setLine)],
      captured: [...d.captured, ...more.map((c) => c.variable)],
    };
  });
}

function draftOf(r: ExportedRequest, texts: WrittenTexts, note: Note): Draft {
  const { resolved, written } = r;
  const instead = (name: string, why: string): void => note(`The variable ${name} ${why}: its value is written instead of {{${name}}}.`);
  const notes: WrittenNotes = {
    conflict: (name) => instead(name, 'has another value in an earlier request'),
    encoded: (name) => instead(name, 'is encoded where it is sent'),
    lost: () => note('The sent text differs from the written one, so its variables are written as values.'),
  };
  const text = (sent: string, candidates: readonly string[]): string => texts.of(r, sent, candidates, notes);
  const block = written?.block;
  const target =
    block === undefined ? '' : [block.requestLine.target, ...block.continuations.map((c) => c.text)].map((s) => s.text).join('');
  const sentUrl = withPlaceholders(resolved.wireUrl);
  const url = text(sentUrl, [target, target.replace(/#[^{}]*$/, '')]);
  const [only] = resolved.body;
  const body = postmanBody(
    r,
    only?.kind === 'text' ? text(only.text, block?.body === undefined ? [] : [block.body.text.text]) : undefined,
    note,
  );
  const header = body.headers.map(([key, value]) => {
    const candidates = (block?.headers ?? []).filter((h) => h.name.text.toLowerCase() === key.toLowerCase());
    return {
      key,
      value: text(
        value,
        candidates.map((h) => h.values.map((v) => v.text).join(' ')),
      ),
    };
  });
  if ((block?.preScripts.length ?? 0) > 0) note('Its script before the request is left out: what it set is written as a value.');
  const { lines, captured, leavesScript } = testLines(r, (line) => note(`${line} is left out: Postman has no equivalent.`));
  if (leavesScript) note('Its script after the response is left out.');
  const { auth, headers } = authOf(r, header, (sent, word) => text(sent, [word]));
  const request = {
    method: resolved.method,
    header: headers,
    ...(auth === undefined ? {} : { auth }),
    ...(body.body === undefined ? {} : { body: body.body }),
    url: urlOf(url),
  };
  return { r, request, lines, captured };
}

function itemOf({ r, request, lines }: Draft): object {
  const behaviour = behaviourOf(r);
  return {
    name: r.title,
    ...(lines.length === 0 ? {} : { event: [{ listen: 'test', script: { type: 'text/javascript', exec: lines } }] }),
    ...(Object.keys(behaviour).length === 0 ? {} : { protocolProfileBehavior: behaviour }),
    request,
  };
}

/** The URL split into the parts that Postman stores with it. */
function urlOf(raw: string): object {
  const [, protocol, host = '', path, query] = /^(?:(\w+):\/\/)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?/.exec(raw) ?? [];
  const [, name = host, port] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  const pairOf = (pair: string): object => {
    const at = pair.indexOf('=');
    return at < 0 ? { key: pair, value: null } : { key: pair.slice(0, at), value: pair.slice(at + 1) };
  };
  return {
    raw,
    ...(protocol === undefined ? {} : { protocol }),
    host: name.includes('{{') || name.startsWith('[') ? [name] : name.split('.'),
    ...(port === undefined ? {} : { port }),
    ...(path === undefined ? {} : { path: path.split('/') }),
    ...(query === undefined ? {} : { query: query.split('&').map(pairOf) }),
  };
}

const fields = (values: Readonly<Record<string, string>>): readonly object[] =>
  Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' }));

type PostmanHeader = { readonly key: string; readonly value: string };

/** Basic, bearer, digest and AWS as settings of the request; other authentication stays as the sent header. */
function authOf(
  r: ExportedRequest,
  headers: readonly PostmanHeader[],
  shown: (text: string, word: string) => string,
): { readonly auth?: object; readonly headers: readonly PostmanHeader[] } {
  const { auth } = r.resolved;
  if (auth?.kind === 'digest')
    return { auth: { type: 'digest', digest: fields({ username: auth.user, password: auth.password }) }, headers };
  if (auth?.kind === 'aws') {
    const { key: accessKey, secret: secretKey, token: sessionToken = '', region = '', service = '' } = auth;
    return { auth: { type: 'awsv4', awsv4: fields({ accessKey, secretKey, sessionToken, region, service }) }, headers };
  }
  const sent = headers.filter((h) => h.key.toLowerCase() === 'authorization');
  const rest = headers.filter((h) => !sent.includes(h));
  const bearer = /^Bearer (\S.*)$/.exec(sent[0]?.value ?? '')?.[1];
  if (sent.length === 1 && bearer !== undefined) return { auth: { type: 'bearer', bearer: fields({ token: bearer }) }, headers: rest };
  const basic = sent.length === 1 ? basicFields(r, sent[0]?.value ?? '', shown) : undefined;
  return basic === undefined ? { headers } : { auth: { type: 'basic', basic: fields({ ...basic }) }, headers: rest };
}

function behaviourOf({ resolved: { options, method, body } }: ExportedRequest): Readonly<Record<string, boolean>> {
  return {
    // Without it, Postman sends no body by these methods.
    ...(body.length > 0 && /^(?:get|copy|head|purge|unlock)$/i.test(method) ? { disableBodyPruning: true } : {}),
    ...(options.followRedirects ? {} : { followRedirects: false }),
    ...(options.insecure ? { strictSSL: false } : {}),
    ...(options.cookieJar ? {} : { disableCookies: true }),
  };
}
