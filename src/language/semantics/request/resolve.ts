import { readJson } from '../../../base/json.ts';
import type { Range } from '../../../base/text.ts';
import { methods } from '../../catalog/methods.ts';
import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { readRequestLine } from '../../syntax/requestLine.ts';
import { nameOf, titleOf, type Block, type HeaderNode, type RequestBlock } from '../../syntax/nodes.ts';
import { authenticate } from '../auth/authenticate.ts';
import { nearestAuth, type NearestAuth } from '../auth/nearestAuth.ts';
import { readShorthand } from '../auth/shorthand.ts';
import { readAuth, type WrittenAuth } from '../auth/written.ts';
import { boundaryOf, fillBody, looksLikeJson, mediaType, type FilledBody } from './requestBody.ts';
import type { Evaluation } from '../variables/evaluate.ts';
import { Filler, type PlaceholderProblem } from '../values/fill.ts';
import { percentEncodeAll } from '../values/filters.ts';
import { graphqlJson } from './graphqlBody.ts';
import { connectionOptions } from './connectionOptions.ts';
import { effectiveDirective, sendOptions, type SendDefaults } from './sendOptions.ts';
import type { FilledDirective, RequestSource, TemplateText } from './requestSource.ts';
import type { Header, RequestAuth, ResolvedRequest } from './resolvedRequest.ts';
import type { Substitutions } from '../variables/substitutions.ts';
import { fillTarget, finishUrl } from './url.ts';

/** A shared block around a request: a `collection.req`, a `folder.req`, or the file's own first block without a request. */
export interface SharedBlock {
  readonly block: Block;
  /** Where it stands. */
  readonly file: string;
  /** Its headers as templates. */
  readonly headers: readonly { readonly node: HeaderNode; readonly values: readonly TemplateText[] }[];
  /** Its `# @auth`, and where it stands. */
  readonly auth: { readonly text: TemplateText; readonly file: string; readonly line: number } | undefined;
  /** Its other directives whose placeholders are filled. */
  readonly filled: readonly FilledDirective[];
}

export interface ResolveInput {
  readonly block: RequestBlock;
  readonly source: RequestSource;
  /** From the inside out. */
  readonly shared: readonly SharedBlock[];
  readonly evaluation: Evaluation;
  readonly defaults: SendDefaults;
  /** Takes the text that stands for each placeholder of the file, by where it begins. */
  readonly placed?: Map<number, string>;
  /** Takes what placeholders became. */
  readonly substitutions?: Substitutions;
}

export type Resolution =
  | {
      readonly ok: true;
      readonly request: Omit<ResolvedRequest, 'body'> & { readonly body: FilledBody };
      readonly hints: readonly Diagnostic[];
      /** No scheme was written. */
      readonly assumedScheme: 'http' | 'https' | undefined;
    }
  /** Nothing may be sent; every problem stands here. */
  | { readonly ok: false; readonly problems: readonly Diagnostic[] };

/** Everything looked up: what will be sent, or all reasons why it cannot be. */
export function resolveRequest(input: ResolveInput): Resolution {
  const { block, source, shared, evaluation, defaults } = input;
  const blocks = [block, ...shared.map((s) => s.block)];
  const keep = (effectiveDirective(blocks, 'undefined') ?? defaults.undefinedVariables) === 'keep';
  const filler = new Filler(evaluation, keep, input.placed, input.substitutions);
  const hints: Diagnostic[] = [];
  const problems: Diagnostic[] = [];
  const say = (d: Diagnostic): void => void hints.push(d);
  const line = block.requestLine;
  const lineRange: Range = { start: line.range.start, end: Math.max(line.target.end, line.method?.end ?? 0) };
  const fail = (id: Diagnostic['id'], message: string, at: Range = lineRange): void =>
    void problems.push(diagnostic(id, 'error', at, message));

  const noEncode = effectiveDirective(blocks, 'no-encode') !== undefined;
  /** What lets somebody in, made of values that need not be secrets by themselves. */
  const credentials = new Set<string>();
  const auth = nearestAuth(source.auth, shared);
  /** `# @auth` keeps out the headers `Authorization` that come from further away. */
  let signedIn = false;
  let signing: RequestAuth | undefined;
  let keyInQuery: { readonly name: string; readonly value: string } | undefined;
  const headers = fillHeaders();
  const { method, methodWritten, target, version } = requestLineOf();
  const isGraphql = method === 'GRAPHQL';
  const contentType = headerValue(headers, 'content-type');
  const body = bodyOf();
  const connection = connectionOptions(source.filled, shared, filler, (message, range) => fail('directive-value', message, range));
  if (filler.problems.length > 0)
    return { ok: false, problems: filler.problems.map(asDiagnostic).toSorted((a, b) => a.range.start - b.range.start) };

  if (target.text.trim() === '') {
    const said = `A URL is missing after ${methodWritten ? method : 'the method'}.`;
    return { ok: false, problems: [diagnostic('missing-url', 'error', lineRange, said)] };
  }
  const url = finishUrl(target.text, target.wire, headers, noEncode, lineRange, say);
  if (!url.ok) fail('url', url.message, source.target[0]?.inFile === true && line.target.text !== '' ? line.target : lineRange);
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method))
    fail('url', `${JSON.stringify(method)} cannot be a method: it must be one word (RFC 9110 §9.1).`);
  if (version !== undefined && !/^HTTP\/(?:1\.0|1\.1|2)$/.test(version))
    fail('version', `${version} cannot be had: write HTTP/1.0, HTTP/1.1 or HTTP/2, or leave it out.`);
  if (problems.length > 0 || !url.ok) return { ok: false, problems };

  if (url.url.authorization !== undefined && signing === undefined && headerValue(headers, 'authorization') === undefined)
    headers.push(['Authorization', url.url.authorization]);
  const withKey = (text: string, encode: (text: string) => string): string =>
    keyInQuery === undefined ? text : `${text}${text.includes('?') ? '&' : '?'}${encode(keyInQuery.name)}=${encode(keyInQuery.value)}`;
  if (contentType === undefined && isJsonBody(body)) headers.push(['Content-Type', 'application/json']);
  // Around the request it is for those that say no version themselves.
  const http2 = effectiveDirective(version === undefined ? blocks : [block], 'http2') !== undefined;
  return {
    ok: true,
    hints,
    assumedScheme: url.url.assumedScheme,
    request: {
      name: nameOf(block) || titleOf(block),
      method: isGraphql ? 'POST' : method,
      url: withKey(url.url.url, (text) => text),
      wireUrl: withKey(url.url.wireUrl, percentEncodeAll),
      httpVersion: http2 ? '2' : (version?.slice(5) as ResolvedRequest['httpVersion']),
      headers,
      ...(signing === undefined ? {} : { auth: signing }),
      body,
      options: { ...sendOptions(blocks, defaults), connection },
      secrets: [...evaluation.secrets, ...credentials],
    },
  };

  function asDiagnostic(p: PlaceholderProblem): Diagnostic {
    return diagnostic(p.problem.id, 'error', p.range ?? lineRange, `${p.placeholder.text}: ${p.problem.message}`);
  }

  /** The request's own headers, then those of shared files that it lacks, from the inside out; `# @auth` where it stands. */
  function fillHeaders(): Header[] {
    const out: Header[] = [];
    source.headers.forEach((h, i) => pushHeader(out, h.name, h.values, block.headers[i]?.name));
    if (auth?.level === 0) signIn(out, auth);
    for (const [i, s] of shared.entries()) {
      const have = new Set(out.map(([name]) => name.toLowerCase()));
      if (signedIn) have.add('authorization');
      for (const h of s.headers) {
        // Ranges of a shared file are not places in this one.
        const values = h.values.map((v) => ({ ...v, inFile: false }));
        if (!have.has(h.node.name.text.toLowerCase())) pushHeader(out, h.node.name.text, values, undefined);
      }
      if (auth?.level === i + 1) signIn(out, auth);
    }
    return out;
  }

  /** Adds what `# @auth` says, where no header of its name is there: what is written out counts more. */
  function signIn(out: Header[], { text, file, from }: NearestAuth): void {
    const failed = (message: string, at: Range, id: Diagnostic['id'] = 'directive-value'): void =>
      from === undefined ? fail(id, message, at) : fail(id, `${from}: ${message}`);
    const read = readAuth(text);
    if (!read.ok) return read.problems.forEach((p) => failed(p.message, p.range));
    const lacks = (name: string): boolean => out.every(([n]) => n.toLowerCase() !== name.toLowerCase());
    const isKey = read.auth.kind === 'apikey';
    if (!isKey && (signedIn || !lacks('authorization'))) return;
    signedIn = !isKey;
    const made = authenticate(read.auth, filler, { fail: failed, hide }, file);
    if (made.kind === 'header' && lacks(made.header[0])) pushFilled(out, ...made.header, undefined);
    if (made.kind === 'query') keyInQuery = made;
    if (made.kind === 'signed') signing = made.auth;
  }

  function hide(text: string): void {
    credentials.add(text);
  }

  function pushHeader(out: Header[], name: string, values: readonly TemplateText[], at: Range | undefined): void {
    const short = name.toLowerCase() === 'authorization';
    const written = short ? readShorthand(values) : undefined;
    if (written !== undefined) return pushShort(out, name, written, at);
    const text = values
      .map((v) => filler.text(v))
      .join(' ')
      .replace(/^[ \t]+|[ \t]+$/g, '');
    // A placeholder may bring the scheme too.
    const brought = short ? readShorthand([plain(text)]) : undefined;
    if (brought === undefined) pushFilled(out, name, text, at);
    else pushShort(out, name, brought, at);
  }

  function pushShort(out: Header[], name: string, short: WrittenAuth, at: Range | undefined): void {
    const failed = (message: string, range: Range): void => fail('header-value', message, short.inFile ? range : at);
    const made = authenticate(short, filler, { fail: failed, hide });
    if (made.kind === 'header') pushFilled(out, name, made.header[1], at);
    if (made.kind !== 'signed') return;
    signing = made.auth;
    signedIn = true;
  }

  function pushFilled(out: Header[], name: string, value: string, at: Range | undefined): void {
    const bad = /[\r\n\0]/.exec(value);
    if (bad !== null)
      fail(
        'header-value',
        `The value of ${name} holds ${bad[0] === '\0' ? 'a NUL' : 'a line break'} (at character ${bad.index + 1}): a header is one line, nothing was sent.`,
        at ?? lineRange,
      );
    out.push([name, value]);
  }

  function requestLineOf(): {
    method: string;
    methodWritten: boolean;
    target: { text: string; wire: string };
    version: string | undefined;
  } {
    const [first, ...continuations] = source.target;
    // A whole request line may be one placeholder: it is read after substitution.
    if (source.method === undefined && first?.template.parts.length === 1 && first.template.parts[0]?.kind === 'placeholder') {
      const text = filler.text(first);
      const read = readRequestLine(text, { start: 0, end: text.length, next: text.length });
      return {
        method: upper(read.method?.text ?? 'GET'),
        methodWritten: read.method !== undefined,
        target: fillTarget([plain(read.target.text), ...continuations], filler, noEncode),
        version: read.version?.text ?? source.version,
      };
    }
    const written = source.method === undefined ? undefined : upper(filler.text(source.method).trim());
    return {
      method: written ?? 'GET',
      methodWritten: written !== undefined,
      target: fillTarget(source.target, filler, noEncode),
      version: source.version,
    };
  }

  function bodyOf(): FilledBody {
    if (source.body === undefined) return [];
    const filled = fillBody(
      source.body,
      filler,
      { contentType: isGraphql ? 'application/graphql' : contentType, escapeJson: effectiveDirective(blocks, 'escape') === 'json' },
      say,
    );
    const [first] = filled;
    if (isGraphql && filled.length === 1 && first?.kind === 'text')
      return [{ kind: 'text', text: graphqlJson(first.text, (message) => fail('json-body', message)) }];
    if (contentType !== undefined && mediaType(contentType).startsWith('multipart/') && boundaryOf(contentType) === undefined) {
      say(
        diagnostic(
          'request-setting',
          'warning',
          lineRange,
          'The multipart Content-Type names no boundary: add `; boundary=B` and write the parts between lines `--B`.',
        ),
      );
    }
    return filled;
  }
}

/** Text already resolved, as a template that holds no placeholder. */
const plain = (text: string): TemplateText => ({
  written: text,
  template: { parts: text === '' ? [] : [{ kind: 'text', range: { start: 0, end: text.length }, text }], notPlaceholders: [] },
  inFile: false,
});

const upper = (method: string): string => (methods.some((m) => m.name === method.toUpperCase()) ? method.toUpperCase() : method);

function headerValue(headers: readonly Header[], name: string): string | undefined {
  return headers.find(([n]) => n.toLowerCase() === name)?.[1];
}

function isJsonBody(body: FilledBody): boolean {
  const [first] = body;
  return body.length === 1 && first?.kind === 'text' && looksLikeJson(first.text) && readJson(first.text).ok;
}
