// Hostile responses: they fill the memory, delay the command, or pretend to be something else.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { chunk, pour } from './server.mjs';

const megabyte = 1024 * 1024;

/** Writes one request and returns the arguments that send it. */
const sends =
  (text, ...flags) =>
  (folder, url) => {
    fs.writeFileSync(path.join(folder, 'secrets'), 'K=hunter2-secret\n');
    fs.writeFileSync(path.join(folder, 'a.req'), text.replaceAll('URL', url));
    return ['send', 'a.req', ...flags];
  };

function* times(count, piece) {
  for (let i = 0; i < count; i++) yield piece;
}

/** A body of zeros; each gigabyte takes about a megabyte on the wire. */
const bomb = (coding, compress) => (socket) => {
  const member = compress(Buffer.alloc(64 * megabyte));
  socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: ${coding}\r\nConnection: close\r\n\r\n`);
  void pour(socket, times(32, member));
};

const stream = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n';

/** One line of NDJSON with millions of values. */
const longLine = (end) => (socket) => {
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n\r\n[');
  void pour(socket, [...times(62, Buffer.from('1,[{}],'.repeat(149_796))), `0]${end}`]);
};

export const answers = [
  {
    name: 'a gzip body of 2 GB out of 2 MB',
    prepare: sends('GET URL/\n', '-o', 'out'),
    answer: bomb('gzip', zlib.gzipSync),
    codes: [0],
    memory: 150,
    holds: (folder) => fs.statSync(path.join(folder, 'out')).size === 2048 * megabyte,
  },
  {
    name: 'compressed bytes that hold little less: 256 MB on the wire',
    prepare: sends('GET URL/\n', '-o', 'out'),
    answer(socket) {
      const random = Buffer.alloc(megabyte);
      for (let i = 0, x = 1; i < random.length; i++) random[i] = x = (x * 48271) % 2147483647;
      const member = zlib.gzipSync(random, { level: 1 });
      socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n');
      void pour(socket, times(256, member));
    },
    codes: [0],
    memory: 150,
  },
  {
    name: 'a gzip body of 2 GB, as --json',
    prepare: sends('GET URL/\n', '--json'),
    answer: bomb('gzip', zlib.gzipSync),
    codes: [0, 1, 2, 3, 4, 5],
  },
  {
    name: 'an event of 64 MiB',
    prepare: sends('GET URL/\n'),
    answer(socket) {
      socket.write(`${stream}data: `);
      void pour(socket, [...times(63, Buffer.alloc(megabyte, 97)), '\n\n']);
    },
    codes: [0],
    memory: 3 * 64 + 100,
  },
  {
    name: '400,000 events in one piece',
    prepare: sends('GET URL/\n', '--jsonl'),
    answer(socket) {
      void pour(socket, [stream, Buffer.from('data: {"n":1}\n\n'.repeat(400_000))]);
    },
    codes: [0],
    memory: 150,
  },
  {
    name: 'an event of 63 MiB of secrets, as --json',
    prepare: sends('GET URL/\nX-Key: {{$secret.K}}\n', '--json', '--secrets', 'secrets'),
    answer(socket) {
      const secrets = Buffer.from('hunter2-secret '.repeat(65_536));
      socket.write(`${stream}data: `);
      void pour(socket, [...times(67, secrets), '\n\n']);
    },
    codes: [0],
  },
  {
    name: 'a line of NDJSON of 62 MiB',
    prepare: sends('GET URL/\n', '--jsonl'),
    answer: longLine('\n'),
    codes: [0],
    memory: 3 * 62 + 100,
  },
  {
    name: 'a line of NDJSON of 62 MiB that the end of the stream ends',
    prepare: sends('GET URL/\n', '--jsonl'),
    answer: longLine(''),
    codes: [0],
    memory: 3 * 62 + 100,
  },
  {
    name: 'JSON a million levels deep',
    prepare: sends('GET URL/\n', '--json'),
    answer(socket) {
      const body = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
      socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    },
    codes: [0],
  },
  {
    name: 'a chunk extension that does not end',
    prepare: sends('GET URL/\n'),
    answer(socket) {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;');
      void pour(socket, times(64, Buffer.alloc(megabyte, 120)));
    },
    codes: [4, 5],
  },
  {
    name: 'a Retry-After of ten digits',
    prepare: sends('# @retry 1\n# @timeout 1s\nGET URL/\n\n?? status == 503\n'),
    answer: (socket) => socket.end('HTTP/1.1 503 Busy\r\nRetry-After: 9999999999\r\nContent-Length: 0\r\n\r\n'),
    codes: [0, 1, 4, 5],
  },
  {
    name: 'a server that takes the request and says nothing',
    prepare: sends('# @timeout 2s\nGET URL/\n'),
    answer: () => {},
    codes: [4, 5],
  },
  {
    name: 'a body that never ends, a byte at a time',
    prepare: sends('# @max-time 2s\n# @timeout 3s\nGET URL/\n'),
    answer(socket) {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n');
      const drip = setInterval(() => (socket.destroyed ? clearInterval(drip) : socket.write(chunk(Buffer.from(':')))), 5);
    },
    codes: [0, 4, 5],
  },
];

export const cookies = [
  {
    name: '255 KB of Set-Cookie lines',
    prepare: sends('GET URL/\n'),
    answer(socket) {
      let lines = '';
      for (let i = 0; lines.length < 255 * 1024 - 200; i++) lines += `Set-Cookie: c${i}=v\r\n`;
      socket.end(`HTTP/1.1 200 OK\r\n${lines}Content-Length: 2\r\n\r\nok`);
    },
    codes: [0],
    memory: 200,
  },
];

export const redirects = [
  {
    name: 'redirects without an end',
    prepare: sends('GET URL/\n'),
    answer: (() => {
      let hop = 0;
      return (socket) => socket.end(`HTTP/1.1 302 Found\r\nLocation: /${hop++}\r\nContent-Length: 0\r\n\r\n`);
    })(),
    codes: [4, 5],
    says: /redirect/i,
  },
];
