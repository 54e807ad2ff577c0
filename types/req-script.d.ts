/**
 * What scripts in `.req` files have: the one description of their API. Completion and hovers in `< {% … %}` and
 * `> {% … %}` come from it, and so does docs/scripts.md.
 */
declare namespace Req {
  /** What a variable may hold. It is copied when it is set. */
  type Data = string | number | bigint | boolean | null | Date | readonly Data[] | { readonly [key: string]: Data | undefined };

  /** What a header may be set to; a list sets it several times. */
  type FieldValue = string | number | bigint | boolean | readonly (string | number | bigint | boolean)[];

  /** Names that a browser has and scripts have not. */
  type Absent = { readonly [name: string]: never };

  /**
   * The global `tool`: variables, tests and helpers.
   */
  interface Tool {
    /**
     * Sets a variable of the collection: every later request of any file in it sees it, with its type.
     * NaN, infinite numbers, functions, and objects that hold themselves are an error.
     * A script that has read a secret sets secrets: they are shown as ••• and kept in memory alone.
     *
     * ```js
     * tool.setVar("userId", response.body.id);
     * tool.setVar("page", { limit: 20, since: new Date() });
     * ```
     */
    setVar(name: string, value: Data): void;

    /**
     * The value of a variable as a placeholder would find it: script variables first, then the file, the environment and
     * what is around. Undefined where there is none.
     *
     * ```js
     * const limit = tool.getVar("page").limit;
     * ```
     */
    getVar(name: string): any;

    /** Whether a variable has a value. */
    hasVar(name: string): boolean;

    /** Deletes a variable that a script has set, and says whether there was one. */
    deleteVar(name: string): boolean;

    /** Every variable in scope by its name, without those that a secret or an answer must first be asked for. */
    vars(): { readonly [name: string]: any };

    /** The name of the chosen environment; null where none is chosen. */
    readonly env: string | null;

    /**
     * The text with its placeholders filled in.
     *
     * ```js
     * const url = tool.interpolate("{{host}}/users");
     * ```
     */
    interpolate(text: string): string;

    /**
     * A test: it has passed unless the function throws, or its promise is rejected. The panel's Tests and the command's
     * output list it.
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
     * An expectation in the words of chai: it throws where the value is not as it says. `message` is put before what it says.
     *
     * ```js
     * tool.expect(response.body.items).to.be.an("array").that.is.not.empty;
     * ```
     */
    expect(value: unknown, message?: string): Expectation;

    /**
     * Waits. The time does not count against the limit of the script; a script may wait 60 seconds in all.
     *
     * ```js
     * await tool.sleep(500);
     * ```
     */
    sleep(ms: number): Promise<void>;

    /** Ends the script: this request is not sent, and the console says why. For scripts before the request. */
    skip(reason?: string): never;

    /**
     * Ends the script and the whole run: this request is not sent, nor is any other that waits for it or would follow it, as with
     * `req send --all`. After the answer it keeps what would follow from being sent.
     */
    stop(reason?: string): never;

    /** Ends the script and cancels the request. In `onEvent` it ends the stream: what came counts as the whole response. */
    cancel(): never;

    /** A new random UUID (version 4). */
    uuid(): string;

    /**
     * The hash of a text's UTF-8 bytes.
     *
     * ```js
     * request.headers["Content-Digest"] = `sha-256=:${tool.hash("sha256", request.body ?? "", "base64")}:`;
     * ```
     */
    hash(algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512', text: string, encoding?: 'hex' | 'base64'): string;

    /**
     * The HMAC (RFC 2104) of a text's UTF-8 bytes.
     *
     * ```js
     * request.headers["X-Signature"] = tool.hmac("sha256", tool.getVar("key"), request.body ?? "");
     * ```
     */
    hmac(algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512', key: string, text: string, encoding?: 'hex' | 'base64'): string;

    /** The UTF-8 bytes of a text in base64. */
    base64(text: string): string;

    /** The text whose UTF-8 bytes are written in base64, or in base64url. */
    fromBase64(text: string): string;

    /**
     * Sends another request and gives its response: one of this file, else one of the collection's other files, by its `@name` or
     * title. Its own scripts run, and what they set is there afterwards. Several are sent one after another. It is rejected where
     * nothing was answered. Requests that send each other in a circle are an error, and so are more than 100 in one run.
     *
     * ```js
     * const login = await tool.send("login");
     * request.headers["Authorization"] = `Bearer ${login.body.token}`;
     * ```
     */
    send(requestName: string): Promise<Response>;

    /**
     * Calls a function for each event of this request's stream as it arrives, one after another, each to the end of its promise.
     * For scripts before the request. `tool.cancel()` in it ends the stream; an error in it fails the run. Where it is slower than
     * the stream events pass it by, and the console says how many.
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
   * The global `request` in a script before the request: what is written into it is sent. Its texts are templates, their
   * placeholders are filled in afterwards.
   */
  interface ChangeableRequest {
    /** What the request is called: its `@name`, or its title. */
    readonly name: string;

    /** The method. */
    get method(): string;
    set method(value: string);

    /** The URL as it is written, with its placeholders. */
    get url(): string;
    set url(value: string);

    /**
     * The header fields. They are changed one by one.
     *
     * ```js
     * request.headers["X-Request-Id"] = tool.uuid();
     * request.headers.delete("Accept");
     * ```
     */
    readonly headers: ChangeableHeaders;

    /** The body's text; null where there is none, or where it is a file. An object or a list is sent as JSON; null is no body. */
    get body(): string | null;
    set body(value: Data | undefined);
  }

  /** The global `request` in a script after the answer: what was sent. */
  interface Request {
    /** What the request is called: its `@name`, or its title. */
    readonly name: string;

    /** The method. */
    readonly method: string;

    /** The URL. */
    readonly url: string;

    /** The header fields. */
    readonly headers: Headers;

    /** The body's text; null where there is none, or where it is a file. */
    readonly body: string | null;
  }

  /**
   * The global `response`, in scripts after the answer: `> {% … %}`.
   */
  interface Response {
    /** The status code. */
    readonly status: number;

    /** The reason phrase, which may be empty. */
    readonly statusText: string;

    /**
     * The header fields; names have no case.
     *
     * ```js
     * const next = response.headers["Location"];
     * ```
     */
    readonly headers: Headers;

    /** The body: parsed where it is JSON, else its text. */
    readonly body: any;

    /** The body's text; of a stream the text that its events make together, such as what a language model says. */
    readonly text: string;

    /** The parsed body; an error where it is not JSON. */
    json(): any;

    /** Bytes of the decoded body. */
    readonly size: number;

    /** Milliseconds from the request to the answer's end. */
    readonly duration: number;

    /** The events of a stream; empty for any other answer. An event that was cut short is not among them. */
    readonly events: readonly StreamEvent[];

    /** The media type. */
    readonly contentType: ContentType;
  }

  /** An event of a stream. A line of NDJSON is one too. */
  interface StreamEvent {
    /** The `event` field; `message` where there is none. */
    readonly event: string;

    /** The data, as text. */
    readonly data: string;

    /** The last event id that was set (WHATWG HTML §9.2.6); empty where there is none. */
    readonly id: string;

    /** The `retry` field, in milliseconds. */
    readonly retry: number | null;

    /** When it arrived: milliseconds since the run began. */
    readonly at: number;
  }

  /** What `response.contentType` holds. */
  interface ContentType {
    /** `application/json`, in lower case, without parameters; empty where the answer has none. */
    readonly mimeType: string;

    /** The `charset` parameter. */
    readonly charset: string | null;
  }

  /** Header fields by name, whatever the case: `headers["Content-Type"]`. Repeated fields are one list (RFC 9110 §5.3). */
  type Headers = HeaderMethods & { readonly [name: string]: string | undefined };

  /** Header fields that can be set by name, and deleted. */
  type ChangeableHeaders = ChangeableHeaderMethods & { [name: string]: any };

  /** What `headers` can do. */
  interface HeaderMethods {
    /** The value of a field, repeated ones joined by commas; null where there is none. */
    get(name: string): string | null;

    /** The values of every field of that name. */
    getAll(name: string): string[];

    /** Whether there is a field of that name. */
    has(name: string): boolean;

    /** Names and values, in their order. */
    entries(): IterableIterator<[name: string, value: string]>;

    /** Calls a function for each field, in their order. */
    forEach(visit: (value: string, name: string) => void): void;

    /** Like `get`, for handlers of JetBrains' HTTP Client. */
    valueOf(name: string): string | null;

    /** Like `getAll`, for handlers of JetBrains' HTTP Client. */
    valuesOf(name: string): string[];

    [Symbol.iterator](): IterableIterator<[name: string, value: string]>;
  }

  /** What `request.headers` can do in a script before the request. */
  interface ChangeableHeaderMethods extends HeaderMethods {
    /** Replaces the fields of that name by one; a new name goes to the end. */
    set(name: string, value: FieldValue): void;

    /** Adds a field, also where there is one of that name. */
    append(name: string, value: FieldValue): void;

    /** Takes out every field of that name, and says whether there was one. */
    delete(name: string): boolean;
  }

  /** The global `console`: the panel's Console shows it, and the command with `-v`. */
  interface Console {
    /** Prints its arguments. */
    log(...args: unknown[]): void;

    /** Prints its arguments, as information. */
    info(...args: unknown[]): void;

    /** Prints its arguments, as a warning. */
    warn(...args: unknown[]): void;

    /** Prints its arguments, as an error. */
    error(...args: unknown[]): void;

    /** Like `log`. */
    debug(...args: unknown[]): void;
  }

  /** The global `client`: the names that handlers for JetBrains' HTTP Client use, so that they run unchanged. */
  interface Client {
    /** Like `tool.test`. */
    test(name: string, fn: () => unknown): Promise<void> | undefined;

    /** Throws with that message unless the condition holds. */
    assert(condition: unknown, message?: string): void;

    /** Like `console.log`. */
    log(...args: unknown[]): void;

    /** Variables that scripts set. */
    readonly global: ClientGlobal;
  }

  /** What `client.global` can do. */
  interface ClientGlobal {
    /** Like `tool.setVar`. */
    set(name: string, value: Data): void;

    /** Like `tool.getVar`, but null where there is no such variable. */
    get(name: string): any;

    /** Like `tool.deleteVar`. */
    clear(name: string): void;

    /** Deletes every variable that scripts have set. */
    clearAll(): void;
  }

  /**
   * What `tool.expect(value)` gives: a sentence of chai's words, all those of chai 6. A word that does not exist is an error.
   */
  interface Expectation {
    /** Only makes the sentence read well. */
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

    /** Turns what follows into its opposite. */
    readonly not: Expectation;

    /** `equal`, `include`, `members`, `keys`, `property` compare content, not identity. */
    readonly deep: Expectation;

    /** `property` and `include` take a path: `to.have.nested.property("items[0].id")`. */
    readonly nested: Expectation;

    /** `property` and `include` see no inherited properties. */
    readonly own: Expectation;

    /** `keys`: one of them is enough. */
    readonly any: Expectation;

    /** `keys`: all of them. */
    readonly all: Expectation;

    /** `members`: in this order. */
    readonly ordered: Expectation;

    /** `respondTo`: of the class itself. */
    readonly itself: Expectation;

    /** True, or any value that counts as true. */
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

    /** A text, list, map, set or object with nothing in it. */
    readonly empty: Expectation;

    /** Is a number or a bigint. */
    readonly numeric: Expectation;

    /** Is a function. */
    readonly callable: Expectation;

    /** Can be gone through with `for (… of …)`. */
    readonly iterable: Expectation;

    /** Is the `arguments` of a function. */
    readonly arguments: Expectation;
    readonly Arguments: Expectation;

    /** Is an object that takes more properties. */
    readonly extensible: Expectation;

    /** Takes no more properties, and keeps those it has. */
    readonly sealed: Expectation;

    /** Is sealed, and its properties cannot be changed. */
    readonly frozen: Expectation;

    /** Is this very value; after `deep` one of the same content. */
    equal(expected: unknown, message?: string): Expectation;
    equals(expected: unknown, message?: string): Expectation;
    eq(expected: unknown, message?: string): Expectation;

    /** Has the same content. */
    eql(expected: unknown, message?: string): Expectation;
    eqls(expected: unknown, message?: string): Expectation;

    /** Is of a type: `"string"`, `"number"`, `"boolean"`, `"array"`, `"object"`, `"date"`, `"null"`. */
    a: TypeCheck;
    an: TypeCheck;

    /** Is made by a class. */
    instanceof(type: Function, message?: string): Expectation;
    instanceOf(type: Function, message?: string): Expectation;

    /** Holds a text, a member, or these properties. */
    include: IncludeCheck;
    includes: IncludeCheck;
    contain: IncludeCheck;
    contains: IncludeCheck;

    /** Is greater. After `length`, the length is. */
    above(limit: number | bigint | Date, message?: string): Expectation;
    gt(limit: number | bigint | Date, message?: string): Expectation;
    greaterThan(limit: number | bigint | Date, message?: string): Expectation;

    /** Is as great, or greater. */
    least(limit: number | bigint | Date, message?: string): Expectation;
    gte(limit: number | bigint | Date, message?: string): Expectation;
    greaterThanOrEqual(limit: number | bigint | Date, message?: string): Expectation;

    /** Is less. */
    below(limit: number | bigint | Date, message?: string): Expectation;
    lt(limit: number | bigint | Date, message?: string): Expectation;
    lessThan(limit: number | bigint | Date, message?: string): Expectation;

    /** Is as little, or less. */
    most(limit: number | bigint | Date, message?: string): Expectation;
    lte(limit: number | bigint | Date, message?: string): Expectation;
    lessThanOrEqual(limit: number | bigint | Date, message?: string): Expectation;

    /** Lies between the two, or is one of them. */
    within(low: number | bigint | Date, high: number | bigint | Date): Expectation;

    /** Differs by no more than `delta`. */
    closeTo(expected: number, delta: number): Expectation;
    approximately(expected: number, delta: number): Expectation;

    /** Has that length; `to.have.length.above(2)` goes on about it. */
    length: LengthCheck;
    lengthOf: LengthCheck;

    /** Has a property, of that value where one is given. What follows is about the property. */
    property(name: string | number, value?: unknown): Expectation;
    ownProperty(name: string | number, value?: unknown): Expectation;
    haveOwnProperty(name: string | number, value?: unknown): Expectation;

    /** Has exactly these keys; after `include` at least these, after `any` one of them. */
    keys(...keys: unknown[]): Expectation;
    key(...keys: unknown[]): Expectation;

    /** Has the same members in any order; after `include` at least these. */
    members(list: readonly unknown[], message?: string): Expectation;

    /** Is one of these. */
    oneOf(list: readonly unknown[], message?: string): Expectation;

    /** Is a text that matches. */
    match(pattern: RegExp, message?: string): Expectation;
    matches(pattern: RegExp, message?: string): Expectation;

    /** Is a text that holds this one. */
    string(part: string, message?: string): Expectation;

    /** Is a function that throws: an error of that class, or with that in its message. What follows is about what was thrown. */
    throw(type?: Function | Error | string | RegExp | null, message?: string | RegExp): Expectation;
    throws(type?: Function | Error | string | RegExp | null, message?: string | RegExp): Expectation;
    Throw(type?: Function | Error | string | RegExp | null, message?: string | RegExp): Expectation;

    /** The function says true of it. */
    satisfy(test: (value: any) => unknown, message?: string): Expectation;
    satisfies(test: (value: any) => unknown, message?: string): Expectation;

    /** Has at least these properties, at any depth, and of lists each of these items. A function says true of its value. */
    containSubset(part: unknown, message?: string): Expectation;

    /** Is a function whose call changes the property of an object, or what a function returns. `by` says how far. */
    change(of: object | (() => unknown), name?: string | null): Expectation;
    changes(of: object | (() => unknown), name?: string | null): Expectation;

    /** Is a function whose call makes that number greater. */
    increase(of: object | (() => number), name?: string | null): Expectation;
    increases(of: object | (() => number), name?: string | null): Expectation;

    /** Is a function whose call makes that number less. */
    decrease(of: object | (() => number), name?: string | null): Expectation;
    decreases(of: object | (() => number), name?: string | null): Expectation;

    /** After `change`, `increase` and `decrease`: by this amount. */
    by(delta: number, message?: string): Expectation;

    /** Has that method; a class if its instances have it, after `itself` if the class has it. */
    respondTo(method: string, message?: string): Expectation;
    respondsTo(method: string, message?: string): Expectation;

    /** Has an own property, with that descriptor where one is given. What follows is about the descriptor. */
    ownPropertyDescriptor(name: string, descriptor?: PropertyDescriptor): Expectation;
    haveOwnPropertyDescriptor(name: string, descriptor?: PropertyDescriptor): Expectation;
  }

  /** `a("string")`, and a word of the sentence. */
  interface TypeCheck extends Expectation {
    (type: string, message?: string): Expectation;
  }

  /** `include(part)`, and a word before `keys` and `members`. */
  interface IncludeCheck extends Expectation {
    (part: unknown, message?: string): Expectation;
  }

  /** `length(3)`, and a word before `above`, `below` and their like. */
  interface LengthCheck extends Expectation {
    (expected: number, message?: string): Expectation;
  }
}
