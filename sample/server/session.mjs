import { randomUUID } from 'node:crypto';
import { json, readJson, Refusal } from './answer.mjs';

/** Any name signs in; the token it gets opens /me. Cookies come along. */
export const sessionRoutes = () => {
  const names = new Map();
  return {
    '/login': {
      async POST(request, response) {
        const { username } = (await readJson(request)) ?? {};
        if (typeof username !== 'string' || username === '') {
          throw new Refusal(422, 'Say who you are.', { errors: [{ detail: 'a text, not empty', pointer: '#/username' }] });
        }
        const token = `sample-${randomUUID()}`;
        names.set(token, username);
        json(
          response,
          200,
          { token, tokenType: 'Bearer', expiresIn: 3600 },
          { 'Set-Cookie': [`session=${token}; Path=/; HttpOnly; SameSite=Lax`, 'theme=dark; Path=/; Max-Age=3600'] },
        );
      },
    },

    '/me': {
      GET(request, response) {
        const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
        const name = names.get(token);
        if (name === undefined) {
          throw new Refusal(
            401,
            token === undefined
              ? 'Send `Authorization: Bearer TOKEN`; POST /login gives one.'
              : 'This token is not known here: POST /login gives one.',
            {
              headers: { 'WWW-Authenticate': 'Bearer realm="sample"' },
            },
          );
        }
        json(response, 200, { name, cookies: cookiesOf(request) });
      },
    },

    '/cookies': { GET: (request, response) => json(response, 200, cookiesOf(request)) },

    '/cookies/set': {
      GET(request, response, { query }) {
        const cookies = [...query].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}; Path=/`);
        json(response, 200, { set: Object.fromEntries(query) }, { 'Set-Cookie': cookies });
      },
    },
  };
};

function cookiesOf(request) {
  const pairs = (request.headers.cookie ?? '').split('; ').filter((pair) => pair.includes('='));
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}
