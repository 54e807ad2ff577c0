// The server of the panel benchmark, in a process of its own. It prints its port, and reports to its parent what it sent.
import http from 'node:http';

const mebibyte = 1024 * 1024;
/** Milliseconds between two writes of a stream of many events. */
const tick = 10;
/** Members of a response of about 10 KB. */
const items = Array.from({ length: 118 }, (_, id) => ({ id, name: `item number ${id}`, price: 99.99 + id, tags: ['red', 'round'] }));
let answers = 0;

const server = http.createServer((request, response) => {
  const came = performance.now();
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const number = (name) => Number(searchParams.get(name));
  request.resume();
  request.socket.setNoDelay(true);
  if (pathname === '/told') {
    process.send({ told: number('port') });
    response.end();
  } else if (pathname === '/answer') {
    const n = ++answers;
    response.once('finish', () => process.send({ n, wire: performance.now() - came }));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ n, items }));
  } else if (pathname === '/large') {
    const n = ++answers;
    process.send({ began: n });
    response.once('finish', () => process.send({ ended: Date.now() }));
    response.writeHead(200, { 'Content-Type': 'application/json' });
    writeLarge(response, n, number('mb') * mebibyte);
  } else {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    if (pathname === '/clock') writeClock(response, number('rate'));
    else writeEvents(response, number('n'));
  }
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.on('disconnect', () => process.exit());

/** An event of about 80 bytes that contains the time at which it was sent. */
const eventOf = (n) => `data: {"n": ${n}, "at": ${Date.now()}, "text": "some words of an event"}\n\n`;

/** Sends events at a rate, as evenly as timers allow, until the client disconnects. */
function writeClock(response, rate) {
  const start = performance.now();
  let n = 0;
  const timer = setInterval(
    () => {
      const due = Math.floor(((performance.now() - start) * rate) / 1000);
      let text = '';
      while (n < due) text += eventOf(++n);
      if (text !== '') response.write(text);
    },
    Math.max(tick, 1000 / rate),
  );
  response.once('close', () => clearInterval(timer));
}

function writeEvents(response, many) {
  let n = 0;
  const more = () => {
    while (n < many) {
      let text = '';
      for (let i = 0; i < 1000 && n < many; i++) text += eventOf(++n);
      if (!response.write(text)) return response.once('drain', more);
    }
    response.end();
  };
  more();
}

/** Sends an array of objects of a given size, as fast as it is read. */
function writeLarge(response, n, bytes) {
  const block = Buffer.from(`${JSON.stringify(items).slice(1, -1)},`);
  let left = bytes;
  // The comma ends the number, which a line's number follows where the page's text is looked at.
  response.write(`[{"n":${n},"first":true},`);
  const more = () => {
    while (left > 0) {
      left -= block.length;
      if (!response.write(block)) return response.once('drain', more);
    }
    response.end('{"last":true}]');
  };
  more();
}
