import type { Dialect } from './dialect.ts';

/** Converts a curl command to the lines of a request; undefined if it is not one. */
export type CurlLines = (command: string) => { readonly text: string; readonly notes: readonly string[] } | undefined;

export interface FileFacts {
  readonly dialect: Dialect;
  readonly requests: ReadonlySet<string>;
  readonly renamed: ReadonlyMap<string, string>;
  readonly redefined: ReadonlyMap<string, number>;
  readonly environmentNames: ReadonlySet<string>;
  readonly curl: CurlLines;
  /** Names of variables, which are globals of scripts in httpYac. */
  readonly variables?: ReadonlySet<string>;
  /** GraphQL fragments of the file, which httpYac shares between requests. */
  readonly fragments?: ReadonlyMap<string, readonly string[]>;
}
