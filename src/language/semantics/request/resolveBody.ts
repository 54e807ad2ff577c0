import { readJson } from '../../../base/json/json.ts';
import { diagnostic } from '../../diagnostic.ts';
import type { Filler } from '../values/fill.ts';
import { graphqlJson } from './graphqlBody.ts';
import { boundaryOf, fillBody, looksLikeJson, mediaType, type FilledBody } from './requestBody.ts';
import type { RequestSource } from './requestSource.ts';
import type { ResolveReport } from './resolveReport.ts';

export interface BodyOptions {
  readonly contentType: string | undefined;
  readonly isGraphql: boolean;
  readonly escapeJson: boolean;
}

/** Replaces the placeholders of the body and converts a GraphQL query to JSON. */
export function resolveBody(
  { body }: RequestSource,
  filler: Filler,
  { contentType, isGraphql, escapeJson }: BodyOptions,
  report: ResolveReport,
): FilledBody {
  if (body === undefined) return [];
  const filled = fillBody(body, filler, { contentType: isGraphql ? 'application/graphql' : contentType, escapeJson }, report.hint);
  const [first] = filled;
  if (isGraphql && filled.length === 1 && first?.kind === 'text')
    return [{ kind: 'text', text: graphqlJson(first.text, (message) => report.fail('json-body', message)) }];
  if (contentType !== undefined && mediaType(contentType).startsWith('multipart/') && boundaryOf(contentType) === undefined)
    report.hint(
      diagnostic(
        'request-setting',
        'warning',
        report.lineRange,
        'The multipart Content-Type has no boundary: add `; boundary=B` and write the parts between lines `--B`.',
      ),
    );
  return filled;
}

export function isJsonBody(body: FilledBody): boolean {
  const [first] = body;
  return body.length === 1 && first?.kind === 'text' && looksLikeJson(first.text) && readJson(first.text).ok;
}
