import { maskText } from '../../../base/masks/mask.ts';
import { movedRange, type Range } from '../../../base/text/text.ts';
import { isRequest, type Block, type DefinitionNode, type DocumentTree, type HeaderNode, type ScriptNode } from '../../syntax/nodes.ts';
import { cachePerBlock } from '../../incremental/blockCache.ts';
import type { ProjectFile } from '../../workspace/fileView.ts';
import { contentRange, withoutBreak } from './contentRange.ts';
import { listRequests } from './requests.ts';

export interface FileSymbol {
  readonly kind: 'request' | 'section' | 'variable' | 'header' | 'script';
  /** Never empty. */
  readonly name: string;
  readonly detail: string;
  /** `range`: the whole construct. `selection`: the target of navigation. */
  readonly range: Range;
  readonly selection: Range;
  readonly children: readonly FileSymbol[];
}

const longestDetail = 100;

interface Part {
  readonly range: Range;
  /** The target of navigation; undefined in a block without a request or a title. */
  readonly selection: Range | undefined;
  readonly children: readonly FileSymbol[];
  readonly secrets: readonly string[];
}

const partsIn = cachePerBlock(readPart, movedPart);

function readPart(tree: DocumentTree, block: Block): Part | undefined {
  const range = contentRange(tree, block);
  if (range === undefined) return undefined;
  const secrets = block.directives.flatMap((d) => (d.name.text === 'secret' ? (d.argument?.text ?? []) : []));
  const line = block.requestLine;
  const request = line?.target.text === '' ? { start: line.range.start, end: line.range.start } : line?.target;
  return { range, selection: block.separator?.title ?? request, children: childrenOf(tree, block), secrets };
}

function movedPart(part: Part | undefined, by: number): Part | undefined {
  if (part === undefined) return undefined;
  const { range, selection, children } = part;
  return {
    ...part,
    range: movedRange(range, by),
    selection: selection && movedRange(selection, by),
    children: children.map((c) => movedSymbol(c, by)),
  };
}

const movedSymbol = (symbol: FileSymbol, by: number): FileSymbol => ({
  ...symbol,
  range: movedRange(symbol.range, by),
  selection: movedRange(symbol.selection, by),
});

/** The outline of a file: requests with their variables and scripts; variables, headers and scripts of blocks without a request. */
export function documentSymbols(tree: DocumentTree): readonly FileSymbol[] {
  const parts = [...partsIn(tree)];
  const secrets = new Set(parts.flatMap((p) => p?.secrets ?? []));
  const requests = new Map(listRequests(tree).map((r) => [r.block as Block, r]));
  return parts.flatMap((part, i) => {
    if (part === undefined) return [];
    const block = tree.blocks[i] as Block;
    const children = part.children.map((c) => (c.kind === 'variable' && secrets.has(c.name) ? { ...c, detail: maskText } : c));
    if (part.selection === undefined) return children;
    const { start, end } = part.selection;
    const around = { range: part.range, selection: { start, end }, children };
    const request = requests.get(block);
    if (request === undefined) return [{ kind: 'section', name: block.separator?.title?.text ?? '', detail: '', ...around }];
    const { title, method, urlTemplate } = request;
    const sent = `${method} ${urlTemplate}`;
    return [{ kind: 'request', name: title.trim() || method, detail: title === sent ? '' : cut(sent), ...around }];
  });
}

function childrenOf(tree: DocumentTree, block: Block): readonly FileSymbol[] {
  const found: FileSymbol[] = [];
  const push = (kind: FileSymbol['kind'], node: DefinitionNode | HeaderNode | ScriptNode, name: string, detail: string, at: Range): void =>
    void found.push({
      kind,
      name,
      detail: cut(detail),
      range: withoutBreak(tree, node.range),
      selection: { start: at.start, end: at.end },
      children: none,
    });
  for (const d of block.definitions) push('variable', d, d.name.text, d.value.text, d.name);
  if (!isRequest(block)) for (const h of block.headers) push('header', h, h.name.text, h.values.map((v) => v.text).join(' '), h.name);
  for (const s of [...block.preScripts, ...block.responseScripts]) {
    const name = s.phase === 'pre-request' ? 'pre-request script' : 'response script';
    push('script', s, name, s.inline ? '' : s.source.text, { start: s.range.start, end: s.range.start });
  }
  return found.length === 0 ? none : found;
}

const none: readonly FileSymbol[] = [];

const cut = (text: string): string => (text.length > longestDetail ? `${text.slice(0, longestDetail)}…` : text);

export interface WorkspaceSymbol {
  readonly kind: FileSymbol['kind'];
  readonly name: string;
  readonly file: string;
  readonly range: Range;
  readonly container: string;
}

/** Limit of reported symbols; users refine the query instead of reading more. */
const mostSymbols = 2000;

/** Requests, variables and sections whose names contain the query's characters in order, ignoring case. */
export function workspaceSymbols(files: readonly ProjectFile[], query: string): readonly WorkspaceSymbol[] {
  const wanted = query.toLowerCase();
  const found: WorkspaceSymbol[] = [];
  for (const { file, tree } of files) {
    const visit = (symbols: readonly FileSymbol[], container: string): void => {
      for (const { kind, name, selection, children } of symbols) {
        if (found.length >= mostSymbols) return;
        if (kind !== 'script' && kind !== 'header' && holds(name, wanted)) found.push({ kind, name, file, range: selection, container });
        visit(children, name);
      }
    };
    visit(documentSymbols(tree), '');
  }
  return found;
}

function holds(text: string, wanted: string): boolean {
  const lower = text.toLowerCase();
  let at = 0;
  for (const c of wanted) {
    const found = lower.indexOf(c, at);
    if (found < 0) return false;
    at = found + c.length;
  }
  return true;
}
