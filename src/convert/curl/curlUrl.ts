import { piecesOf } from '../text/marks.ts';
import type { Operation } from './readCommand.ts';

/** The absolute URL that curl would send to. Patterns in the URL are noted. */
export function urlOf(written: string, o: Operation, note: (text: string) => void): string {
  let url = written.trim();
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(url) && !startsWithBaseUrl(url)) url = `http://${url.replace(/^\/\//, '')}`;
  const scheme = /^[^:]+/.exec(url)?.[0] ?? '';
  if (!/^https?$/i.test(scheme) && !startsWithBaseUrl(url)) note(`Req sends http and https; this URL's scheme is ${scheme}.`);
  if (!o.globoff) {
    if (/\{[^{},]*,[^{}]*\}|\[(?:\d+-\d+|[A-Za-z]-[A-Za-z])/.test(url.replace(/^[^/]*\/\/\[[^\]]*\]/, '')))
      note('curl would send one request for each expansion of the braces and brackets in this URL.');
    else url = url.replace(/\\([{}[\]])/g, '$1');
  }
  const hash = url.indexOf('#');
  const fragment = hash < 0 ? '' : url.slice(hash);
  let base = hash < 0 ? url : url.slice(0, hash);
  const additions = [...o.query, ...(o.get && o.data !== undefined ? [o.data] : [])];
  for (const addition of additions.map((text) => withoutFiles(text, note))) {
    if (!base.includes('?')) base += '?';
    else if (!/[?&]$/.test(base)) base += '&';
    base += addition;
  }
  if (!o.pathAsIs) base = withoutDots(base);
  // Other invalid characters are encoded when sent; white space would end the URL.
  return (base + fragment).replace(/[\u0000-\u0020\u007f]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`);
}

/** The part of a query without contents of files. */
const withoutFiles = (text: string, note: (text: string) => void): string =>
  piecesOf(text)
    .map((p) => {
      if (p.kind === 'file') note(`The content of ${p.text} is missing in the query: put it in.`);
      return p.kind === 'file' ? '' : p.mark;
    })
    .join('');

/**
 * Whether a URL starts with a variable that contains the scheme: `$BASE_URL/v1`. False for a variable that is only a part of the host, or
 * has a name for a host.
 */
function startsWithBaseUrl(url: string): boolean {
  const [, name = '', rest = ''] = /^\ufdd0([^\ufdd1]*)\ufdd1([^]?)/.exec(url) ?? [];
  return name !== '' && /^[/?#]?$/.test(rest) && !/(?:^|_)(?:HOST|HOSTNAME|DOMAIN|IP|ADDR|ADDRESS|AUTHORITY)$/i.test(name);
}

/** Removes `.` and `..` from a URL's path (RFC 3986 §5.2.4). */
function withoutDots(url: string): string {
  const m = /^([^:]+:\/\/[^/?]*)([^?]*)([^]*)$/.exec(url);
  if (m === null || !/\/\.\.?(?:\/|$)/.test(m[2] ?? '')) return url;
  const segments = (m[2] ?? '').split('/').slice(1);
  const kept: string[] = [];
  segments.forEach((segment, i) => {
    const last = i === segments.length - 1;
    if (segment === '..') kept.pop();
    if (segment !== '.' && segment !== '..') kept.push(segment);
    else if (last) kept.push('');
  });
  return `${m[1]}/${kept.join('/')}${m[3]}`;
}
