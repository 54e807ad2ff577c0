import { endsWellOrWithAnError, seededNumbers } from '../../support/hostileServer.ts';

const pieces = [
  'HTTP/1.1 200 OK\r\n',
  'HTTP/1.0 200 OK\r\n',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 103 Early\r\nLink: a\r\n\r\n',
  'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  'HTTP/1.1 204 No\r\n',
  'HTTP/1.1 302 Found\r\nLocation: /x\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  'Content-Length: 5\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Content-Encoding: gzip\r\n',
  'Connection: close\r\n',
  '\r\n',
  '5\r\nhello\r\n',
  '0\r\n\r\n',
  'hello',
  '\0ÿ',
  'x'.repeat(70_000),
];

describe('a server that answers anything at all', () => {
  it('can end an exchange only well or with an error for the user', async () => {
    const below = seededNumbers(1);
    await endsWellOrWithAnError(below, (socket) => {
      socket.on('data', () => {
        const text = Array.from({ length: 1 + below(8) }, () => pieces[below(pieces.length)]).join('');
        const cut = below(text.length + 1);
        socket.write(text.slice(0, cut), 'latin1');
        const last = [
          () => socket.end(),
          () => socket.resetAndDestroy(),
          () => socket.write(text.slice(cut), 'latin1'),
          () => setImmediate(() => socket.end(text.slice(cut), 'latin1')),
        ];
        last[below(last.length)]?.();
      });
    });
  });
});
