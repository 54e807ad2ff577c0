import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { endsWellOrWithAnError, seededNumbers } from '../../support/hostileServer.ts';

/** One frame: RFC 9113 §4.1. */
function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const [data, headers, reset, settings, push, ping, goaway, window, continuation] = [0, 1, 3, 4, 5, 6, 7, 8, 9] as const;
/** An entry of HPACK's static table: RFC 7541, appendix A. */
const status200 = Buffer.of(0x88);
const status304 = Buffer.of(0x8b);
const literal = (status: string): Buffer => Buffer.concat([Buffer.of(0x08, status.length), Buffer.from(status)]);
const line = (name: string, value: string): Buffer =>
  Buffer.concat([Buffer.of(0, name.length), Buffer.from(name), Buffer.of(value.length), Buffer.from(value)]);

/** Valid and invalid frames that a server may send on a stream. */
const pieces: readonly ((id: number) => Buffer)[] = [
  (id) => frame(headers, 4, id, status200),
  (id) => frame(headers, 5, id, status200),
  (id) => frame(headers, 4, id, literal('103')),
  (id) => frame(headers, 5, id, literal('100')),
  (id) => frame(headers, 4, id, literal('101')),
  (id) => frame(headers, 4, id, literal('99x')),
  (id) => frame(headers, 5, id, status304),
  (id) => frame(headers, 4, id, Buffer.concat([literal('302'), line('location', '/x')])),
  (id) => frame(headers, 4, id, Buffer.concat([status200, line('content-length', '5')])),
  (id) => frame(headers, 4, id, Buffer.concat([status200, line('content-encoding', 'gzip')])),
  (id) => frame(headers, 4, id, Buffer.concat([status200, line('UPPER', 'x')])),
  (id) => frame(headers, 4, id, Buffer.concat([status200, line('connection', 'close')])),
  (id) => frame(headers, 5, id, line('x-trailer', '1')),
  (id) => frame(headers, 0, id, status200),
  (id) => frame(continuation, 4, id, line('x', 'y')),
  (id) => frame(headers, 4, id, Buffer.of(0xff, 0xff, 0xff)),
  (id) => frame(data, 0, id, Buffer.from('hello')),
  (id) => frame(data, 1, id, Buffer.from('hello')),
  (id) => frame(data, 1, id),
  (id) => frame(data, 8, id, Buffer.of(200, 1)),
  (id) => frame(reset, 0, id, word(7)),
  (id) => frame(reset, 0, id, word(0)),
  (id) => frame(reset, 0, id, word(0xffffffff)),
  () => frame(goaway, 0, 0, Buffer.concat([word(0), word(0), Buffer.from('bye')])),
  () => frame(goaway, 0, 0, Buffer.concat([word(2 ** 31 - 1), word(11)])),
  () => frame(ping, 0, 0, Buffer.alloc(8)),
  () => frame(ping, 0, 0, Buffer.alloc(7)),
  () => frame(window, 0, 0, word(2 ** 31 - 1)),
  (id) => frame(window, 0, id, word(0)),
  () => frame(settings, 0, 0, Buffer.of(0, 4, 0xff, 0xff, 0xff, 0xff)),
  () => frame(settings, 0, 0, Buffer.of(0, 3, 0, 0, 0, 0)),
  (id) => frame(push, 4, id, Buffer.concat([word(2), status200])),
  (id) => frame(headers, 4, id + 2, status200),
  () => frame(0x2a, 0xff, 3, Buffer.from('unknown')),
  () => Buffer.from('HTTP/1.1 200 OK\r\n\r\n'),
];

describe('a server that answers anything at all over HTTP/2', () => {
  it('can end an exchange only well or with an error for the user', async () => {
    const below = seededNumbers(7);
    const talk: Parameters<typeof endsWellOrWithAnError>[1] = (socket) => {
      socket.write(frame(settings, 0, 0));
      let id = 1;
      socket.on('data', () => {
        const answer = Buffer.concat(Array.from({ length: 1 + below(5) }, () => pieces[below(pieces.length)]?.(id) ?? Buffer.alloc(0)));
        if (below(3) === 0) id += 2;
        const cut = below(4) === 0 ? below(answer.length + 1) : answer.length;
        socket.write(answer.subarray(0, cut));
        const last = [() => socket.end(), () => socket.resetAndDestroy(), () => undefined, () => undefined, () => undefined];
        last[below(last.length)]?.();
      });
    };
    await endsWellOrWithAnError(below, talk, {
      httpVersion: '2',
      afterRound: (round) => {
        if (round % 10 === 0) closeIdleConnections();
      },
    });
  });
});
