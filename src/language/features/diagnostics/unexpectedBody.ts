import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import type { BlockInput } from './rules.ts';

/** Reports a body of GET or HEAD, which has no defined semantics (RFC 9110 §9.3.1, §9.3.2). */
export function* unexpectedBody({ block: { requestLine, body } }: BlockInput): Generator<Diagnostic> {
  if (body === undefined || requestLine === undefined) return;
  const written = requestLine.method?.text;
  const method = written?.toUpperCase() ?? 'GET';
  if (method !== 'GET' && method !== 'HEAD') return;
  const place = requestLine.method ?? requestLine.target;
  const intro = written === undefined ? 'Without a method this is a GET' : `This is a ${method}`;
  yield diagnostic(
    'unexpected-body',
    'information',
    place,
    `${intro} with a body: it is sent, but many servers refuse or ignore it (RFC 9110 §9.3.1). Did you mean POST?`,
  );
}
