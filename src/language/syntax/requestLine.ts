import { closest } from '../../base/closest.ts';
import { methods } from '../catalog/methods.ts';
import { diagnostic } from '../diagnostic.ts';
import { isSpace, isToken, span, trimmed, whole, wordEnd, type Line, type Say } from './lines.ts';
import type { RequestLineNode, Span } from './nodes.ts';

const version = /^(?:HTTP\/\S*|http\/\d(?:\.\d)?)$/;
const knownMethods: ReadonlySet<string> = new Set(methods.map((m) => m.name));

/** Splits a request line as it is written, or as it stands after a whole-line placeholder was resolved. */
export function readRequestLine(text: string, line: Line): RequestLineNode {
  const content = trimmed(text, line.start, line.end);
  const first = span(text, content.start, wordEnd(text, content.start, content.end));
  let targetStart = content.start;
  let method: Span | undefined;
  const alone = first.end === content.end;
  const isMethod = isToken(text, first.start, first.end) || /^\{\{[^{}]*\}\}$/.test(first.text);
  const versionAlone = !alone && version.test(trimmed(text, first.end, content.end).text);
  if (isMethod && !alone && !(versionAlone && /[.{]/.test(first.text))) {
    method = first;
    targetStart = first.end;
  } else if (alone && (/^[A-Z]+$/.test(first.text) || knownMethods.has(first.text.toUpperCase()))) {
    // A method that stands alone: its URL is missing.
    return { kind: 'request-line', range: whole(line), method: first, target: span(text, first.end, first.end), version: undefined };
  }
  let target = trimmed(text, targetStart, content.end);
  let lastSpace = target.end;
  while (lastSpace > target.start && !isSpace(text.charCodeAt(lastSpace - 1))) lastSpace--;
  let written: Span | undefined;
  if (/[Hh]/.test(text.charAt(lastSpace)) && version.test(text.slice(lastSpace, target.end))) {
    written = span(text, lastSpace, target.end);
    target = trimmed(text, target.start, lastSpace);
  }
  return { kind: 'request-line', range: whole(line), method, target, version: written };
}

/** Says what is wrong with a request line: its URL, its method, its version. */
export function checkRequestLine(node: RequestLineNode, say: Say): void {
  const { method, target, version: written } = node;
  if (target.text === '') {
    const name = method?.text ?? 'the method';
    const message = `A URL is missing after ${name}: write \`${method?.text ?? 'GET'} https://…\`.`;
    say(diagnostic('missing-url', 'error', method ?? node.range, message));
  }
  checkMethod(node, say);
  if (written !== undefined && !/^HTTP\/(?:1\.0|1\.1|2)$/.test(written.text)) {
    const message = `${written.text} cannot be had: write HTTP/1.0, HTTP/1.1 or HTTP/2, or leave it out.`;
    say(diagnostic('version', 'error', written, message));
  }
}

/** Hints about a method that is not written as people write it. */
function checkMethod(node: RequestLineNode, say: Say): void {
  if (node.method === undefined) return;
  const method = node.method.text;
  const upper = method.toUpperCase();
  const known = knownMethods.has(upper);
  if (known && method !== upper)
    say(diagnostic('method-case', 'hint', node.method, `${method} is sent as ${upper}.`, { suggestion: upper }));
  if (known || !/^[A-Za-z]+$/.test(method)) return;
  const near = closest(
    upper,
    methods.map((m) => m.name),
  );
  if (near !== undefined)
    say(
      diagnostic('method-case', 'information', node.method, `${method} is sent as it is written: did you mean ${near}?`, {
        suggestion: near,
      }),
    );
}
