import type { Range } from '../../../base/text.ts';
import { isArrayValue, isObjectValue, typeOfValue } from '../../../base/value.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { listRequests } from '../requests.ts';
import { scriptAt, type FoundScript } from './scriptAt.ts';
import { bodyValue, isMethod, membersOf, scriptGlobals, typeOfChain } from './scriptMembers.ts';
import { chainBefore, nameBefore, nameEnd, placeIn, type ScriptPlace } from './scriptText.ts';

/** Something that may be written at a place of a script. */
export interface ScriptCompletion {
  readonly label: string;
  readonly kind: 'method' | 'property' | 'variable' | 'request' | 'key';
  /** A signature, or a type. */
  readonly detail: string;
  /** Markdown; empty where there is nothing to say. */
  readonly documentation: string;
  /** What is written, where it is not the label. */
  readonly text?: string;
  readonly deprecated?: true;
}

/** What may be written at an offset, and the range it replaces. */
export interface ScriptCompletions {
  readonly range: Range;
  readonly items: readonly ScriptCompletion[];
  /** Names inside a text and parts of an answer, which TypeScript knows nothing of. */
  readonly fromValues: boolean;
}

const namesVariable = /\b(?:tool\s*\.\s*(?:setVar|getVar|hasVar|deleteVar)|client\s*\.\s*global\s*\.\s*(?:set|get|clear))\s*\(\s*$/;
const namesRequest = /\btool\s*\.\s*send\s*\(\s*$/;
/** Characters before a text that tell what it names. */
const callLength = 100;

/**
 * Completion inside a script without TypeScript: the members of the API, names of variables and requests in the calls that take
 * them, and the parts of the request's last answer. Undefined outside scripts and where there is nothing of that.
 */
export function scriptCompletion(view: FileView, offset: number): ScriptCompletions | undefined {
  const found = scriptAt(view.tree, offset);
  if (found === undefined) return undefined;
  const { text, start } = found.script.source;
  const at = offset - start;
  const place = placeIn(text, at);
  const completions =
    place.kind === 'comment' ? undefined : place.kind === 'string' ? ofString(view, found, at, place) : ofCode(view, found, at);
  if (completions === undefined || completions.items.length === 0) return undefined;
  return { ...completions, range: { start: start + completions.range.start, end: start + completions.range.end } };
}

function ofString(
  view: FileView,
  { block, script }: FoundScript,
  at: number,
  { start, quote }: Extract<ScriptPlace, { kind: 'string' }>,
): ScriptCompletions | undefined {
  const { text } = script.source;
  const before = text.slice(Math.max(0, start - 1 - callLength), start - 1);
  let end = at;
  while (end < text.length && text[end] !== quote && text[end] !== '\n' && text[end] !== '\r') end++;
  const range = { start, end };
  if (namesRequest.test(before)) {
    const requests = listRequests(view.tree).filter((r) => r.name !== '');
    const items = requests.map((r) => item(r.name, 'request', `${r.method} ${r.urlTemplate}`, ''));
    return { range, items, fromValues: true };
  }
  if (!namesVariable.test(before)) return undefined;
  const { scope } = view.look(block);
  const names = new Set([...scope.names(), ...view.setters.names()]);
  return { range, items: [...names].toSorted().map((name) => item(name, 'variable', 'variable', '')), fromValues: true };
}

function ofCode(view: FileView, found: FoundScript, at: number): ScriptCompletions | undefined {
  const { source, phase } = found.script;
  const { start } = nameBefore(source.text, at);
  const range = { start, end: nameEnd(source.text, at) };
  const chain = chainBefore(source.text, start);
  if (chain === undefined) {
    if (/[.\d]/.test(source.text[start - 1] ?? '') || /^\d/.test(source.text.slice(start, at))) return undefined;
    const items = [...scriptGlobals(phase)].map(([name, type]) => item(name, 'variable', type, ''));
    return { range, items, fromValues: false };
  }
  const value = bodyValue(view, found, chain);
  if (value !== undefined && typeof value === 'object' && value !== null && isObjectValue(value)) {
    const items = [...value].flatMap(([key, v]) =>
      isName(key) ? [item(key, 'key', typeOfValue(v), 'In the last answer to this request.')] : [],
    );
    return { range, items, fromValues: true };
  }
  if (value !== undefined && isArrayValue(value)) return undefined;
  const type = typeOfChain(chain, phase);
  if (type === undefined) return undefined;
  const items = membersOf(type).map((m): ScriptCompletion => {
    const deprecated = m.doc.startsWith('@deprecated');
    const kind = isMethod(m) ? 'method' : 'property';
    const made = item(m.name, kind, m.signature, m.doc.replace(/^@deprecated /, ''));
    return deprecated ? Object.assign(made, { deprecated }) : made;
  });
  return { range, items, fromValues: false };
}

const isName = (key: string): boolean => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key);

const item = (label: string, kind: ScriptCompletion['kind'], detail: string, documentation: string): ScriptCompletion => ({
  label,
  kind,
  detail,
  documentation,
});
