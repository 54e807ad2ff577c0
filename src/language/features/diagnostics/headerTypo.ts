import { closest } from '../../../base/text/closest.ts';
import { headerEntry, headers } from '../../catalog/headerCatalog.ts';
import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import type { BlockInput } from './rules.ts';

/** Reports header names that are similar to well-known ones. Custom names are not reported. */
export function* headerTypo({ block }: BlockInput): Generator<Diagnostic> {
  for (const { name } of block.headers) {
    const suggestion = similarName(name.text);
    if (suggestion !== undefined)
      yield diagnostic('header-typo', 'warning', name, `${name.text} is not a known header: did you mean ${suggestion}?`, {
        suggestion,
      });
  }
}

const known = new Map<string, string | undefined>();
/** Limit of cached names. */
const most = 1000;

function similarName(written: string): string | undefined {
  // `X-` names are custom, and short names are similar to many others.
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
