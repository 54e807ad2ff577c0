/**
 * The API of scripts in `.req` files. Completion and hovers in `< {% … %}` and `> {% … %}` use this file, and docs/scripts.md is
 * generated from it.
 */
declare namespace Req {
  /** Values that a variable can have. They are copied when set. */
  type Data = string | number | bigint | boolean | null | Date | readonly Data[] | { readonly [key: string]: Data | undefined };

  /** Values that a header can have. A list sets the header several times. */
  type FieldValue = string | number | bigint | boolean;

  /** Names that exist in browsers but not in scripts. */
  type Absent = { readonly [name: string]: never };

  /**
   * The global `tool`: variables, tests and helpers.
   */
  interface Tool {
    /**
     * Sets a variable of the collection. Later requests of all its files can use it, with its type.
     * NaN, infinite numbers, functions and circular objects are an error.
     * If the script has read a secret, the variable is a secret: it is shown as ••• and kept only in memory.
     *
     * ```js
     * tool.setVar("userId", response.body.id);
     * tool.setVar("page", { limit: 20, since: new Date() });
     * ```
     */
    setVar(name: string, value: Data): void;

    /**
     * Returns the value of a variable, looked up like a placeholder: first script variables, then the file, the environment and
     * the shared files. Returns undefined if there is none.
     *
     * ```js
     * const limit = tool.getVar("page").limit;
     * ```
     */
    getVar(name: string): any;

    /** Returns whether a variable has a value. */
    hasVar(name: string): boolean;

    /** Deletes a variable that a script has set. Returns whether it existed. */
    deleteVar(name: string): boolean;

    /** Returns all variables in scope, by name. Variables that need a prompt for a secret or a value are left out. */
    vars(): { readonly [name: string]: any };

    /** The name of the selected environment; null if none is selected. */
    readonly env: string | null;

    /**
     * Returns the text with its placeholders filled in.
     *
     * ```js
     * const url = tool.interpolate("{{host}}/users");
     * ```
     */
    interpolate(text: string): string;

    /**
     * Runs a test. It fails if the function throws, or if its promise is rejected. The Tests tab of the panel and the output of
     * the command list it.
     *
     * ```js
     * tool.test("the user is there", () => {
     *   tool.expect(response.status).to.equal(200);
     *   tool.expect(response.body).to.have.property("id");
     * });
     * ```
     */
    test(name: string, fn: () => unknown): Promise<void> | undefined;

    /**
     * Returns an expectation with the words of chai. It throws if the value does not match. `message` is put before the error text.
     *
     * ```js
     * tool.expect(response.body.items).to.be.an("array").that.is.not.empty;
     * ```
     */
    expect(value: unknown, message?: string): Expectation;

    /**
     * Waits for a number of milliseconds. This time does not count toward the time limit of the script. A script can wait 60 seconds
     * in total.
     *
     * ```js
     * await tool.sleep(500);
     * ```
     */
    sleep(ms: number): Promise<void>;

    /** Ends the script. The request is not sent, and the console shows the reason. For scripts before the request. */
    skip(reason?: string): never;

    /**
     * Ends the script and the whole run. This request is not sent, and neither are requests that wait for it or follow it, for example
     * with `req send --all`. In a script after the response, the following requests are not sent.
     */
    stop(reason?: string): never;

    /** Ends the script and cancels the request. In `onEvent` it ends the stream: the received part is the whole response. */
    cancel(): never;

    /** Returns a new random UUID (version 4). */
    uuid(): string;

    /**
     * Returns the hash of the UTF-8 bytes of a text.
     *
     * ```js
     * request.headers["Content-Digest"] = `sha-256=:${tool.hash("sha256", tool.interpolate(request.body ?? ""), "base64")}:`;
     * ```
     */
    hash(algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512', text: string, encoding?: 'hex' | 'base64'): string;

    /**
     * Returns the HMAC (RFC 2104) of the UTF-8 bytes of a text.
     *
     * ```js
     * request.headers["X-Signature"] = tool.hmac("sha256", tool.getVar("key"), tool.interpolate(request.body ?? ""));
     * ```
     */
    hmac(algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512', key: string, text: string, encoding?: 'hex' | 'base64'): string;

    /** Signs, verifies and decodes JSON Web Tokens (RFC 7519). */
    readonly jwt: Jwt;

    /** Encodes the UTF-8 bytes of a text in base64. */
    base64(text: string): string;

    /** Decodes base64 or base64url to a text in UTF-8. */
    fromBase64(text: string): string;

    /**
     * Sends another request and resolves with its response. Finds it by its `@name` or title: first in this file, then in the other
     * files of the collection. Its own scripts run, and you can use the variables that they set. Several requests are sent one after
     * another. The promise is rejected if there is no response. A request that sends itself, directly or through others, is an error, and so are
     * more than 100 in one run.
     *
     * ```js
     * const login = await tool.send("login");
     * request.headers["Authorization"] = `Bearer ${login.body.token}`;
     * ```
     */
    send(requestName: string): Promise<Response>;

    /**
     * Calls a function for each event of this request's stream when it arrives. Calls do not overlap: each waits for the promise of
     * the previous one. For scripts before the request. In the function, `tool.cancel()` ends the stream, and an error fails the
     * run. If the function is slower than the stream, some events are skipped, and the console shows how many.
     *
     * ```js
     * tool.onEvent((event) => {
     *   console.log(event.data);
     *   if (event.data === "[DONE]") tool.cancel();
     * });
     * ```
     */
    onEvent(fn: (event: StreamEvent) => unknown): void;
  }

  /**
   * `tool.jwt`. A key is `key` or `keyFile`. `key` is a text that can contain placeholders, such as `"{{$secret.KEY}}"`: Req fills them in
   * outside of the script, which does not see the key. `keyFile` is the path of a file, relative to the script. For HS256, HS384 and HS512
   * the key is a secret, for other algorithms a key in PEM or a JWK.
   */
  interface Jwt {
    /**
     * Signs claims and returns the token. Req adds nothing to the claims, and masks the token in all output.
     *
     * ```js
     * const iat = Math.floor(Date.now() / 1000);
     * const token = tool.jwt.sign({ sub: "me", iat, exp: iat + 60 }, { alg: "HS256", key: "{{$secret.KEY}}" });
     * ```
     */
    sign(claims: object, options: JwtKey & { headers?: object }): string;

    /**
     * Checks the signature of a token, and `exp` and `nbf` if it has them. Returns the claims. Throws an error with the reason if the token
     * is not valid, or has another algorithm than `alg`.
     *
     * ```js
     * const claims = tool.jwt.verify(response.body.token, { alg: "RS256", keyFile: "./public.pem", audience: "my-api" });
     * ```
     */
    verify(token: string, options: JwtKey & { audience?: string; issuer?: string; tolerance?: number }): any;

    /** Returns the header and the claims of a token without checking its signature. */
    decode(token: string): { header: any; claims: any; signature: string };
  }

  /** Algorithm and key of a JSON Web Token. */
  interface JwtKey {
    /** `HS256`, `RS256`, `PS256`, `ES256` (or with 384 or 512), or `EdDSA`. */
    readonly alg: string;
    /** The key; placeholders are filled in outside of the script. */
    readonly key?: string;
    /** The file with the key. */
    readonly keyFile?: string;
    /** Encoding of the secret for HS256, HS384 and HS512. The default is `text`. */
    readonly encoding?: 'text' | 'base64';
  }

  /**
   * The global `request` in a script before the request. Your changes to it are sent. Its texts are templates: placeholders in them
   * are filled in after the script. A text of a server may contain them too: set it as a variable with `tool.setVar` and write
   * `{{name}}`, whose value stays text.
   */
  interface ChangeableRequest {
    /** The name of the request: its `@name` or its title. */
    readonly name: string;

    /** Variables, with the names of JetBrains' HTTP Client. They stay after the request. */
    readonly variables: Variables;

    /** Values of the environment, with the names of JetBrains' HTTP Client. */
    readonly environment: ReadableVariables;

    /** The method. */
    get method(): string;
    set method(value: string);

    /** The URL as written, with its placeholders. */
    get url(): string;
    set url(value: string);

    /**
     * The header fields. Change them one by one.
     *
     * ```js
     * request.headers["X-Request-Id"] = tool.uuid();
     * request.headers.delete("Accept");
     * ```
     */
    readonly headers: ChangeableHeaders;

    /**
     * The body as written, with its placeholders; null if there is none. A file in it is a line such as `< ./picture.png`. Set an object or
     * a list to send JSON, null to send no body.
     */
    get body(): string | null;
    set body(value: Data | undefined);
  }

  /** The global `request` in a script after the response: the request that was sent. */
  interface Request {
    /** The name of the request: its `@name` or its title. */
    readonly name: string;

    /** Variables, with the names of JetBrains' HTTP Client. They stay after the request. */
    readonly variables: Variables;

    /** Values of the environment, with the names of JetBrains' HTTP Client. */
    readonly environment: ReadableVariables;

    /** The method. */
    readonly method: string;

    /** The URL. */
    readonly url: string;

    /** The header fields. */
    readonly headers: Headers;

    /** The text of the body, without files in it; null if there is none, or if it is a file. */
    readonly body: string | null;
  }

  /**
   * The global `response`, in scripts after the response: `> {% … %}`.
   */
  interface Response {
    /** The status code. */
    readonly status: number;

    /** The reason phrase; it can be empty. */
    readonly statusText: string;

    /**
     * The header fields. Names are case-insensitive.
     *
     * ```js
     * const next = response.headers["Location"];
     * ```
     */
    readonly headers: Headers;

    /** The body: parsed if it is JSON, otherwise its text. */
    readonly body: any;

    /** The text of the body. For a stream, the joined text of its events, for example the text of a language model. */
    readonly text: string;

    /** Returns the parsed body. Throws if it is not JSON. */
    json(): any;

    /** The size of the decoded body in bytes. */
    readonly size: number;

    /** The time from the request to the end of the response, in milliseconds. */
    readonly duration: number;

    /** The events of a stream; empty for other responses. An incomplete event is left out. */
    readonly events: readonly StreamEvent[];

    /** The media type. */
    readonly contentType: ContentType;
  }

  /** An event of a stream. A line of NDJSON and a record of a JSON text sequence are events too. */
  interface StreamEvent {
    /** The `event` field; `message` if there is none. */
    readonly event: string;

    /** The data, as text. */
    readonly data: string;

    /** The last event id (WHATWG HTML §9.2.6); empty if there is none. */
    readonly id: string;

    /** The `retry` field, in milliseconds. */
    readonly retry: number | null;

    /** The time of arrival, in milliseconds since the run began. */
    readonly at: number;
  }

  /** The value of `response.contentType`. */
  interface ContentType {
    /** The media type in lower case, without parameters, such as `application/json`; empty if the response has none. */
    readonly mimeType: string;

    /** The `charset` parameter. */
    readonly charset: string | null;
  }

  /** Header fields by case-insensitive name: `headers["Content-Type"]`. Repeated fields are one list (RFC 9110 §5.3). */
  type Headers = HeaderMethods & { readonly [name: string]: string | undefined };

  /** Header fields that you can set by name and delete. */
  type ChangeableHeaders = ChangeableHeaderMethods & { [name: string]: any };

  /** The methods of `headers`. */
  interface HeaderMethods {
    /** Returns the value of a field; values of repeated fields are joined with commas. Returns null if there is none. */
    get(name: string): string | null;

    /** Returns the values of all fields with that name. */
    getAll(name: string): string[];

    /** Returns whether a field with that name exists. */
    has(name: string): boolean;

    /** Returns names and values, in their order. */
    entries(): IterableIterator<[name: string, value: string]>;

    /** Calls a function for each field, in order. */
    forEach(visit: (value: string, name: string) => void): void;

    /** Like `get`, for handlers of JetBrains' HTTP Client. */
    valueOf(name: string): string | null;

    /** Like `getAll`, for handlers of JetBrains' HTTP Client. */
    valuesOf(name: string): string[];

    [Symbol.iterator](): IterableIterator<[name: string, value: string]>;
  }

  /** The methods of `request.headers` in a script before the request. */
  interface ChangeableHeaderMethods extends HeaderMethods {
    /** Replaces all fields with that name by one. A new field is added at the end. */
    set(name: string, value: FieldValue): void;

    /** Adds a field, even if one with that name exists. */
    append(name: string, value: FieldValue): void;

    /** Deletes all fields with that name. Returns whether there was one. */
    delete(name: string): boolean;
  }

  /** The global `console`. Its output appears in the Console tab of the panel, and in the command with `-v`. */
  interface Console {
    /** Prints its arguments. The first one can have specifiers: `%s`, `%d`, `%i`, `%f`, `%j`, `%o`, `%O`, `%c`. */
    log(...args: unknown[]): void;

    /** Prints its arguments, as information. */
    info(...args: unknown[]): void;

    /** Prints its arguments, as a warning. */
    warn(...args: unknown[]): void;

    /** Prints its arguments, as an error. */
    error(...args: unknown[]): void;

    /** Like `log`. */
    debug(...args: unknown[]): void;

    /** Prints a list or an object as a table, with these columns or all. */
    table(value: unknown, columns?: readonly string[]): void;

    /** Prints a value. */
    dir(value: unknown, options?: object): void;
    dirxml(...args: unknown[]): void;

    /** Prints its arguments after `Trace:`. */
    trace(...args: unknown[]): void;

    /** Prints an error if the condition is false. */
    assert(condition: unknown, ...args: unknown[]): void;

    /** Prints how often it was called with this label. */
    count(label?: string): void;

    /** Restarts `count` of a label. */
    countReset(label?: string): void;

    /** Starts a timer. */
    time(label?: string): void;

    /** Prints the milliseconds since `time`. */
    timeLog(label?: string, ...args: unknown[]): void;

    /** Prints the milliseconds since `time`, and ends the timer. */
    timeEnd(label?: string): void;

    /** Prints its arguments, and indents the lines that follow. */
    group(...args: unknown[]): void;
    groupCollapsed(...args: unknown[]): void;

    /** Ends the indent of the last `group`. */
    groupEnd(): void;
  }

  /** The global `client`: names from JetBrains' HTTP Client, so that its response handlers run unchanged. */
  interface Client {
    /** Like `tool.test`. */
    test(name: string, fn: () => unknown): Promise<void> | undefined;

    /** Throws an error with that message if the condition is false. */
    assert(condition: unknown, message?: string): void;

    /** Like `console.log`. */
    log(...args: unknown[]): void;

    /** Variables that scripts set. */
    readonly global: ClientGlobal;

    /** Variables by their kind: `global`, `request`, `file` and `environment`. All are looked up like a placeholder. */
    readonly variables: ClientVariables;

    /** Ends the script. Its request is sent. */
    exit(): never;
  }

  /** The members of `client.variables`. */
  interface ClientVariables {
    /** Variables that scripts set. */
    readonly global: Variables;
    readonly request: Variables;

    /** Variables of files and of the environment. */
    readonly file: ReadableVariables;
    readonly environment: ReadableVariables;
  }

  interface ReadableVariables {
    /** Like `tool.getVar`, but returns null if there is no such variable. */
    get(name: string): any;
  }

  interface Variables extends ReadableVariables {
    /** Like `tool.setVar`. */
    set(name: string, value: Data): void;

    /** Returns whether there are no variables. */
    isEmpty(): boolean;

    /** Like `tool.deleteVar`. */
    clear(name: string): void;

    /** Deletes all variables that scripts have set. */
    clearAll(): void;
  }

  /** The methods of `client.global.headers`. */
  interface GlobalHeaders {
    /** Adds a header to all later requests that have none of that name. It is kept in the variable `clientGlobalHeaders`. */
    set(name: string, value: string): void;

    /** Removes a header. */
    clear(name: string): void;

    /** Removes all. */
    clearAll(): void;
  }

  /** The methods of `client.global`. */
  interface ClientGlobal {
    /** Like `tool.setVar`. */
    set(name: string, value: Data): void;

    /** Like `tool.getVar`, but returns null if there is no such variable. */
    get(name: string): any;

    /** Like `tool.deleteVar`. */
    clear(name: string): void;

    /** Deletes all variables that scripts have set. */
    clearAll(): void;

    /** Returns whether there are no variables. */
    isEmpty(): boolean;

    /** Headers of all later requests. */
    readonly headers: GlobalHeaders;
  }

  /**
   * The result of `tool.expect(value)`: a chain of chai's words. All words of chai 6 work. An unknown word is an error.
   */
  interface Expectation {
    /** No effect; makes the chain readable. */
    readonly to: Expectation;
    readonly be: Expectation;
    readonly been: Expectation;
    readonly is: Expectation;
    readonly that: Expectation;
    readonly which: Expectation;
    readonly and: Expectation;
    readonly has: Expectation;
    readonly have: Expectation;
    readonly with: Expectation;
    readonly at: Expectation;
    readonly of: Expectation;
    readonly same: Expectation;
    readonly but: Expectation;
    readonly does: Expectation;
    readonly still: Expectation;
    readonly also: Expectation;

    /** Negates the rest of the chain. */
    readonly not: Expectation;

    /** Makes `equal`, `include`, `members`, `keys` and `property` compare content, not identity. */
    readonly deep: Expectation;

    /** Lets `property` and `include` take a path: `to.have.nested.property("items[0].id")`. */
    readonly nested: Expectation;

    /** Makes `property` and `include` ignore inherited properties. */
    readonly own: Expectation;

    /** Before `keys`: one of them is enough. */
    readonly any: Expectation;

    /** Before `keys`: all of them are required. */
    readonly all: Expectation;

    /** Before `members`: in this order. */
    readonly ordered: Expectation;

    /** Before `respondTo`: the class itself, not its instances. */
    readonly itself: Expectation;

    /** Is truthy. */
    readonly ok: Expectation;

    /** Is `true`. */
    readonly true: Expectation;

    /** Is `false`. */
    readonly false: Expectation;

    /** Is `null`. */
    readonly null: Expectation;

    /** Is `undefined`. */
    readonly undefined: Expectation;

    /** Is `NaN`. */
    readonly NaN: Expectation;

    /** Is a finite number. */
    readonly finite: Expectation;

    /** Is neither null nor undefined. */
    readonly exist: Expectation;
    readonly exists: Expectation;

    /** Is an empty text, list, map, set or object. */
    readonly empty: Expectation;

    /** Is a number or a bigint. */
    readonly numeric: Expectation;

    /** Is a function. */
    readonly callable: Expectation;

    /** Works with `for (… of …)`. */
    readonly iterable: Expectation;

    /** Is the `arguments` of a function. */
    readonly arguments: Expectation;
    readonly Arguments: Expectation;

    /** Is an object to which properties can be added. */
    readonly extensible: Expectation;

    /** Properties can be neither added nor removed. */
    readonly sealed: Expectation;

    /** Is sealed, and its properties cannot be changed. */
    readonly frozen: Expectation;

    /** Is the same value; after `deep`, has the same content. */
    equal(expected: unknown, message?: string): Expectation;
    equals(expected: unknown, message?: string): Expectation;
    eq(expected: unknown, message?: string): Expectation;

    /** Has the same content. */
    eql(expected: unknown, message?: string): Expectation;
    eqls(expected: unknown, message?: string): Expectation;

    /** Has a type: `"string"`, `"number"`, `"boolean"`, `"array"`, `"object"`, `"date"`, `"null"`. */
    a: TypeCheck;
    an: TypeCheck;

    /** Is an instance of a class. */
    instanceof(type: Function, message?: string): Expectation;
    instanceOf(type: Function, message?: string): Expectation;

    /** Contains a text, a member, or these properties. */
    include: IncludeCheck;
    includes: IncludeCheck;
    contain: IncludeCheck;
    contains: IncludeCheck;

    /** Is greater. After `length`, compares the length. */
    above(limit: number | bigint | Date, message?: string): Expectation;
    gt(limit: number | bigint | Date, message?: string): Expectation;
    greaterThan(limit: number | bigint | Date, message?: string): Expectation;

    /** Is greater or equal. */
    least(limit: number | bigint | Date, message?: string): Expectation;
    gte(limit: number | bigint | Date, message?: string): Expectation;
    greaterThanOrEqual(limit: number | bigint | Date, message?: string): Expectation;

    /** Is less. */
    below(limit: number | bigint | Date, message?: string): Expectation;
    lt(limit: number | bigint | Date, message?: string): Expectation;
    lessThan(limit: number | bigint | Date, message?: string): Expectation;

    /** Is less or equal. */
    most(limit: number | bigint | Date, message?: string): Expectation;
    lte(limit: number | bigint | Date, message?: string): Expectation;
    lessThanOrEqual(limit: number | bigint | Date, message?: string): Expectation;

    /** Is in the range, limits included. */
    within(low: number | bigint | Date, high: number | bigint | Date): Expectation;

    /** Differs by at most `delta`. */
    closeTo(expected: number, delta: number): Expectation;
    approximately(expected: number, delta: number): Expectation;

    /** Has that length. `to.have.length.above(2)` compares the length. */
    length: LengthCheck;
    lengthOf: LengthCheck;

    /** Has a property, with that value if given. The rest of the chain checks the property. */
    property(name: string | number, value?: unknown): Expectation;
    ownProperty(name: string | number, value?: unknown): Expectation;
    haveOwnProperty(name: string | number, value?: unknown): Expectation;

    /** Has exactly these keys; after `include` at least these, after `any` one of them. */
    keys(...keys: unknown[]): Expectation;
    key(...keys: unknown[]): Expectation;

    /** Has the same members in any order; after `include` at least these. */
    members(list: readonly unknown[], message?: string): Expectation;

    /** Is one of these values. */
    oneOf(list: readonly unknown[], message?: string): Expectation;

    /** Is a text that matches the regular expression. */
    match(pattern: RegExp, message?: string): Expectation;
    matches(pattern: RegExp, message?: string): Expectation;

    /** Is a text that contains this one. */
    string(part: string, message?: string): Expectation;

    /** Is a function that throws an error: of that class, or with that text in its message. The rest of the chain checks the error. */
    throw(type?: Function | Error | string | RegExp | null, message?: string | RegExp): Expectation;
    throws(type?: Function | Error | string | RegExp | null, message?: string | RegExp): Expectation;
    Throw(type?: Function | Error | string | RegExp | null, message?: string | RegExp): Expectation;

    /** The function returns true for it. */
    satisfy(test: (value: any) => unknown, message?: string): Expectation;
    satisfies(test: (value: any) => unknown, message?: string): Expectation;

    /** Has at least these properties, at any depth; lists have at least these items. A function is called with the value and must return true. */
    containSubset(part: unknown, message?: string): Expectation;

    /** Is a function whose call changes a property of an object, or the result of a function. `by` checks the difference. */
    change(of: object | (() => unknown), name?: string | null): Expectation;
    changes(of: object | (() => unknown), name?: string | null): Expectation;

    /** Is a function whose call increases that number. */
    increase(of: object | (() => number), name?: string | null): Expectation;
    increases(of: object | (() => number), name?: string | null): Expectation;

    /** Is a function whose call decreases that number. */
    decrease(of: object | (() => number), name?: string | null): Expectation;
    decreases(of: object | (() => number), name?: string | null): Expectation;

    /** After `change`, `increase` and `decrease`: by this amount. */
    by(delta: number, message?: string): Expectation;

    /** Has that method. For a class: its instances have it; after `itself`, the class has it. */
    respondTo(method: string, message?: string): Expectation;
    respondsTo(method: string, message?: string): Expectation;

    /** Has an own property, with that descriptor if you give one. The chain continues with the descriptor. */
    ownPropertyDescriptor(name: string, descriptor?: PropertyDescriptor): Expectation;
    haveOwnPropertyDescriptor(name: string, descriptor?: PropertyDescriptor): Expectation;
  }

  /** `a("string")`, and a word of the chain. */
  interface TypeCheck extends Expectation {
    (type: string, message?: string): Expectation;
  }

  /** `include(part)`, and a word before `keys` and `members`. */
  interface IncludeCheck extends Expectation {
    (part: unknown, message?: string): Expectation;
  }

  /** `length(3)`, and a word before `above`, `below` and similar words. */
  interface LengthCheck extends Expectation {
    (expected: number, message?: string): Expectation;
  }
}
