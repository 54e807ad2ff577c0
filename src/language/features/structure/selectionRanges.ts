import { contains, type Range } from '../../../base/text/text.ts';
import { templatesOf } from '../../semantics/request/requestSource.ts';
import type { BodyNode, DocumentTree, Node } from '../../syntax/nodes.ts';
import { jsonTokensOf } from './bodyTokens.ts';
import { rangeOf, skipBlanks } from '../../syntax/path.ts';
import { contentRange, withoutBreak } from './contentRange.ts';
import { blockAt, placeholderAt } from '../navigation/placeholders.ts';

const wordPart = /[\p{L}\p{M}\p{N}_$]/u;

/**
 * Ranges for "Expand Selection" at an offset, innermost first: a word, the parts of a placeholder, a value, a line, the
 * JSON values around it, the body, the request, the file.
 */
export function selectionRanges(tree: DocumentTree, offset: number): readonly Range[] {
  const found: Range[] = [{ start: 0, end: tree.text.length }];
  const block = blockAt(tree, offset);
  found.push(block.range);
  const content = contentRange(tree, block);
  if (content !== undefined) found.push(content);
  const node =
    block.nodes.find((n) => n.range.start <= offset && offset < n.range.end) ?? block.nodes.findLast((n) => contains(n.range, offset));
  if (node !== undefined) found.push(withoutBreak(tree, node.range), ...partsOf(node), lineAt(tree, offset));
  for (const { text, place } of templatesOf(tree, block))
    if (place.kind === 'target') for (const p of text.template.parts) if (contains(p.range, offset)) found.push(p.range);
  if (block.body !== undefined && contains(block.body.text, offset)) found.push(...inJson(tree, block.body, offset));
  const placeholder = placeholderAt(tree, offset)?.placeholder;
  if (placeholder !== undefined) {
    const { range, expressionRange, expression, filters } = placeholder;
    found.push(range, { start: range.start + 2, end: range.end - 2 }, expressionRange, ...filters.map((f) => f.range));
    if (expression.kind === 'path') {
      const start = expressionRange.start;
      for (const segment of expression.segments.map(rangeOf)) {
        const close = skipBlanks(tree.text, segment.end);
        found.push({ start, end: tree.text.charAt(close) === ']' ? close + 1 : segment.end }, segment);
      }
    }
  }
  found.push(wordAt(tree.text, offset));
  return nested(found, offset);
}

/** Nested ranges that contain the offset, innermost first. */
function nested(ranges: readonly Range[], offset: number): readonly Range[] {
  const sorted = ranges.filter((r) => contains(r, offset) && r.end > r.start).toSorted((a, b) => a.end - a.start - (b.end - b.start));
  const kept: Range[] = [];
  for (const r of sorted) {
    const last = kept.at(-1);
    if (last === undefined || (r.start <= last.start && last.end <= r.end && r.end - r.start > last.end - last.start)) kept.push(r);
  }
  return kept;
}

function partsOf(node: Node): readonly Range[] {
  switch (node.kind) {
    case 'definition':
      return [node.name, node.value];
    case 'directive':
      return [node.name, ...(node.argument === undefined ? [] : [node.argument, { start: node.name.start, end: node.argument.end }])];
    case 'separator':
      return node.title === undefined ? [] : [node.title];
    case 'request-line':
      return [node.method, node.target, node.version].filter((s) => s !== undefined);
    case 'continuation':
    case 'body':
      return [node.text];
    case 'header':
      return [node.name, ...node.values];
    case 'script':
      return [node.source];
    case 'saved-response':
      return [node.path];
    case 'capture':
      return [node.name, node.left];
    case 'assertion':
      return [node.left, node.operator, node.right, node.text];
    case 'comment':
    case 'blank':
    case 'fold':
    case 'unknown':
      return [];
  }
}

/** The line's text without white space around it. */
function lineAt(tree: DocumentTree, offset: number): Range {
  let start = tree.lines.startOf(tree.lines.positionAt(offset).line);
  let end = start;
  while (end < tree.text.length && tree.text.charCodeAt(end) !== 10 && tree.text.charCodeAt(end) !== 13) end++;
  while (start < end && /\s/.test(tree.text.charAt(start))) start++;
  while (end > start && /\s/.test(tree.text.charAt(end - 1))) end--;
  return { start, end };
}

function wordAt(text: string, offset: number): Range {
  let start = offset;
  let end = offset;
  while (start > 0 && wordPart.test(text.charAt(start - 1))) start--;
  while (end < text.length && wordPart.test(text.charAt(end))) end++;
  return { start, end };
}

function inJson(tree: DocumentTree, body: BodyNode, offset: number): readonly Range[] {
  const tokens = jsonTokensOf(tree, body);
  if (tokens === undefined) return [];
  const { starts, ends, partners } = tokens;
  const found: Range[] = [];
  const add = (start: number, end: number): void => void (start <= offset && offset <= end && found.push({ start, end }));
  for (let i = 0; i < starts.length; i++) {
    const [start, end, close] = [starts[i] as number, ends[i] as number, partners[i]];
    if (close !== undefined) {
      add(start, ends[close] as number);
      add(end, starts[close] as number);
    } else {
      add(start, end);
      if (tree.text.charAt(start) === '"') add(start + 1, end - 1);
    }
    // A member: `"key": value`.
    if (i + 2 < starts.length && tree.text.charAt(starts[i + 1] as number) === ':') add(start, ends[partners[i + 2] ?? i + 2] as number);
  }
  return found;
}
