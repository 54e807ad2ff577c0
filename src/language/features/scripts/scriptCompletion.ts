import type { Range } from '../../../base/text/text.ts';
import { isObjectValue, typeOfValue } from '../../../base/values/value.ts';
import { visibleText } from '../../../base/text/visible.ts';
import type { FileView } from '../../workspace/fileView.ts';
import type { CompletionItem } from '../completion/item.ts';
import { listRequests } from '../structure/requests.ts';
import { verbBefore } from '../../semantics/variables/mentions/scriptMentions.ts';
import { scriptAt, type FoundScript } from './scriptAt.ts';
import { bodyValue, isMethod, membersOf, scriptGlobals, typeOfChain } from './scriptMembers.ts';
import { placeInScript, type Step } from './scriptText.ts';

export interface ScriptCompletions {
  readonly items: readonly CompletionItem[];
  /** Whether the items are names in strings or parts of a response, which TypeScript does not provide. */
  readonly fromValues: boolean;
}

/**
 * Completion in a script without TypeScript: API members, names of variables and requests in calls that take them, and parts
 * of the last response. Undefined outside scripts and if there are no items.
 */
export function scriptCompletion(view: FileView, offset: number): ScriptCompletions | undefined {
  const found = scriptAt(view.tree, offset);
  const place = found && placeInScript(view.tree.text, found.script, offset);
  if (found === undefined || place === undefined) return undefined;
  const completions =
    place.kind === 'name'
      ? ofName(view, found, place.range, place.chain)
      : { items: ofText(view, found, place.range, verbBefore(place.tokens, place.at)), fromValues: true };
  return completions === undefined || completions.items.length === 0 ? undefined : completions;
}

function ofText(view: FileView, { block }: FoundScript, range: Range, verb: ReturnType<typeof verbBefore>): readonly CompletionItem[] {
  if (verb === undefined) return [];
  if (verb === 'send') {
    const requests = listRequests(view.tree).filter((r) => r.name !== '');
    return requests.map((r) => item(r.name, 'request', visibleText(`${r.method} ${r.urlTemplate}`), range));
  }
  const names = new Set([...view.look(block).scope.names(), ...view.setters.names()]);
  return [...names].toSorted().map((name) => item(name, 'variable', 'variable', range));
}

function ofName(view: FileView, found: FoundScript, range: Range, chain: readonly Step[] | undefined): ScriptCompletions | undefined {
  const { phase } = found.script;
  if (chain === undefined)
    return { items: [...scriptGlobals(phase)].map(([name, type]) => item(name, 'variable', type, range)), fromValues: false };
  const value = bodyValue(view, found, chain);
  if (typeof value === 'object' && value !== null && isObjectValue(value)) {
    const items = [...value].flatMap(([key, v]) => (isName(key) ? [item(key, 'property', typeOfValue(v), range, fromAnswer)] : []));
    return { items, fromValues: true };
  }
  const type = value === undefined ? typeOfChain(chain, phase) : undefined;
  if (type === undefined) return undefined;
  const items = membersOf(type).map((m) =>
    item(m.name, isMethod(m) ? 'method' : 'property', m.signature, range, m.doc.replace(/^@deprecated /, '')),
  );
  return { items, fromValues: false };
}

const fromAnswer = 'In the last response to this request.';

const isName = (key: string): boolean => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key);

const item = (label: string, kind: CompletionItem['kind'], detail: string, range: Range, documentation?: string): CompletionItem => ({
  label,
  kind,
  detail,
  insertText: label,
  range,
  ...(documentation === undefined ? {} : { documentation: () => documentation }),
});
