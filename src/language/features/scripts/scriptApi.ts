/* oxlint-disable max-lines -- generated, one line a word */
// Made by scripts/scriptApi.mjs from types/req-script.d.ts.

/** Interfaces (`= Name < Base`) and their members, each followed by its description. A member without one shares the one above. */
export const scriptApiText = `
= Tool
  The global \`tool\`: variables, tests and helpers.
setVar(name: string, value: Data): void
  Sets a variable of the collection. Later requests of all its files can use it, with its type.¶NaN, infinite numbers, functions and circular objects are an error.¶If the script has read a secret, the variable is a secret: it is shown as ••• and kept only in memory.¶¶\`\`\`js¶tool.setVar("userId", response.body.id);¶tool.setVar("page", { limit: 20, since: new Date() });¶\`\`\`
getVar(name: string): any
  Returns the value of a variable, looked up like a placeholder: first script variables, then the file, the environment and¶the shared files. Returns undefined if there is none.¶¶\`\`\`js¶const limit = tool.getVar("page").limit;¶\`\`\`
hasVar(name: string): boolean
  Returns whether a variable has a value.
deleteVar(name: string): boolean
  Deletes a variable that a script has set. Returns whether it existed.
vars(): { readonly [name: string]: any }
  Returns all variables in scope, by name. Variables that need a prompt for a secret or a value are left out.
env: string | null
  The name of the selected environment; null if none is selected.
interpolate(text: string): string
  Returns the text with its placeholders filled in.¶¶\`\`\`js¶const url = tool.interpolate("{{host}}/users");¶\`\`\`
test(name: string, fn: () => unknown): Promise<void> | undefined
  Runs a test. It fails if the function throws, or if its promise is rejected. The Tests tab of the panel and the output of¶the command list it.¶¶\`\`\`js¶tool.test("the user is there", () => {¶  tool.expect(response.status).to.equal(200);¶  tool.expect(response.body).to.have.property("id");¶});¶\`\`\`
expect(value: unknown, message?: string): Expectation
  Returns an expectation with the words of chai. It throws if the value does not match. \`message\` is put before the error text.¶¶\`\`\`js¶tool.expect(response.body.items).to.be.an("array").that.is.not.empty;¶\`\`\`
sleep(ms: number): Promise<void>
  Waits for a number of milliseconds. This time does not count toward the time limit of the script. A script can wait 60 seconds¶in total.¶¶\`\`\`js¶await tool.sleep(500);¶\`\`\`
skip(reason?: string): never
  Ends the script. The request is not sent, and the console shows the reason. For scripts before the request.
stop(reason?: string): never
  Ends the script and the whole run. This request is not sent, and neither are requests that wait for it or follow it, for example¶with \`req send --all\`. In a script after the response, the following requests are not sent.
cancel(): never
  Ends the script and cancels the request. In \`onEvent\` it ends the stream: the received part is the whole response.
uuid(): string
  Returns a new random UUID (version 4).
hash(algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512', text: string, encoding?: 'hex' | 'base64'): string
  Returns the hash of the UTF-8 bytes of a text.¶¶\`\`\`js¶request.headers["Content-Digest"] = \`sha-256=:\${tool.hash("sha256", tool.interpolate(request.body ?? ""), "base64")}:\`;¶\`\`\`
hmac(algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512', key: string, text: string, encoding?: 'hex' | 'base64'): string
  Returns the HMAC (RFC 2104) of the UTF-8 bytes of a text.¶¶\`\`\`js¶request.headers["X-Signature"] = tool.hmac("sha256", tool.getVar("key"), tool.interpolate(request.body ?? ""));¶\`\`\`
jwt: Jwt
  Signs, verifies and decodes JSON Web Tokens (RFC 7519).
base64(text: string): string
  Encodes the UTF-8 bytes of a text in base64.
fromBase64(text: string): string
  Decodes base64 or base64url to a text in UTF-8.
send(requestName: string): Promise<Response>
  Sends another request and resolves with its response. Finds it by its \`@name\` or title: first in this file, then in the other¶files of the collection. Its own scripts run, and you can use the variables that they set. Several requests are sent one after¶another. The promise is rejected if there is no response. A request that sends itself, directly or through others, is an error, and so are¶more than 100 in one run.¶¶\`\`\`js¶const login = await tool.send("login");¶request.headers["Authorization"] = \`Bearer \${login.body.token}\`;¶\`\`\`
onEvent(fn: (event: StreamEvent) => unknown): void
  Calls a function for each event of this request's stream when it arrives. Calls do not overlap: each waits for the promise of¶the previous one. For scripts before the request. In the function, \`tool.cancel()\` ends the stream, and an error fails the¶run. If the function is slower than the stream, some events are skipped, and the console shows how many.¶¶\`\`\`js¶tool.onEvent((event) => {¶  console.log(event.data);¶  if (event.data === "[DONE]") tool.cancel();¶});¶\`\`\`
= Jwt
  \`tool.jwt\`. A key is \`key\` or \`keyFile\`. \`key\` is a text that can contain placeholders, such as \`"{{$secret.KEY}}"\`: Req fills them in¶outside of the script, which does not see the key. \`keyFile\` is the path of a file, relative to the script. For HS256, HS384 and HS512¶the key is a secret, for other algorithms a key in PEM or a JWK.
sign(claims: object, options: JwtKey & { headers?: object }): string
  Signs claims and returns the token. Req adds nothing to the claims, and masks the token in all output.¶¶\`\`\`js¶const iat = Math.floor(Date.now() / 1000);¶const token = tool.jwt.sign({ sub: "me", iat, exp: iat + 60 }, { alg: "HS256", key: "{{$secret.KEY}}" });¶\`\`\`
verify(token: string, options: JwtKey & { audience?: string; issuer?: string; tolerance?: number }): any
  Checks the signature of a token, and \`exp\` and \`nbf\` if it has them. Returns the claims. Throws an error with the reason if the token¶is not valid, or has another algorithm than \`alg\`.¶¶\`\`\`js¶const claims = tool.jwt.verify(response.body.token, { alg: "RS256", keyFile: "./public.pem", audience: "my-api" });¶\`\`\`
decode(token: string): { header: any; claims: any; signature: string }
  Returns the header and the claims of a token without checking its signature.
= JwtKey
  Algorithm and key of a JSON Web Token.
alg: string
  \`HS256\`, \`RS256\`, \`PS256\`, \`ES256\` (or with 384 or 512), or \`EdDSA\`.
key?: string
  The key; placeholders are filled in outside of the script.
keyFile?: string
  The file with the key.
encoding?: 'text' | 'base64'
  Encoding of the secret for HS256, HS384 and HS512. The default is \`text\`.
= ChangeableRequest
  The global \`request\` in a script before the request. Your changes to it are sent. Its texts are templates: placeholders in them¶are filled in after the script. A text of a server may contain them too: set it as a variable with \`tool.setVar\` and write¶\`{{name}}\`, whose value stays text.
name: string
  The name of the request: its \`@name\` or its title.
variables: Variables
  Variables, with the names of JetBrains' HTTP Client. They stay after the request.
environment: ReadableVariables
  Values of the environment, with the names of JetBrains' HTTP Client.
method: string
  The method.
url: string
  The URL as written, with its placeholders.
headers: ChangeableHeaders
  The header fields. Change them one by one.¶¶\`\`\`js¶request.headers["X-Request-Id"] = tool.uuid();¶request.headers.delete("Accept");¶\`\`\`
body: string | null
  The body as written, with its placeholders; null if there is none. A file in it is a line such as \`< ./picture.png\`. Set an object or¶a list to send JSON, null to send no body.
= Request
  The global \`request\` in a script after the response: the request that was sent.
name: string
  The name of the request: its \`@name\` or its title.
variables: Variables
  Variables, with the names of JetBrains' HTTP Client. They stay after the request.
environment: ReadableVariables
  Values of the environment, with the names of JetBrains' HTTP Client.
method: string
  The method.
url: string
  The URL.
headers: Headers
  The header fields.
body: string | null
  The text of the body, without files in it; null if there is none, or if it is a file.
= Response
  The global \`response\`, in scripts after the response: \`> {% … %}\`.
status: number
  The status code.
statusText: string
  The reason phrase; it can be empty.
headers: Headers
  The header fields. Names are case-insensitive.¶¶\`\`\`js¶const next = response.headers["Location"];¶\`\`\`
body: any
  The body: parsed if it is JSON, otherwise its text.
text: string
  The text of the body. For a stream, the joined text of its events, for example the text of a language model.
json(): any
  Returns the parsed body. Throws if it is not JSON.
size: number
  The size of the decoded body in bytes.
duration: number
  The time from the request to the end of the response, in milliseconds.
events: readonly StreamEvent[]
  The events of a stream; empty for other responses. An incomplete event is left out.
contentType: ContentType
  The media type.
= StreamEvent
  An event of a stream. A line of NDJSON and a record of a JSON text sequence are events too.
event: string
  The \`event\` field; \`message\` if there is none.
data: string
  The data, as text.
id: string
  The last event id (WHATWG HTML §9.2.6); empty if there is none.
retry: number | null
  The \`retry\` field, in milliseconds.
at: number
  The time of arrival, in milliseconds since the run began.
= ContentType
  The value of \`response.contentType\`.
mimeType: string
  The media type in lower case, without parameters, such as \`application/json\`; empty if the response has none.
charset: string | null
  The \`charset\` parameter.
= Headers < HeaderMethods
  Header fields by case-insensitive name: \`headers["Content-Type"]\`. Repeated fields are one list (RFC 9110 §5.3).
= ChangeableHeaders < ChangeableHeaderMethods
  Header fields that you can set by name and delete.
= HeaderMethods
  The methods of \`headers\`.
get(name: string): string | null
  Returns the value of a field; values of repeated fields are joined with commas. Returns null if there is none.
getAll(name: string): string[]
  Returns the values of all fields with that name.
has(name: string): boolean
  Returns whether a field with that name exists.
entries(): IterableIterator<[name: string, value: string]>
  Returns names and values, in their order.
forEach(visit: (value: string, name: string) => void): void
  Calls a function for each field, in order.
valueOf(name: string): string | null
  Like \`get\`, for handlers of JetBrains' HTTP Client.
valuesOf(name: string): string[]
  Like \`getAll\`, for handlers of JetBrains' HTTP Client.
= ChangeableHeaderMethods < HeaderMethods
  The methods of \`request.headers\` in a script before the request.
set(name: string, value: FieldValue): void
  Replaces all fields with that name by one. A new field is added at the end.
append(name: string, value: FieldValue): void
  Adds a field, even if one with that name exists.
delete(name: string): boolean
  Deletes all fields with that name. Returns whether there was one.
= Console
  The global \`console\`. Its output appears in the Console tab of the panel, and in the command with \`-v\`.
log(...args: unknown[]): void
  Prints its arguments. The first one can have specifiers: \`%s\`, \`%d\`, \`%i\`, \`%f\`, \`%j\`, \`%o\`, \`%O\`, \`%c\`.
info(...args: unknown[]): void
  Prints its arguments, as information.
warn(...args: unknown[]): void
  Prints its arguments, as a warning.
error(...args: unknown[]): void
  Prints its arguments, as an error.
debug(...args: unknown[]): void
  Like \`log\`.
table(value: unknown, columns?: readonly string[]): void
  Prints a list or an object as a table, with these columns or all.
dir(value: unknown, options?: object): void
  Prints a value.
dirxml(...args: unknown[]): void
trace(...args: unknown[]): void
  Prints its arguments after \`Trace:\`.
assert(condition: unknown, ...args: unknown[]): void
  Prints an error if the condition is false.
count(label?: string): void
  Prints how often it was called with this label.
countReset(label?: string): void
  Restarts \`count\` of a label.
time(label?: string): void
  Starts a timer.
timeLog(label?: string, ...args: unknown[]): void
  Prints the milliseconds since \`time\`.
timeEnd(label?: string): void
  Prints the milliseconds since \`time\`, and ends the timer.
group(...args: unknown[]): void
  Prints its arguments, and indents the lines that follow.
groupCollapsed(...args: unknown[]): void
groupEnd(): void
  Ends the indent of the last \`group\`.
= Client
  The global \`client\`: names from JetBrains' HTTP Client, so that its response handlers run unchanged.
test(name: string, fn: () => unknown): Promise<void> | undefined
  Like \`tool.test\`.
assert(condition: unknown, message?: string): void
  Throws an error with that message if the condition is false.
log(...args: unknown[]): void
  Like \`console.log\`.
global: ClientGlobal
  Variables that scripts set.
variables: ClientVariables
  Variables by their kind: \`global\`, \`request\`, \`file\` and \`environment\`. All are looked up like a placeholder.
exit(): never
  Ends the script. Its request is sent.
= ClientVariables
  The members of \`client.variables\`.
global: Variables
  Variables that scripts set.
request: Variables
file: ReadableVariables
  Variables of files and of the environment.
environment: ReadableVariables
= ReadableVariables
  
get(name: string): any
  Like \`tool.getVar\`, but returns null if there is no such variable.
= Variables < ReadableVariables
  
set(name: string, value: Data): void
  Like \`tool.setVar\`.
isEmpty(): boolean
  Returns whether there are no variables.
clear(name: string): void
  Like \`tool.deleteVar\`.
clearAll(): void
  Deletes all variables that scripts have set.
= GlobalHeaders
  The methods of \`client.global.headers\`.
set(name: string, value: string): void
  Adds a header to all later requests that have none of that name. It is kept in the variable \`clientGlobalHeaders\`.
clear(name: string): void
  Removes a header.
clearAll(): void
  Removes all.
= ClientGlobal
  The methods of \`client.global\`.
set(name: string, value: Data): void
  Like \`tool.setVar\`.
get(name: string): any
  Like \`tool.getVar\`, but returns null if there is no such variable.
clear(name: string): void
  Like \`tool.deleteVar\`.
clearAll(): void
  Deletes all variables that scripts have set.
isEmpty(): boolean
  Returns whether there are no variables.
headers: GlobalHeaders
  Headers of all later requests.
= Expectation
  The result of \`tool.expect(value)\`: a chain of chai's words. All words of chai 6 work. An unknown word is an error.
to: Expectation
  No effect; makes the chain readable.
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
  Negates the rest of the chain.
deep: Expectation
  Makes \`equal\`, \`include\`, \`members\`, \`keys\` and \`property\` compare content, not identity.
nested: Expectation
  Lets \`property\` and \`include\` take a path: \`to.have.nested.property("items[0].id")\`.
own: Expectation
  Makes \`property\` and \`include\` ignore inherited properties.
any: Expectation
  Before \`keys\`: one of them is enough.
all: Expectation
  Before \`keys\`: all of them are required.
ordered: Expectation
  Before \`members\`: in this order.
itself: Expectation
  Before \`respondTo\`: the class itself, not its instances.
ok: Expectation
  Is truthy.
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
  Is an empty text, list, map, set or object.
numeric: Expectation
  Is a number or a bigint.
callable: Expectation
  Is a function.
iterable: Expectation
  Works with \`for (… of …)\`.
arguments: Expectation
  Is the \`arguments\` of a function.
Arguments: Expectation
extensible: Expectation
  Is an object to which properties can be added.
sealed: Expectation
  Properties can be neither added nor removed.
frozen: Expectation
  Is sealed, and its properties cannot be changed.
equal(expected: unknown, message?: string): Expectation
  Is the same value; after \`deep\`, has the same content.
equals(expected: unknown, message?: string): Expectation
eq(expected: unknown, message?: string): Expectation
eql(expected: unknown, message?: string): Expectation
  Has the same content.
eqls(expected: unknown, message?: string): Expectation
a: TypeCheck
  Has a type: \`"string"\`, \`"number"\`, \`"boolean"\`, \`"array"\`, \`"object"\`, \`"date"\`, \`"null"\`.
an: TypeCheck
instanceof(type: Function, message?: string): Expectation
  Is an instance of a class.
instanceOf(type: Function, message?: string): Expectation
include: IncludeCheck
  Contains a text, a member, or these properties.
includes: IncludeCheck
contain: IncludeCheck
contains: IncludeCheck
above(limit: number | bigint | Date, message?: string): Expectation
  Is greater. After \`length\`, compares the length.
gt(limit: number | bigint | Date, message?: string): Expectation
greaterThan(limit: number | bigint | Date, message?: string): Expectation
least(limit: number | bigint | Date, message?: string): Expectation
  Is greater or equal.
gte(limit: number | bigint | Date, message?: string): Expectation
greaterThanOrEqual(limit: number | bigint | Date, message?: string): Expectation
below(limit: number | bigint | Date, message?: string): Expectation
  Is less.
lt(limit: number | bigint | Date, message?: string): Expectation
lessThan(limit: number | bigint | Date, message?: string): Expectation
most(limit: number | bigint | Date, message?: string): Expectation
  Is less or equal.
lte(limit: number | bigint | Date, message?: string): Expectation
lessThanOrEqual(limit: number | bigint | Date, message?: string): Expectation
within(low: number | bigint | Date, high: number | bigint | Date): Expectation
  Is in the range, limits included.
closeTo(expected: number, delta: number): Expectation
  Differs by at most \`delta\`.
approximately(expected: number, delta: number): Expectation
length: LengthCheck
  Has that length. \`to.have.length.above(2)\` compares the length.
lengthOf: LengthCheck
property(name: string | number, value?: unknown): Expectation
  Has a property, with that value if given. The rest of the chain checks the property.
ownProperty(name: string | number, value?: unknown): Expectation
haveOwnProperty(name: string | number, value?: unknown): Expectation
keys(...keys: unknown[]): Expectation
  Has exactly these keys; after \`include\` at least these, after \`any\` one of them.
key(...keys: unknown[]): Expectation
members(list: readonly unknown[], message?: string): Expectation
  Has the same members in any order; after \`include\` at least these.
oneOf(list: readonly unknown[], message?: string): Expectation
  Is one of these values.
match(pattern: RegExp, message?: string): Expectation
  Is a text that matches the regular expression.
matches(pattern: RegExp, message?: string): Expectation
string(part: string, message?: string): Expectation
  Is a text that contains this one.
throw(type?: Function | Error | string | RegExp | null, message?: string | RegExp): Expectation
  Is a function that throws an error: of that class, or with that text in its message. The rest of the chain checks the error.
throws(type?: Function | Error | string | RegExp | null, message?: string | RegExp): Expectation
Throw(type?: Function | Error | string | RegExp | null, message?: string | RegExp): Expectation
satisfy(test: (value: any) => unknown, message?: string): Expectation
  The function returns true for it.
satisfies(test: (value: any) => unknown, message?: string): Expectation
containSubset(part: unknown, message?: string): Expectation
  Has at least these properties, at any depth; lists have at least these items. A function is called with the value and must return true.
change(of: object | (() => unknown), name?: string | null): Expectation
  Is a function whose call changes a property of an object, or the result of a function. \`by\` checks the difference.
changes(of: object | (() => unknown), name?: string | null): Expectation
increase(of: object | (() => number), name?: string | null): Expectation
  Is a function whose call increases that number.
increases(of: object | (() => number), name?: string | null): Expectation
decrease(of: object | (() => number), name?: string | null): Expectation
  Is a function whose call decreases that number.
decreases(of: object | (() => number), name?: string | null): Expectation
by(delta: number, message?: string): Expectation
  After \`change\`, \`increase\` and \`decrease\`: by this amount.
respondTo(method: string, message?: string): Expectation
  Has that method. For a class: its instances have it; after \`itself\`, the class has it.
respondsTo(method: string, message?: string): Expectation
ownPropertyDescriptor(name: string, descriptor?: PropertyDescriptor): Expectation
  Has an own property, with that descriptor if you give one. The chain continues with the descriptor.
haveOwnPropertyDescriptor(name: string, descriptor?: PropertyDescriptor): Expectation
= TypeCheck < Expectation
  \`a("string")\`, and a word of the chain.
= IncludeCheck < Expectation
  \`include(part)\`, and a word before \`keys\` and \`members\`.
= LengthCheck < Expectation
  \`length(3)\`, and a word before \`above\`, \`below\` and similar words.
`;
