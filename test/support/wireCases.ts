import type { Value } from '../../src/base/values/value.ts';

/** One placeholder and the hover's value for it, the same as on the wire. */
export interface HoverCase {
  readonly placeholder: string;
  readonly shows: string;
}

/**
 * Requirements for values set by a script, for every way of sending. Each case is played three times: by the resolver alone, by the command
 * against a server that records bytes, and by Send in a real VS Code.
 */
export interface WireCase {
  readonly title: string;
  /** Sets the values in an earlier request. */
  readonly script: string;
  /** The same values, for the test without a sandbox. */
  readonly variables: ReadonlyMap<string, Value>;
  /** The request after its first line's `{{host}}`. Its name is `probe`. */
  readonly request: string;
  readonly target?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly hovers: readonly HoverCase[];
}

const object = (entries: Readonly<Record<string, Value>>): Value => new Map(Object.entries(entries));
const set = (entries: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> => new Map(Object.entries(entries));
const json = 'Content-Type: application/json';
const date = new Date('2026-01-02T03:04:05.678Z');

export const wireCases: readonly WireCase[] = [
  {
    title: 'a string variable in a path segment: the sent URL holds the text there',
    script: 'tool.setVar("userName", "ada");',
    variables: set({ userName: 'ada' }),
    request: 'GET {{host}}/users/{{userName}}/profile',
    target: '/users/ada/profile',
    hovers: [{ placeholder: '{{userName}}', shows: 'ada' }],
  },
  {
    title: '`Hello World` keeps its space in the resolved text and is `Hello%20World` on the wire',
    script: 'tool.setVar("title", "Hello World");',
    variables: set({ title: 'Hello World' }),
    request: 'GET {{host}}/books/{{title}}',
    target: '/books/Hello%20World',
    hovers: [{ placeholder: '{{title}}', shows: 'Hello World' }],
  },
  {
    title: 'a number in a path gives its digits: 123, 99.99, and 1e21 without exponent',
    script: 'tool.setVar("id", 123); tool.setVar("price", 99.99); tool.setVar("big", 1e21);',
    variables: set({ id: 123, price: 99.99, big: 1e21 }),
    request: 'GET {{host}}/items/{{id}}/{{price}}/{{big}}',
    target: '/items/123/99.99/1000000000000000000000',
    hovers: [
      { placeholder: '{{id}}', shows: '123' },
      { placeholder: '{{price}}', shows: '99.99' },
      { placeholder: '{{big}}', shows: '1000000000000000000000' },
    ],
  },
  {
    title: 'a boolean unquoted in a body is the JSON literal',
    script: 'tool.setVar("active", true); tool.setVar("gone", false);',
    variables: set({ active: true, gone: false }),
    request: `POST {{host}}/flags\n${json}\n\n{"active": {{active}}, "gone": {{gone}}}`,
    body: '{"active": true, "gone": false}',
    hovers: [{ placeholder: '{{active}}', shows: 'true' }],
  },
  {
    title: "an object's nested object unquoted in a body becomes that JSON object, same nesting and order",
    script: 'tool.setVar("order", { customer: { name: "Ada", address: { zip: "1010", city: "Wien" }, tags: [] }, total: 3 });',
    variables: set({
      order: object({ customer: object({ name: 'Ada', address: object({ zip: '1010', city: 'Wien' }), tags: [] }), total: 3 }),
    }),
    request: `POST {{host}}/orders\n${json}\n\n{"customer": {{order.customer}}}`,
    body: '{"customer": {"name":"Ada","address":{"zip":"1010","city":"Wien"},"tags":[]}}',
    hovers: [{ placeholder: '{{order.customer}}', shows: '"city": "Wien"' }],
  },
  {
    title: 'a whole array unquoted in a body becomes the array',
    script: 'tool.setVar("list", [1, "two", true, null, { three: 3 }]);',
    variables: set({ list: [1, 'two', true, null, object({ three: 3 })] }),
    request: `POST {{host}}/lists\n${json}\n\n{"list": {{list}}}`,
    body: '{"list": [1,"two",true,null,{"three":3}]}',
    hovers: [{ placeholder: '{{list}}', shows: '"two"' }],
  },
  {
    title: 'paths of any depth: {{a[0].p}} and {{o.list[1]}} and deeper',
    script: 'tool.setVar("a", [{ p: "first" }]); tool.setVar("o", { list: ["x", "y"], deep: [{ er: [{ still: 42 }] }] });',
    variables: set({
      a: [object({ p: 'first' })],
      o: object({ list: ['x', 'y'], deep: [object({ er: [object({ still: 42 })] })] }),
    }),
    request: 'GET {{host}}/{{a[0].p}}/{{o.list[1]}}/{{o.deep[0].er[0].still}}',
    target: '/first/y/42',
    hovers: [
      { placeholder: '{{a[0].p}}', shows: 'first' },
      { placeholder: '{{o.list[1]}}', shows: 'y' },
      { placeholder: '{{o.deep[0].er[0].still}}', shows: '42' },
    ],
  },
  {
    title: "an indexed array element inside quotes is the element's text between the quotes",
    script: 'tool.setVar("tags", ["alpha", "beta"]);',
    variables: set({ tags: ['alpha', 'beta'] }),
    request: `POST {{host}}/tags\n${json}\n\n{"tag": "{{tags[1]}}"}`,
    body: '{"tag": "beta"}',
    hovers: [{ placeholder: '{{tags[1]}}', shows: 'beta' }],
  },
  {
    title: 'a date arrives as YYYY-MM-DDTHH:mm:ss.sssZ, alone and inside an object',
    script:
      'tool.setVar("when", new Date("2026-01-02T03:04:05.678Z")); tool.setVar("span", { from: new Date("2026-01-02T03:04:05.678Z") });',
    variables: set({ when: date, span: object({ from: date }) }),
    request: `POST {{host}}/dates\n${json}\n\n{"when": "{{when}}", "span": {{span}}}`,
    body: '{"when": "2026-01-02T03:04:05.678Z", "span": {"from":"2026-01-02T03:04:05.678Z"}}',
    hovers: [{ placeholder: '{{when}}', shows: '2026-01-02T03:04:05.678Z' }],
  },
  {
    title: 'limit, offset and filter from one object in the query',
    script: 'tool.setVar("page", { limit: 20, offset: 40, filter: "name eq a&b" });',
    variables: set({ page: object({ limit: 20, offset: 40, filter: 'name eq a&b' }) }),
    request: 'GET {{host}}/search?limit={{page.limit}}&offset={{page.offset}}&filter={{page.filter}}',
    target: '/search?limit=20&offset=40&filter=name%20eq%20a%26b',
    hovers: [
      { placeholder: '{{page.limit}}', shows: '20' },
      { placeholder: '{{page.filter}}', shows: 'name eq a&b' },
    ],
  },
  {
    title: 'X-API-Key and X-Secret from one object in headers',
    script: 'tool.setVar("keys", { api: "k-123", secret: "s 456" });',
    variables: set({ keys: object({ api: 'k-123', secret: 's 456' }) }),
    request: 'GET {{host}}/keys\nX-API-Key: {{keys.api}}\nX-Secret: {{keys.secret}}',
    target: '/keys',
    headers: [
      ['X-API-Key', 'k-123'],
      ['X-Secret', 's 456'],
    ],
    hovers: [
      { placeholder: '{{keys.api}}', shows: 'k-123' },
      { placeholder: '{{keys.secret}}', shows: 's 456' },
    ],
  },
];

/** The file for a case: a request whose script sets the values, then the request that uses them. */
export function fileOf(c: WireCase, host: string): string {
  return `@host = ${host}\n\n### Set\n# @name set\nGET {{host}}/set\n\n> {%\n  ${c.script}\n%}\n\n### Probe\n# @name probe\n${c.request}\n`;
}
