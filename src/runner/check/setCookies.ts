import { numberFromToken, type Value } from '../../base/values/value.ts';
import type { Header } from '../../language/index.ts';

/** The cookies of `Set-Cookie` fields by name, as received; the last one of a name applies (RFC 6265 §5.2). */
export function setCookies(headers: readonly Header[]): ReadonlyMap<string, Value> {
  const cookies = new Map<string, Value>();
  for (const [name, line] of headers) if (name.toLowerCase() === 'set-cookie') add(cookies, line);
  return cookies;
}

function add(cookies: Map<string, Value>, line: string): void {
  const [pair = '', ...attributes] = line.split(';');
  const sign = pair.indexOf('=');
  if (sign < 0) return;
  const cookie = new Map<string, Value>([
    ['value', pair.slice(sign + 1).trim()],
    ['secure', false],
    ['httpOnly', false],
  ]);
  for (const attribute of attributes) {
    const at = attribute.indexOf('=');
    const key = (at < 0 ? attribute : attribute.slice(0, at)).trim().toLowerCase();
    const value = at < 0 ? '' : attribute.slice(at + 1).trim();
    if (key === 'secure') cookie.set('secure', true);
    else if (key === 'httponly') cookie.set('httpOnly', true);
    else if (key === 'samesite') cookie.set('sameSite', value);
    else if (key === 'max-age') cookie.set('maxAge', /^-?\d+$/.test(value) ? numberFromToken(value) : value);
    else if (key === 'domain' || key === 'path' || key === 'expires') cookie.set(key, value);
  }
  cookies.set(pair.slice(0, sign).trim(), cookie);
}
