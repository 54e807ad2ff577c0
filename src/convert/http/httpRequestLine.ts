import { trimBlanks } from '../../base/text/trimBlanks.ts';
import type { Dialect } from './dialect.ts';

/** A request line with its continuation lines. */
export interface RequestLines {
  readonly lines: readonly string[];
  /** Number of continuation lines. */
  readonly taken: number;
  /** Whether a header marked the body as a GraphQL query. Req marks it by the method `GRAPHQL`. */
  readonly graphql: boolean;
}

type AddNote = (level: 'information' | 'warning', message: string, further?: number) => void;

/**
 * Translates a request line and its continuation.
 * @param head the lines below, up to the empty one
 */
export function requestLineOf(line: string, head: readonly string[], dialect: Dialect, addNote: AddNote): RequestLines {
  let text = trimBlanks(line);
  const version = /(?<!\s)\s+(HTTP\/\S+)(\s+\(prior knowledge\))?$/i.exec(text);
  let suffix = '';
  if (version !== null) {
    text = text.slice(0, version.index);
    suffix = versionOf(version[1] as string, addNote);
  }
  const m = /^([A-Za-z-]+)\s+(?=\S)/.exec(text);
  let method = m?.[1] ?? '';
  let target = text.slice(m?.[0].length ?? 0);
  const added: string[] = [];
  if (/^(?:SSE|EVENTSOURCE)$/.test(method)) {
    addNote('information', `${method} is a GET that accepts an event stream.`);
    method = 'GET';
    if (!head.some((l) => /^accept\s*:/i.test(l))) added.push('Accept: text/event-stream');
  }
  const graphql = head.some((l) => /^x-request-type\s*:\s*graphql\s*$/i.test(l));
  if (graphql) {
    if (/^(?:POST)?$/i.test(method) || method.toUpperCase() === 'GRAPHQL')
      addNote('information', 'The method GRAPHQL replaces X-Request-Type.');
    else addNote('warning', `A query is sent by POST, not by ${method}.`);
    method = 'GRAPHQL';
  }
  const bare = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(?::\d+)?(?=[/?#]|$)/.exec(target)?.[0];
  if (bare !== undefined && (dialect === 'rest-client' || dialect === 'jetbrains') && !/^(?:localhost|127\.|\[::1\])/i.test(bare)) {
    addNote('information', `http:// is added before ${bare}: without it, Req would use https.`);
    target = `http://${target}`;
  }
  if (dialect === 'httpyac' && target.startsWith('/') && !head.some((l) => /^host\s*:/i.test(l))) {
    addNote('information', '{{host}} is added before the path, as in httpYac.');
    target = `{{host}}${target}`;
  }
  const lines: string[] = [];
  let taken = 0;
  for (; taken < head.length; taken++) {
    const next = head[taken] as string;
    const content = trimBlanks(next);
    // REST Client continues a URL with ? and & only: other lines are headers, indented too.
    if (dialect === 'rest-client' && indentedHeader.test(next)) break;
    if (/^\s*(?:#|\/\/)/.test(next) && dialect !== 'jetbrains') break;
    const continues = /^[ \t]/.test(next) ? !/^(?:#|\/\/)/.test(content) : /^[?&]/.test(next);
    if (!continues) break;
    const found = /(?:^|\s)(HTTP\/\S+)$/i.exec(content);
    const piece = found === null ? content : content.slice(0, found.index);
    if (found !== null) suffix = versionOf(found[1] as string, addNote);
    if (/^[?&/]/.test(piece) && !piece.startsWith('//')) lines.push(`    ${withoutGaps(piece, dialect === 'jetbrains' ? '' : ' ')}`);
    else if (lines.length > 0) lines.push(`${lines.pop()}${piece}`);
    else target += piece;
  }
  return { lines: [`${method === '' ? '' : `${method} `}${target}${suffix}`, ...lines, ...added], taken, graphql };
}

/** Replaces white space outside placeholders. */
const withoutGaps = (text: string, by: string): string =>
  text.replace(/(\{\{[^{}]*\}\})|\s+/g, (_, placeholder?: string) => placeholder ?? by);
const indentedHeader = /^[ \t]+[!$%'*+.^_`|~0-9A-Za-z-]+[ \t]*:(?!\/\/|\d)/;

/** The HTTP version at the end of a request line; empty with a warning if Req does not support it. */
export function versionOf(written: string, addNote: AddNote): string {
  const number = written.slice(5).toUpperCase();
  if (/^(?:1\.0|1\.1|2)$/.test(number)) return ` HTTP/${number}`;
  if (number === '2.0') return ' HTTP/2';
  addNote('warning', `${written} is not supported: the version is left out.`);
  return '';
}

const protocols = /^(?:(?:GRPC|WEBSOCKET|WS|RSOCKET|MQTT|AMQP)\s|wss?:\/\/)/;

/** The protocol of a block that Req does not support, with its line. Undefined if the block is a request that Req sends. */
export function foreignProtocol(lines: readonly string[]): { readonly name: string; readonly at: number } | undefined {
  const at = lines.findIndex((l) => protocols.test(l));
  if (at < 0 || lines.some((l) => /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s/.test(l))) return undefined;
  const line = lines[at] as string;
  return { name: /^wss?:/.test(line) ? 'WebSocket' : (line.split(/\s/)[0] ?? ''), at };
}
