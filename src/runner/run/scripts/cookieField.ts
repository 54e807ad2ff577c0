import { shortened } from '../../../base/text/shortened.ts';
import { ReqError } from '../../../base/reqError.ts';

/** Characters that would end a header field, or a name, a value or an attribute in it. */
const breaksValue = /[\0-\x1f\x7f;]/;
const breaksName = /[\0-\x20\x7f;=]/;

/**
 * The `Set-Cookie` field of a cookie that a script sets. No part of the data can end its field.
 * @param json as the library passes it, from the sandbox
 * @throws {ReqError} if it is not a cookie
 */
export function cookieField(json: string): { readonly field: string; readonly name: string; readonly value: string } {
  const { name, value, domain, path, expires, maxAge, secure, httpOnly, sameSite } = read(json);
  if (typeof name !== 'string' || name === '') throw problem('', 'it has no name');
  if (breaksName.test(name) || !name.isWellFormed()) throw problem(name, 'its name has a character that a name cannot have');
  if (typeof value !== 'string' || breaksValue.test(value) || !value.isWellFormed())
    throw problem(name, 'its value has a character that a value cannot have: a semicolon or a control character');
  const attributes = [
    text(name, 'Domain', domain),
    text(name, 'Path', path),
    text(name, 'SameSite', sameSite),
    typeof maxAge === 'number' && Number.isFinite(maxAge) ? `Max-Age=${Math.trunc(maxAge)}` : '',
    typeof expires === 'number' && Math.abs(expires) <= 8.64e15 ? `Expires=${new Date(expires).toUTCString()}` : '',
    secure === true ? 'Secure' : '',
    httpOnly === true ? 'HttpOnly' : '',
  ].filter((attribute) => attribute !== '');
  return { field: [`${name}=${value}`, ...attributes].join('; '), name, value: value.trim() };
}

function read(json: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(json) ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    throw problem('', 'it is not one');
  }
}

function text(cookie: string, attribute: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') return '';
  if (breaksValue.test(value)) throw problem(cookie, `its ${attribute} has a character that cannot be in it`);
  return `${attribute}=${value}`;
}

const problem = (name: string, why: string): ReqError =>
  new ReqError('script', `The cookie ${name === '' ? '' : `${JSON.stringify(shortened(name, 200))} `}was not kept: ${why}.`);
