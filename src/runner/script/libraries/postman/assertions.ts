// oxlint-disable no-underscore-dangle -- chai's name of the value
import { isEqual } from '../clients/equality.ts';
import { schemaErrors } from '../clients/jsonSchema.ts';
import { kit } from '../kit.ts';
import { PostmanResponse } from './response.ts';

/** The part of chai that the assertions use. */
export interface Chai {
  readonly expect: (value: unknown, message?: string) => unknown;
  use(plugin: (chai: Chai, utils: { flag(object: object, name: string): unknown }) => void): unknown;
  readonly Assertion: {
    addMethod(name: string, method: (this: Assertion, ...args: never[]) => void): void;
    addProperty(name: string, get: (this: Assertion) => void): void;
    overwriteProperty(name: string, make: (old: (this: Assertion) => void) => (this: Assertion) => void): void;
  };
}

interface Assertion {
  readonly _obj: unknown;
  assert(holds: boolean, message: string, negated: string, expected?: unknown, actual?: unknown): void;
}

const classes: Readonly<Record<string, (code: number) => boolean>> = {
  info: (code) => code >= 100 && code < 200,
  success: (code) => code >= 200 && code < 300,
  redirection: (code) => code >= 300 && code < 400,
  clientError: (code) => code >= 400 && code < 500,
  serverError: (code) => code >= 500 && code < 600,
  error: (code) => code >= 400 && code < 600,
  accepted: (code) => code === 202,
  badRequest: (code) => code === 400,
  unauthorized: (code) => code === 401,
  forbidden: (code) => code === 403,
  notFound: (code) => code === 404,
  rateLimited: (code) => code === 429,
};

const responseOf = ({ _obj }: Assertion): PostmanResponse => {
  if (!(_obj instanceof PostmanResponse)) throw new TypeError('this assertion is for pm.response');
  return _obj;
};

interface Message {
  readonly headers: { has(name: string): boolean; get(name: string): unknown };
}

/** The headers of `pm.response` or `pm.request`. */
function messageOf(assertion: Assertion): Message & { readonly who: string } {
  const { _obj: of } = assertion;
  const isRequest = typeof of === 'object' && of !== null && 'addHeader' in of && 'headers' in of;
  return isRequest ? { headers: (of as Message).headers, who: 'request' } : { headers: responseOf(assertion).headers, who: 'response' };
}

function isJson(response: PostmanResponse): boolean {
  try {
    response.json();
    return true;
  } catch {
    return false;
  }
}

/** Adds Postman's assertions about responses to chai. */
export function addAssertions(chai: Chai): void {
  const { Assertion } = chai;
  const check = (name: string, holds: (response: PostmanResponse) => boolean): void =>
    Assertion.addProperty(name, function () {
      const response = responseOf(this);
      this.assert(holds(response), `expected response to be ${name} but got ${response.code}`, `expected response not to be ${name}`);
    });
  for (const [name, holds] of Object.entries(classes)) check(name, ({ code }) => holds(code));
  check('json', isJson);
  check('withBody', (response) => response.text() !== '');
  Assertion.overwriteProperty(
    'ok',
    (old) =>
      function () {
        if (!(this._obj instanceof PostmanResponse)) return old.call(this);
        const { code } = this._obj;
        this.assert(
          code === 200,
          `expected response to have status code 200 but got ${code}`,
          'expected response not to have status code 200',
        );
      },
  );
  addMethods(Assertion);
}

function addMethods(Assertion: Chai['Assertion']): void {
  Assertion.addMethod('status', function (expected: number | string) {
    const response = responseOf(this);
    const actual = typeof expected === 'number' ? response.code : response.status;
    const what = typeof expected === 'number' ? 'status code' : 'status reason';
    this.assert(
      actual === expected,
      `expected response to have ${what} ${expected} but got ${actual}`,
      `expected response not to have ${what} ${expected}`,
    );
  });
  Assertion.addMethod('header', function (name: string, value?: string) {
    const { headers, who } = messageOf(this);
    const has = value === undefined ? headers.has(name) : headers.get(name) === value;
    const what = value === undefined ? `header '${name}'` : `header '${name}' with value '${value}'`;
    this.assert(has, `expected ${who} to have ${what}`, `expected ${who} not to have ${what}`);
  });
  Assertion.addMethod('body', function (expected?: unknown) {
    const response = responseOf(this);
    const text = response.text();
    const holds =
      expected === undefined
        ? text !== ''
        : expected instanceof RegExp
          ? expected.test(text)
          : typeof expected === 'string'
            ? text === expected
            : isEqual(response.json(), expected);
    this.assert(holds, 'expected response body to be as given', 'expected response body not to be as given', expected, text);
  });
  Assertion.addMethod('jsonBody', function (path?: unknown, ...rest: unknown[]) {
    const response = responseOf(this);
    const body = isJson(response) ? response.json() : undefined;
    const isPath = typeof path === 'string';
    const found = isPath ? valueAt(body, path) : body;
    const holds = isPath
      ? rest.length === 0
        ? found !== undefined
        : isEqual(found, rest[0])
      : path === undefined
        ? body !== undefined
        : isEqual(body, path);
    const what = isPath ? ` at '${path}'` : '';
    this.assert(
      holds,
      `expected response body json${what} to be as given`,
      `expected response body json${what} not to be as given`,
      rest[0] ?? path,
      found,
    );
  });
  Assertion.addMethod('jsonSchema', function (schema: unknown, options?: object) {
    const value = this._obj instanceof PostmanResponse ? this._obj.json() : this._obj;
    const errors = schemaErrors(schema, value, { strict: false, ...options });
    this.assert(
      errors === '',
      `expected data to satisfy schema but found following errors: ${errors}`,
      'expected data not to satisfy schema',
    );
  });
  Assertion.addMethod('responseTimeBelow', function (ms: number) {
    const { responseTime } = responseOf(this);
    this.assert(
      responseTime < ms,
      `expected response time ${responseTime} to be below ${ms}`,
      `expected response time ${responseTime} not to be below ${ms}`,
    );
  });
}

const valueAt = (value: unknown, path: string): unknown =>
  (kit().load('lodash')['_'] as { get(of: unknown, at: string): unknown }).get(value, path);
