import type { Range } from '../../../base/text/text.ts';
import type { TextEdit } from '../../edit.ts';
import type { DocumentTree, RequestBlock, Span } from '../../syntax/nodes.ts';
import { parseTemplate } from '../../syntax/template.ts';
import { headEnd, insertLines } from './headLines.ts';

/** A header or a query parameter of a request, as written. */
export interface RequestPart {
  readonly kind: 'header' | 'parameter';
  readonly name: string;
  readonly value: string;
  /** Empty at the end of the name for a parameter without `=`. */
  readonly valueRange: Range;
  readonly hasValue: boolean;
  /** The edits that remove the part. */
  readonly edits: readonly TextEdit[];
}

/** The query parameters, then the headers of a request, in file order. */
export function requestParts(tree: DocumentTree, block: RequestBlock): readonly RequestPart[] {
  return [...parameters(tree, block), ...headers(block)];
}

/** The edits that change only the value. */
export function valueEdit({ kind, valueRange, hasValue }: RequestPart, value: string): TextEdit {
  const text = kind === 'header' ? value : encoded(value, /[&#]/g);
  return { range: valueRange, newText: hasValue || kind === 'header' ? text : `=${text}` };
}

/** The edit that adds a header after the others. */
export function addHeaderEdit(tree: DocumentTree, block: RequestBlock, name: string, value: string): TextEdit {
  return insertLines(tree, headEnd(block), [`${name}: ${value}`]);
}

/**
 * The edit that adds a query parameter after the others.
 * @param written the text after `?` or `&`
 * @param url the evaluated URL, if it is known: a placeholder may contain the `?`
 */
export function addParameterEdit(tree: DocumentTree, block: RequestBlock, written: string, url = ''): TextEdit {
  const spans = urlSpans(block);
  const plain = spans.map((span) => plainText(tree, span));
  const hasQuery = [plain.join(''), url].some((text) => /^[^#]*\?/.test(text));
  const fragment = plain.findIndex((text) => text.includes('#'));
  const last = block.continuations.at(-1);
  if (last !== undefined && fragment < 0) {
    const indent = tree.text.slice(last.range.start, last.text.start);
    const line = `${indent}${hasQuery ? '&' : '?'}${written}`;
    return insertLines(tree, last.range.end, [line]);
  }
  const span = spans[Math.max(0, fragment)] as Span;
  const text = plain[Math.max(0, fragment)] as string;
  const end = fragment < 0 ? span.end : span.start + text.indexOf('#');
  const before = text.charAt(end - span.start - 1);
  const joint = !hasQuery ? '?' : before === '?' || before === '&' ? '' : '&';
  return { range: { start: end, end }, newText: joint + written };
}

/** The text of a typed name or value of a parameter: characters that would end it are encoded, except in placeholders. */
export const parameterText = (name: string, value: string): string => `${encoded(name, /[&#=?]/g)}=${encoded(value, /[&#]/g)}`;

function encoded(text: string, reserved: RegExp): string {
  return parseTemplate(text)
    .parts.map((part) => {
      const written = text.slice(part.range.start, part.range.end);
      return part.kind === 'placeholder' ? written : written.replaceAll(reserved, (c) => encodeURIComponent(c));
    })
    .join('');
}

const urlSpans = ({ requestLine, continuations }: RequestBlock): readonly Span[] => [
  requestLine.target,
  ...continuations.map((c) => c.text),
];

/** The text of a span with spaces in place of its placeholders. */
function plainText({ text }: DocumentTree, { start, end }: Span): string {
  const written = text.slice(start, end);
  const pieces = parseTemplate(written).parts.map((part) => {
    const { range } = part;
    return part.kind === 'placeholder' ? ' '.repeat(range.end - range.start) : written.slice(range.start, range.end);
  });
  return pieces.join('');
}

interface Separator {
  readonly at: number;
  /** Index of its line in the URL. */
  readonly line: number;
  readonly end: number;
}

/** Each `?` or `&` that begins a parameter, with the end of that parameter. */
function separatorsIn(tree: DocumentTree, block: RequestBlock): readonly Separator[] {
  const found: Separator[] = [];
  for (const [line, span] of urlSpans(block).entries()) {
    const plain = plainText(tree, span);
    const fragment = plain.indexOf('#');
    const stop = fragment < 0 ? plain.length : fragment;
    const starts: number[] = [];
    for (let i = 0; i < stop; i++) {
      const c = plain.charAt(i);
      if (found.length + starts.length === 0 ? c === '?' : c === '&') starts.push(i);
    }
    for (const [i, at] of starts.entries()) found.push({ at: span.start + at, line, end: span.start + (starts[i + 1] ?? stop) });
    if (fragment >= 0) return found;
  }
  return found;
}

function parameters(tree: DocumentTree, block: RequestBlock): readonly RequestPart[] {
  const { text } = tree;
  const separators = separatorsIn(tree, block);
  return separators.flatMap((separator, i): readonly RequestPart[] => {
    const { at, end } = separator;
    const span: Span = { start: at + 1, end, text: text.slice(at + 1, end) };
    if (span.text.trim() === '') return [];
    const equals = plainText(tree, span).indexOf('=');
    const nameEnd = equals < 0 ? end : span.start + equals;
    return [
      {
        kind: 'parameter',
        name: text.slice(span.start, nameEnd),
        value: equals < 0 ? '' : text.slice(nameEnd + 1, end),
        valueRange: { start: equals < 0 ? end : nameEnd + 1, end },
        hasValue: equals >= 0,
        edits: removal(block, separator, i === 0 ? separators[1] : undefined),
      },
    ];
  });
}

/** @param next the parameter that becomes the first one, and so begins with `?` */
function removal(block: RequestBlock, { at, end, line }: Separator, next: Separator | undefined): readonly TextEdit[] {
  const continuation = line === 0 ? undefined : block.continuations[line - 1];
  const isWholeLine = continuation !== undefined && continuation.text.start === at && continuation.text.end === end;
  if (next?.line === line) return [{ range: { start: at + 1, end: next.at + 1 }, newText: '' }];
  const removed: TextEdit = { range: isWholeLine ? continuation.range : { start: at, end }, newText: '' };
  return next === undefined ? [removed] : [removed, { range: { start: next.at, end: next.at + 1 }, newText: '?' }];
}

function headers(block: RequestBlock): readonly RequestPart[] {
  return block.headers.map((header) => {
    const at = block.nodes.indexOf(header);
    let last = at;
    while (block.nodes[last + 1]?.kind === 'fold') last++;
    const [first] = header.values;
    const start = first?.start ?? header.range.end;
    const end = header.values.at(-1)?.end ?? start;
    return {
      kind: 'header',
      name: header.name.text,
      value: header.values.map((v) => v.text).join(' '),
      valueRange: { start, end },
      hasValue: end > start,
      edits: [{ range: { start: header.range.start, end: block.nodes[last]?.range.end ?? header.range.end }, newText: '' }],
    };
  });
}
