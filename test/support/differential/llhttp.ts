/** Node's own HTTP parser, llhttp in strict mode, with the same outcome type as our reader. */
import http from 'node:http';
import { PassThrough } from 'node:stream';
import type { Header } from '../../../src/language/index.ts';
import { statusHead, type Outcome, type ReadMessage } from './outcome.ts';

/** The used part of `HTTPParser` of lib/_http_common.js. */
interface Parser {
  initialize(type: number, resource: object, maxHeaderSize: number, lenientFlags: number): void;
  execute(bytes: Buffer): number | ParserError;
  finish(): undefined | ParserError;
  close(): void;
  [callback: number]: (...args: never[]) => number | void;
}

type ParserError = Error & { readonly code: string; readonly reason: string; readonly bytesParsed: number };

interface ParserClass {
  new (): Parser;
  readonly RESPONSE: number;
  readonly kOnHeaders: number;
  readonly kOnHeadersComplete: number;
  readonly kOnBody: number;
  readonly kOnMessageComplete: number;
}

/** The class, taken from a connection of node:http: its module is internal, and importing it warns. */
function parserClass(): ParserClass {
  const socket = new PassThrough() as PassThrough & { readonly parser?: { readonly constructor: unknown } };
  http.createServer().emit('connection', socket);
  const found = socket.parser?.constructor as ParserClass;
  socket.destroy();
  return found;
}

const HTTPParser = parserClass();

/** @param heads for each response whether it answers HEAD, and so has no body */
export function readByLlhttp(slices: readonly Buffer[], heads: readonly boolean[]): Outcome {
  const parser = new HTTPParser();
  parser.initialize(HTTPParser.RESPONSE, {}, 256 * 1024, 0);
  const messages: ReadMessage[] = [];
  let raw: string[] = [];
  let current: ReadMessage | undefined;
  parser[HTTPParser.kOnHeaders] = (headers: string[]) => {
    raw.push(...headers);
  };
  parser[HTTPParser.kOnHeadersComplete] = (
    major: number,
    minor: number,
    headers: string[] | undefined,
    _method: unknown,
    _url: unknown,
    status: number,
    statusText: string,
    upgrade: boolean,
    keeps: boolean,
  ) => {
    current = {
      head: { ...statusHead(`${major}.${minor}`, status, statusText), headers: pairs([...raw, ...(headers ?? [])]) },
      body: '',
      trailers: [],
      keeps: keeps && !upgrade,
      isWhole: false,
    };
    raw = [];
    messages.push(current);
    const finals = messages.filter((m) => m.head.status >= 200).length;
    // 1: no body follows. 2: nor anything that HTTP reads.
    if (upgrade) return 2;
    return status < 200 || (heads[finals - 1] ?? false) ? 1 : 0;
  };
  parser[HTTPParser.kOnBody] = (bytes: Buffer) => {
    if (current !== undefined) current.body += bytes.toString('latin1');
  };
  parser[HTTPParser.kOnMessageComplete] = () => {
    if (current === undefined) return;
    current.trailers = pairs(raw);
    current.isWhole = true;
    raw = [];
  };
  const end = run(parser, slices);
  parser.close();
  return { messages, ...end };
}

function run(parser: Parser, slices: readonly Buffer[]): Pick<Outcome, 'refused' | 'at'> {
  let before = 0;
  for (const slice of slices) {
    const done = parser.execute(slice);
    if (typeof done !== 'number') return { refused: `${done.code}: ${done.reason}`, at: before + done.bytesParsed };
    // An upgrade: what follows is not HTTP.
    if (done < slice.length) return { refused: 'upgrade', at: before + done };
    before += slice.length;
  }
  // An end in the middle is no refusal: what is there is not whole.
  parser.finish();
  return { refused: undefined, at: before };
}

function pairs(raw: readonly string[]): Header[] {
  const out: Header[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) out.push([raw[i] as string, raw[i + 1] as string]);
  return out;
}
