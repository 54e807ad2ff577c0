import type { Range } from '../../../base/text/text.ts';
import { directives } from '../../catalog/directiveCatalog.ts';
import { methods } from '../../catalog/methods.ts';
import { trimmed, trimmedEnd } from '../../syntax/lines.ts';
import type { AssertionNode, CaptureNode, DirectiveNode, Node, RequestLineNode, ScriptNode, Span } from '../../syntax/nodes.ts';
import type { Layout, WhiteSpace } from './whiteSpace.ts';

const continuationIndent = (layout: Layout): string => (layout.indent === '\t' ? '\t' : '    ');

/** Offset where the node's last line ends, before its line break. */
function contentEnd(text: string, { range }: Node): number {
  let end = range.end;
  if (end > range.start && text.charCodeAt(end - 1) === 10) end--;
  if (end > range.start && text.charCodeAt(end - 1) === 13) end--;
  return end;
}

/** Normalizes the spaces of a line. Does not touch bodies, scripts and the text of comments. */
export function formatLine(text: string, node: Node, layout: Layout, space: WhiteSpace): void {
  const { start } = node.range;
  const end = contentEnd(text, node);
  /** Puts one space before each token, and none at the end of the line. */
  const words = (first: number, ...spans: readonly (Span | undefined)[]): void => {
    let at = first;
    for (const s of spans) {
      if (s === undefined || s.end === s.start) continue;
      space.gap(at, s.start, ' ');
      at = s.end;
    }
    space.gap(at, end, '');
  };
  switch (node.kind) {
    case 'separator': {
      let hashes = start;
      while (text.charCodeAt(hashes) === 35 && hashes < end) hashes++;
      return words(hashes, node.title);
    }
    case 'comment':
      return space.gap(trimmedEnd(text, start, end), end, '');
    case 'directive':
      return directive(text, node, end, space);
    case 'definition':
      space.gap(node.name.end, node.value.start, node.value.text === '' ? ' =' : ' = ');
      return space.gap(node.value.end, end, '');
    case 'script':
      return isClosed(text, node) ? script(node, end, space) : undefined;
    case 'request-line':
      requestStart(text, node, space);
      return words((node.method ?? node.target).end, node.method === undefined ? undefined : node.target, node.version);
    case 'continuation':
    case 'fold': {
      const content = trimmed(text, start, end);
      space.gap(start, content.start, continuationIndent(layout));
      return space.gap(content.end, end, '');
    }
    case 'header': {
      const value = node.values[0];
      const empty = value === undefined || value.text === '';
      space.gap(start, node.name.start, '');
      space.gap(node.name.end, empty ? end : value.start, empty ? ':' : ': ');
      return empty ? undefined : space.gap(value.end, end, '');
    }
    case 'assertion':
      return assertion(node);
    case 'capture':
      if (node.left.text === '') return undefined;
      return capture(node);
    case 'saved-response':
      // Without a path, the line is a saved response only while white space follows.
      return node.path.text === '' ? undefined : words(start + 2, node.path);
    case 'blank':
    case 'body':
    case 'unknown':
  }

  function capture({ name, left }: CaptureNode): void {
    const sign = text.indexOf('<<', name.end);
    space.gap(name.end, sign, ' ');
    for (const { start: from, end: to } of gapsIn(left)) space.gap(from, to, ' ');
    words(sign + 2, left);
  }

  function assertion({ left, operator, right }: AssertionNode): void {
    // Leave an assertion alone that could not be parsed.
    if (operator.text === '') return;
    space.gap(start + 2, left.start, ' ');
    for (const { start: from, end: to } of gapsIn(left)) space.gap(from, to, ' ');
    space.gap(left.end, operator.start, ' ');
    for (const { start: from, end: to } of gapsIn(operator)) space.gap(from, to, ' ');
    words(operator.end, right);
  }
}

/** White space between the words of `header Name`, `events where … count` and `not contains`. */
function* gapsIn({ text, start }: Span): Generator<Range> {
  for (const { 0: gap, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[ \t]+/g))
    if (!gap.startsWith('"')) yield { start: start + index, end: start + index + gap.length };
}

const separatesArgument = /[ \t=]/;

/** `# @name argument`. A comment that only starts like a directive, such as `# @ada wrote this`, is left alone. */
function directive(text: string, { range, name, argument }: DirectiveNode, end: number, space: WhiteSpace): void {
  const known = directives.some((d) => d.name === name.text);
  if (!known || (name.end < end && !separatesArgument.test(text.charAt(name.end)))) {
    return space.gap(trimmedEnd(text, range.start, end), end, '');
  }
  const mark = text.charCodeAt(range.start) === 35 ? 1 : 2;
  space.gap(range.start + mark, name.start - 1, ' ');
  if (argument === undefined) return space.gap(name.end, end, '');
  // In `# @name = =x` only the first sign is not part of the argument.
  space.gap(name.end, argument.start, argument.text.startsWith('=') ? ' = ' : ' ');
  space.gap(argument.end, end, '');
}

/** Whether a script ends with `%}` or is a file. */
export const isClosed = (text: string, { inline, source }: ScriptNode): boolean => !inline || text.startsWith('%}', source.end);

/** Formats `< {%`, `%}` and the path of a script file; the script's text stays. */
function script({ range, source, inline }: ScriptNode, end: number, space: WhiteSpace): void {
  if (!inline) {
    space.gap(range.start + 1, source.start, ' ');
    return space.gap(source.end, end, '');
  }
  space.gap(range.start + 1, source.start - 2, ' ');
  space.gap(source.end + 2, end, '');
}

/** Removes white space before the first word, and writes a known method in upper case, as it is sent. */
function requestStart(text: string, { range, method, target }: RequestLineNode, space: WhiteSpace): void {
  const first = method ?? target;
  // At the start of the line these characters would begin a script.
  const c = text.charAt(first.start);
  if (c !== '<' && c !== '>') space.gap(range.start, first.start, '');
  const upper = method?.text.toUpperCase();
  if (method !== undefined && upper !== undefined && methods.some((m) => m.name === upper)) space.gap(method.start, method.end, upper);
}
