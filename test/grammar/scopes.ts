import assert from 'node:assert/strict';
import type { IGrammar } from 'vscode-textmate';
import { loadReqGrammar, tokenize } from './tokenize.ts';

let grammar: Promise<IGrammar> | undefined;

/** The text between `‹` and `›`, and the scopes of each of its tokens. */
export interface Marked {
  readonly text: string;
  readonly tokens: readonly (readonly string[])[];
}

/** Tokenizes the text without its marks, and returns the scopes at each mark. */
async function scopesAt(of: IGrammar, source: string): Promise<readonly Marked[]> {
  const ranges: { line: number; start: number; end: number }[] = [];
  const lines = source.split('\n').map((marked, index) => {
    let line = marked;
    for (let start = line.indexOf('‹'); start >= 0; start = line.indexOf('‹')) {
      const end = line.indexOf('›') - 1;
      line = line.replace('‹', '').replace('›', '');
      ranges.push({ line: index + 1, start, end });
    }
    return line;
  });
  const tokens = tokenize(of, lines.join('\n'));
  return ranges.map(({ line, start, end }) => {
    const text = (lines[line - 1] ?? '').slice(start, end);
    let at = 0;
    const inside: (readonly string[])[] = [];
    for (const token of tokens) {
      if (token.line !== line) continue;
      if (at < end && at + token.text.length > start) inside.push(token.scopes);
      at += token.text.length;
    }
    return { text, tokens: inside };
  });
}

/**
 * Checks the scopes at each mark of the source. An expected text lists scopes that all tokens there have, separated by spaces; no token has
 * a `!scope`. A scope also stands for longer ones: `string` for `string.unquoted`. `plain` is text without colour.
 */
export async function expectScopes(source: string, ...expected: readonly string[]): Promise<void> {
  grammar ??= loadReqGrammar();
  await expectScopesIn(await grammar, source, ...expected);
}

/** The same for another grammar. */
export async function expectScopesIn(of: IGrammar, source: string, ...expected: readonly string[]): Promise<void> {
  const marks = await scopesAt(of, source);
  assert.equal(marks.length, expected.length, 'one expectation for each mark');
  for (const [index, mark] of marks.entries()) {
    assert.ok(mark.tokens.length > 0, `nothing stands at ${mark.text}`);
    for (const scopes of mark.tokens) {
      for (const wanted of (expected[index] ?? '').split(' '))
        assert.ok(holds(scopes, wanted), `${mark.text}: wanted ${wanted}, has ${scopes.join(' ') || 'none'}`);
    }
  }
}

function holds(scopes: readonly string[], wanted: string): boolean {
  if (wanted === 'plain') return scopes.every((scope) => scope.startsWith('meta.') && !scope.startsWith('meta.embedded'));
  if (wanted.startsWith('!')) return !holds(scopes, wanted.slice(1));
  return scopes.some((scope) => scope === wanted || scope.startsWith(`${wanted}.`));
}
