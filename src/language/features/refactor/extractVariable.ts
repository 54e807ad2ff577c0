import { t } from '../../../base/l10n.ts';
import { lineBreakOf, type Range } from '../../../base/text/text.ts';
import { applyEdits, type CodeAction, type TextEdit } from '../../edit.ts';
import { templatesOf } from '../../semantics/request/requestSource.ts';
import { isRequest, startOf, type Block, type DocumentTree } from '../../syntax/nodes.ts';
import type { Template } from '../../syntax/template.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { blockAt } from '../navigation/placeholders.ts';
import { literalAt, type Literal } from './literalAt.ts';
import { freeName } from './refactorNames.ts';
import { sendsTheSame } from './sameRequests.ts';

/** Shorter texts occur elsewhere by chance. */
const shortestShared = 3;
/** Limit of replaced places, because each request that contains one is resolved before and after. */
const mostReplaced = 200;

/** Extracts the literal at the selection or cursor into a file variable; a second action replaces all equal literals. */
export function extractVariable(view: FileView, range: Range): readonly CodeAction[] {
  const { tree } = view;
  const block = blockAt(tree, range.start);
  if (!isRequest(block) || range.end > block.range.end) return [];
  const literal = literalAt(tree, block, range);
  if (literal === undefined) return [];
  const name = freeName(view, block, literal.name);
  const one = action(view, name, literal, t('Extract to the variable {0}', name), definitionPlace(block), [literal.range]);
  if (one === undefined) return [];
  const all = equalLiterals(tree, literal);
  const [first] = tree.blocks;
  if (all.length < 2 || first === undefined) return [one];
  const everywhere = action(
    view,
    name,
    literal,
    t('Extract to the variable {0}, all {1} places', name, all.length),
    definitionPlace(first),
    all,
  );
  return everywhere === undefined ? [one] : [one, everywhere];
}

function action(
  view: FileView,
  name: string,
  literal: Literal,
  title: string,
  definedAt: number,
  places: readonly Range[],
): CodeAction | undefined {
  const { tree, file } = view;
  const value = tree.text.slice(literal.range.start, literal.range.end);
  const definition: TextEdit = {
    range: { start: definedAt, end: definedAt },
    newText: `@${name} = ${value}${lineBreakOf(tree.text)}`,
  };
  const edits = [definition, ...places.map((range) => ({ range, newText: `{{${name}}}` }))];
  if (!sendsTheSame(view, edits)) return undefined;
  // The cursor goes to the placeholder that replaces the literal.
  const before = edits.filter((e) => e.range.start < literal.range.start);
  const offset = applyEdits(tree.text.slice(0, literal.range.start), before).length + 2;
  return { title, kind: 'refactor.extract', edits: [{ file, edits }], command: { kind: 'rename', offset } };
}

/** Where to insert a block's next definition: after its others, else before its scripts and its request line. */
function definitionPlace(block: Block): number {
  const line = block.requestLine?.range.start ?? block.range.end;
  const last = block.definitions.findLast((d) => d.range.start < line);
  if (last !== undefined) return last.range.end;
  const own = block.nodes.find((n) => n.kind === 'script' || n.kind === 'request-line' || n.kind === 'header');
  return own?.range.start ?? block.separator?.range.end ?? block.range.start;
}

/** Ranges in the file with the same text as a separate literal. */
function equalLiterals(tree: DocumentTree, { range: own, place }: Literal): readonly Range[] {
  const text = tree.text.slice(own.start, own.end);
  if (text.length < shortestShared) return [own];
  const found: Range[] = [];
  let next = tree.text.indexOf(text);
  for (const [i, block] of tree.blocks.entries()) {
    if (next < 0) break;
    const after = tree.blocks[i + 1];
    const end = after === undefined ? tree.text.length : startOf(after);
    // Most blocks do not contain the text: their templates are not read.
    if (next >= end) continue;
    next = tree.text.indexOf(text, end);
    if (!isRequest(block)) continue;
    for (const { place: other, text: template } of templatesOf(tree, block)) {
      if (
        other.kind !== place.kind ||
        (other.kind === 'header' && place.kind === 'header' && other.name.toLowerCase() !== place.name.toLowerCase())
      )
        continue;
      const first = template.template.parts[0]?.range.start ?? 0;
      for (let at = template.written.indexOf(text); at >= 0; at = template.written.indexOf(text, at + text.length)) {
        const start = first + at;
        const range = { start, end: start + text.length };
        if (!isCut(template.template, range) && !joins(tree.text, start - 1) && !joins(tree.text, range.end)) found.push(range);
        if (found.length > mostReplaced) return [own];
      }
    }
  }
  return found.some((r) => r.start === own.start) ? found : [own];
}

/** Whether a range begins or ends inside a placeholder. */
const isCut = ({ parts }: Template, { start, end }: Range): boolean =>
  parts.some((p) => p.kind === 'placeholder' && p.range.start < end && p.range.end > start && (p.range.start < start || p.range.end > end));

/** Whether the character at an offset would join an adjacent literal into one word. */
function joins(text: string, at: number): boolean {
  return /[\p{L}\p{N}_%{}\\]/u.test(text.charAt(at));
}
