import type { DocumentTree, Node } from '../../src/language/index.ts';

/** A readable tree: one line per node with its lines (from 1) and contents, then the diagnostics. */
export function treeText(tree: DocumentTree): string {
  const out: string[] = [];
  const lines = (start: number, end: number): string => {
    const first = tree.lines.positionAt(start).line + 1;
    const last = tree.lines.positionAt(Math.max(start, end - 1)).line + 1;
    return first === last ? `${first}` : `${first}-${last}`;
  };
  tree.blocks.forEach((block, i) => {
    out.push(`block ${i + 1}`);
    for (const node of block.nodes) out.push(`  ${lines(node.range.start, node.range.end)} ${node.kind}${details(node)}`);
  });
  for (const d of tree.diagnostics) {
    const { line, column } = tree.lines.positionAt(d.range.start);
    out.push(`${d.severity} ${line + 1}:${column + 1} ${d.id} ${quote(tree.text.slice(d.range.start, d.range.end))} ${d.message}`);
  }
  return `${out.join('\n')}\n`;
}

const quote = (text: string): string => JSON.stringify(text);
const field = (name: string, span: { readonly text: string } | undefined): string =>
  span === undefined || span.text === '' ? '' : ` ${name}=${quote(span.text)}`;

function details(node: Node): string {
  switch (node.kind) {
    case 'separator':
      return field('title', node.title);
    case 'directive':
      return field('name', node.name) + field('argument', node.argument);
    case 'definition':
      return field('name', node.name) + field('value', node.value);
    case 'script':
      return ` ${node.phase}${node.inline ? '' : ' file'}${field('source', node.source)}`;
    case 'request-line':
      return field('method', node.method) + field('target', node.target) + field('version', node.version);
    case 'continuation':
      return field('text', node.text);
    case 'header':
      return `${field('name', node.name)} values=${quote(node.values.map((v) => v.text).join('⏎'))}`;
    case 'body':
      return field('text', node.text);
    case 'assertion':
      return field('left', node.left) + field('operator', node.operator) + field('right', node.right);
    case 'capture':
      return field('name', node.name) + field('left', node.left);
    case 'saved-response':
      return field('path', node.path);
    case 'comment':
    case 'blank':
    case 'fold':
    case 'unknown':
      return '';
  }
}
