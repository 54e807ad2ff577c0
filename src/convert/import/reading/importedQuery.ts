import { percentEncodeAll } from '../../../language/index.ts';
import { piecesOf } from '../../text/marks.ts';

const encoded = (text: string): string =>
  piecesOf(text)
    .map((p) => (p.kind === 'text' ? percentEncodeAll(p.text) : p.mark))
    .join('');

/** Adds parameters to the query of a URL. Texts may contain marks. */
export function withQuery(url: string, parameters: readonly { readonly name: string; readonly value: string }[]): string {
  if (parameters.length === 0) return url;
  const query = parameters.map(({ name, value }) => `${encoded(name)}=${encoded(value)}`).join('&');
  const [, before = url, hash = ''] = /^([^#]*)(#[^]*)?$/.exec(url) ?? [];
  return `${before}${before.includes('?') ? '&' : '?'}${query}${hash}`;
}
