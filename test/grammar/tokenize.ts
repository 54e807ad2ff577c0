import fs from 'node:fs';
import { createRequire } from 'node:module';
import type * as Oniguruma from 'vscode-oniguruma';
import type * as Textmate from 'vscode-textmate';
import type { IGrammar, IRawGrammar } from 'vscode-textmate';
import { stubs } from './stubGrammars.ts';

// Both are UMD: what an import of them gives depends on who loads this file.
const require = createRequire(import.meta.url);
const oniguruma = require('vscode-oniguruma') as typeof Oniguruma;
const textmate = require('vscode-textmate') as typeof Textmate;
const read = (name: string): IRawGrammar =>
  textmate.parseRawGrammar(fs.readFileSync(new URL(`../../syntaxes/${name}`, import.meta.url), 'utf8'), name);

/**
 * Loads the grammar as the editor does, with injected placeholders.
 * @param without a grammar that is not installed
 */
export const loadReqGrammar = (without?: string): Promise<IGrammar> => load('source.req', without);

/** Loads the grammar of Markdown with its injections. */
export const loadMarkdownGrammar = (): Promise<IGrammar> => load('text.html.markdown');

const injections: ReadonlyMap<string, string[]> = new Map([
  ['source.req', ['req.placeholder.injection']],
  ['text.html.markdown', ['req.placeholder.injection', 'req.markdown.injection']],
]);

async function load(root: string, without?: string): Promise<IGrammar> {
  await oniguruma.loadWASM(fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => oniguruma.createOnigScanner(patterns),
      createOnigString: (text) => oniguruma.createOnigString(text),
    }),
    loadGrammar: async (scope) => {
      if (scope === 'source.req') return read('req.tmLanguage.json');
      if (scope === 'req.markdown.injection') return read('markdown.injection.json');
      if (scope === 'req.placeholder.injection') return read('placeholder.injection.json');
      return scope === without ? null : (stubs.get(scope) ?? null);
    },
    getInjections: (scope) => injections.get(scope),
  });
  const grammar = await registry.loadGrammar(root);
  if (grammar === null) throw new Error(`${root} could not be loaded`);
  return grammar;
}

export interface Token {
  readonly text: string;
  readonly line: number;
  readonly scopes: readonly string[];
}

/** Every token of a file, coloured from first to last line. */
export function tokenize(grammar: IGrammar, text: string): readonly Token[] {
  let stack = textmate.INITIAL;
  return text.split(/\r?\n/).flatMap((line, index) => {
    const result = grammar.tokenizeLine(line, stack);
    stack = result.ruleStack;
    return result.tokens
      .map((token) => ({ text: line.slice(token.startIndex, token.endIndex), line: index + 1, scopes: token.scopes.slice(1) }))
      .filter((token) => token.text !== '');
  });
}

/** The same work without scopes, whose lists grow with each bracket. An editor does this. */
export function tokenizeForColours(grammar: IGrammar, text: string): void {
  let stack = textmate.INITIAL;
  for (const line of text.split(/\r?\n/)) stack = grammar.tokenizeLine2(line, stack).ruleStack;
}
