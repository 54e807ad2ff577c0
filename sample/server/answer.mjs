import http from 'node:http';

/** A refusal the client is told of as `application/problem+json` (RFC 9457). */
export class Refusal extends Error {
  constructor(status, detail, { errors, headers } = {}) {
    super(detail);
    this.status = status;
    this.errors = errors;
    this.headers = headers ?? {};
  }
}

export function problem(response, { status, message, errors, headers }) {
  const title = http.STATUS_CODES[status] ?? 'Error';
  json(
    response,
    status,
    { type: 'about:blank', title, status, detail: message, ...(errors && { errors }) },
    { 'Content-Type': 'application/problem+json', ...headers },
  );
}

/** Answers with JSON, two spaces deep, as people like to read it. */
export function json(response, status, value, headers = {}) {
  text(response, status, 'application/json', `${JSON.stringify(value, null, 2)}\n`, headers);
}

export function text(response, status, type, body, headers = {}) {
  const octets = Buffer.from(body);
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': octets.length, ...headers });
  response.end(octets);
}

export function noContent(response, headers = {}) {
  response.writeHead(204, headers);
  response.end();
}

const bodyLimit = 16 * 1024 * 1024;

export async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > bodyLimit) throw new Refusal(413, 'A body may have up to 16 MB here.', { headers: { Connection: 'close' } });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The body as JSON; 415 for another type, 400 for what is no JSON. */
export async function readJson(request) {
  const type = (request.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
  const body = await readBody(request);
  if (type !== 'application/json' && !type.endsWith('+json')) {
    throw new Refusal(
      415,
      type === '' ? 'Say what the body is: Content-Type: application/json.' : `The body is ${type}; this needs application/json.`,
      {
        headers: { 'Accept-Post': 'application/json' },
      },
    );
  }
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw new Refusal(400, `The body is not JSON: ${error.message}`);
  }
}

/** A number from the query, or `fallback` where it is not written. 422 outside of its range. */
export function numberFrom(query, name, fallback, { min = 0, max = Infinity } = {}) {
  const written = query.get(name);
  if (written === null) return fallback;
  const value = Number(written);
  if (written.trim() === '' || !Number.isFinite(value) || value < min || value > max) {
    const range = max === Infinity ? `${min} or more` : `${min} to ${max}`;
    throw new Refusal(422, `"${name}" is a number, ${range}; it was "${written}".`);
  }
  return value;
}
