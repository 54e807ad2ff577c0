import type { Range } from '../../../base/text/text.ts';
import { directives, type DirectiveEntry } from '../../catalog/directiveCatalog.ts';
import { directiveTexts } from '../../catalog/directiveTexts.ts';
import { nameOf } from '../../syntax/nodes.ts';
import { code } from '../hover/hoverMarkdown.ts';
import type { Ask } from './askCompletion.ts';
import { authItems } from './authItems.ts';
import { requestsNamed, tagsUsed } from './collectionIndex.ts';
import type { CompletionItem } from './item.ts';
import { missingNames } from './missingNames.ts';
import { fits, mostItems } from './variableItems.ts';

/** Directives that apply to one request, so they are not offered in shared files. */
const ofRequest: ReadonlySet<string> = new Set(['name', 'title', 'description', 'tag', 'disabled', 'insecure', 'data']);
/** Directives that may occur more than once. */
const repeated: ReadonlySet<string> = new Set(['ref', 'prompt', 'secret', 'cacert', 'resolve', 'order']);

const durations = ['500ms', '5s', '30s', '1m'];
const values: Readonly<Record<string, readonly string[]>> = {
  timeout: durations,
  'connect-timeout': durations,
  'idle-timeout': durations,
  'max-time': durations,
  'max-redirects': ['0', '1', '5', '20'],
  'max-events': ['1', '10', '100'],
  undefined: ['keep', 'error'],
  escape: ['json'],
  contract: ['on', 'off'],
  text: ['choices[0].delta.content', 'delta.text', 'message.content', 'response'],
  proxy: ['http://127.0.0.1:3128', 'socks5h://127.0.0.1:1080', 'none'],
  retry: ['3', '3 1s'],
};

/** Directives; those already in the block are ranked last. */
export function directiveItems({ shared, block, line }: Ask, range: Range): CompletionItem[] {
  const present = new Set(block.directives.filter((d) => d.range.start !== line.start).map((d) => d.name.text));
  return directives
    .filter((d) => (shared ? !ofRequest.has(d.name) : d.name !== 'order'))
    .map((d) => ({
      label: d.name,
      kind: 'directive',
      detail: d.form.slice(`# @${d.name}`.length),
      note: directiveTexts[d.name] ?? '',
      documentation: () => `${code(d.form)}\n\n${directiveTexts[d.name] ?? ''}`,
      insertText: takesValue(d) ? `${d.name} ` : d.name,
      range,
      rank: present.has(d.name) && !repeated.has(d.name) ? 1 : 0,
      again: takesValue(d),
    }));
}

const takesValue = (d: DirectiveEntry): boolean => d.argument !== 'none';

export function directiveValueItems(ask: Ask, name: string, range: Range): CompletionItem[] {
  const { view, block, looking, offset } = ask;
  const item = (label: string, note?: string): CompletionItem => ({
    label,
    kind: name === 'ref' ? 'request' : name === 'prompt' || name === 'secret' ? 'variable' : 'value',
    note,
    insertText: label,
    range,
  });
  const refItems = (): CompletionItem[] => {
    const typed = view.tree.text.slice(range.start, offset);
    const titles = new Map<string, string>();
    for (const { name: request, title } of requestsNamed(view, block)) {
      if (titles.size >= mostItems) break;
      if (fits(request, typed) && !titles.has(request)) titles.set(request, title);
    }
    const all = item('*', 'all requests whose responses are used');
    return [...[...titles].map(([request, title]) => item(request, title === request ? undefined : title)), all];
  };
  switch (name) {
    case 'auth':
      return authItems(ask, range);
    case 'ref':
      return refItems();
    case 'name': {
      const words = nameOf(block).match(/[\p{L}\p{N}]+/gu) ?? [];
      const camel = words.map((w, i) => (i === 0 ? w.toLowerCase() : w.slice(0, 1).toUpperCase() + w.slice(1).toLowerCase())).join('');
      return /^\p{L}/u.test(camel) ? [item(camel)] : [];
    }
    case 'tag':
      return [...tagsUsed(view, block)].slice(0, mostItems).map((tag) => item(tag));
    case 'prompt':
      return missingNames(ask).map((missing) => item(missing, 'not defined'));
    case 'secret':
      return [...looking.scope.names()].slice(0, mostItems).map((known) => item(known));
    default:
      return Object.hasOwn(values, name) ? (values[name] ?? []).map((value) => item(value)) : [];
  }
}
