import { percentEncodeAll, type ResolvedRequest } from '../../../language/index.ts';
import type { Signed } from './signerTypes.ts';

/** Adds the result of signing to a message. */
export function withSignature(request: ResolvedRequest, { headers, query = [], form = [] }: Signed): ResolvedRequest {
  const pairs = (of: typeof query): string => of.map(([name, value]) => `${percentEncodeAll(name)}=${percentEncodeAll(value)}`).join('&');
  const isEmpty = request.body.every((part) => part.kind === 'text' && part.text === '');
  return {
    ...request,
    headers: [...request.headers, ...headers],
    ...(query.length === 0 ? {} : { url: withQuery(request.url, pairs(query)), wireUrl: withQuery(request.wireUrl, pairs(query)) }),
    ...(form.length === 0 ? {} : { body: [...request.body, { kind: 'text', text: `${isEmpty ? '' : '&'}${pairs(form)}` }] }),
  };
}

/** Adds parameters to a URL before its fragment. */
function withQuery(url: string, query: string): string {
  const at = url.indexOf('#');
  const [place, fragment] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)];
  return `${place}${place.includes('?') ? '&' : '?'}${query}${fragment}`;
}
