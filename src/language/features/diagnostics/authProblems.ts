import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { readAuth, setsAuthorization } from '../../semantics/auth/written.ts';
import { authOf } from '../../semantics/request/requestSource.ts';
import type { BlockInput } from './rules.ts';

/** Reports an invalid `@auth`, and one that an `Authorization` header overrides. */
export function* auth({ view, block }: BlockInput): Generator<Diagnostic> {
  const found = authOf(view.tree, block);
  if (found === undefined) return;
  const read = readAuth(found.text);
  if (!read.ok) {
    for (const { message, range } of read.problems) yield diagnostic('directive-value', 'error', range, message);
    return;
  }
  const header = block.headers.find((h) => h.name.text.toLowerCase() === 'authorization');
  if (header !== undefined && setsAuthorization(read.auth))
    yield diagnostic(
      'request-setting',
      'warning',
      found.node.name,
      'The Authorization header below overrides this @auth, which has no effect.',
    );
}
