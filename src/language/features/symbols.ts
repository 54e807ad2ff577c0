import { maskText } from '../../base/mask.ts';
import type { Range } from '../../base/text.ts';
import { isRequest, type Block, type DefinitionNode, type DocumentTree, type HeaderNode, type ScriptNode } from '../syntax/nodes.ts';
import type { ProjectFile } from '../workspace/fileView.ts';
import { contentRange, withoutBreak } from './contentRange.ts';
import { listRequests, type RequestSummary } from './requests.ts';

/** An entry of a file's outline. */
export interface FileSymbol {
  readonly kind: 'request' | 'section' | 'variable' | 'header' | 'script';
  /** Never empty. */
  readonly name: string;
  readonly detail: string;
  /** All that belongs to it, and in it what to go to. */
  readonly range: Range;
  readonly selection: Range;
  readonly children: readonly FileSymbol[];
}

const longestDetail = 100;

/** The outline of a file: its requests with their variables and scripts; variables, headers and scripts that stand around them. */
export function documentSymbols(tree: DocumentTree): readonly FileSymbol[] {
  const requests = new Map<Block, RequestSummary>(listRequests(tree).map((r) => [r.block, r]));
  const secrets = new Set<string>();
  for (const b of tree.blocks)
    for (const d of b.directives) if (d.name.text === 'secret' && d.argument !== undefined) secrets.add(d.argument.text);
  return tree.blocks.flatMap((block) => {
    const range = contentRange(tree, block);
    if (range === undefined) return [];
    const children = partsOf(tree, block, secrets);
    const request = requests.get(block);
    if (request !== undefined) return [ofRequest(request, range, children)];
    const title = block.separator?.title;
    if (title === undefined) return children;
    return [{ kind: 'section', name: title.text, detail: '', range, selection: title, children }];
  });
}

function ofRequest({ block, title, method, urlTemplate }: RequestSummary, range: Range, children: readonly FileSymbol[]): FileSymbol {
  const { target, range: line } = block.requestLine;
  const selection = block.separator?.title ?? (target.text === '' ? { start: line.start, end: line.start } : target);
  const sent = `${method} ${urlTemplate}`;
  return { kind: 'request', name: title.trim() || method, detail: title === sent ? '' : cut(sent), range, selection, children };
}

function partsOf(tree: DocumentTree, block: Block, secrets: ReadonlySet<string>): readonly FileSymbol[] {
  const parts: FileSymbol[] = [];
  const push = (
    kind: FileSymbol['kind'],
    node: DefinitionNode | HeaderNode | ScriptNode,
    name: string,
    detail: string,
    selection: Range,
  ): void => void parts.push({ kind, name, detail: cut(detail), range: withoutBreak(tree, node.range), selection, children: [] });
  for (const d of block.definitions) push('variable', d, d.name.text, secrets.has(d.name.text) ? maskText : d.value.text, d.name);
  if (!isRequest(block)) for (const h of block.headers) push('header', h, h.name.text, h.values.map((v) => v.text).join(' '), h.name);
  for (const s of [...block.preScripts, ...block.responseScripts]) {
    const name = s.phase === 'pre-request' ? 'pre-request script' : 'response script';
    push('script', s, name, s.inline ? '' : s.source.text, { start: s.range.start, end: s.range.start });
  }
  return parts;
}

const cut = (text: string): string => (text.length > longestDetail ? `${text.slice(0, longestDetail)}…` : text);

/** A request or variable of a collection, found by its name. */
export interface WorkspaceSymbol {
  readonly kind: FileSymbol['kind'];
  readonly name: string;
  readonly file: string;
  readonly range: Range;
  /** The request it belongs to. */
  readonly container: string;
}

/** Symbols that are told at most: nobody reads further. */
const mostSymbols = 2000;

/** Requests, variables and sections of files whose names hold the characters of a query in its order, in any case. */
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
