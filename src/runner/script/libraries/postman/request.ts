import { facts, pathParams } from '../clients/facts.ts';
import { changeableHeaders, headersOnUse } from '../clients/headerList.ts';
import { ownText } from '../clients/placeholders.ts';
import { refused } from '../clients/sending.ts';
import type { KitRequest } from '../kit.ts';
import { bodyOf } from './body.ts';
import { joinedUrl, urlText } from './composed.ts';
import { markOwn } from './ownParts.ts';
import { pairList, pairsOf, partsOf, queryText, readQuery, type Pair } from './pairs.ts';

/** `pm.request.url`. */
function urlOf(request: KitRequest) {
  function setQuery(pairs: readonly Pair[]): void {
    const { start, hash } = partsOf(request.url);
    const query = queryText(pairs);
    request.url = start + (query === '' ? '' : `?${ownText(query)}`) + hash;
  }
  function change(parts: object): void {
    const { query, hash } = partsOf(request.url);
    const { protocol, host, port, path } = self;
    request.url = ownText(joinedUrl({ protocol, host, port, path, ...parts }) + query + hash);
  }
  const self = {
    toString: () => request.url,
    getRaw: () => request.url,
    get raw() {
      return request.url;
    },
    get protocol() {
      return /^([a-z][\w+.-]*):\/\//i.exec(request.url)?.[1];
    },
    set protocol(protocol: unknown) {
      change({ protocol });
    },
    get host() {
      return partsOf(request.url).host.replace(/:\d+$/, '').split('.');
    },
    set host(host: unknown) {
      change({ host });
    },
    get port() {
      return /:(\d+)$/.exec(partsOf(request.url).host)?.[1];
    },
    set port(port: unknown) {
      change({ port });
    },
    get path() {
      return partsOf(request.url).path.split('/').slice(1);
    },
    set path(path: unknown) {
      change({ path });
    },
    get hash() {
      return partsOf(request.url).hash || undefined;
    },
    get query() {
      return pairList(() => readQuery(partsOf(request.url).query), setQuery);
    },
    set query(query: unknown) {
      setQuery(pairsOf(query));
    },
    get variables() {
      return pairList(() => pathParams().map(({ name, value }) => ({ key: name, value })));
    },
    getHost: () => partsOf(request.url).host.replace(/:\d+$/, ''),
    getRemote: () => partsOf(request.url).host,
    getPath: () => partsOf(request.url).path,
    getPathWithQuery: () => partsOf(request.url).path + partsOf(request.url).query,
    getQueryString: () => partsOf(request.url).query.slice(1),
    removeQueryParams: (names: string | readonly (string | Pair)[]) => {
      const removed = typeof names === 'string' ? [names] : names.map((one) => (typeof one === 'string' ? one : one.key));
      setQuery(readQuery(partsOf(request.url).query).filter(({ key }) => !removed.includes(key)));
    },
    addQueryParams: (added: string | readonly Pair[]) => {
      const query = typeof added === 'string' ? added : queryText(added);
      const { start, query: old, hash } = partsOf(request.url);
      request.url = `${start}${old === '' ? '?' : old === '?' ? old : `${old}&`}${ownText(query)}${hash}`;
    },
    update: (given: unknown) => {
      request.url = ownText(urlText(given));
    },
  };
  return self;
}

const changesAuth = refused('a change of pm.request.auth', 'set the header Authorization, or write # @auth in the request.');

/** `pm.request`, based on `request`. */
export function createRequest(request: KitRequest): object {
  const headers = headersOnUse(request);
  const list = markOwn(changeableHeaders(headers));
  const url = urlOf(request);
  const body = markOwn(bodyOf(request));
  return {
    get name() {
      return request.name;
    },
    get description() {
      return { content: facts().description, toString: () => facts().description };
    },
    get auth() {
      const { auth } = facts();
      return auth === '' ? undefined : { type: auth };
    },
    set auth(_: unknown) {
      changesAuth();
    },
    get method() {
      return request.method;
    },
    set method(method: unknown) {
      request.method = ownText(String(method));
    },
    get url() {
      return url;
    },
    set url(given: unknown) {
      request.url = ownText(urlText(given));
    },
    get headers() {
      return list;
    },
    set headers(given: unknown) {
      const all = pairsOf(given);
      list.clear();
      all.forEach(list.add);
    },
    get body() {
      return body;
    },
    set body(given: unknown) {
      body.update(given);
    },
    addQueryParams: url.addQueryParams,
    removeQueryParams: url.removeQueryParams,
    addHeader: list.add,
    upsertHeader: list.upsert,
    removeHeader: list.remove,
    getHeaders: () => Object.fromEntries(headers),
  };
}
