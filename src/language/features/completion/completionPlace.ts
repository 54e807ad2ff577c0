import type { Range } from '../../../base/text/text.ts';
import { fileDirectives, filledDirectives } from '../../catalog/directiveCatalog.ts';
import type { Block, DocumentTree } from '../../syntax/nodes.ts';
import { isComment, isSpace, trimmed, wordEnd } from '../../syntax/lines.ts';
import { skipBlanks } from '../../syntax/path.ts';
import { boundaryOf, type FileMention } from '../../semantics/request/fileMentions.ts';
import { blockAt } from '../navigation/placeholders.ts';
import { assertionPlace, type AssertionPlace } from './assertionPlace.ts';
import { placeholderPlace, type PlaceholderPlace } from './placeholderPlace.ts';

/** Parser state for a line at this point of a block. `around` is used for all of a shared file. */
type Phase = 'before' | 'around' | 'headers' | 'body' | 'after' | 'script';

export type Place =
  | ({
      readonly kind: 'placeholder';
      /** Start of the text with the braces, in this line. */ readonly start: number;
    } & PlaceholderPlace)
  | { readonly kind: 'method'; readonly range: Range }
  | { readonly kind: 'target'; readonly range: Range }
  | { readonly kind: 'version'; readonly range: Range }
  | { readonly kind: 'header-name'; readonly range: Range }
  | { readonly kind: 'header-value'; readonly name: string; readonly value: Range }
  | { readonly kind: 'directive'; readonly range: Range }
  | { readonly kind: 'directive-value'; readonly name: string; readonly range: Range }
  | { readonly kind: 'definition'; readonly range: Range }
  | { readonly kind: 'definition-value'; readonly range: Range }
  /** The text of a body. */
  | { readonly kind: 'body' }
  | { readonly kind: 'path'; readonly of: FileMention['kind']; readonly range: Range }
  | AssertionPlace;

export interface Found {
  readonly place: Place;
  readonly block: Block;
  /** The line without its line break. */
  readonly line: Range;
  /** The file is a `collection.req` or `folder.req`. */
  readonly shared: boolean;
}

/** The position of an offset; undefined in comments and scripts, where nothing is offered. */
export function placeAt(tree: DocumentTree, offset: number, shared: boolean): Found | undefined {
  const { text } = tree;
  const block = blockAt(tree, offset);
  const start = Math.max(tree.lines.startOf(tree.lines.positionAt(offset).line), text.charCodeAt(0) === 0xfeff ? 1 : 0);
  if (offset < start) return undefined;
  const line = { start, end: endOfLine(text, start) };
  const phase = phaseOf(block, line, offset, text, shared);
  const place = phase === 'script' ? undefined : placeIn(text, block, line, phase, offset);
  return place === undefined ? undefined : { place, block, line, shared };
}

function endOfLine(text: string, from: number): number {
  let end = from;
  while (end < text.length && text.charCodeAt(end) !== 10 && text.charCodeAt(end) !== 13) end++;
  return end;
}

function phaseOf(block: Block, line: Range, offset: number, text: string, shared: boolean): Phase {
  let phase: Phase = shared ? 'around' : 'before';
  for (const node of block.nodes) {
    if (node.kind === 'script' && node.inline && offset > node.source.start - 1) {
      const unclosed = node.range.end === node.source.end && node.range.end === text.length;
      if (line.start < node.range.end || unclosed) return 'script';
    }
    if (node.range.start >= line.start) break;
    if (phase === 'around') continue;
    if (node.kind === 'request-line') phase = 'headers';
    else if (phase === 'headers' && node.kind === 'blank') phase = 'body';
    else if (
      phase !== 'before' &&
      (node.kind === 'assertion' || node.kind === 'capture' || node.kind === 'script' || node.kind === 'saved-response')
    )
      phase = 'after';
  }
  return phase;
}

function placeIn(text: string, block: Block, line: Range, phase: Exclude<Phase, 'script'>, offset: number): Place | undefined {
  if (text.startsWith('###', line.start)) return undefined;
  const assertion = phase === 'before' || phase === 'around' ? undefined : assertionPlace(text, line, offset);
  if (assertion !== undefined) return assertion === 'none' ? undefined : assertion;
  const path = pathPlaceOf(text, block, line, phase, offset);
  if (path !== undefined) return path;
  if (phase === 'body') return placeholder(text, line.start, line, offset) ?? { kind: 'body' };
  const content = skipBlanks(text, line.start);
  if (isComment(text, content)) return content === line.start && phase !== 'after' ? directivePlace(text, line, offset) : undefined;
  if (phase === 'after') return undefined;
  if (phase === 'headers') return headerPlace(text, line, offset);
  if (text[line.start] === '@') return definitionPlace(text, line, offset);
  if (phase === 'around') return headerPlace(text, line, offset);
  return requestPlace(text, block, line, offset);
}

function placeholder(text: string, start: number, line: Range, offset: number): Place | undefined {
  const found = placeholderPlace(text, start, offset, line.end);
  return found === undefined || found === 'none' ? undefined : { kind: 'placeholder', start, ...found };
}

const directiveForm = /(?:#|\/\/)[ \t]*@([A-Za-z0-9-]*)/y;

function directivePlace(text: string, line: Range, offset: number): Place | undefined {
  directiveForm.lastIndex = line.start;
  const m = directiveForm.exec(text);
  if (m === null) return undefined;
  const nameEnd = directiveForm.lastIndex;
  const name = m[1] ?? '';
  const range = { start: nameEnd - name.length, end: nameEnd };
  if (offset < range.start) return undefined;
  if (offset <= nameEnd) return { kind: 'directive', range };
  const value = trimmed(text, nameEnd, line.end);
  const found = filledDirectives.has(name) ? placeholder(text, nameEnd, line, offset) : undefined;
  if (found !== undefined) return found;
  const keyFile = name === 'auth' ? /[ \t]key-file=(["']?)([^"'\s]*)$/.exec(text.slice(nameEnd, offset)) : null;
  if (keyFile !== null) {
    const start = offset - (keyFile[2] ?? '').length;
    return { kind: 'path', of: 'key', range: { start, end: offset + (/^[^"'\s]*/.exec(text.slice(offset, line.end))?.[0].length ?? 0) } };
  }
  if (fileDirectives.has(name))
    return isSpace(text.charCodeAt(nameEnd))
      ? {
          kind: 'path',
          of: name === 'data' || name === 'graphql' ? name : name === 'openapi' ? 'schema' : 'certificate',
          range: around(offset, value),
        }
      : undefined;
  return isSpace(text.charCodeAt(nameEnd)) ? { kind: 'directive-value', name, range: around(offset, value) } : undefined;
}

/** Extends a range to an offset in the white space after it; an offset before it gives an empty range there. */
function around(offset: number, { start, end }: Range): Range {
  return offset < start ? { start: offset, end: offset } : { start, end: Math.max(offset, end) };
}

function definitionPlace(text: string, line: Range, offset: number): Place | undefined {
  const sign = text.slice(line.start, line.end).indexOf('=');
  const nameEnd = sign < 0 ? line.end : line.start + sign;
  if (offset <= nameEnd) {
    const range = trimmed(text, line.start + 1, nameEnd);
    return offset > line.start && offset <= range.end ? { kind: 'definition', range: { start: range.start, end: range.end } } : undefined;
  }
  const found = placeholderPlace(text, nameEnd + 1, offset, line.end);
  if (found === 'none') return undefined;
  if (found !== undefined) return { kind: 'placeholder', start: nameEnd + 1, ...found };
  return { kind: 'definition-value', range: around(offset, trimmed(text, nameEnd + 1, line.end)) };
}

function headerPlace(text: string, line: Range, offset: number): Place | undefined {
  // An indented line continues the line above.
  if (isSpace(text.charCodeAt(line.start))) return placeholder(text, line.start, line, offset);
  const sign = text.slice(line.start, line.end).indexOf(':');
  const colon = sign < 0 ? line.end : line.start + sign;
  if (offset <= colon) {
    const name = trimmed(text, line.start, colon);
    return /[\s<>@{}?&]/.test(name.text)
      ? undefined
      : { kind: 'header-name', range: { start: name.start, end: Math.max(name.end, offset) } };
  }
  const found = placeholderPlace(text, colon + 1, offset, line.end);
  if (found === 'none') return undefined;
  if (found !== undefined) return { kind: 'placeholder', start: colon + 1, ...found };
  const value = around(offset, trimmed(text, colon + 1, line.end));
  return { kind: 'header-value', name: trimmed(text, line.start, colon).text, value };
}

const methodForm = /^[A-Za-z-]*$/;

function requestPlace(text: string, block: Block, line: Range, offset: number): Place | undefined {
  const own = block.requestLine;
  if (own !== undefined && own.range.start !== line.start) return undefined;
  const found = placeholderPlace(text, line.start, offset, line.end);
  if (found === 'none') return undefined;
  if (found !== undefined) return { kind: 'placeholder', start: line.start, ...found };
  const words: Range[] = [];
  for (let at = skipBlanks(text, line.start); at < line.end; at = skipBlanks(text, wordEnd(text, at, line.end)))
    words.push({ start: at, end: wordEnd(text, at, line.end) });
  let index = words.findIndex((w) => offset <= w.end);
  if (index < 0) index = words.length;
  const word = words[index];
  const range = word === undefined || offset < word.start ? { start: offset, end: offset } : { start: word.start, end: word.end };
  const first = words[0];
  if (index === 0) return methodForm.test(text.slice(range.start, range.end)) ? { kind: 'method', range } : { kind: 'target', range };
  const targetIndex = first !== undefined && /^(?:[\w!#$%&'*+.^`|~-]+|\{\{[^{}]*\}\})$/.test(text.slice(first.start, first.end)) ? 1 : 0;
  if (index === targetIndex) return { kind: 'target', range };
  return index === targetIndex + 1 ? { kind: 'version', range } : undefined;
}

const fileForm = /(<@?|>|<>)[ \t]+/y;

/** The path after `< `, `<@ `, `> ` or `<> `. */
function pathPlaceOf(text: string, block: Block, line: Range, phase: Phase, offset: number): Place | undefined {
  fileForm.lastIndex = line.start;
  const sign = fileForm.exec(text)?.[1];
  const start = fileForm.lastIndex;
  if (sign === undefined || start > line.end || offset < start) return undefined;
  const path = trimmed(text, start, line.end);
  const range = around(offset, path);
  if (sign === '<>') return { kind: 'path', of: 'saved-response', range };
  if (sign === '>') {
    // In a body, lines that start with `>` are often quotes from an email.
    const isPath = phase === 'after' || path.text === '' || /^[./]/.test(path.text);
    return isPath && path.text !== '{' && !path.text.startsWith('{%') ? { kind: 'path', of: 'script', range } : undefined;
  }
  if (path.text.startsWith('{%') || path.text === '{') return undefined;
  if (phase === 'before' || phase === 'around') return sign === '<' ? { kind: 'path', of: 'script', range } : undefined;
  if (phase !== 'body' || !beginsBody(text, block, line)) return undefined;
  const found = placeholderPlace(text, start, offset, line.end);
  if (found === 'none') return undefined;
  return found === undefined ? { kind: 'path', of: 'body', range } : { kind: 'placeholder', start, ...found };
}

/** Whether the line can name a body file: the first line of the body, a line after another file, or any line of a multipart body. */
function beginsBody(text: string, block: Block, line: Range): boolean {
  const { body } = block;
  if (body === undefined || body.range.start >= line.start) return true;
  return /^<@?[ \t]/.test(text.slice(body.range.start, body.range.start + 3)) || boundaryOf(block) !== undefined;
}
