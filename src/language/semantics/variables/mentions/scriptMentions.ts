import type { Range } from '../../../../base/text/text.ts';
import { variableName } from '../../../../base/variableName.ts';
import type { DocumentTree, ScriptNode } from '../../../syntax/nodes.ts';
import { scriptTokens, type ScriptToken } from '../../../syntax/scriptTokens.ts';
import { parseTemplate, type Placeholder } from '../../../syntax/template.ts';
import { unescape } from '../../../syntax/unescape.ts';

export type ScriptVerb = 'set' | 'get' | 'has' | 'delete' | 'send';

/** A name in a script: in a call such as `tool.setVar("token", …)`, or in a placeholder inside a string. */
export type ScriptMention =
  /** `range` is the name without its quotes. `escaped`: the source of the name contains escapes. */
  | { readonly kind: 'call'; readonly verb: ScriptVerb; readonly name: string; readonly range: Range; readonly escaped: boolean }
  /** The placeholder's ranges are offsets in the unescaped text; `placeOf` maps them to the file. */
  | { readonly kind: 'placeholder'; readonly placeholder: Placeholder; readonly placeOf: (range: Range) => Range };

const calls: ReadonlyMap<string, ScriptVerb> = new Map([
  ['tool.setVar', 'set'],
  ['tool.getVar', 'get'],
  ['tool.hasVar', 'has'],
  ['tool.deleteVar', 'delete'],
  ['tool.send', 'send'],
  ['client.global.set', 'set'],
  ['client.global.get', 'get'],
  ['client.global.clear', 'delete'],
]);

/** Calls in scripts of Postman, Insomnia and Bruno. Their variable names are converted as in an import. */
const foreignCalls: ReadonlyMap<string, ScriptVerb> = new Map([
  ...['environment', 'globals', 'collectionVariables', 'variables'].flatMap((store): readonly [string, ScriptVerb][] => [
    [`pm.${store}.set`, 'set'],
    [`pm.${store}.get`, 'get'],
    [`pm.${store}.has`, 'has'],
    [`pm.${store}.unset`, 'delete'],
  ]),
  ...['environment', 'globals', 'collectionVariables', 'variables', 'baseEnvironment', 'baseGlobals'].flatMap(
    (store): readonly [string, ScriptVerb][] => [
      [`insomnia.${store}.set`, 'set'],
      [`insomnia.${store}.get`, 'get'],
      [`insomnia.${store}.has`, 'has'],
      [`insomnia.${store}.unset`, 'delete'],
    ],
  ),
  ...['Environment', 'Global'].flatMap((store): readonly [string, ScriptVerb][] => [
    [`postman.set${store}Variable`, 'set'],
    [`postman.get${store}Variable`, 'get'],
    [`postman.clear${store}Variable`, 'delete'],
  ]),
  ...['Var', 'EnvVar', 'GlobalEnvVar', 'CollectionVar', 'FolderVar', 'RequestVar'].flatMap((store): readonly [string, ScriptVerb][] => [
    [`bru.set${store}`, 'set'],
    [`bru.get${store}`, 'get'],
    [`bru.has${store}`, 'has'],
    [`bru.delete${store}`, 'delete'],
  ]),
]);

const known = new WeakMap<ScriptNode, readonly ScriptMention[]>();

/** The names in an inline script, found without running it. Computed names are not found. */
export function scriptMentions(tree: DocumentTree, script: ScriptNode): readonly ScriptMention[] {
  if (!script.inline) return [];
  let found = known.get(script);
  if (found === undefined)
    known.set(script, (found = [...read(tree.text, scriptTokens(tree.text, script.source.start, script.source.end))]));
  return found;
}

function* read(source: string, tokens: readonly ScriptToken[]): Generator<ScriptMention> {
  for (const [i, token] of tokens.entries()) {
    if (token.kind !== 'text') continue;
    const verb = token.whole ? verbBefore(tokens, i) : undefined;
    const next = tokens[i + 1];
    // A string that is concatenated with another text is not a complete name.
    if (verb !== undefined && next?.kind === 'sign' && (next.text === ',' || next.text === ')')) {
      const { range } = token;
      const written = unescape(source, range.start, range.end).text;
      const name = foreignCalls.has(calleeBefore(tokens, i)) ? variableName(written) : written;
      if (name !== '') yield { kind: 'call', verb, name, range, escaped: source.slice(range.start, range.end) !== name };
    } else if (source.slice(token.range.start, token.range.end).includes('{')) {
      const { text, placeOf } = unescape(source, token.range.start, token.range.end);
      for (const part of parseTemplate(text).parts)
        if (part.kind === 'placeholder') yield { kind: 'placeholder', placeholder: part, placeOf };
    }
  }
}

/** The operation of the call whose first argument is the token; undefined if it is not a call of the script API. */
export const verbBefore = (tokens: readonly ScriptToken[], at: number): ScriptVerb | undefined => {
  const callee = calleeBefore(tokens, at);
  return calls.get(callee) ?? foreignCalls.get(callee);
};

/** Returns `tool.setVar` if `tool.setVar(` precedes the token, else `''`. */
function calleeBefore(tokens: readonly ScriptToken[], at: number): string {
  if (!isSign(tokens[at - 1], '(')) return '';
  const words: string[] = [];
  for (let i = at - 2; ; i -= 2) {
    const name = tokens[i];
    if (name?.kind !== 'word') return '';
    words.unshift(name.text);
    if (!isSign(tokens[i - 1], '.')) return words.join('.');
    if (words.length > 2) return '';
  }
}

const isSign = (token: ScriptToken | undefined, text: string): boolean => token?.kind === 'sign' && token.text === text;
