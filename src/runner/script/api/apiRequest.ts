import type { ApiJob } from '../thread/workerMessages.ts';
import type { JetBrains } from './client.ts';
import { createHeaders, type Headers } from './apiHeaders.ts';
import type { LeftOut } from './hints.ts';
import type { Ask } from './hostFunction.ts';
import { printAs } from './inspect.ts';
import type { Look } from './looks.ts';
import { freeze, reflectDefine, toText, TypeErrorCtor } from './primordials.ts';
import { encodeJson } from './apiValues.ts';
import { words } from './chaiWords.ts';
import { library } from './webGlobals.ts';

export interface RequestView {
  /** The global `request` of scripts. */
  readonly view: object;
  current(): ApiJob['request'];
  begin(job: Pick<ApiJob, 'request' | 'phase'>): void;
  /** Sets `request.variables` and `request.environment`. */
  extend(members: Pick<JetBrains, 'variables' | 'environment'>): void;
}

export function createRequest(ask: Ask, hints: (what: string) => LeftOut, look: Look): RequestView {
  let given: ApiJob['request'] = { name: '', method: '', url: '', headers: [], body: null };
  let changeable = false;
  let { method, url, body } = given;
  let made: Headers | undefined;
  const headers = (): Headers => (made ??= createHeaders(given.headers, changeable));

  function change(what: string, value: unknown): unknown {
    if (!changeable) throw new TypeErrorCtor(words`request.${what} can only be changed by a script before the request`);
    return value;
  }

  function jsonOf(value: object): string {
    const leftOut = hints('request.body');
    const json = ask({ op: 'valueJson', json: encodeJson(value, leftOut.add) }) as string;
    leftOut.show();
    return json;
  }

  /** `request.data` of older Postman scripts. All members are defined when one of them is first used. */
  const oldData = (): unknown => {
    look('request');
    return library('postman')['requestData'];
  };

  let more: Pick<JetBrains, 'variables' | 'environment'> | undefined;

  const view = {
    get variables() {
      return more?.variables;
    },
    get environment() {
      return more?.environment;
    },
    get name() {
      return given.name;
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
      return headers().view;
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
  };
  reflectDefine(view, 'data', { __proto__: null, get: oldData, enumerable: false } as PropertyDescriptor);
  freeze(view);
  printAs(view, () => ({ name: given.name, method, url: view.url, headers: headers().view, body }));
  return {
    view,
    current: () => ({ name: given.name, method, url, headers: made === undefined ? given.headers : made.list(), body }),
    extend: (members) => void (more = members),
    begin: (job) => {
      given = job.request;
      changeable = job.phase === 'pre-request';
      method = given.method;
      url = given.url;
      body = given.body;
    },
  };
}

function asText(what: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return toText(value);
  throw new TypeErrorCtor(words`${what} must be text, not ${value === null ? 'null' : typeof value}`);
}
