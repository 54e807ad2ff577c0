import type { CompletionItem, FolderEntry } from '../../src/language/index.ts';
import { completion } from '../../src/language/onDemand.ts';
import { inspect, type Around, type TextAt } from './inspect.ts';
import { root } from './memoryWorkspace.ts';

export interface Asked extends Around {
  /** The character that triggers completion. */
  readonly trigger?: string;
  /** Entries of folders, by their path under the root. */
  readonly folders?: Readonly<Record<string, readonly string[]>>;
  /** Names of stored secrets. */
  readonly kept?: readonly string[];
}

export interface Offered {
  readonly items: readonly CompletionItem[];
  readonly incomplete: boolean;
  readonly labels: readonly string[];
  /** Labels that match the typed text as in editors: its letters, in order. */
  readonly fitting: readonly string[];
  readonly item: (label: string) => CompletionItem;
  /** The text after accepting an item; `‸` marks the cursor, or each tab stop of a snippet. */
  readonly take: (label: string) => string;
}

/** Requests completion at `|`. */
export async function complete(marked: string | TextAt, asked: Asked = {}): Promise<Offered> {
  const { view, offset, tree } = await inspect(marked, asked);
  const readFolder = (folder: string): Promise<readonly FolderEntry[]> => {
    const names = asked.folders?.[folder.slice(root.length + 1)] ?? [];
    return Promise.resolve(names.map((n) => (n.endsWith('/') ? { name: n.slice(0, -1), kind: 'folder' } : { name: n, kind: 'file' })));
  };
  const { items, incomplete } = await completion(view, offset, { trigger: asked.trigger, readFolder, secrets: asked.kept ?? [] });
  const { text } = tree;
  for (const { label, range } of items) {
    const one = /^[^\r\n]*$/.test(text.slice(range.start, range.end));
    if (!one || range.start > offset || range.end < offset) throw new Error(`${label} takes the place of what an editor cannot replace`);
  }
  const item = (label: string): CompletionItem => {
    const found = items.find((i) => i.label === label);
    if (found === undefined) throw new Error(`${label} is not offered, but ${items.map((i) => i.label).join(', ') || 'nothing'}`);
    return found;
  };
  return {
    items,
    incomplete,
    labels: items.map((i) => i.label),
    fitting: items.filter((i) => isIn(text.slice(i.range.start, offset), i.filterText ?? i.label)).map((i) => i.label),
    item,
    take(label) {
      const { range, insertText, snippet } = item(label);
      const inserted = snippet === true ? filled(insertText) : `${insertText}‸`;
      return text.slice(0, range.start) + inserted + text.slice(range.end);
    },
  };
}

function isIn(typed: string, text: string): boolean {
  let at = 0;
  for (const c of typed.toLowerCase()) {
    at = text.toLowerCase().indexOf(c, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** A snippet as inserted, with its tab stops marked. */
const filled = (snippet: string): string =>
  snippet
    .replace(/(?<!\\)\$(?:\{(\d):([^}\\]*)\}|\{\d\}|\d)/g, (_, __, name: string | undefined) => `‸${name ?? ''}`)
    .replace(/\\([\\$}])/g, '$1');
