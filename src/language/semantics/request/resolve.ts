import { headerValue } from '../../../base/text/headerValue.ts';
import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { nameOf, titleOf, type Block, type RequestBlock } from '../../syntax/nodes.ts';
import type { Evaluation } from '../variables/evaluate.ts';
import type { Substitutions } from '../variables/substitutions.ts';
import { Filler, type PlaceholderProblem } from '../values/fill.ts';
import { percentEncodeAll } from '../values/filters.ts';
import { connectionOptions } from './connectionOptions.ts';
import type { FilledBody } from './requestBody.ts';
import type { RequestSource } from './requestSource.ts';
import { isJsonBody, resolveBody } from './resolveBody.ts';
import type { ResolvedRequest } from './resolvedRequest.ts';
import { resolveHeaders, type ResolvedHeaders } from './resolveHeaders.ts';
import { notFound } from '../variables/placeholderProblems.ts';
import { resolveLine, type ResolvedLine } from './resolveLine.ts';
import { ResolveReport } from './resolveReport.ts';
import { effectiveDirective, sendOptions, type SendDefaults } from './sendOptions.ts';
import type { SharedBlock } from './sharedBlock.ts';
import { finishUrl } from './url/url.ts';

export interface ResolveInput {
  readonly block: RequestBlock;
  readonly source: RequestSource;
  /** The innermost first. */
  readonly shared: readonly SharedBlock[];
  readonly evaluation: Evaluation;
  readonly defaults: SendDefaults;
  /** Receives the text for each placeholder of the file, by the placeholder's offset. */
  readonly placed?: Map<number, string>;
  readonly substitutions?: Substitutions;
}

export type Resolution =
  | {
      readonly ok: true;
      readonly request: Omit<ResolvedRequest, 'body'> & { readonly body: FilledBody };
      readonly hints: readonly Diagnostic[];
      /** The scheme that was added to a URL without one. */
      readonly assumedScheme: 'http' | 'https' | undefined;
    }
  /** All problems. The request must not be sent. */
  | { readonly ok: false; readonly problems: readonly Diagnostic[] };

type FinishedUrl = Extract<ReturnType<typeof finishUrl>, { readonly ok: true }>['url'];

/** Resolves a request to what will be sent, or to all problems that prevent sending. */
export function resolveRequest(input: ResolveInput): Resolution {
  const { block, source, shared, evaluation, defaults } = input;
  const blocks = [block, ...shared.map((s) => s.block)];
  const report = new ResolveReport(block.requestLine);
  const keep = (effectiveDirective(blocks, 'undefined') ?? defaults.undefinedVariables) === 'keep';
  const filler = new Filler(evaluation, keep, input.placed, input.substitutions);
  const noEncode = effectiveDirective(blocks, 'no-encode') !== undefined;

  // Problems are reported, and prompts asked, in the order of these stages.
  const head = resolveHeaders(block, source, shared, filler, report);
  const line = resolveLine(source, filler, noEncode);
  const isGraphql = line.method === 'GRAPHQL';
  const contentType = headerValue(head.headers, 'content-type');
  const escapeJson = effectiveDirective(blocks, 'escape') === 'json';
  const body = resolveBody(source, filler, { contentType, isGraphql, escapeJson }, report);
  const connection = connectionOptions(source.filled, shared, filler, (message, at) => report.fail('directive-value', message, at));
  if (filler.problems.length > 0) return { ok: false, problems: placeholderDiagnostics(filler.problems, report) };

  warnOfBraces(source, report);
  const url = resolveUrl(input, line, head, noEncode, report);
  if (url === undefined || report.problems.length > 0) return { ok: false, problems: report.problems };
  addHeaders(head, url, contentType === undefined && isJsonBody(body));
  return {
    ok: true,
    hints: report.hints,
    assumedScheme: url.assumedScheme,
    request: {
      name: nameOf(block) || titleOf(block),
      method: isGraphql ? 'POST' : line.method,
      url: withKey(url.url, head.keyInQuery, (text) => text),
      wireUrl: withKey(url.wireUrl, head.keyInQuery, percentEncodeAll),
      httpVersion: httpVersion(line.version, blocks),
      headers: head.headers,
      ...(head.signing === undefined ? {} : { auth: head.signing }),
      body,
      options: { ...sendOptions(blocks, defaults), connection },
      secrets: [...evaluation.secrets(), ...head.credentials],
    },
  };
}

/** Reports braces that look like placeholders but are sent as text, once per request. */
function warnOfBraces({ target, headers, body }: RequestSource, report: ResolveReport): void {
  const texts = [...target, ...headers.flatMap((h) => h.values), ...(body === undefined ? [] : [body])];
  const found = texts.find(({ template }) => template.notPlaceholders.length > 0);
  const range = found?.template.notPlaceholders[0];
  if (found === undefined || range === undefined) return;
  const count = texts.reduce((sum, { template }) => sum + template.notPlaceholders.length, 0);
  const what = count === 1 ? 'Braces that are not a placeholder are' : `${count} pairs of braces that are not placeholders are`;
  report.hint(
    diagnostic(
      'not-a-placeholder',
      'warning',
      found.inFile ? range : report.lineRange,
      `${what} sent as text. Write \\{{ if this is meant.`,
    ),
  );
}

/** Sorted by their place in the file. */
const placeholderDiagnostics = (problems: readonly PlaceholderProblem[], { lineRange }: ResolveReport): readonly Diagnostic[] =>
  problems
    .map((p) => diagnostic(p.problem.id, 'error', p.range ?? lineRange, `${p.placeholder.text}: ${p.problem.message}`, needsOf(p)))
    .toSorted((a, b) => a.range.start - b.range.start);

/** Names that would give the placeholder a value. Empty for a chain of definitions, whose names are not known here. */
function needsOf({ problem, placeholder: { expression } }: PlaceholderProblem): Pick<Diagnostic, 'needs'> {
  const { id, depth = 0, missing } = problem;
  if (depth > 1 || id === 'cycle' || id === 'too-large') return {};
  const own = expression.kind === 'path' ? [String(expression.segments[0]?.key), expression.dotted ?? ''] : [];
  if (depth === 0 && !notFound.has(id)) return { needs: [] };
  return { needs: missing === undefined ? own : [...own, missing] };
}

/** Checks URL, method and version; undefined if there is no valid URL. */
function resolveUrl(
  { block, source }: ResolveInput,
  { method, methodWritten, target, version }: ResolvedLine,
  { headers }: ResolvedHeaders,
  noEncode: boolean,
  report: ResolveReport,
): FinishedUrl | undefined {
  if (target.text.trim() === '') {
    // Reported alone, because other problems follow from the incomplete request.
    report.problems.length = 0;
    report.fail('missing-url', `A URL is missing after ${methodWritten ? method : 'the method'}.`);
    return undefined;
  }
  const url = finishUrl(target.text, target.wire, headers, noEncode, report.lineRange, report.hint);
  const written = block.requestLine.target;
  if (!url.ok) report.fail('url', url.message, source.target[0]?.inFile === true && written.text !== '' ? written : report.lineRange);
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method))
    report.fail('url', `${JSON.stringify(method)} cannot be a method: it must be one word (RFC 9110 §9.1).`);
  if (version !== undefined && !/^HTTP\/(?:1\.0|1\.1|2)$/.test(version))
    report.fail('version', `${version} is not supported: write HTTP/1.0, HTTP/1.1 or HTTP/2, or leave it out.`);
  return url.ok ? url.url : undefined;
}

/** Adds the headers that follow from user information in the URL and from the body. */
function addHeaders({ headers, signing }: ResolvedHeaders, { authorization }: FinishedUrl, isUntypedJson: boolean): void {
  if (authorization !== undefined && signing === undefined && headerValue(headers, 'authorization') === undefined)
    headers.push(['Authorization', authorization]);
  if (isUntypedJson) headers.push(['Content-Type', 'application/json']);
}

/** The URL with an API key that `# @auth` puts into the query. */
const withKey = (url: string, key: ResolvedHeaders['keyInQuery'], encode: (text: string) => string): string =>
  key === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}${encode(key.name)}=${encode(key.value)}`;

/** `@http2` of shared blocks applies only to requests without a version in the request line. */
function httpVersion(version: string | undefined, blocks: readonly Block[]): ResolvedRequest['httpVersion'] {
  const isHttp2 = effectiveDirective(version === undefined ? blocks : blocks.slice(0, 1), 'http2') !== undefined;
  return isHttp2 ? '2' : (version?.slice(5) as ResolvedRequest['httpVersion']);
}
