import type { Value } from '../base/values/value.ts';
import type { ReadIndex } from './apiReader.ts';

/** The work on a document, in this thread or in another one. */
export interface ApiWork {
  add(uri: string, name: string, text: string): Promise<void>;
  fail(uri: string, problem: string): Promise<void>;
  index(): Promise<ReadIndex>;
  prune(locations: readonly string[]): Promise<Value>;
  dispose(): void;
}
