import type { PlainKind } from '../values/plainText.ts';
import type { Placeholder } from '../../syntax/template.ts';
import type { HeaderSource, RequestSource, TemplateText } from './requestSource.ts';

const all: readonly PlainKind[] = ['origin', 'host', 'word'];
const noOrigin: readonly PlainKind[] = ['host', 'word'];

/** Headers whose values decide how the request is read or checked. */
const decisive = /^(?:authorization|content-length|content-type|host|transfer-encoding)$/i;

/**
 * The placeholders of a request whose value can be any plain text of the given kinds without a problem: the origin of the URL, path
 * and query, and values of headers.
 */
export function plainPlaces({ target, headers }: RequestSource): ReadonlyMap<Placeholder, readonly PlainKind[]> {
  const places = new Map<Placeholder, readonly PlainKind[]>();
  addUrl(target, places);
  for (const header of headers) if (isPlain(header)) addAll(header.values, places);
  return places;
}

/** A token is sent as written; other schemes have short forms (`Basic user password`), which are computed. */
function isPlain({ name, values: [first] }: HeaderSource): boolean {
  if (!decisive.test(name)) return true;
  const start = first?.template.parts[0];
  return /^authorization$/i.test(name) && start?.kind === 'text' && /^bearer[ \t]/i.test(start.text);
}

function addAll(texts: readonly TemplateText[], places: Map<Placeholder, readonly PlainKind[]>): void {
  for (const { template } of texts) for (const part of template.parts) if (part.kind === 'placeholder') places.set(part, all);
}

/** `{{origin}}/path`, `http://{{host}}/path` and `http://host/path`. The authority must end where a text begins. */
function addUrl(target: readonly TemplateText[], places: Map<Placeholder, readonly PlainKind[]>): void {
  const parts = target.flatMap(({ template }) => template.parts);
  const [first, second, third] = parts;
  const endsAuthority = (part: (typeof parts)[number] | undefined): boolean =>
    part === undefined || (part.kind === 'text' && /^[/?]/.test(part.text));
  if (first?.kind === 'placeholder') {
    if (!endsAuthority(second)) return;
    places.set(first, ['origin']);
  } else if (first !== undefined && second?.kind === 'placeholder' && /^https?:\/\/$/i.test(first.text)) {
    if (!endsAuthority(third)) return;
    places.set(second, ['host']);
  } else if (first === undefined || !/^https?:\/\/[^/?#]+[/?]/i.test(first.text)) return;
  for (const part of parts) if (part.kind === 'placeholder' && !places.has(part)) places.set(part, noOrigin);
}
