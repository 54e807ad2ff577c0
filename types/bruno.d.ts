// Scripts of Bruno, for TypeScript. Read only for scripts that use `bru`, `req` or `res`.
declare namespace ReqBruno {
  interface Result {
    readonly status: number;
    readonly statusText: string;
    /** `set-cookie` is a list. */
    readonly headers: { [name: string]: any };
    readonly data: any;
  }
  interface Cookie {
    readonly key: string;
    readonly value: string;
    readonly domain: string;
    readonly path: string;
    readonly secure: boolean;
    readonly httpOnly: boolean;
    readonly expires?: Date;
  }
  /** Cookies of the request's URL. */
  interface Cookies {
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
    add(cookie: object, callback?: (error: any) => any): Promise<void>;
    upsert(cookie: object, callback?: (error: any) => any): Promise<void>;
    remove(name: string, callback?: (error: any) => any): Promise<void>;
    delete(name: string, callback?: (error: any) => any): Promise<void>;
    clear(callback?: (error: any) => any): Promise<void>;
    jar(): CookieJar;
  }
  /** Cookies of any URL. Without a callback, the methods return promises. */
  interface CookieJar {
    getCookie(url: string, name: string, callback?: (error: any, cookie?: Cookie | null) => any): Promise<Cookie | null>;
    getCookies(url: string, callback?: (error: any, cookies?: Cookie[]) => any): Promise<Cookie[]>;
    hasCookie(url: string, name: string, callback?: (error: any, exists?: boolean) => any): Promise<boolean>;
    setCookie(url: string, name: string, value: string, callback?: (error: any) => any): Promise<void>;
    setCookie(url: string, cookie: object, callback?: (error: any) => any): Promise<void>;
    setCookies(url: string, cookies: readonly object[], callback?: (error: any) => any): Promise<void>;
    deleteCookie(url: string, name: string, callback?: (error: any) => any): Promise<void>;
    deleteCookies(url: string, callback?: (error: any) => any): Promise<void>;
    clear(callback?: (error: any) => any): Promise<void>;
  }
  interface Bru {
    readonly cookies: Cookies;
    getVar(name: string): any;
    setVar(name: string, value: any): void;
    hasVar(name: string): boolean;
    deleteVar(name: string): void;
    getEnvVar(name: string): any;
    setEnvVar(name: string, value: any): void;
    hasEnvVar(name: string): boolean;
    deleteEnvVar(name: string): void;
    getGlobalEnvVar(name: string): any;
    setGlobalEnvVar(name: string, value: any): void;
    getCollectionVar(name: string): any;
    getFolderVar(name: string): any;
    getRequestVar(name: string): any;
    getEnvName(): string | undefined;
    /** Reads the process environment. Req asks before the value is sent. */
    getProcessEnv(name: string): string | undefined;
    getSecretVar(name: string): string | undefined;
    /** Fills in placeholders; those without a value stay. */
    interpolate<T>(value: T): T;
    sleep(ms: number): Promise<void>;
    /** Sends a request through Req. Without a callback it returns a promise. */
    sendRequest(request: any, callback: (error: any, response: Result) => any): void;
    sendRequest(request: any): Promise<Result>;
    /** Sends a request of the collection. */
    runRequest(path: string): Promise<Result>;
    getCollectionName(): string;
    setNextRequest(name: string | null): void;
    readonly runner: { skipRequest(): never; stopExecution(): never; setNextRequest(name: string | null): void };
    readonly utils: { minifyJson(json: any): string; minifyXml(xml: string): string };
    readonly [name: string]: any;
  }
  interface Req {
    url: string;
    method: string;
    readonly headers: { [name: string]: string };
    body: any;
    readonly name: string;
    getUrl(): string;
    setUrl(url: string): void;
    getHost(): string;
    getPath(): string;
    getQueryString(): string;
    getMethod(): string;
    setMethod(method: string): void;
    getName(): string;
    getHeader(name: string): any;
    getHeaders(): { [name: string]: any };
    setHeader(name: string, value: any): void;
    setHeaders(headers: { [name: string]: any }): void;
    deleteHeader(name: string): void;
    deleteHeaders(names: readonly string[]): void;
    getBody(options?: { raw?: boolean }): any;
    setBody(body: any): void;
    /** Milliseconds; 0 is no limit. */
    getTimeout(): number;
    setTimeout(ms: number): void;
    setMaxRedirects(most: number): void;
    getTags(): string[];
    getPathParams(): { name: string; value: string; type: string }[];
    getAuthMode(): string;
    disableParsingResponseJson(): void;
    readonly [name: string]: any;
  }
  interface Res {
    /** Looks into the body: `res("items[0].id")`. */
    (path: string, ...filters: any[]): any;
    readonly status: number;
    readonly statusText: string;
    readonly headers: { [name: string]: string };
    body: any;
    readonly responseTime: number;
    readonly url: string;
    getStatus(): number;
    getStatusText(): string;
    getHeader(name: string): string | undefined;
    getHeaders(): { [name: string]: string };
    getBody(): any;
    setBody(body: any): void;
    getResponseTime(): number;
    getUrl(): string;
    getDataBuffer(): any;
    getSize(): { body: number; headers: number; total: number };
  }
}
