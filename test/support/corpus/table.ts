import fs from 'node:fs';
import path from 'node:path';

export interface Case {
  readonly id: string;
  readonly group?: string;
  readonly title?: string;
  readonly severity?: string;
}

export type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly why: readonly string[] }
  /** The case uses an unknown input or expectation. */
  | { readonly kind: 'unknown'; readonly why: string };

export const passedOr = (why: readonly string[]): Verdict => (why.length === 0 ? { kind: 'passed' } : { kind: 'failed', why });

/**
 * The cases of a table, one JSON object per line. Empty lines are skipped. A missing file has no cases.
 * @throws {SyntaxError} for a line that is not JSON, with its number
 */
export function readTable(folder: string, name: string): readonly Case[] {
  const file = path.join(folder, name);
  if (!fs.existsSync(file)) return [];
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, i) => {
      if (line.trim() === '') return [];
      try {
        return [JSON.parse(line) as Case];
      } catch (e) {
        throw new SyntaxError(`${name}:${i + 1}: ${e instanceof Error ? e.message : String(e)}`, { cause: e });
      }
    });
}
