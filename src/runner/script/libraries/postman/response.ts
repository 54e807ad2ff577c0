import type { KitResponse } from '../kit.ts';

/** `headers` of Postman: a list of `{ key, value }` that is searched without case. */
export interface HeaderList {
  get(name: string): string | undefined;
  has(name: string, value?: string): boolean;
  one(name: string): { readonly key: string; readonly value: string } | undefined;
  all(): readonly { readonly key: string; readonly value: string }[];
  each(visit: (header: { readonly key: string; readonly value: string }) => void): void;
  toObject(): Readonly<Record<string, string>>;
  count(): number;
}

export function headerList(headers: KitResponse['headers']): HeaderList {
  const all = () => [...headers].map(([key, value]) => ({ key, value }));
  return {
    get: (name) => headers.get(name) ?? undefined,
    has: (name, value) => headers.has(name) && (value === undefined || headers.getAll(name).includes(value)),
    one: (name) => all().find(({ key }) => key.toLowerCase() === name.toLowerCase()),
    all,
    each: (visit) => all().forEach(visit),
    toObject: () => Object.fromEntries(headers),
    count: () => all().length,
  };
}

/** `pm.response`, and what `pm.sendRequest` passes. */
export class PostmanResponse {
  readonly code: number;
  readonly status: string;
  readonly headers: HeaderList;
  readonly responseTime: number;
  readonly responseSize: number;
  readonly #of: KitResponse;

  constructor(of: KitResponse) {
    this.#of = of;
    this.code = of.status;
    this.status = of.statusText;
    this.headers = headerList(of.headers);
    this.responseTime = of.duration;
    this.responseSize = of.size;
  }
  text(): string {
    return this.#of.text;
  }
  json(): unknown {
    return this.#of.json();
  }
  reason(): string {
    return this.status;
  }
  size(): { readonly body: number; readonly total: number } {
    return { body: this.responseSize, total: this.responseSize };
  }
  /** Cookies of `Set-Cookie`, by name. */
  cookies(): ReadonlyMap<string, string> {
    const pairs = this.#of.headers.getAll('Set-Cookie').map((line) => /^\s*([^=;]+)=([^;]*)/.exec(line));
    return new Map(pairs.flatMap((pair) => (pair === null ? [] : [[pair[1] ?? '', pair[2] ?? ''] as const])));
  }
}
