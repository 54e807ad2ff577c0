import { ownBody, ownText } from '../clients/placeholders.ts';
import type { KitRequest } from '../kit.ts';
import { graphqlText, multipart } from './composed.ts';
import { pairList, pairsOf, textOf, type Pair } from './pairs.ts';
import { requestData } from './requestData.ts';

/** `pm.request.body`. A form is text in Req, from which its fields are read and into which they are written. */
export function bodyOf(request: KitRequest) {
  const type = (): string => request.headers.get('content-type') ?? '';
  const isForm = (): boolean => /^application\/x-www-form-urlencoded\b/i.test(type());
  const isMultipart = (): boolean => /^multipart\/form-data\b/i.test(type());
  const fields = (): readonly Pair[] => (isForm() ? pairsOf(request.body ?? '') : []);
  const write = (pairs: readonly Pair[]): void => {
    request.body = ownText(pairs.map(({ key, value }) => `${encoded(key)}=${encoded(value ?? '')}`).join('&'));
  };
  const parts = (): readonly Pair[] => {
    const data = isMultipart() ? requestData(request) : '';
    return typeof data === 'string' ? [] : Object.entries(data).map(([key, value]) => ({ key, value, type: 'text' }));
  };
  const update = (given: unknown): void => {
    if (typeof given !== 'object' || given === null) return void (request.body = ownBody(given));
    const { mode, raw, urlencoded, formdata, graphql } = given as Readonly<Record<string, unknown>>;
    switch (mode) {
      case 'urlencoded':
        if (!isForm()) request.headers.set('Content-Type', 'application/x-www-form-urlencoded');
        return write(pairsOf(urlencoded));
      case 'formdata': {
        const { text, type: made } = multipart('pm.request.body', pairsOf(formdata), ownText);
        request.headers.set('Content-Type', made);
        return void (request.body = text);
      }
      case 'graphql':
        if (!request.headers.has('content-type')) request.headers.set('Content-Type', 'application/json');
        return void (request.body = ownBody(graphqlText(graphql)));
      case 'raw':
      case undefined:
        return void (request.body = ownBody(raw));
      default:
        throw new TypeError(
          `pm.request.body cannot be of the mode ${JSON.stringify(mode)}. It can be raw, urlencoded, formdata or graphql.`,
        );
    }
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
    set urlencoded(given: unknown) {
      update({ mode: 'urlencoded', urlencoded: given });
    },
    get formdata() {
      return pairList(parts);
    },
    set formdata(given: unknown) {
      update({ mode: 'formdata', formdata: given });
    },
    update,
    isEmpty: () => request.body === null || request.body === '',
    toString: () => request.body ?? '',
  };
}

/** Placeholders are not encoded here; their values are encoded when they are filled in. */
const encoded = (value: unknown): string =>
  textOf(value)
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, i) => (i % 2 === 1 ? part : encodeURIComponent(part)))
    .join('');
