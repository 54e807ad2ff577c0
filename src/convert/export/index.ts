// Entry of the export of requests; in the bundle of the import.
import { ReqError } from '../../base/reqError.ts';
import { curlSignsIn, toCurl } from '../curl/toCurl.ts';
import { writeArtillery } from './artillery.ts';
import { writeCSharp } from './csharp.ts';
import { writeGo } from './go.ts';
import { writeHar } from './har.ts';
import { writeHttp } from './http.ts';
import { writeHttpie } from './httpie.ts';
import { writeJava } from './java.ts';
import { writeFetch } from './javascript.ts';
import type { Exported, ExportedRequest, RequestToExport, WrittenRequest, Writer } from './model.ts';
import { writeOpenApi } from './openapi/openApi.ts';
import { writePostman } from './postman.ts';
import { writePowerShell } from './powershell.ts';
import { prepare, SecretVariables, type FinderOf } from './prepare.ts';
import { writeHttpx, writeRequests } from './python.ts';
import { rawParts } from './raw.ts';
import { secretName } from './writtenTexts.ts';

export { factsOf } from './facts.ts';
export { harOf, type HarExchange, type HarResponse } from './har.ts';
export type { Exported, RequestToExport, WrittenRequest };

interface Target {
  readonly label: string;
  readonly extension: string;
  /** Undefined for raw HTTP. */
  readonly write?: Writer;
  /** Replaces secrets with `•••`, because the format has no environment variables. */
  readonly masks?: true;
  /** Whether one file can contain the requests of several files. */
  readonly holdsMany?: true;
  readonly expects?: true;
  /** Supported authentication: `digest`, or also AWS, or everything that curl supports. */
  readonly knows?: 'digest' | 'auth' | 'all';
  /** Contains assertions, captures and variables: the writer reports those it leaves out. */
  readonly asWritten?: true;
  /** Secrets are not even variables of the target. */
  readonly omitsSecrets?: true;
  /** Undefined variables stay placeholders: captures of other requests set them. */
  readonly keepsUndefined?: true;
  /** Saved responses are written as examples. */
  readonly hasResponses?: true;
}

const writeCurl: Writer = (requests) => requests.map((r) => `# ${r.title}\n${toCurl(r.resolved)}`).join('\n\n');

const targets = {
  curl: { label: 'cURL', extension: 'sh', write: writeCurl, knows: 'all' },
  http: { label: '.http file', extension: 'http', write: writeHttp, holdsMany: true },
  raw: { label: 'Raw HTTP', extension: 'txt', masks: true },
  fetch: { label: 'JavaScript (fetch)', extension: 'mjs', write: writeFetch },
  python: { label: 'Python (requests)', extension: 'py', write: writeRequests, knows: 'digest' },
  httpx: { label: 'Python (httpx)', extension: 'py', write: writeHttpx, knows: 'digest' },
  go: { label: 'Go', extension: 'go', write: writeGo },
  java: { label: 'Java', extension: 'java', write: writeJava },
  csharp: { label: 'C#', extension: 'cs', write: writeCSharp },
  powershell: { label: 'PowerShell', extension: 'ps1', write: writePowerShell },
  httpie: { label: 'HTTPie', extension: 'sh', write: writeHttpie, knows: 'digest' },
  har: { label: 'HAR', extension: 'har', write: writeHar, masks: true, holdsMany: true },
  postman: {
    label: 'Postman collection',
    extension: 'postman_collection.json',
    write: writePostman,
    knows: 'auth',
    asWritten: true,
    keepsUndefined: true,
    holdsMany: true,
  },
  openapi: {
    label: 'OpenAPI 3.1',
    extension: 'openapi.json',
    write: writeOpenApi,
    knows: 'auth',
    asWritten: true,
    keepsUndefined: true,
    omitsSecrets: true,
    hasResponses: true,
    holdsMany: true,
  },
  artillery: {
    label: 'Artillery (load test)',
    extension: 'yml',
    write: writeArtillery,
    expects: true,
    keepsUndefined: true,
    holdsMany: true,
  },
} as const satisfies Readonly<Record<string, Target>>;

export type ExportTarget = keyof typeof targets;

export interface OfferedTarget extends Pick<Target, 'label' | 'extension'> {
  readonly id: ExportTarget;
  readonly holdsMany: boolean;
  /** Secrets are variables of the target, not of the environment. */
  readonly asWritten: boolean;
  readonly omitsSecrets: boolean;
  /** Undefined variables stay placeholders. */
  readonly keepsUndefined: boolean;
  /** Saved responses are written as examples. */
  readonly hasResponses: boolean;
}

/** In the order of the menu. */
export const exportTargets: readonly OfferedTarget[] = Object.entries<Target>(targets).map(
  ([
    id,
    { label, extension, holdsMany = false, asWritten = false, omitsSecrets = false, keepsUndefined = false, hasResponses = false },
  ]) => ({
    id: id as ExportTarget,
    label,
    extension,
    holdsMany,
    asWritten,
    omitsSecrets,
    keepsUndefined,
    hasResponses,
  }),
);

/** @throws {ReqError} for an unknown name */
export function exportTargetOf(name: string | undefined): OfferedTarget {
  const found = exportTargets.find((t) => t.id === name);
  if (found !== undefined) return found;
  throw new ReqError('usage', name === undefined ? 'A target is missing.' : `There is no target "${name}".`, {
    hint: `req export TO FILE; TO is ${exportTargets.map((t) => t.id).join(', ')}.`,
  });
}

export interface ExportSecrets {
  /** Writes secrets in plain text; else each becomes an environment variable, or `•••` if the format has none. */
  readonly plain: boolean;
  readonly names: ReadonlyMap<string, string>;
  readonly finderOf: FinderOf;
}

/** Exports requests for another client or language, in order. Pure: reads no files, but refers to them. */
export function exportRequests(to: ExportTarget, requests: readonly RequestToExport[], secrets: ExportSecrets): Exported {
  const target: Target = targets[to];
  const variables = new SecretVariables(secrets.names);
  const notes = new Set<string>();
  const as = secrets.plain ? 'plain' : target.masks === true ? 'masked' : 'variables';
  const prepared = prepare(requests, as, variables, secrets.finderOf, (title, message) => void notes.add(`${title}: ${message}`));
  const note = ({ title }: ExportedRequest, message: string): void => void notes.add(`${title}: ${message}`);
  for (const r of prepared) for (const message of leftOut(r, target)) note(r, message);
  const parts =
    target.write === undefined ? rawParts(prepared, note) : [{ kind: 'text', text: `${target.write(prepared, note)}\n` } as const];
  const names = target.asWritten === true ? variables.all.map(secretName) : variables.all;
  return { parts, notes: [...notes], variables: to === 'postman' ? namesIn(parts, names) : names };
}

/** The variables that the text uses. A secret may be written as a part of another one. */
const namesIn = (parts: Exported['parts'], names: readonly string[]): readonly string[] =>
  names.filter((name) => parts.some((part) => part.kind === 'text' && part.text.includes(`{{${name}}}`)));

/** Notes about what the target does not carry over. */
function leftOut({ resolved, checks, status }: ExportedRequest, target: Target): readonly string[] {
  const { auth, options, httpVersion, wireUrl } = resolved;
  const notes: string[] = [];
  if (options.unsafeFraming === true && target.write !== undefined)
    notes.push('# @unsafe-framing is left out: the client sends the Content-Length or Transfer-Encoding that fits the body.');
  const { proxy, resolve, cacert, certificate } = options.connection;
  const isOfCurl = curlSignsIn(resolved);
  if (auth !== undefined && !isOfCurl && target.masks !== true)
    notes.push(`# @auth ${auth.kind} is left out: it signs each message separately.`);
  if (target.knows !== 'all' && target.masks !== true) {
    if (auth !== undefined && isOfCurl && !(target.knows === 'auth' || (auth.kind === 'digest' && target.knows === 'digest')))
      notes.push(`# @auth ${auth.kind} is left out: it signs each message separately. curl supports it.`);
    if (proxy !== undefined || resolve.length > 0 || cacert.length > 0 || certificate !== undefined)
      notes.push('Proxy, addresses and certificates are left out. curl supports them.');
    if (httpVersion !== undefined && httpVersion !== '1.1') notes.push(`The client chooses the version of HTTP, not HTTP/${httpVersion}.`);
    if (wireUrl.startsWith('http+unix:')) notes.push('The Unix socket is left out. curl supports it.');
  }
  if (target.asWritten !== true && checks > (target.expects === true && status !== undefined ? 1 : 0))
    notes.push('Assertions, and scripts that run after it, are left out.');
  return notes;
}
