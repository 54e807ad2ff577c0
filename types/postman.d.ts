// Scripts of Postman, for TypeScript. Read only for scripts that use `pm`.
declare namespace ReqPostman {
  interface Variables {
    get(name: string): any;
    set(name: string, value: any): void;
    has(name: string): boolean;
    unset(name: string): void;
    clear(): void;
    toObject(): { [name: string]: any };
    /** Fills in placeholders; those without a value stay. */
    replaceIn(text: string): string;
  }
  interface Header {
    key: string;
    value: string;
  }
  interface HeaderList {
    get(name: string): string | undefined;
    has(name: string, value?: string): boolean;
    one(name: string): Header | undefined;
    all(): readonly Header[];
    each(visit: (header: Header) => void): void;
    toObject(): { [name: string]: string };
    count(): number;
  }
  interface RequestHeaders extends HeaderList {
    add(header: Header): void;
    upsert(header: Header): void;
    update(header: Header): void;
    remove(name: string): void;
  }
  interface Request {
    readonly name: string;
    readonly description: { readonly content: string };
    method: string;
    url: any;
    get headers(): RequestHeaders;
    set headers(headers: any);
    get body(): {
      raw: string | null;
      readonly mode: string;
      update(body: any): void;
      isEmpty(): boolean;
      toString(): string;
    };
    set body(body: any);
    addHeader(header: Header): void;
    upsertHeader(header: Header): void;
    removeHeader(name: string): void;
    getHeaders(): { [name: string]: string };
    addQueryParams(params: string | readonly { key: string; value: any }[]): void;
  }
  interface Response {
    readonly code: number;
    readonly status: string;
    readonly headers: HeaderList;
    readonly responseTime: number;
    readonly responseSize: number;
    readonly to: any;
    /** The bytes of the body. */
    readonly stream: any;
    readonly cookies: CookieList;
    mime(): { type: string; charset: string | undefined };
    dataURI(): string;
    text(): string;
    json(): any;
    reason(): string;
    size(): { body: number; total: number };
  }
  interface Cookie {
    readonly name: string;
    readonly value: string;
    readonly domain: string;
    readonly path: string;
    readonly secure: boolean;
    readonly httpOnly: boolean;
    readonly hostOnly: boolean;
    readonly session: boolean;
    readonly expires?: Date;
  }
  interface CookieList {
    get(name: string): string | undefined;
    has(name: string, value?: string): boolean;
    one(name: string): Cookie | undefined;
    all(): Cookie[];
    count(): number;
    each(visit: (cookie: Cookie, index: number) => void): void;
    map<R>(make: (cookie: Cookie, index: number) => R): R[];
    filter(holds: (cookie: Cookie, index: number) => unknown): Cookie[];
    find(holds: (cookie: Cookie, index: number) => unknown): Cookie | undefined;
    toObject(): { [name: string]: string };
  }
  /** Cookies of any URL. Without a callback, the methods return promises. */
  interface CookieJar {
    get(url: any, name: string, callback?: (error: any, value?: string) => any): Promise<string | undefined>;
    getAll(url: any, callback?: (error: any, cookies?: Cookie[]) => any): Promise<Cookie[]>;
    getAll(url: any, options: object, callback?: (error: any, cookies?: Cookie[]) => any): Promise<Cookie[]>;
    set(url: any, name: string, value: string, callback?: (error: any, cookie?: Cookie) => any): Promise<Cookie>;
    set(url: any, cookie: string | object, callback?: (error: any, cookie?: Cookie) => any): Promise<Cookie>;
    unset(url: any, name: string, callback?: (error: any) => any): Promise<void>;
    clear(url: any, callback?: (error: any) => any): Promise<void>;
  }
  /** Scripts of Insomnia: `pm` with more stores. */
  interface Insomnia extends Pm {
    readonly baseEnvironment: Variables;
    readonly baseGlobals: Variables;
    readonly parentFolders: { get(name: string): { readonly environment: Variables } };
  }
  interface Pm {
    readonly info: { requestName: string; requestId: string; eventName: string; iteration: number; iterationCount: number };
    readonly environment: Variables & { name: string };
    readonly globals: Variables;
    readonly collectionVariables: Variables;
    readonly variables: Variables;
    readonly iterationData: Variables;
    readonly request: Request;
    /** In scripts after the response. */
    readonly response: Response;
    /** Cookies of the request's URL. */
    readonly cookies: CookieList & { jar(): CookieJar };
    /** Runs a test. */
    test: { (name: string, test: (done: (error?: any) => void) => any): Pm; skip(name: string, test?: any): Pm };
    /** chai's expect. */
    expect: { (value: any, message?: string): any; fail(message?: string): never };
    /** Sends a request through Req. Without a callback it returns a promise. */
    sendRequest(request: any, callback: (error: any, response: Response) => any): void;
    sendRequest(request: any): Promise<Response>;
    /** Returns a package. */
    require(name: string): any;
    readonly execution: {
      skipRequest(): never;
      setNextRequest(name: string | null): void;
      location: readonly string[] & { current: string };
    };
    setNextRequest(name: string | null): void;
    readonly visualizer: { set(template: string, data?: any): void; clear(): void };
  }
}
