import type { Range } from '../../../base/text/text.ts';
import { valueToText } from '../../../base/values/value.ts';
import { methods } from '../../catalog/methods.ts';
import { withReference } from './headerItems.ts';
import { isSpace } from '../../syntax/lines.ts';
import type { Ask } from './askCompletion.ts';
import { urlsUsed } from './collectionIndex.ts';
import type { CompletionItem } from './item.ts';
import { fits, mostItems } from './variableItems.ts';

export function methodItems({ view }: Ask, range: Range): CompletionItem[] {
  const alone = !isSpace(view.tree.text.charCodeAt(range.end));
  return methods.map(({ name, summary, reference }) => ({
    label: name,
    kind: 'method',
    note: summary,
    documentation: () => withReference(summary, reference),
    insertText: alone ? `${name} ` : name,
    range,
    again: alone,
  }));
}

/** Request targets: variables that contain hosts, and URLs of other requests with each of their parent paths. */
export function targetItems(ask: Ask, range: Range): CompletionItem[] {
  const { text } = ask.view.tree;
  const typed = text.slice(range.start, ask.offset);
  const items = typed.includes('/') ? [] : hostItems(ask, range);
  const hosts = new Set(items.map((i) => i.label));
  const here = text.slice(range.start, range.end);
  for (const url of withParents(urlsUsed(ask.view, ask.block), typed)) {
    if (items.length >= mostItems) break;
    if (url !== here && !hosts.has(url)) items.push({ label: url, kind: 'url', insertText: url, range, rank: 1 });
  }
  return items;
}

const looksLikeUrl = /^https?:\/\/\S+$/;
/** With too many variables to evaluate, only names that match this are offered. */
const hostName = /host|url|base|origin|server|endpoint|api/i;
const mostEvaluated = 200;

function hostItems({ looking, before, preview, view }: Ask, range: Range): CompletionItem[] {
  const { scope, evaluation } = looking;
  const items: CompletionItem[] = [];
  const names = [...scope.names()];
  let evaluated = 0;
  for (const name of names) {
    if (evaluated >= mostEvaluated) break;
    if (names.length > mostEvaluated && !hostName.test(name)) continue;
    const variable = scope.find(name, before);
    if (variable === undefined) continue;
    evaluated++;
    const value = evaluation.variable(variable);
    if (!value.ok || variable.secret || !looksLikeUrl.test(valueToText(value.value).slice(0, 2000))) continue;
    const { environment, file } = variable.origin;
    items.push({
      label: `{{${name}}}`,
      kind: 'variable',
      detail: preview()(value.value),
      note: environment ?? (file === undefined || file === view.file ? '' : view.display(file)),
      insertText: `{{${name}}}`,
      range,
      // Match the variable's name, or the braces if the user typed them.
      filterText: view.tree.text[range.start] === '{' ? `{{${name}}}` : name,
      rank: 0,
    });
  }
  return items;
}

/** URLs that match the typed text, with their parent paths, sorted. */
function withParents(urls: Iterable<string>, typed: string): readonly string[] {
  const all = new Set<string>();
  for (const url of urls) {
    if (!fits(url, typed)) continue;
    const origin = /^(?:[a-z]+:\/\/)?[^/]*/i.exec(url)?.[0] ?? '';
    for (let slash = url.indexOf('/', origin.length + 1); slash >= 0; slash = url.indexOf('/', slash + 1)) all.add(url.slice(0, slash));
    if (origin !== '') all.add(origin);
    all.add(url);
    if (all.size > 4 * mostItems) break;
  }
  return [...all].toSorted();
}

const versions = [
  ['HTTP/1.1', 'usual'],
  ['HTTP/2', 'one connection, names in lower case'],
  ['HTTP/1.0', 'without chunks'],
] as const;

export function versionItems({ trigger }: Ask, range: Range): CompletionItem[] {
  // Do not open the list for a space after a URL.
  if (trigger !== undefined) return [];
  return versions.map(([label, note]) => ({ label, kind: 'keyword', note, insertText: label, range }));
}
