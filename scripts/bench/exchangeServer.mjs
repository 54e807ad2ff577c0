// The server of the exchange benchmark, in a process of its own. It prints its port.
import http from 'node:http';

const json = Buffer.from(JSON.stringify({ items: Array.from({ length: 18 }, (_, id) => ({ id, name: `item ${id}`, price: 99.99 + id })) }));
const batch = 64 * 1024;

const server = http.createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  request.resume();
  if (pathname === '/json') {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': json.length });
    response.end(json);
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  if (pathname === '/clock') {
    // Each event contains the time at which it was written.
    let left = Number(searchParams.get('n'));
    const timer = setInterval(() => {
      response.write(`data: ${performance.timeOrigin + performance.now()}\n\n`);
      if (--left > 0) return;
      clearInterval(timer);
      response.end();
    }, 100);
    return;
  }
  if (pathname === '/tokens') return tokens(response, Number(searchParams.get('n')));
  const event = Buffer.from(eventOf(Number(searchParams.get('size'))));
  let left = Number(searchParams.get('n'));
  const many = Math.max(1, Math.floor(batch / event.length));
  const whole = Buffer.concat(Array.from({ length: many }, () => event));
  const more = () => {
    for (; left > 0; left -= many) if (!response.write(left >= many ? whole : whole.subarray(0, left * event.length))) break;
    if (left <= 0) return response.end();
    left -= many;
    response.once('drain', more);
  };
  more();
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.on('disconnect', () => process.exit());

/** Sends the events of a language model, each with another word and number, and ends the response after the last one. */
function tokens(response, n) {
  const event = (i, reason) => {
    const choice = { index: 0, delta: { content: `word ${i}` }, finish_reason: reason };
    return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [choice], n: i })}\n\n`;
  };
  const many = 1000;
  const whole = Buffer.from(Array.from({ length: many }, (_, i) => event(i, null)).join(''));
  let left = n;
  const more = () => {
    while (left > many) {
      left -= many;
      if (!response.write(whole)) return response.once('drain', more);
    }
    for (; left > 1; left--) response.write(event(left, null));
    response.end(event(0, 'stop'));
  };
  more();
}

/** An event of a given size: a short text, or the event of a model for one word. */
function eventOf(size) {
  if (size < 100) return `data: ${'x'.repeat(size - 8)}\n\n`;
  const around = { id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: ' word' } }], pad: '' };
  const empty = `data: ${JSON.stringify(around)}\n\n`;
  return `data: ${JSON.stringify({ ...around, pad: 'x'.repeat(size - empty.length) })}\n\n`;
}
