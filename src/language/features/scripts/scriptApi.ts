/* oxlint-disable max-lines -- generated, one line a word */
// Made by scripts/scriptApi.mjs from types/req-script.d.ts.

/** Interfaces (`= Name < Base`) and their members, each over what is said of it; what says nothing means the same as the one above. */
export const scriptApiText = `
= Tool
  The global \`tool\`: variables, tests and helpers.
setVar(name: string, value: Data): void
  Sets a variable of the collection: every later request of any file in it sees it, with its type.¶NaN, infinite numbers, functions, and objects that hold themselves are an error.¶A script that has read a secret sets secrets: they are shown as ••• and kept in memory alone.¶¶\`\`\`js¶tool.setVar("userId", response.body.id);¶tool.setVar("page", { limit: 20, since: new Date() });¶\`\`\`
getVar(name: string): any
  The value of a variable as a placeholder would find it: script variables first, then the file, the environment and¶what is around. Undefined where there is none.¶¶\`\`\`js¶const limit = tool.getVar("page").limit;¶\`\`\`
hasVar(name: string): boolean
  Whether a variable has a value.
deleteVar(name: string): boolean
  Deletes a variable that a script has set, and says whether there was one.
vars(): { readonly [name: string]: any }
  Every variable in scope by its name, without those that a secret or an answer must first be asked for.
env: string | null
  The name of the chosen environment; null where none is chosen.
interpolate(text: string): string
  The text with its placeholders filled in.¶¶\`\`\`js¶const url = tool.interpolate("{{host}}/users");¶\`\`\`
test(name: string, fn: () => unknown): Promise<void> | undefined
  A test: it has passed unless the function throws, or its promise is rejected. The panel's Tests and the command's¶output list it.¶¶\`\`\`js¶tool.test("the user is there", () => {¶  tool.expect(response.status).to.equal(200);¶  tool.expect(response.body).to.have.property("id");¶});¶\`\`\`
expect(value: unknown, message?: string): Expectation
  An expectation in the words of chai: it throws where the value is not as it says. \`message\` is put before what it says.¶¶\`\`\`js¶tool.expect(response.body.items).to.be.an("array").that.is.not.empty;¶\`\`\`
sleep(ms: number): Promise<void>
  Waits. The time does not count against the limit of the script; a script may wait 60 seconds in all.¶¶\`\`\`js¶await tool.sleep(500);¶\`\`\`
skip(reason?: string): never
  Ends the script: this request is not sent, and the console says why. For scripts before the request.
stop(reason?: string): never
  Ends the script and the whole run: this request is not sent, nor is any other that waits for it or would follow it, as with¶\`req send --all\`. After the answer it keeps what would follow from being sent.
cancel(): never
  Ends the script and cancels the request. In \`onEvent\` it ends the stream: what came counts as the whole response.
uuid(): string
  A new random UUID (version 4).
hash(algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512', text: string, encoding?: 'hex' | 'base64'): string
  The hash of a text's UTF-8 bytes.¶¶\`\`\`js¶request.headers["Content-Digest"] = \`sha-256=:\${tool.hash("sha256", request.body ?? "", "base64")}:\`;¶\`\`\`
hmac(algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512', key: string, text: string, encoding?: 'hex' | 'base64'): string
  The HMAC (RFC 2104) of a text's UTF-8 bytes.¶¶\`\`\`js¶request.headers["X-Signature"] = tool.hmac("sha256", tool.getVar("key"), request.body ?? "");¶\`\`\`
base64(text: string): string
  The UTF-8 bytes of a text in base64.
fromBase64(text: string): string
  The text whose UTF-8 bytes are written in base64, or in base64url.
send(requestName: string): Promise<Response>
  Sends another request and gives its response: one of this file, else one of the collection's other files, by its \`@name\` or¶title. Its own scripts run, and what they set is there afterwards. Several are sent one after another. It is rejected where¶nothing was answered. Requests that send each other in a circle are an error, and so are more than 100 in one run.¶¶\`\`\`js¶const login = await tool.send("login");¶request.headers["Authorization"] = \`Bearer \${login.body.token}\`;¶\`\`\`
onEvent(fn: (event: StreamEvent) => unknown): void
  Calls a function for each event of this request's stream as it arrives, one after another, each to the end of its promise.¶For scripts before the request. \`tool.cancel()\` in it ends the stream; an error in it fails the run. Where it is slower than¶the stream events pass it by, and the console says how many.¶¶\`\`\`js¶tool.onEvent((event) => {¶  console.log(event.data);¶  if (event.data === "[DONE]") tool.cancel();¶});¶\`\`\`
= ChangeableRequest
  The global \`request\` in a script before the request: what is written into it is sent. Its texts are templates, their¶placeholders are filled in afterwards.
name: string
  What the request is called: its \`@name\`, or its title.
method: string
  The method.
url: string
  The URL as it is written, with its placeholders.
headers: ChangeableHeaders
  The header fields. They are changed one by one.¶¶\`\`\`js¶request.headers["X-Request-Id"] = tool.uuid();¶request.headers.delete("Accept");¶\`\`\`
body: string | null
  The body's text; null where there is none, or where it is a file. An object or a list is sent as JSON; null is no body.
= Request
  The global \`request\` in a script after the answer: what was sent.
name: string
  What the request is called: its \`@name\`, or its title.
method: string
  The method.
url: string
  The URL.
headers: Headers
  The header fields.
body: string | null
  The body's text; null where there is none, or where it is a file.
= Response
  The global \`response\`, in scripts after the answer: \`> {% … %}\`.
status: number
  The status code.
statusText: string
  The reason phrase, which may be empty.
headers: Headers
  The header fields; names have no case.¶¶\`\`\`js¶const next = response.headers["Location"];¶\`\`\`
body: any
  The body: parsed where it is JSON, else its text.
text: string
  The body's text; of a stream the text that its events make together, such as what a language model says.
json(): any
  The parsed body; an error where it is not JSON.
size: number
  Bytes of the decoded body.
duration: number
  Milliseconds from the request to the answer's end.
events: readonly StreamEvent[]
  The events of a stream; empty for any other answer. An event that was cut short is not among them.
contentType: ContentType
  The media type.
= StreamEvent
  An event of a stream. A line of NDJSON is one too.
event: string
  The \`event\` field; \`message\` where there is none.
data: string
  The data, as text.
id: string
  The last event id that was set (WHATWG HTML §9.2.6); empty where there is none.
retry: number | null
  The \`retry\` field, in milliseconds.
at: number
  When it arrived: milliseconds since the run began.
= ContentType
  What \`response.contentType\` holds.
mimeType: string
  \`application/json\`, in lower case, without parameters; empty where the answer has none.
charset: string | null
  The \`charset\` parameter.
= Headers < HeaderMethods
  Header fields by name, whatever the case: \`headers["Content-Type"]\`. Repeated fields are one list (RFC 9110 §5.3).
= ChangeableHeaders < ChangeableHeaderMethods
  Header fields that can be set by name, and deleted.
= HeaderMethods
  What \`headers\` can do.
get(name: string): string | null
  The value of a field, repeated ones joined by commas; null where there is none.
getAll(name: string): string[]
  The values of every field of that name.
has(name: string): boolean
  Whether there is a field of that name.
entries(): IterableIterator<[name: string, value: string]>
  Names and values, in their order.
forEach(visit: (value: string, name: string) => void): void
  Calls a function for each field, in their order.
valueOf(name: string): string | null
  Like \`get\`, for handlers of JetBrains' HTTP Client.
valuesOf(name: string): string[]
  Like \`getAll\`, for handlers of JetBrains' HTTP Client.
= ChangeableHeaderMethods < HeaderMethods
  What \`request.headers\` can do in a script before the request.
set(name: string, value: FieldValue): void
  Replaces the fields of that name by one; a new name goes to the end.
append(name: string, value: FieldValue): void
  Adds a field, also where there is one of that name.
delete(name: string): boolean
  Takes out every field of that name, and says whether there was one.
= Console
  The global \`console\`: the panel's Console shows it, and the command with \`-v\`.
log(...args: unknown[]): void
  Prints its arguments.
info(...args: unknown[]): void
  Prints its arguments, as information.
warn(...args: unknown[]): void
  Prints its arguments, as a warning.
error(...args: unknown[]): void
  Prints its arguments, as an error.
debug(...args: unknown[]): void
  Like \`log\`.
= Client
  The global \`client\`: the names that handlers for JetBrains' HTTP Client use, so that they run unchanged.
test(name: string, fn: () => unknown): Promise<void> | undefined
  Like \`tool.test\`.
assert(condition: unknown, message?: string): void
  Throws with that message unless the condition holds.
log(...args: unknown[]): void
  Like \`console.log\`.
global: ClientGlobal
  Variables that scripts set.
= ClientGlobal
  What \`client.global\` can do.
set(name: string, value: Data): void
  Like \`tool.setVar\`.
get(name: string): any
  Like \`tool.getVar\`, but null where there is no such variable.
clear(name: string): void
  Like \`tool.deleteVar\`.
clearAll(): void
  Deletes every variable that scripts have set.
= Expectation
  What \`tool.expect(value)\` gives: a sentence of chai's words, all those of chai 6. A word that does not exist is an error.
to: Expectation
  Only makes the sentence read well.
be: Expectation
been: Expectation
is: Expectation
that: Expectation
which: Expectation
and: Expectation
has: Expectation
have: Expectation
with: Expectation
at: Expectation
of: Expectation
same: Expectation
but: Expectation
does: Expectation
still: Expectation
also: Expectation
not: Expectation
  Turns what follows into its opposite.
deep: Expectation
  \`equal\`, \`include\`, \`members\`, \`keys\`, \`property\` compare content, not identity.
nested: Expectation
  \`property\` and \`include\` take a path: \`to.have.nested.property("items[0].id")\`.
own: Expectation
  \`property\` and \`include\` see no inherited properties.
any: Expectation
  \`keys\`: one of them is enough.
all: Expectation
  \`keys\`: all of them.
ordered: Expectation
  \`members\`: in this order.
itself: Expectation
  \`respondTo\`: of the class itself.
ok: Expectation
  True, or any value that counts as true.
true: Expectation
  Is \`true\`.
false: Expectation
  Is \`false\`.
null: Expectation
  Is \`null\`.
undefined: Expectation
  Is \`undefined\`.
NaN: Expectation
  Is \`NaN\`.
finite: Expectation
  Is a finite number.
exist: Expectation
  Is neither null nor undefined.
exists: Expectation
empty: Expectation
  A text, list, map, set or object with nothing in it.
numeric: Expectation
  Is a number or a bigint.
callable: Expectation
  Is a function.
iterable: Expectation
  Can be gone through with \`for (… of …)\`.
arguments: Expectation
  Is the \`arguments\` of a function.
Arguments: Expectation
extensible: Expectation
  Is an object that takes more properties.
sealed: Expectation
  Takes no more properties, and keeps those it has.
frozen: Expectation
  Is sealed, and its properties cannot be changed.
equal(expected: unknown, message?: string): Expectation
  Is this very value; after \`deep\` one of the same content.
equals(expected: unknown, message?: string): Expectation
eq(expected: unknown, message?: string): Expectation
eql(expected: unknown, message?: string): Expectation
  Has the same content.
eqls(expected: unknown, message?: string): Expectation
a: TypeCheck
  Is of a type: \`"string"\`, \`"number"\`, \`"boolean"\`, \`"array"\`, \`"object"\`, \`"date"\`, \`"null"\`.
an: TypeCheck
instanceof(type: Function, message?: string): Expectation
  Is made by a class.
instanceOf(type: Function, message?: string): Expectation
include: IncludeCheck
  Holds a text, a member, or these properties.
includes: IncludeCheck
contain: IncludeCheck
contains: IncludeCheck
above(limit: number | bigint | Date, message?: string): Expectation
  Is greater. After \`length\`, the length is.
gt(limit: number | bigint | Date, message?: string): Expectation
greaterThan(limit: number | bigint | Date, message?: string): Expectation
least(limit: number | bigint | Date, message?: string): Expectation
  Is as great, or greater.
gte(limit: number | bigint | Date, message?: string): Expectation
greaterThanOrEqual(limit: number | bigint | Date, message?: string): Expectation
below(limit: number | bigint | Date, message?: string): Expectation
  Is less.
lt(limit: number | bigint | Date, message?: string): Expectation
lessThan(limit: number | bigint | Date, message?: string): Expectation
most(limit: number | bigint | Date, message?: string): Expectation
  Is as little, or less.
lte(limit: number | bigint | Date, message?: string): Expectation
lessThanOrEqual(limit: number | bigint | Date, message?: string): Expectation
within(low: number | bigint | Date, high: number | bigint | Date): Expectation
  Lies between the two, or is one of them.
closeTo(expected: number, delta: number): Expectation
  Differs by no more than \`delta\`.
approximately(expected: number, delta: number): Expectation
length: LengthCheck
  Has that length; \`to.have.length.above(2)\` goes on about it.
lengthOf: LengthCheck
property(name: string | number, value?: unknown): Expectation
  Has a property, of that value where one is given. What follows is about the property.
ownProperty(name: string | number, value?: unknown): Expectation
haveOwnProperty(name: string | number, value?: unknown): Expectation
keys(...keys: unknown[]): Expectation
  Has exactly these keys; after \`include\` at least these, after \`any\` one of them.
key(...keys: unknown[]): Expectation
members(list: readonly unknown[], message?: string): Expectation
  Has the same members in any order; after \`include\` at least these.
oneOf(list: readonly unknown[], message?: string): Expectation
  Is one of these.
match(pattern: RegExp, message?: string): Expectation
  Is a text that matches.
matches(pattern: RegExp, message?: string): Expectation
string(part: string, message?: string): Expectation
  Is a text that holds this one.
throw(type?: Function | Error | string | RegExp | null, message?: string | RegExp): Expectation
  Is a function that throws: an error of that class, or with that in its message. What follows is about what was thrown.
throws(type?: Function | Error | string | RegExp | null, message?: string | RegExp): Expectation
Throw(type?: Function | Error | string | RegExp | null, message?: string | RegExp): Expectation
satisfy(test: (value: any) => unknown, message?: string): Expectation
  The function says true of it.
satisfies(test: (value: any) => unknown, message?: string): Expectation
containSubset(part: unknown, message?: string): Expectation
  Has at least these properties, at any depth, and of lists each of these items. A function says true of its value.
change(of: object | (() => unknown), name?: string | null): Expectation
  Is a function whose call changes the property of an object, or what a function returns. \`by\` says how far.
changes(of: object | (() => unknown), name?: string | null): Expectation
increase(of: object | (() => number), name?: string | null): Expectation
  Is a function whose call makes that number greater.
increases(of: object | (() => number), name?: string | null): Expectation
decrease(of: object | (() => number), name?: string | null): Expectation
  Is a function whose call makes that number less.
decreases(of: object | (() => number), name?: string | null): Expectation
by(delta: number, message?: string): Expectation
  After \`change\`, \`increase\` and \`decrease\`: by this amount.
respondTo(method: string, message?: string): Expectation
  Has that method; a class if its instances have it, after \`itself\` if the class has it.
respondsTo(method: string, message?: string): Expectation
ownPropertyDescriptor(name: string, descriptor?: PropertyDescriptor): Expectation
  Has an own property, with that descriptor where one is given. What follows is about the descriptor.
haveOwnPropertyDescriptor(name: string, descriptor?: PropertyDescriptor): Expectation
= TypeCheck < Expectation
  \`a("string")\`, and a word of the sentence.
= IncludeCheck < Expectation
  \`include(part)\`, and a word before \`keys\` and \`members\`.
= LengthCheck < Expectation
  \`length(3)\`, and a word before \`above\`, \`below\` and their like.
`;
