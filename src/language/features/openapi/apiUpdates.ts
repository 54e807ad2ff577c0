import { t } from '../../../base/l10n.ts';
import { lineBreakOf } from '../../../base/text/text.ts';
import type { TextEdit } from '../../edit.ts';
import { namedApi } from '../../semantics/api/apiDirective.ts';
import { operationName, type ApiIndex, type ApiOperation } from '../../semantics/api/apiIndex.ts';
import { isRequest, nameOf, titleOf, type RequestBlock } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { fixesOf } from '../diagnostics/fixes/fixes.ts';
import { definesHost } from '../edits/newCollection.ts';
import { requestOfApi } from './apiOfRequest.ts';
import { operationRequest } from './operationRequest.ts';
import { requestProblems, type ApiProblem } from './requestProblems.ts';

/** A request that differs from its OpenAPI document, with the edits that adapt it. */
export interface ApiUpdate {
  /** `removed`: the document has no operation for it. */
  readonly kind: 'changed' | 'removed';
  readonly name: string;
  readonly line: number;
  /** Differences, one sentence each. */
  readonly what: readonly string[];
  /** Empty if the user must decide. */
  readonly edits: readonly TextEdit[];
}

export interface ApiUpdates {
  readonly updates: readonly ApiUpdate[];
  /** The operations that the requests of the file call, by document. */
  readonly called: ReadonlyMap<ApiIndex, ReadonlySet<string>>;
}

/** Compares the requests of a file with their documents. Edits keep all other text. */
export function apiUpdates(view: FileView): ApiUpdates {
  const updates: ApiUpdate[] = [];
  const called = new Map<ApiIndex, Set<string>>();
  for (const block of view.tree.blocks) {
    if (!isRequest(block)) continue;
    const found = requestOfApi(view, block);
    if (found === undefined) continue;
    const { index, match } = found;
    if (match.kind === 'operation') called.set(index, (called.get(index) ?? new Set()).add(operationName(match.operation)));
    else if (!called.has(index)) called.set(index, new Set());
    const problems = [...requestProblems(view, block)];
    if (problems.length > 0) updates.push(updateOf(view, block, problems));
  }
  return { updates, called };
}

function updateOf(view: FileView, block: RequestBlock, problems: readonly ApiProblem[]): ApiUpdate {
  const { tree } = view;
  const isRemoved = problems.some(({ diagnostic }) => diagnostic.id === 'unknown-operation');
  const start = block.requestLine.range.start;
  const disabled: TextEdit = { range: { start, end: start }, newText: `# @disabled${lineBreakOf(tree.text)}` };
  return {
    kind: isRemoved ? 'removed' : 'changed',
    name: nameOf(block) || titleOf(block),
    line: tree.lines.positionAt(start).line + 1,
    what: problems.map(({ diagnostic }) => diagnostic.message),
    edits: isRemoved ? [disabled] : fitting(view, problems),
  };
}

/** The most likely quick fixes, without overlaps. */
function fitting(view: FileView, problems: readonly ApiProblem[]): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const filled = new Set<string>();
  for (const { diagnostic, cause } of problems) {
    const fixes = fixesOf(view, diagnostic);
    const path = cause.kind === 'member' && cause.problem.missing !== undefined ? JSON.stringify(cause.problem.path) : undefined;
    if (path !== undefined && filled.has(path)) continue;
    if (path !== undefined) filled.add(path);
    // All missing members of an object are one edit: they share its commas.
    const fix =
      fixes.find((f) => path !== undefined && f.title === t('Add all missing members')) ?? fixes.find((f) => f.preferred === true);
    for (const file of fix?.edits ?? []) if (file.file === view.file) for (const edit of file.edits) add(edits, edit);
  }
  return edits;
}

function add(edits: TextEdit[], { range, newText }: TextEdit): void {
  const isAdded = range.start === range.end;
  const before = edits.filter((e) => e.range.start === range.start && e.range.end === range.end);
  if (isAdded && before.length > 0) {
    // The first parameter of a query begins it.
    edits.push({ range, newText: before.some((e) => e.newText.startsWith('?')) ? newText.replace(/^\?/, '&') : newText });
    return;
  }
  if (edits.every((e) => e.range.end <= range.start || range.end <= e.range.start)) edits.push({ range, newText });
}

export interface NewRequest {
  readonly operation: string;
  /** The request with its separator. */
  readonly text: string;
  /** First literal segment of its path, which determines the file. */
  readonly group: string;
}

/** Requests for the operations of a document that no request calls. Deprecated operations are omitted. */
export function newRequests(view: FileView, index: ApiIndex, called: ReadonlySet<string>): readonly NewRequest[] {
  const block = view.tree.blocks.at(-1);
  const hasHost = block !== undefined && definesHost(view, block);
  return index.operations
    .filter((o) => !o.deprecated && !called.has(operationName(o)))
    .map((operation) => ({
      operation: operationName(operation),
      text: operationRequest(operation, hasHost ? '{{host}}' : `https://api.example.com${operation.bases[0] ?? ''}`),
      group: groupOf(operation),
    }));
}

/** The first literal segment of a path as a file name: `users` for `/users/{id}`. */
export function groupOf({ path }: Pick<ApiOperation, 'path'>): string {
  const segment = path.split('/').find((part) => part !== '' && !part.includes('{')) ?? 'requests';
  const name = segment
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  // A file of these names is shared, and its requests are none.
  return /^(?:collection|folder)?$/i.test(name) ? `${name === '' ? '' : `${name}-`}requests` : name;
}

/** A text with requests added at its end. */
export function withRequests(text: string, requests: readonly string[]): string {
  const eol = lineBreakOf(text);
  const added = requests.map((r) => r.replaceAll('\n', eol)).join(eol);
  if (text.trim() === '') return added;
  return `${text.trimEnd()}${eol}${eol}${added}`;
}

/** The document that applies to new requests of a file. */
export function apiOfFile(view: FileView): ApiIndex | undefined {
  const block = view.tree.blocks.at(-1);
  const named = block === undefined ? undefined : namedApi(view.contextOf(block));
  const found = named === undefined ? undefined : view.apis.get(named.path);
  return found?.kind === 'index' ? found.index : undefined;
}
