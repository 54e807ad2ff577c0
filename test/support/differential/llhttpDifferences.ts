/** Intended differences between our response reader and llhttp, with the reason. */
import type { Difference } from './compare.ts';

export interface MeantDifference {
  readonly name: string;
  readonly why: string;
  readonly example: string;
  readonly explains: (difference: Difference) => boolean;
}

const head = 'HTTP/1.1 200 OK\r\n';
const ok = 'Content-Length: 2\r\n\r\nok';
const chunks = 'Transfer-Encoding: chunked\r\n\r\n';

const isLaxer = ({ what }: Difference): boolean => what === 'llhttp refuses';
const isStricter = ({ what }: Difference): boolean => what === 'own refuses';
const characters = (wire: Buffer, from: number, to: number): string => wire.toString('latin1', Math.max(0, from), to);

/** The line up to the byte that llhttp rejects. */
function lineBefore({ wire, llhttp }: Difference): string {
  const text = characters(wire, 0, llhttp.at);
  return text.slice(text.lastIndexOf('\n') + 1);
}

/** The line of the byte that llhttp rejects, with its line breaks. */
function headerLine({ wire, llhttp }: Difference): string {
  const text = characters(wire, 0, wire.length);
  return text.slice(Math.max(0, text.lastIndexOf('\n', llhttp.at - 1)), text.indexOf('\n', llhttp.at) + 1);
}

const values = ({ message }: Difference, name: string): readonly string[] =>
  (message?.head.headers ?? []).flatMap(([n, value]) => (n.toLowerCase() === name ? [value] : []));

const isChunked = (difference: Difference): boolean => /chunked$/i.test(values(difference, 'transfer-encoding').join());

export const meantDifferences: readonly MeantDifference[] = [
  {
    name: 'a line of a head, or of trailers, may end with LF alone',
    why: 'RFC 9112 §2.2 lets a recipient take it, and small servers and scripts send it',
    example: `HTTP/1.1 200 OK\nX-A: b\n${ok}`,
    explains: (d) => isLaxer(d) && /(?:^|[^\r])\n.?$/s.test(characters(d.wire, d.llhttp.at - 2, d.llhttp.at + 1)),
  },
  {
    name: 'a folded line is joined to the one before',
    why: 'RFC 9112 §5.2: a user agent replaces it by spaces; refused it would hide the response',
    example: `${head}X-A: one\r\n two\r\n${ok}`,
    explains: (d) => isLaxer(d) && /\n[ \t]/.test(characters(d.wire, d.llhttp.at - 2, d.llhttp.at + 2)),
  },
  {
    name: 'the versions 1.2 to 1.9 are read as 1.1',
    why: 'RFC 9110 §6.2: a higher minor version is processed as the highest that is implemented',
    example: `HTTP/1.2 200 OK\r\n${ok}`,
    explains: (d) => isLaxer(d) && /HTTP\/1\.[2-9]$/.test(characters(d.wire, d.llhttp.at - 8, d.llhttp.at)),
  },
  {
    name: 'a Content-Length may stand there several times if it is the same',
    why: 'RFC 9110 §8.6 allows it, and it is plain where the body ends',
    example: `${head}Content-Length: 2\r\n${ok}`,
    explains: (d) => {
      const lengths = values(d, 'content-length').flatMap((value) => value.split(',').map((each) => each.trim()));
      return isLaxer(d) && lengths.length > 1 && /^\d+$/.test(lengths[0] ?? '') && new Set(lengths).size === 1;
    },
  },
  {
    name: 'the framing of a response without a body is not looked at',
    why: 'RFC 9112 §6.3: to HEAD, and with 1xx, 204 and 304, it says nothing of this message',
    example: `HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\nContent-Length: x\r\n\r\n`,
    explains: (d) => isLaxer(d) && d.isBodiless && /(?:CONTENT_LENGTH|TRANSFER_ENCODING):/.test(d.llhttp.refused ?? ''),
  },
  {
    name: 'an empty Transfer-Encoding names no coding',
    why: 'RFC 9110 §5.6.1: a list of nothing; the Content-Length counts',
    example: `${head}Content-Length: 2\r\nTransfer-Encoding: \r\n\r\nok`,
    explains: (d) =>
      isLaxer(d) &&
      values(d, 'transfer-encoding').length > 0 &&
      values(d, 'transfer-encoding').every((value) => value === '') &&
      /(?:CONTENT_LENGTH|TRANSFER_ENCODING):/.test(d.llhttp.refused ?? ''),
  },
  {
    name: 'a tab may follow a Content-Length',
    why: 'RFC 9110 §5.5: blanks around a value are no part of it',
    example: `${head}Content-Length: 2\t\r\n\r\nok`,
    explains: (d) => isLaxer(d) && /\ncontent-length:[ \t]*\d+ *\t[ \t]*\r?\n$/i.test(headerLine(d)),
  },
  {
    name: 'a tab may follow chunked',
    why: 'RFC 9110 §5.5, as for a Content-Length; llhttp reads such a body until the connection closes',
    example: `${head}Transfer-Encoding: chunked\t\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
    explains: (d) =>
      (d.what === 'body' || d.what === 'end' || d.what === 'keeps' || isStricter(d)) &&
      isChunked(d) &&
      /\ntransfer-encoding:[^\n]*\t[ \t]*\r?\n/i.test(characters(d.wire, 0, d.wire.length)),
  },
  {
    name: 'the framing is looked at once the head is there',
    why: 'until then nothing is read by it, and the head can be shown with what is wrong',
    example: `${head}Transfer-Encoding: chunked\r\nContent-Length: 2\r\nX-A: b\r\n`,
    explains: (d) =>
      isLaxer(d) &&
      d.message === undefined &&
      !d.wire.includes('\r\n\r\n', d.llhttp.at) &&
      /(?:CONTENT_LENGTH|TRANSFER_ENCODING):/.test(d.llhttp.refused ?? ''),
  },
  {
    name: 'the size of a chunk may be filled up with blanks',
    why: 'servers do so, and it is plain what they mean',
    example: `${head}${chunks}2  \r\nok\r\n0\r\n\r\n`,
    explains: (d) => isLaxer(d) && isChunked(d) && /^[\da-f]+[ \t]/i.test(lineBefore(d) + characters(d.wire, d.llhttp.at, d.llhttp.at + 1)),
  },
  {
    name: 'what a chunk extension consists of is not looked at',
    why: 'RFC 9112 §7.1.1: a recipient ignores those that it does not know, and their amount is limited',
    example: `${head}${chunks}2;a b=\x01;;\r\nok\r\n0\r\n\r\n`,
    explains: (d) =>
      isLaxer(d) && isChunked(d) && /^[\da-f]+[ \t]*;/i.test(lineBefore(d) + characters(d.wire, d.llhttp.at, d.llhttp.at + 1)),
  },
  {
    name: 'the response after an informational one with Connection: close is read',
    why: 'the request has no answer yet, and RFC 9110 §15.2 promises one',
    example: `HTTP/1.1 103 Early\r\nConnection: close\r\n\r\n${head}${ok}`,
    explains: (d) =>
      isLaxer(d) && d.llhttp.refused?.startsWith('HPE_CLOSED_CONNECTION') === true && (d.llhttp.messages.at(-1)?.head.status ?? 0) < 200,
  },
  {
    name: '101 is refused',
    why: 'Req speaks no protocol that one could switch to',
    example: 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    explains: (d) => isStricter(d) && d.message?.head.status === 101 && d.own.refused?.includes('(101)') === true,
  },
  {
    name: 'a status below 100 is refused',
    why: 'RFC 9110 §15 has none',
    example: `HTTP/1.1 099 OK\r\n${ok}`,
    explains: (d) => isStricter(d) && (d.message?.head.status ?? 100) < 100,
  },
  {
    name: 'a CR that no LF follows is refused',
    why: 'RFC 9112 §2.2: a bare CR is invalid; llhttp takes it before a status line and after one',
    example: `\r${head}${ok}`,
    explains: (d) => isStricter(d) && /\r[^\n]/.test(characters(d.wire, d.own.at - 1, d.own.at + 2)),
  },
  {
    name: 'a connection is not kept after a response without a body whose headers announce one',
    why: 'some servers send it all the same, and it would be read as the next response',
    example: 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n',
    explains: (d) => d.what === 'keeps' && d.isBodiless && d.message?.keeps === false,
  },
  {
    name: 'a connection is kept after a response of HTTP/2.0 in the form of HTTP/1',
    why: 'RFC 9112 §9.3: connections persist from 1.1 on',
    example: `HTTP/2.0 200 OK\r\n${ok}`,
    explains: (d) => d.what === 'keeps' && d.message?.keeps === true && d.message.head.httpVersion === '2.0',
  },
  {
    name: 'a connection is not kept where another version than 1.1 says both keep-alive and close',
    why: 'RFC 9112 §9.3: close comes first',
    example: `HTTP/1.0 200 OK\r\nConnection: keep-alive, close\r\n${ok}`,
    explains: (d) =>
      d.what === 'keeps' &&
      d.message?.keeps === false &&
      /^(?:1\.0|0\.9|2\.0)$/.test(d.message.head.httpVersion) &&
      /close.*keep-alive|keep-alive.*close/i.test(values(d, 'connection').join()),
  },
  {
    name: 'Proxy-Connection does not count',
    why: 'RFC 9112 §C.2.2: it is no header of HTTP',
    example: `${head}Proxy-Connection: close\r\n${ok}`,
    explains: (d) => d.what === 'keeps' && d.message?.keeps === true && /close/i.test(values(d, 'proxy-connection').join()),
  },
];
