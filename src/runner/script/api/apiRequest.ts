import type { ApiJob } from '../workerMessages.ts';
import type { JetBrains } from './client.ts';
import { createHeaders } from './apiHeaders.ts';
import type { LeftOut } from './hints.ts';
import type { Ask } from './hostFunction.ts';
import { printAs } from './inspect.ts';
import type { Look } from './looks.ts';
import { freeze, toText, TypeErrorCtor } from './primordials.ts';
import { encodeJson } from './apiValues.ts';
import { words } from './chaiWords.ts';

export interface RequestView {
  /** The global `request` of scripts. */
  readonly view: object;
  current(): ApiJob['request'];
  /** Sets `request.variables` and `request.environment`. */
  extend(members: Pick<JetBrains, 'variables' | 'environment'>): void;
}

export function createRequest({ request, phase }: ApiJob, ask: Ask, hints: (what: string) => LeftOut, look: Look): RequestView {
  const changeable = phase === 'pre-request';
  const headers = createHeaders(request.headers, changeable);
  let { method, url, body } = request;

  function change(what: string, value: unknown): unknown {
    if (!changeable) throw new TypeErrorCtor(words`request.${what} can only be changed by a script before the request`);
    return value;
  }

  function jsonOf(value: object): string {
    const leftOut = hints('request.body');
    const json = ask({ op: 'valueJson', json: encodeJson(value, leftOut.add) }) as string;
    leftOut.tell();
    return json;
  }

  let more: Pick<JetBrains, 'variables' | 'environment'> | undefined;

  const view = freeze({
    get variables() {
      return more?.variables;
    },
    get environment() {
      return more?.environment;
    },
    get name() {
      return request.name;
    },
    set name(_: unknown) {
      throw new TypeErrorCtor('request.name cannot be changed');
    },
    get method() {
      return method;
    },
    set method(value: unknown) {
      method = asText('request.method', change('method', value));
    },
    get url() {
      look('request');
      return url;
    },
    set url(value: unknown) {
      url = asText('request.url', change('url', value));
    },
    get headers() {
      look('request');
      return headers.view;
    },
    set headers(_: unknown) {
      throw new TypeErrorCtor('request.headers is changed field by field: request.headers[name] = value');
    },
    get body() {
      look('request');
      return body;
    },
    /** An object or array is sent as JSON; null removes the body. */
    set body(value: unknown) {
      change('body', value);
      if (value === null || value === undefined) body = null;
      else body = typeof value === 'object' ? jsonOf(value) : asText('request.body', value);
    },
  });
  printAs(view, () => ({ name: request.name, method, url: view.url, headers: headers.view, body }));
  return {
    view,
    current: () => ({ name: request.name, method, url, headers: headers.list(), body }),
    extend: (members) => void (more = members),
  };
}

function asText(what: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return toText(value);
  throw new TypeErrorCtor(words`${what} must be text, not ${value === null ? 'null' : typeof value}`);
}
