import { codeTokens } from './codeTokens.ts';
import { jsonTokens } from './jsonTokens.ts';
import { markupTokens } from './markupTokens.ts';
import { colouredLength, TokenList, type Token } from './textTokens.ts';

type Family = 'json' | 'markup' | 'css' | 'javascript' | 'slashes' | 'hashes' | 'dashes';

const families: readonly (readonly [Family, string])[] = [
  ['json', 'json jsonc json5 jsonl ndjson'],
  ['markup', 'xml html svg xhtml vue svelte'],
  ['css', 'css scss less'],
  ['javascript', 'js javascript jsx ts typescript tsx mjs cjs'],
  ['slashes', 'c h cpp c++ cc cs csharp java kotlin kt go golang rust rs swift php scala dart zig groovy proto protobuf'],
  ['hashes', 'python py ruby rb sh bash shell zsh yaml yml toml perl r elixir powershell ps1 dockerfile makefile'],
  ['dashes', 'sql lua haskell hs'],
];
const familyOf: ReadonlyMap<string, Family> = new Map(
  families.flatMap(([family, names]) => names.split(' ').map((name) => [name, family] as const)),
);

/** Tokens to color in a line of another language: comments, strings, numbers, words, punctuation. */
const rest = String.raw`"(?:[^"\\]|\\.)*(?:"|\\?$)|'(?:[^'\\]|\\.)*(?:'|\\?$)|\b\d[\d_]*\.?\d*(?:e[+-]?\d+)?\b|[\p{ID_Start}_][\p{ID_Continue}]*|[{}()[\];:,]+`;
const parts = {
  slashes: new RegExp(String.raw`\/\/.*$|\/\*[^]*?(?:\*\/|$)|${rest}`, 'giu'),
  hashes: new RegExp(`#.*$|${rest}`, 'giu'),
  dashes: new RegExp(`--.*$|${rest}`, 'giu'),
} as const;
const comment = /^(?:\/\/|\/\*|#|--)/;

const keywords: ReadonlySet<string> = new Set(
  `abstract and as async await begin break by case catch class const continue create def defer delete do done elif else elsif end enum
  esac except export extends extern fi final finally fn for foreach from func function go goto group having if impl implements import in
  insert interface internal into is join lambda left let limit local loop match mod module mut namespace new not on or order override
  package pass private protected pub public raise range readonly rescue return right select self set static struct super switch table
  then this throw throws trait try type union unless until update use using val values var virtual void when where while with yield`.split(
    /\s+/,
  ),
);
const literals: ReadonlySet<string> = new Set(['true', 'false', 'null', 'none', 'nil', 'undefined']);

/** Colors a line of a fenced code block. Null if the language is unknown. The tokens' texts concatenate to the line. */
export function codeBlockTokens(line: string, language: string): readonly Token[] | null {
  const family = familyOf.get(language.toLowerCase());
  switch (family) {
    case undefined:
      return null;
    case 'json':
      return jsonTokens(line);
    case 'markup':
      return markupTokens(line);
    case 'css':
    case 'javascript':
      return codeTokens(line, family);
    default:
      return otherTokens(line, family);
  }
}

function otherTokens(line: string, family: keyof typeof parts): readonly Token[] {
  const list = new TokenList();
  const head = line.slice(0, colouredLength);
  let from = 0;
  for (const match of head.matchAll(parts[family])) {
    list.add('plain', head.slice(from, match.index));
    from = match.index + match[0].length;
    list.add(kindOf(match[0]), match[0]);
  }
  list.add('plain', line.slice(from));
  return list.tokens;
}

function kindOf(text: string): Token['kind'] {
  const c = text.charAt(0);
  if (comment.test(text)) return 'comment';
  if (c === '"' || c === "'") return 'string';
  if (c >= '0' && c <= '9') return 'number';
  if (/[{}()[\];:,]/.test(c)) return 'punctuation';
  const word = text.toLowerCase();
  if (literals.has(word)) return 'literal';
  return keywords.has(word) ? 'tag' : 'plain';
}
