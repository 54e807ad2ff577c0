import type { Range } from '../../../base/text/text.ts';
import { authSchemeEntry, authSchemes } from '../../catalog/authSchemes.ts';
import { headerEntry, headers, type HeaderEntry } from '../../catalog/headerCatalog.ts';
import { mediaTypes } from '../../catalog/mediaTypes.ts';
import { methods } from '../../catalog/methods.ts';
import { escape, reference as linkTo } from '../hover/hoverMarkdown.ts';
import type { Ask } from './askCompletion.ts';
import { headersUsed, urlsUsed, valuesUsed } from './collectionIndex.ts';
import { insertion, type CompletionItem } from './item.ts';

/** A summary with a link to its reference. Markdown. */
export const withReference = (summary: string, reference: string): string => `${escape(summary)}\n\n${linkTo(reference)}`;

/** Header names; those already in the request are ranked last. */
export function headerNameItems(ask: Ask, range: Range): CompletionItem[] {
  const { view, block, line } = ask;
  const { text } = view.tree;
  const present = new Set(block.headers.filter((h) => h.range.start !== line.start).map((h) => h.name.text.toLowerCase()));
  const colon = text.slice(range.end, line.end).trimStart().startsWith(':');
  const item = (name: string, known?: HeaderEntry): CompletionItem => ({
    label: name,
    kind: 'header',
    note: known?.summary ?? 'collection',
    documentation: known === undefined ? undefined : () => withReference(known.summary, known.reference),
    insertText: colon ? name : `${name}: `,
    range,
    rank: present.has(name.toLowerCase()) ? 2 : known === undefined || usual.has(name) ? 0 : 1,
    again: !colon && (known === undefined || known.values !== undefined),
  });
  const known = headers.filter((h) => h.in !== 'response');
  const own = [...headersUsed(view, block).values()].filter(
    (name) => headerEntry(name) === undefined && /^[\w!#$%&'*+.^`|~-]+$/.test(name),
  );
  return [...own.slice(0, 100).map((name) => item(name)), ...known.map((h) => item(h.name, h))];
}

const usual: ReadonlySet<string> = new Set(['Accept', 'Authorization', 'Content-Type', 'Cookie', 'User-Agent']);

/** Headers with a single value, which commas do not split. */
const single = /^(?:content-type|authorization|proxy-authorization|cookie|user-agent|date|host|origin|referer|content-disposition|from)$/i;
/** Headers with credentials; their values are not offered in other requests. */
const personal = /auth|cookie|key|token|secret|signature|password|session/i;

export function headerValueItems(ask: Ask, name: string, value: Range): CompletionItem[] {
  const { view, offset, block } = ask;
  const { text } = view.tree;
  const entry = headerEntry(name);
  const before = text.slice(value.start, offset);
  const isSingle = single.test(name);
  const semicolon = before.lastIndexOf(';');
  const comma = isSingle ? -1 : before.lastIndexOf(',');
  if (semicolon > comma) return parameterItems(name, text, { start: value.start + semicolon + 1, end: value.end }, offset);
  const start = skip(text, value.start + comma + 1, offset);
  const next = isSingle ? -1 : text.slice(offset, value.end).search(/[,;]/);
  const range = { start, end: next < 0 ? value.end : offset + next };
  const items = entry?.values === undefined ? [] : [...tableItems(ask, entry, value, range)];
  const listed = new Set(items.map((i) => i.label));
  if (comma < 0 && !personal.test(name)) {
    for (const used of [...valuesUsed(view, block, name)].slice(0, 100))
      if (!listed.has(used) && used.length <= 120)
        items.push({ label: used, kind: 'value', note: 'collection', insertText: used, range: value });
  }
  return items;
}

const skip = (text: string, from: number, to: number): number => {
  let at = from;
  while (at < to && (text[at] === ' ' || text[at] === '\t')) at++;
  return at;
};

function* tableItems(ask: Ask, entry: HeaderEntry, value: Range, range: Range): Generator<CompletionItem> {
  const { values } = entry;
  const item = (label: string, summary: string, reference?: string): CompletionItem => ({
    label,
    kind: 'value',
    note: summary,
    documentation: summary === '' ? undefined : () => (reference === undefined ? escape(summary) : withReference(summary, reference)),
    ...insertion(label),
    range: label.includes(',') ? value : range,
  });
  switch (values) {
    case undefined:
      return;
    case 'media types':
      for (const t of mediaTypes) {
        if (entry.name === 'Content-Type' && t.name === '*/*') continue;
        const parts = entry.name === 'Content-Type' && t.name.startsWith('multipart/');
        yield {
          ...item(t.name, t.summary, t.reference),
          ...(parts ? { insertText: `${t.name}; boundary=\${1:boundary}`, snippet: true } : {}),
        };
      }
      return;
    case 'auth schemes':
      yield* schemeItems(ask, value);
      return;
    case 'methods':
      for (const m of methods) if (m.name !== 'GRAPHQL') yield item(m.name, m.summary, m.reference);
      return;
    case 'header names':
      for (const h of headers) yield item(h.name, h.summary, h.reference);
      return;
    case 'origin':
      for (const origin of originsUsed(ask, entry.name === 'Host')) yield item(origin, '');
      return;
    default:
      for (const [label, summary] of Object.entries(values)) yield item(label, summary);
  }
}

/** Origins of the collection's requests. `bare` omits the scheme. */
function originsUsed({ view, block }: Ask, bare: boolean): ReadonlySet<string> {
  const origins = new Set<string>();
  for (const url of urlsUsed(view, block)) {
    const m = /^(https?:\/\/)([^/]+)/i.exec(url);
    if (m !== null) origins.add(bare ? (m[2] ?? '') : m[0]);
    if (origins.size >= 100) break;
  }
  return origins;
}

/** Schemes with their credentials; after a scheme, only its credentials. */
function* schemeItems({ view, offset }: Ask, value: Range): Generator<CompletionItem> {
  const { text } = view.tree;
  const [scheme = '', gap] = /^[^\s{]*(\s+)?/.exec(text.slice(value.start, offset))?.[0].split(/(?=\s)/) ?? [];
  if (gap !== undefined) {
    const form = authSchemeEntry(scheme)?.form ?? '';
    const start = skip(text, value.start + scheme.length, offset);
    if (form !== '') yield { label: form, kind: 'value', ...insertion(form), range: { start, end: value.end } };
    return;
  }
  for (const { name, form, summary, reference } of authSchemes) {
    yield {
      label: name,
      kind: 'value',
      detail: ` ${form}`,
      documentation: () => withReference(summary, reference),
      ...insertion(`${name} ${form}`.trimEnd()),
      range: value,
    };
  }
}

const parameters: Readonly<Record<string, readonly string[]>> = {
  'content-type': ['charset=utf-8', 'boundary=boundary'],
  accept: ['q=0.9', 'q=0.5', 'charset=utf-8'],
  'accept-encoding': ['q=0.9', 'q=0.5'],
  'accept-language': ['q=0.9', 'q=0.5'],
  'content-disposition': ['name=""', 'filename=""'],
};

function parameterItems(name: string, text: string, { start, end }: Range, offset: number): CompletionItem[] {
  const from = skip(text, start, offset);
  const next = text.slice(offset, end).search(/[,;]/);
  const range = { start: from, end: next < 0 ? end : offset + next };
  const key = name.toLowerCase();
  const known = Object.hasOwn(parameters, key) ? (parameters[key] ?? []) : [];
  return known.map((label) => Object.assign({ label, kind: 'value', range } as const, insertion(label)));
}
