import zlib from 'node:zlib';
import { json, numberFrom, readBody, Refusal, text } from './answer.mjs';
import { picture } from './picture.mjs';
import { writeStream } from './streams.mjs';

/** Responses of every kind. */
export const kindRoutes = {
  '/html': { GET: (request, response) => text(response, 200, 'text/html; charset=utf-8', page) },
  '/xml': { GET: (request, response) => text(response, 200, 'application/xml', catalogue) },
  '/text': { GET: (request, response) => text(response, 200, 'text/plain; charset=utf-8', 'Plain text: ä € 你好 🙂\n') },
  '/csv': { GET: (request, response) => text(response, 200, 'text/csv; charset=utf-8', 'id,name\r\n1,Ada\r\n2,"Hopper, Grace"\r\n') },
  '/latin1': {
    GET: (request, response) => text(response, 200, 'text/plain; charset=iso-8859-1', Buffer.from('Grüße in ISO-8859-1\n', 'latin1')),
  },
  '/empty': { GET: (request, response) => text(response, 200, 'application/json', '') },

  '/image.png': {
    GET(request, response) {
      const octets = picture();
      response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': octets.length });
      response.end(octets);
    },
  },

  '/bytes': {
    GET(request, response, { query }) {
      const n = numberFrom(query, 'n', 1024, { max: 16 * 1024 * 1024 });
      response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': n });
      response.end(Buffer.from({ length: n }, (_, index) => (index * 31 + (index >> 8)) & 255));
    },
  },

  '/gzip': {
    GET(request, response) {
      const octets = zlib.gzipSync(JSON.stringify({ squeezed: true, text: 'the same words again and again, '.repeat(200) }));
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
        Vary: 'Accept-Encoding',
        'Content-Length': octets.length,
      });
      response.end(octets);
    },
  },

  // Written by hand: JSON.stringify could not say any of this.
  '/numbers': { GET: (request, response) => text(response, 200, 'application/json', numbers) },

  '/large': {
    GET: (request, response, { query }) =>
      writeStream(response, 'application/json', largeArray(numberFrom(query, 'mb', 10, { max: 10_000 })), 0),
  },

  '/redirect/:n': {
    async ANY(request, response, { parameters, query }) {
      const n = Number(parameters.n);
      if (!Number.isInteger(n) || n < 0 || n > 100) throw new Refusal(422, 'Redirects are counted from 0 to 100.');
      const status = numberFrom(query, 'status', 302, { min: 301, max: 308 });
      await readBody(request);
      if (n === 0) return json(response, 200, { arrived: true, method: request.method });
      response.writeHead(status, { Location: `/redirect/${n - 1}${query.has('status') ? `?status=${status}` : ''}`, 'Content-Length': 0 });
      response.end();
    },
  },
};

const page = `<!doctype html>
<html lang="en">
  <head>
    <title>A page</title>
    <style>body { font-family: sans-serif } strong { color: teal }</style>
  </head>
  <body>
    <h1>Hello</h1>
    <p id="p">HTML is shown, <strong>never run</strong>.</p>
    <script>document.getElementById('p').textContent = 'This script ran, and it should not.'</script>
  </body>
</html>
`;

const catalogue = `<?xml version="1.0" encoding="UTF-8"?>
<catalogue xmlns="urn:sample">
  <book id="1" language="en"><title>Notes on the Analytical Engine</title><year>1843</year></book>
  <book id="2" language="de"><title>Grüße &amp; Küsse</title><year>1911</year></book>
  <!-- a comment -->
  <note><![CDATA[5 < 6 && 7 > 6]]></note>
</catalogue>
`;

const numbers = `{
  "big": 12345678901234567890,
  "precise": 0.1000000000000000055511151231257827,
  "whole": 1.0,
  "huge": 1e400,
  "minusZero": -0,
  "twice": "first",
  "twice": "second"
}
`;

/** A JSON array of at least so many megabytes, made as it is read. */
function* largeArray(megabytes) {
  const wanted = megabytes * 1024 * 1024;
  let size = 0;
  let id = 0;
  yield '[\n';
  while (size < wanted) {
    const items = [];
    for (let length = 0; length < 65_536; length += items.at(-1).length) {
      items.push(
        `  ${JSON.stringify({ id: ++id, name: `Item ${id}`, price: id % 1000, tags: ['a', 'b'], text: 'Lorem ipsum dolor sit amet.' })}`,
      );
    }
    const piece = `${size > 0 ? ',\n' : ''}${items.join(',\n')}`;
    size += piece.length;
    yield piece;
  }
  yield '\n]\n';
}
