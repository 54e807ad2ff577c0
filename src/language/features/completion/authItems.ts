import type { Range } from '../../../base/text/text.ts';
import { authEntry, authentications, type AuthEntry } from '../../catalog/authCatalog.ts';
import type { Ask } from './askCompletion.ts';
import { code } from '../hover/hoverMarkdown.ts';
import { insertion, type CompletionItem } from './item.ts';

/** Values of `# @auth`: a kind, then the ids of configured authentications, or options. */
export function authItems({ view, looking, offset }: Ask, range: Range): CompletionItem[] {
  const { text } = view.tree;
  const before = text.slice(range.start, offset);
  const [, kind, rest = ''] = /^(\S+)[ \t](.*)$/.exec(before) ?? [];
  const entry = authEntry(kind ?? '');
  if (kind === undefined) return authentications.map((a) => kindItem(a, range));
  if (entry === undefined) return [];
  if (kind === 'oauth2') {
    const id = { start: range.start + kind.length + 1, end: range.end };
    return [...looking.scope.auths.ids()].map((label) => ({
      label,
      kind: 'value',
      insertText: /\s/.test(label) ? `"${label}"` : label,
      range: id,
    }));
  }
  const typed = /[^ \t]*$/.exec(rest)?.[0] ?? '';
  const value = /^([a-z-]+)=(.*)$/.exec(typed);
  const option = entry.options.find((o) => o.name === value?.[1]);
  if (option !== undefined) {
    const place = { start: offset - (value?.[2] ?? '').length, end: offset };
    return (option.values ?? []).map((label) => ({ label, kind: 'value', insertText: label, range: place }));
  }
  const place = { start: offset - typed.length, end: offset };
  return entry.options
    .filter((o) => !` ${rest}`.includes(` ${o.name}=`))
    .map(({ name, summary, list = false }) => ({
      label: `${name}=`,
      kind: 'keyword',
      note: summary,
      range: place,
      insertText: list ? `${name}=["$1"]` : `${name}=`,
      snippet: list,
      again: !list,
    }));
}

function kindItem({ kind, form, summary }: AuthEntry, range: Range): CompletionItem {
  const written = form.slice('# @auth '.length);
  return {
    label: kind,
    kind: 'value',
    detail: written.slice(kind.length),
    note: summary,
    documentation: () => `${code(form)}\n\n${summary}`,
    ...insertion(written),
    range,
  };
}
