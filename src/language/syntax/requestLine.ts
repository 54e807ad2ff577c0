import { closest } from '../../base/text/closest.ts';
import { methods } from '../catalog/methods.ts';
import { diagnostic } from '../diagnostic.ts';
import { isSpace, isToken, span, trimmed, whole, wordEnd, type Line, type Report } from './lines.ts';
import type { RequestLineNode, Span } from './nodes.ts';

const version = /^(?:HTTP\/\S*|http\/\d(?:\.\d)?)$/;
export const knownMethods: ReadonlySet<string> = new Set(methods.map((m) => m.name));

/** Splits a request line, either from the file or from the value of a placeholder that is the whole line. */
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
    // A method without a URL.
    return { kind: 'request-line', range: whole(line), method: first, target: span(text, first.end, first.end), version: undefined };
  }
  let target = trimmed(text, targetStart, content.end);
  let lastSpace = target.end;
  while (lastSpace > target.start && !isSpace(text.charCodeAt(lastSpace - 1))) lastSpace--;
  let versionSpan: Span | undefined;
  if (/[Hh]/.test(text.charAt(lastSpace)) && version.test(text.slice(lastSpace, target.end))) {
    versionSpan = span(text, lastSpace, target.end);
    target = trimmed(text, target.start, lastSpace);
  }
  return { kind: 'request-line', range: whole(line), method, target, version: versionSpan };
}

/** Reports a missing URL, an unusual method and an unsupported version. */
export function checkRequestLine(node: RequestLineNode, report: Report): void {
  const { method, target, version: versionSpan } = node;
  if (target.text === '') {
    const name = method?.text ?? 'the method';
    const message = `A URL is missing after ${name}: write \`${method?.text ?? 'GET'} https://…\`.`;
    report(diagnostic('missing-url', 'error', method ?? node.range, message));
  }
  checkMethod(node, report);
  if (versionSpan !== undefined && !/^HTTP\/(?:1\.0|1\.1|2)$/.test(versionSpan.text)) {
    const message = `${versionSpan.text} is not supported: write HTTP/1.0, HTTP/1.1 or HTTP/2, or leave it out.`;
    report(diagnostic('version', 'error', versionSpan, message));
  }
}

/** First words of requests and commands of other tools. */
const otherWords: readonly { readonly name: RegExp; readonly hint: string; readonly suggestion?: string }[] = [
  { name: /^curl$/, hint: 'To make a request of a curl command, paste the command, or run `req import curl`.' },
  { name: /^(?:GRPC|WS|WSS|WEBSOCKET|MQTT|AMQP|RSOCKET)$/i, hint: 'Req sends HTTP requests only.' },
  {
    name: /^(?:SSE|EVENTSOURCE)$/i,
    hint: 'Req shows the events of a GET or POST by their Content-Type: did you mean GET?',
    suggestion: 'GET',
  },
  { name: /^(?:run|import)$/, hint: 'Req has no such command: `# @ref NAME` sends a request of any file first.' },
];

/** Reports a known method in lower case, and an unknown method close to a known one. */
function checkMethod(node: RequestLineNode, report: Report): void {
  if (node.method === undefined) return;
  const method = node.method.text;
  const upper = method.toUpperCase();
  const known = knownMethods.has(upper);
  if (known && method !== upper)
    report(diagnostic('method-case', 'hint', node.method, `${method} is sent as ${upper}.`, { suggestion: upper }));
  if (known || !/^[A-Za-z]+$/.test(method)) return;
  const word = otherWords.find(({ name }) => name.test(method));
  if (word !== undefined) {
    const { suggestion } = word;
    const more = suggestion === undefined ? {} : { suggestion };
    report(diagnostic('method-case', 'warning', node.method, `${method} is sent as the method of an HTTP request. ${word.hint}`, more));
    return;
  }
  const near = closest(
    upper,
    methods.map((m) => m.name),
  );
  if (near !== undefined)
    report(
      diagnostic('method-case', 'information', node.method, `${method} is sent as it is written: did you mean ${near}?`, {
        suggestion: near,
      }),
    );
}
