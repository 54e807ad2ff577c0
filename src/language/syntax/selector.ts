import { selectors } from '../catalog/assertionCatalog.ts';
import type { AssertedSelector } from './nodes.ts';
import { readQuoted, skipBlanks } from './path.ts';

export type ReadSelector =
  | { readonly ok: true; readonly selector: AssertedSelector; readonly end: number }
  | { readonly ok: false; readonly message: string };

const call = new RegExp(`(${selectors.map((s) => s.name).join('|')})\\([ \\t]*`, 'y');
const pickForm = /\.length(?![\w-])|\[(\*|\d{1,9})\]/y;
const attributeForm = /::attr\([ \t]*([^()\s]+)[ \t]*\)\s*$/;

/** Reads `xpath("//user/@id")` or `css("h1")` with what follows: `[0]`, `[*]` or `.length`. */
export function readSelector(text: string, start: number, end: number): ReadSelector {
  call.lastIndex = start;
  const begun = call.exec(text);
  const language = selectors.find((s) => s.name === begun?.[1]);
  if (begun === null || language === undefined) return { ok: false, message: 'Expected xpath("…") or css("…").' };
  const { name, form } = language;
  const quoted = readQuoted(text, call.lastIndex, end);
  const close = quoted === undefined ? end : skipBlanks(text, quoted.end);
  if (quoted === undefined || close >= end || text[close] !== ')')
    return { ok: false, message: `Expected a text in quotes, and a bracket after it: write \`${form}\`.` };
  const attribute = name === 'css' ? attributeForm.exec(quoted.text) : null;
  const expression = (attribute === null ? quoted.text : quoted.text.slice(0, attribute.index)).trim();
  const problem = problemOf(expression);
  if (problem !== undefined) return { ok: false, message: `${text.slice(start, close + 1)} is not a valid ${language.what}: ${problem}.` };
  pickForm.lastIndex = close + 1;
  const pick = pickForm.exec(text);
  const to = pick === null ? close + 1 : pickForm.lastIndex;
  const selector: AssertedSelector = {
    text: text.slice(start, to),
    language: name,
    expression,
    ...(attribute?.[1] === undefined ? {} : { attribute: attribute[1] }),
    pick: pick === null ? 0 : pick[1] === undefined ? 'count' : pick[1] === '*' ? 'all' : Number(pick[1]),
  };
  return { ok: true, selector, end: to };
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

/** Checks what XPath and CSS have in common: quotes and brackets are closed. Other errors are found when the selector is evaluated. */
function problemOf(expression: string): string | undefined {
  if (expression === '') return 'it is empty';
  const open: string[] = [];
  let quote = '';
  for (const c of expression) {
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === '"' || c === "'") quote = c;
    else if (closing[c] !== undefined) open.push(closing[c]);
    else if ((c === ')' || c === ']') && open.pop() !== c) return `${c} closes nothing`;
  }
  if (quote !== '') return `the text after ${quote} does not end`;
  return open.length === 0 ? undefined : `${open.at(-1)} is missing`;
}
