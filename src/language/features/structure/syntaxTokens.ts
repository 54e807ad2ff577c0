import { pushAll } from '../../../base/lists.ts';
import type { Range } from '../../../base/text/text.ts';
import type { Block, Node } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { semanticTokens } from './semanticTokens.ts';
import type { TokenKind } from './tokenKinds.ts';

/** Kinds of tokens for editors without a grammar of the language. */
export type SyntaxKind =
  | TokenKind
  | 'comment'
  | 'title'
  | 'directive'
  | 'name'
  | 'method'
  | 'string'
  | 'version'
  | 'header'
  | 'operator'
  | 'subject';

export interface SyntaxToken {
  /** Never spans lines. */
  readonly range: Range;
  readonly kind: SyntaxKind;
}

/**
 * Colored tokens of a file, in order and without overlap. In bodies and scripts only placeholders have tokens.
 * @param only excludes the tokens of other blocks
 */
export function syntaxTokens(view: FileView, only: (block: Block) => boolean = () => true): readonly SyntaxToken[] {
  const { tree } = view;
  const placeholders = semanticTokens(view, only);
  const tokens: SyntaxToken[] = [];
  let next = 0;
  for (const block of tree.blocks.filter(only)) {
    for (const { range, kind } of tokensOf(block, tree.text)) {
      let { start } = range;
      // A placeholder splits the text around it.
      while ((placeholders[next]?.range.start ?? Number.POSITIVE_INFINITY) < range.end) {
        const placeholder = placeholders[next++] as SyntaxToken;
        if (placeholder.range.start > start) tokens.push({ range: { start, end: placeholder.range.start }, kind });
        tokens.push(placeholder);
        start = Math.max(start, placeholder.range.end);
      }
      if (start < range.end) tokens.push({ range: { start, end: range.end }, kind });
    }
  }
  pushAll(tokens, placeholders.slice(next));
  return tokens.filter(({ range }) => range.end > range.start);
}

/** A token with its position in the file. Columns are UTF-16. */
export interface PlacedToken {
  /** From 0. */
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly kind: SyntaxKind;
}

/**
 * The tokens with their positions, in order and without overlap, also in files of other clients, whose lines differ from the tree's text.
 */
export function placedTokens(view: FileView, only?: (block: Block) => boolean): readonly PlacedToken[] {
  const { lines } = view.tree;
  const placed = syntaxTokens(view, only)
    .map(({ range, kind }) => ({ from: lines.positionAt(range.start), to: lines.positionAt(range.end), kind }))
    .filter(({ from, to }) => from.line === to.line && from.column < to.column)
    .toSorted((a, b) => a.from.line - b.from.line || a.from.column - b.from.column);
  const tokens: PlacedToken[] = [];
  let end = { line: -1, column: 0 };
  for (const { from, to, kind } of placed) {
    // Two lines of the text that was made can come from one line of the file.
    if (from.line === end.line && from.column < end.column) continue;
    tokens.push({ line: from.line, column: from.column, length: to.column - from.column, kind });
    end = to;
  }
  return tokens;
}

function* tokensOf(block: Block, text: string): Generator<SyntaxToken> {
  for (const node of block.nodes) yield* ofNode(node, text);
}

function withoutBreak({ start, end }: Range, text: string): Range {
  let last = end;
  while (last > start && (text[last - 1] === '\n' || text[last - 1] === '\r')) last--;
  return { start, end: last };
}

function* ofNode(node: Node, text: string): Generator<SyntaxToken> {
  switch (node.kind) {
    case 'separator':
      yield { range: { start: node.range.start, end: node.title?.end ?? node.range.start + 3 }, kind: 'title' };
      return;
    case 'comment':
      yield { range: withoutBreak(node.range, text), kind: 'comment' };
      return;
    case 'directive':
      yield { range: { start: node.name.start - 1, end: node.name.end }, kind: 'directive' };
      if (node.argument !== undefined) yield { range: node.argument, kind: 'string' };
      return;
    case 'definition':
      yield { range: node.name, kind: 'name' };
      yield { range: node.value, kind: 'string' };
      return;
    case 'script':
      if (!node.inline) yield { range: node.source, kind: 'string' };
      return;
    case 'request-line':
      if (node.method !== undefined) yield { range: node.method, kind: 'method' };
      yield { range: node.target, kind: 'string' };
      if (node.version !== undefined) yield { range: node.version, kind: 'version' };
      return;
    case 'continuation':
      yield { range: node.text, kind: 'string' };
      return;
    case 'header':
      yield { range: node.name, kind: 'header' };
      for (const value of node.values) yield { range: value, kind: 'string' };
      return;
    case 'assertion':
      yield { range: node.left, kind: 'subject' };
      yield { range: node.operator, kind: 'operator' };
      yield { range: node.right, kind: 'string' };
      return;
    case 'capture':
      yield { range: node.name, kind: 'name' };
      yield { range: node.left, kind: 'subject' };
      return;
    case 'saved-response':
      yield { range: node.path, kind: 'string' };
      return;
    case 'blank':
    case 'fold':
    case 'body':
    case 'unknown':
  }
}
