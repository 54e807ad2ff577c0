import { setTimeout as sleep } from 'node:timers/promises';
import { json, numberFrom, readBody, Refusal, text } from './answer.mjs';

/** What goes wrong in real life, at will. */
export const faultRoutes = {
  '/slow': {
    async ANY(request, response, { query }) {
      const ms = numberFrom(query, 'ms', 3000, { max: 600_000 });
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      try {
        await sleep(ms, undefined, { signal: gone.signal });
      } catch {
        return;
      }
      json(response, 200, { waited: ms });
    },
  },

  '/fail/reset': { ANY: (request) => void request.socket.resetAndDestroy() },

  '/fail/truncated': {
    ANY(request, response) {
      response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': 1000 });
      response.write('This body promises 1000 octets and breaks off h', () => request.socket.destroy());
    },
  },

  '/fail/hang': { ANY() {} },

  '/status/:code': {
    async ANY(request, response, { parameters }) {
      const code = Number(parameters.code);
      if (!Number.isInteger(code) || code < 200 || code > 599) throw new Refusal(422, 'A status is a number from 200 to 599.');
      await readBody(request);
      if (code === 204 || code === 205 || code === 304) {
        response.writeHead(code);
        return void response.end();
      }
      if (code >= 400) throw new Refusal(code, `You asked for ${code}.`, { headers: headersOf[code] });
      text(response, code, 'text/plain; charset=utf-8', `You asked for ${code}.\n`);
    },
  },
};

const headersOf = {
  401: { 'WWW-Authenticate': 'Bearer realm="sample"' },
  429: { 'Retry-After': '1' },
  503: { 'Retry-After': '1' },
};
