// What hovers and completion say. Apart from the catalog, which is needed when a window opens.

/** Descriptions of the subjects of assertions, by name. */
export const subjectTexts: Readonly<Record<string, string>> = {
  status: "The response's status code.",
  header: 'A header of the response; its name is case-insensitive.',
  headers: 'All values of a header as a list, in the order received. The name is case-insensitive.',
  cookies: 'A cookie that the response sets: `value`, `domain`, `path`, `expires`, `maxAge` in seconds, `secure`, `httpOnly`, `sameSite`.',
  body: 'The body: a JSON body as its value, or the value at a path in it, also a JSONPath such as `body.$..price`; nodes of XML and HTML, such as `body.xpath("//user/@id")` and `body.css("h1")`; any other body as text. `body.text` is the text as received, unless the JSON has a member `text`.',
  response: 'The whole response, for `response conforms`.',
  duration: 'Milliseconds from sending to the end of the response.',
  ttfb: 'Milliseconds from sending to the first byte of the response.',
  timings: 'Milliseconds of a phase: `queue`, `dns`, `connect`, `tls`, `send`, `firstByte`, `download`, `total`.',
  size: "Bytes of the response's body.",
  version: 'The HTTP version of the response: `HTTP/1.1`, `HTTP/2`.',
  redirects: 'The redirects that were followed: `status`, `url`, `location`. `redirects.length` counts them.',
  trailers: 'Trailer fields of the response, as `headers`.',
  certificate: "The server's certificate: `subject`, `issuer`, `names`, `validFrom`, `validTo`, `fingerprint`, `daysLeft`.",
  events: 'The events of a stream: `event`, `data`, `text`, `id`, `retry`, `at`.',
  any: 'Passes if at least one event of the stream fulfills it. `event` alone is the name of an event.',
  every: 'Passes if all events of the stream fulfill it, and there is at least one. The first event that does not ends the stream.',
  no: 'Passes if no event of the stream fulfills it. The first event that does ends the stream.',
  event: 'The first event of this name: `event done within 5s`, `event start before event done`, `event error !exists`.',
  gap: 'The longest time between two events in a row, in milliseconds.',
  ttfe: 'Milliseconds from sending to the first event.',
  text: 'The joined text of a stream.',
  reasoning: 'The joined reasoning of a language model.',
  toolCalls: 'Calls of tools by a language model: `id`, `name`, `arguments`.',
  usage: 'Tokens that the API counted: `input`, `output`, `total`.',
  finishReason: "The API's own word for why the model stopped.",
};

const ofNodes = '`[1]` after it is the text of the second node, `[*]` the list of all texts, `.length` the number of nodes.';

/** Descriptions of selectors, by name. */
export const selectorTexts: Readonly<Record<string, string>> = {
  xpath: `The text of the first node that an XPath 1.0 selects in XML or HTML, or the value of an expression such as \`count(//item)\`. ${ofNodes}`,
  css: `The text of the first element that a CSS selector selects in HTML or XML; with \`::attr(href)\` at its end, an attribute. ${ofNodes}`,
};

/** Conditions of the operators, by operator. */
export const operatorTexts: Readonly<Record<string, string>> = {
  '==': 'Both values are equal.',
  '!=': 'The values differ.',
  '<': 'Less than.',
  '<=': 'Less than or equal.',
  '>': 'Greater than.',
  '>=': 'Greater than or equal.',
  contains: 'A text contains this text, a list this element, an object this key.',
  startsWith: 'The text begins with this one.',
  endsWith: 'The text ends with this one.',
  matches: 'The text matches this regular expression.',
  in: 'The value is an element of this list.',
  oneOf: 'The value is one of these: `oneOf red, green` or a JSON list.',
  between: 'The number is at least the first and at most the second: `between 200 and 299`.',
  within: 'The number differs by at most so much: `within 10 ± 0.5`. An event or a time: `within 5s`.',
  length: 'The number of characters, elements or members: `length 3`, `length >= 3`.',
  before: 'The first event of this name came earlier than the other: `event a before event b`.',
  after: 'The first event of this name came later than the other: `event b after event a`.',
  exists: 'The value exists, even if it is null or empty.',
  isNumber: 'The value is a number.',
  isInteger: 'The value is a whole number.',
  isString: 'The value is a text.',
  isBoolean: 'The value is true or false.',
  isNull: 'The value is null.',
  isArray: 'The value is a list.',
  isObject: 'The value is an object.',
  isEmpty: 'The text, list or object is empty, or the value is null.',
  isUuid: 'The value is a UUID, such as `123e4567-e89b-12d3-a456-426614174000`.',
  isDate: 'The value is a date or a time of ISO 8601, such as `2026-11-23` or `2026-11-23T10:00:00Z`.',
  isEmail: 'The value is an email address.',
  isUrl: 'The value is an absolute URL of http, https, ws or wss.',
  matchesSchema:
    'The value conforms to a JSON Schema: `./user.schema.json`, `./openapi.yaml#/components/schemas/User`, or `{"type": "object"}` on the line.',
  matchesShape: 'The value has the same members and types as its shape in `__snapshots__` beside the file. The first run writes the shape.',
  conforms:
    'The response conforms to the OpenAPI document of `# @openapi`: its status is documented, required headers are there, and media type and body are those of the operation; of a stream, each item.',
  matchesSnapshot:
    'The value equals its snapshot in `__snapshots__` beside the file. The first run writes the snapshot. `ignoring updatedAt, items[*].id` leaves parts out.',
};
