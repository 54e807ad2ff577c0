import { contains, type Range } from '../../../base/text/text.ts';
import type { Diagnostic, DiagnosticId } from '../../diagnostic.ts';
import type { Node } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { diagnosticsIn } from '../diagnostics/diagnostics.ts';
import { blockAt, placeholderAt } from '../navigation/placeholders.ts';
import { ofApiPart } from '../openapi/apiHover.ts';
import { ofGraphql } from '../graphqlBodies/graphqlHover.ts';
import { ofAssertion, ofCapture } from './assertionHover.ts';
import { ofDefinition } from './definitionHover.ts';
import { ofDirective } from './directiveHover.ts';
import { ofFile } from './fileHover.ts';
import { ofHeader } from './headerHover.ts';
import type { Hover, HoverContext, LinkTo } from './hoverContext.ts';
import { ofLiteral } from './literalHover.ts';
import { ofMethod, ofRequest } from './requestHover.ts';
import { ofPlaceholder } from './placeholderHover.ts';

export interface HoverOptions {
  readonly link?: LinkTo;
  /** Current time in milliseconds since 1970. */
  readonly now?: number;
  /** The editor shows diagnostics next to the hover, so the hover omits them. */
  readonly besideDiagnostics?: boolean;
}

/** Characters at the start of a hint that VS Code underlines with dots; only they show its message. */
const hintCharacters = 2;

const isShownAt = ({ severity, range }: Diagnostic, offset: number): boolean =>
  severity !== 'hint' || offset <= range.start + hintCharacters;

/** The hover at an offset: for a placeholder, else for the syntax node. Runs nothing. */
export function hover(
  view: FileView,
  offset: number,
  { link, now = Date.now(), besideDiagnostics = false }: HoverOptions = {},
): Hover | undefined {
  const { tree } = view;
  const block = blockAt(tree, offset);
  const isReported = (id: DiagnosticId, { start }: Range): boolean =>
    besideDiagnostics &&
    diagnosticsIn(view, { start: offset, end: offset }).some((d) => d.id === id && d.range.start === start && isShownAt(d, offset));
  const context: HoverContext = { view, block, looking: view.look(block), link, now, isReported };
  const found = placeholderAt(tree, offset);
  if (found !== undefined) {
    const markdown = ofPlaceholder(found, offset, context);
    return markdown === '' ? undefined : { range: found.placeholder.range, markdown };
  }
  const node = block.nodes.find((n) => n.range.start <= offset && offset < n.range.end) ?? block.nodes.at(-1);
  return ofFile(offset, context) ?? (node === undefined ? undefined : ofNode(node, offset, context));
}

function ofNode(node: Node, offset: number, context: HoverContext): Hover | undefined {
  switch (node.kind) {
    case 'directive':
      return ofDirective(node, offset, context);
    case 'definition':
      return ofDefinition(node, offset, context) ?? ofLiteral(node.value, offset, context);
    case 'separator':
      return node.title !== undefined && contains(node.title, offset) ? ofRequest(node.title, context) : undefined;
    case 'request-line':
      if (node.method !== undefined && contains(node.method, offset)) return ofMethod(node.method);
      return contains(node.target, offset)
        ? (ofApiPart(offset, context) ?? ofLiteral(node.target, offset, context) ?? ofRequest(node.target, context))
        : undefined;
    case 'continuation':
      return contains(node.text, offset)
        ? (ofApiPart(offset, context) ?? ofLiteral(node.text, offset, context) ?? ofRequest(node.text, context))
        : undefined;
    case 'header':
    case 'fold':
      return ofApiPart(offset, context) ?? ofHeader(offset, context);
    case 'assertion':
      return ofAssertion(node, offset) ?? ofLiteral(node.right, offset, context);
    case 'capture':
      return ofCapture(node, offset);
    case 'body':
      return ofGraphql(offset, context) ?? ofApiPart(offset, context) ?? ofLiteral(node.text, offset, context);
    case 'comment':
    case 'blank':
    case 'script':
    case 'saved-response':
    case 'unknown':
      return undefined;
  }
}
