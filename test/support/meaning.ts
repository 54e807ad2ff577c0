import {
  createEvaluation,
  exchangesOf,
  isRequest,
  scopeOf,
  sendDefaults,
  sharedBlocks,
  sourceOf,
  type Block,
  type FileView,
  type Node,
} from '../../src/language/index.ts';
import { resolveRequest } from '../../src/language/sending.ts';
import { fixedSources } from './inspect.ts';

/** Everything in a file except its layout: equal for two files that only differ in layout. */
export const meaningOf = (view: FileView): unknown =>
  view.tree.blocks
    .map((b) => ({ nodes: b.nodes.flatMap((n) => said(view, n)), sent: sent(view, b) }))
    .filter(({ nodes }) => nodes.length > 0);

function said({ tree }: FileView, node: Node): unknown[] {
  const raw = tree.text.slice(node.range.start, node.range.end);
  switch (node.kind) {
    case 'blank':
    case 'fold':
    case 'body':
      return [];
    case 'separator':
      return [[node.kind, node.title?.text]];
    case 'comment':
      return [[node.kind, raw.trimEnd()]];
    case 'directive':
      return [[node.kind, node.name.text, node.argument?.text]];
    case 'capture':
      return [[node.kind, node.name.text, node.left.text]];
    case 'definition':
      return [[node.kind, node.name.text, node.value.text]];
    case 'script':
      return [[node.kind, node.phase, node.inline, node.inline && !tree.text.startsWith('%}', node.source.end) ? '' : node.source.text]];
    case 'request-line':
      return [[node.kind, node.method?.text.toUpperCase(), node.target.text, node.version?.text]];
    case 'continuation':
      return [[node.kind, node.text.text]];
    case 'header':
      return [[node.kind, node.name.text, node.values.map((v) => v.text)]];
    case 'assertion':
      return [[node.kind, node.left.text.replace(/^header[ \t]+/, 'header '), node.operator.text, node.right.text]];
    case 'saved-response':
      return [[node.kind, node.path.text]];
    case 'unknown':
      return [[node.kind, raw.trimEnd()]];
  }
}

function sent(view: FileView, block: Block): unknown {
  if (!isRequest(block)) return undefined;
  const context = view.contextOf(block);
  const resolution = resolveRequest({
    block,
    source: sourceOf(view.tree, block),
    shared: sharedBlocks(context),
    evaluation: createEvaluation(scopeOf(context), fixedSources(), exchangesOf(view.tree, { find: () => undefined })),
    defaults: { ...sendDefaults, undefinedVariables: 'keep' },
  });
  if (!resolution.ok) return resolution.problems.map((p) => [p.id, p.message]);
  const { method, url, headers, body, options, httpVersion } = resolution.request;
  return { method, url, headers, options, httpVersion, body: body.map((p) => (p.kind === 'text' ? p.text : [p.path, p.fill])) };
}
