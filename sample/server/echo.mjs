import { json, readBody } from './answer.mjs';

/** Answers with the request as it came: what a client truly sent. */
export const echoRoutes = {
  '/echo': {
    async ANY(request, response) {
      const octets = await readBody(request);
      const body = octets.toString('utf8');
      const isText = Buffer.from(body).equals(octets);
      json(response, 200, {
        method: request.method,
        url: request.url,
        httpVersion: request.httpVersion,
        headers: request.headers,
        // Pairs, in the order and case of the wire.
        rawHeaders: pairs(request.rawHeaders),
        ...(isText ? { body, ...parsed(request, body) } : { body: null, bodyBase64: octets.toString('base64') }),
        size: octets.length,
      });
    },
  },
};

/** The body once more as the value it means, where it is JSON. */
function parsed(request, body) {
  if (!/json/i.test(request.headers['content-type'] ?? '')) return {};
  try {
    return { json: JSON.parse(body) };
  } catch {
    return {};
  }
}

function pairs(flat) {
  return Array.from({ length: flat.length / 2 }, (_, index) => [flat[index * 2], flat[index * 2 + 1]]);
}
