import { closest } from '../../../base/closest.ts';
import { headerEntry, headers } from '../../catalog/headerCatalog.ts';
import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import type { BlockInput } from './rules.ts';

/** Names of headers that are nearly those of well-known ones. Names of one's own are left alone. */
export function* headerTypo({ block }: BlockInput): Generator<Diagnostic> {
  for (const { name } of block.headers) {
    const suggestion = meant(name.text);
    if (suggestion !== undefined)
      yield diagnostic('header-typo', 'warning', name, `${name.text} is no header that people know: did you mean ${suggestion}?`, {
        suggestion,
      });
  }
}

const known = new Map<string, string | undefined>();
/** Names remembered at most. */
const most = 1000;

function meant(written: string): string | undefined {
  // Names in `X-` are people's own, and a short one is near to many.
  if (written.length < 5 || /^x-/i.test(written) || headerEntry(written) !== undefined) return undefined;
  const name = written.toLowerCase();
  if (!known.has(name)) {
    if (known.size === most) known.clear();
    const names = headers.flatMap((h) => (h.in === 'response' || h.name.length < 6 || /^x-/i.test(h.name) ? [] : h.name.toLowerCase()));
    const near = closest(name, names, name.length < 10 ? 1 : 2);
    known.set(name, near === undefined ? undefined : headerEntry(near)?.name);
  }
  return known.get(name);
}
