import { ownBody, ownText } from '../clients/placeholders.ts';
import type { KitRequest } from '../kit.ts';
import { pairList, readQuery, textOf, type Pair } from './pairs.ts';
import { requestData } from './requestData.ts';

/** `pm.request.body`. A form is a text in Req: its fields are read from it, and written into it. */
export function bodyOf(request: KitRequest): object {
  const type = (): string => request.headers.get('content-type') ?? '';
  const isForm = (): boolean => /^application\/x-www-form-urlencoded\b/i.test(type());
  const isMultipart = (): boolean => /^multipart\/form-data\b/i.test(type());
  const fields = (): readonly Pair[] =>
    isForm() ? readQuery(request.body ?? '').map(({ key, value }) => ({ key: decoded(key), value: decoded(value) })) : [];
  const write = (pairs: readonly Pair[]): void => {
    request.body = ownText(pairs.map(({ key, value }) => `${encoded(key)}=${encoded(value ?? '')}`).join('&'));
  };
  const parts = (): readonly Pair[] => {
    const data = isMultipart() ? requestData(request) : '';
    return typeof data === 'string' ? [] : Object.entries(data).map(([key, value]) => ({ key, value, type: 'text' }));
  };
  const update = (given: string | Readonly<Record<string, unknown>>): void => {
    if (typeof given === 'string') request.body = ownBody(given);
    else if (given['mode'] === 'urlencoded') {
      if (!isForm()) request.headers.set('Content-Type', 'application/x-www-form-urlencoded');
      write(pairsOf(given['urlencoded']));
    } else request.body = ownBody(given['raw']);
  };
  return {
    get raw() {
      return request.body;
    },
    set raw(given: unknown) {
      request.body = ownBody(given);
    },
    get mode() {
      return isForm() ? 'urlencoded' : isMultipart() ? 'formdata' : 'raw';
    },
    get urlencoded() {
      return pairList(fields, write);
    },
    get formdata() {
      return pairList(parts);
    },
    update,
    isEmpty: () => request.body === null || request.body === '',
    toString: () => request.body ?? '',
  };
}

/** Fields from a list, an object or the text of a form. */
export function pairsOf(given: unknown): readonly Pair[] {
  if (typeof given === 'string') return readQuery(given).map(({ key, value }) => ({ key: decoded(key), value: decoded(value) }));
  if (Array.isArray(given)) return (given as readonly Pair[]).filter(({ disabled }) => disabled !== true);
  return Object.entries(given ?? {}).map(([key, value]) => ({ key, value: value as unknown }));
}

/** Placeholders stay: what they stand for is encoded when it is filled in. */
const encoded = (value: unknown): string =>
  textOf(value)
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, i) => (i % 2 === 1 ? part : encodeURIComponent(part)))
    .join('');

function decoded(value: unknown): string {
  const text = textOf(value).replaceAll('+', ' ');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
