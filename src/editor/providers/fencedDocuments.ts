import * as vscode from 'vscode';
import type { DocumentUri } from '../../response/record/runRecord.ts';
import { fenceText, markdownFences } from '../../language/atStart.ts';
import type { DocumentTree, MarkdownFence, TextEdit } from '../../language/index.ts';
import { isRequestDocument } from '../world/httpFiles.ts';
import { currentEditor } from './currentEditor.ts';
import { toRange } from './vscodeRanges.ts';

/** A text with requests: a `.req` document or a fence of a Markdown document. Lines are numbered as in the document. */
export type RequestText = Pick<vscode.TextDocument, 'uri' | 'version' | 'encoding' | 'getText'>;

interface FenceText extends RequestText {
  fence: MarkdownFence;
  text: string;
  version: number;
}

interface Fences {
  readonly version: number;
  readonly lineCount: number;
  readonly texts: readonly FenceText[];
}

const known = new WeakMap<vscode.TextDocument, Fences>();
let made = 0;

/** The texts with requests in a document: the document itself (`.req`, `.http`), its `req` fences (Markdown), or none. */
export function requestTextsOf(document: vscode.TextDocument): readonly RequestText[] {
  if (isRequestDocument(document)) return [document];
  return document.languageId === 'markdown' ? fencesOf(document) : [];
}

/** The text with requests at a line, counted from 0. */
export function requestTextAt(document: vscode.TextDocument, line: number): RequestText | undefined {
  if (isRequestDocument(document)) return document;
  if (document.languageId !== 'markdown') return undefined;
  // The lines ``` of a fence belong to it.
  return fencesOf(document).find(({ fence }) => fence.firstLine - 1 <= line && line <= fence.endLine);
}

/** The text with requests at the cursor, else the first of the document in the current editor. */
export function activeRequestText(): RequestText | undefined {
  const editor = currentEditor();
  if (editor === undefined) return undefined;
  return requestTextAt(editor.document, editor.selection.active.line) ?? requestTextsOf(editor.document)[0];
}

/** The document of a text, by the text's `uri`. */
export const documentUriOf = (uri: DocumentUri): vscode.Uri => vscode.Uri.parse(uri.toString()).with({ fragment: '' });

export interface PlacedEdit {
  readonly range: vscode.Range;
  readonly newText: string;
}

/** Maps an edit to the document of a text. In a fence, new lines get the indentation and quote marks of the fence. */
export function editInDocument(
  document: vscode.TextDocument,
  uri: DocumentUri,
  tree: DocumentTree,
  { range, newText }: TextEdit,
): PlacedEdit {
  const { start, end } = toRange(tree, range);
  if (uri.fragment === '') return { range: new vscode.Range(start, end), newText };
  const before = (line: number): string => {
    const [own, whole] = [lineOf(tree, line), document.lineAt(line).text];
    return own === '' ? (/^[\s>]*/.exec(whole)?.[0] ?? '') : whole.slice(0, whole.length - own.length);
  };
  const first = Array.from({ length: tree.lines.lineCount }, (_, line) => line).find((line) => lineOf(tree, line).trim() !== '');
  const added = first === undefined ? before(start.line) : before(first);
  return {
    range: new vscode.Range(start.translate(0, before(start.line).length), end.translate(0, before(end.line).length)),
    newText: newText.replaceAll('\n', `\n${added}`),
  };
}

const lineOf = ({ lines, text }: DocumentTree, line: number): string =>
  text.slice(lines.startOf(line), line + 1 < lines.lineCount ? lines.startOf(line + 1) : text.length).replace(/[\r\n]+$/, '');

/** The fences of a document. A fence keeps its object while it or the text around it is edited, so that runs stay with their request. */
function fencesOf(document: vscode.TextDocument): readonly FenceText[] {
  const before = known.get(document);
  if (before?.version === document.version) return before.texts;
  const fences = markdownFences(document.getText());
  const { lineCount } = document;
  const old = before?.texts ?? [];
  const moved = lineCount - (before?.lineCount ?? 0);
  const both = Math.min(old.length, fences.length);
  let start = 0;
  let end = 0;
  // Match fences by position from the top or the end, then by content. The fences between were edited.
  for (const placed of [true, false]) {
    const same = (a: FenceText | undefined, b: MarkdownFence | undefined, by: number): boolean =>
      a !== undefined && b?.content === a.fence.content && (!placed || b.firstLine === a.fence.firstLine + by);
    while (start + end < both && same(old[start], fences[start], 0)) start++;
    while (start + end < both && same(old.at(-1 - end), fences.at(-1 - end), moved)) end++;
  }
  const texts = fences.map((fence, i) => {
    const kept = i < fences.length - end ? (i < old.length - end ? old[i] : undefined) : old[old.length - fences.length + i];
    const text = kept ?? makeText(document, fence);
    update(text, fence);
    return text;
  });
  known.set(document, { version: document.version, lineCount, texts });
  return texts;
}

function makeText(document: vscode.TextDocument, fence: MarkdownFence): FenceText {
  return {
    uri: document.uri.with({ fragment: `req-${++made}` }),
    fence,
    text: '',
    version: 0,
    get encoding() {
      return document.encoding;
    },
    getText() {
      return this.text;
    },
  };
}

function update(of: FenceText, fence: MarkdownFence): void {
  const text = fenceText(fence);
  if (text !== of.text) of.version++;
  of.fence = fence;
  of.text = text;
}
