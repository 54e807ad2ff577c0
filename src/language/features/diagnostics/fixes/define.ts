import { lineBreakOf } from '../../../../base/text.ts';
import type { CodeAction, FileEdits, TextEdit } from '../../../edit.ts';
import { isRequest, type DocumentTree } from '../../../syntax/nodes.ts';
import type { Segment } from '../../../syntax/path.ts';
import { join } from '../../../workspace/paths.ts';
import { sharedKind } from '../../../workspace/collection.ts';
import type { FileView } from '../../../workspace/fileView.ts';
import { newMember } from '../../environmentEdits.ts';
import { lookAt, placeholderAt, type FoundPlaceholder } from '../../placeholders.ts';
import { fix, fixIn, insertion, type Fixer } from './fixer.ts';

/** Defines a name that nothing defines: in this file, in the environment chosen, in `collection.req`. */
export const define: Fixer = function* define(input): Generator<CodeAction> {
  const { view, diagnostic, block } = input;
  const found = placeholderAt(view.tree, diagnostic.range.start);
  const result = found === undefined ? undefined : lookAt(found, view.look(block));
  const name = result === undefined || result.ok ? undefined : result.problem.missing;
  if (found === undefined || name === undefined) return;
  const value = valueFor(found, name);
  if (value === undefined) return;
  yield fix(input, `Define ${name} in this file`, [definition(view, found, name, value)]);
  const inEnvironment = environmentEdits(view, name, value);
  if (inEnvironment !== undefined) yield fixIn(input, `Define ${name} in the environment ${view.environment}`, inEnvironment);
  if (sharedKind(view.file) === 'collection') return;
  const shared = view.collection.shared.find((s) => s.kind === 'collection');
  const line = `@${name} = ${value}`;
  const inCollection: FileEdits =
    shared === undefined
      ? { file: join(view.collection.root, 'collection.req'), create: true, edits: [insertion(0, `${line}\n`)] }
      : { file: shared.file, edits: [atTop(shared.tree, line)] };
  yield fixIn(input, `Define ${name} in collection.req`, inCollection);
};

/** Gives the placeholder a text to fall back on. */
export const fallBack: Fixer = function* fallBack(input) {
  const { placeholder } = placeholderAt(input.view.tree, input.diagnostic.range.start) ?? {};
  if (placeholder === undefined || placeholder.filters.some((f) => f.name === 'default')) return;
  yield fix(input, 'Fall back on an empty text', [insertion(placeholder.expressionRange.end, ' | default ""')]);
};

/** An empty value in which the placeholder's path leads somewhere; undefined where none is that simple. */
function valueFor({ placeholder: { expression } }: FoundPlaceholder, name: string): string | undefined {
  const segments = expression.kind === 'path' && expression.segments[0]?.key === name ? expression.segments.slice(1) : [];
  return segments.length === 0 ? '' : shapeOf(segments);
}

function shapeOf([first, ...rest]: readonly Segment[]): string | undefined {
  if (first === undefined) return '""';
  const inner = shapeOf(rest);
  if (inner === undefined || (typeof first.key === 'number' && first.key !== 0)) return undefined;
  return first.key === 0 ? `[${inner}]` : `{"${JSON.stringify(first.key).slice(1, -1)}": ${inner}}`;
}

/** Where a definition is seen: above the one that needs it, else at the file's top. */
function definition({ tree }: FileView, { place }: FoundPlaceholder, name: string, value: string): TextEdit {
  const line = `@${name} = ${value}`;
  return place.kind === 'definition' ? insertion(place.node.range.start, line + lineBreakOf(tree.text)) : atTop(tree, line);
}

/** A definition below those at the top of a file. */
function atTop(tree: DocumentTree, line: string): TextEdit {
  const { text, blocks } = tree;
  const eol = lineBreakOf(text);
  const first = blocks[0];
  const last = first?.definitions.at(-1);
  if (last !== undefined) {
    const ended = /[\r\n]$/.test(text.slice(last.range.start, last.range.end));
    return insertion(last.range.end, ended ? line + eol : eol + line);
  }
  const start = first?.range.start ?? 0;
  const own = first === undefined || first.separator !== undefined || isRequest(first) || first.headers.length > 0;
  return insertion(start, line + eol + (own && text.length > start ? eol : ''));
}

/** A new member in the environment that is chosen, in the nearest file that has it; rather not in a private one. */
function environmentEdits({ collection, environment }: FileView, name: string, value: string): FileEdits | undefined {
  if (environment === undefined) return undefined;
  const files = collection.environmentFiles.filter((f) => f.environments.has(environment));
  const file = files.find((f) => !f.private) ?? files[0];
  const member = file?.root?.members.findLast((m) => m.key === environment && m.value.kind === 'object');
  if (file === undefined || member === undefined || member.value.kind !== 'object') return undefined;
  return { file: file.file, edits: [newMember(file.text, member.value, name, value === '' ? '""' : value)] };
}
