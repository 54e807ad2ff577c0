import { noContent, Refusal } from './answer.mjs';

/**
 * Routes are `{ '/users/:id': { GET: handler } }`; `ANY` takes every method. HEAD is a GET whose body node:http leaves
 * out, OPTIONS tells the methods. A handler gets the request, the response, and what the URL says.
 */
export function createRouter(routes) {
  const table = Object.entries(routes).map(([path, handlers]) => ({ parts: path.split('/'), handlers }));
  return async function route(request, response) {
    const url = new URL(request.url.startsWith('/') ? `http://sample${request.url}` : request.url);
    const parts = url.pathname.split('/');
    for (const entry of table) {
      const parameters = match(entry.parts, parts);
      if (parameters === undefined) continue;
      const handler = entry.handlers[request.method === 'HEAD' ? 'GET' : request.method] ?? entry.handlers.ANY;
      if (handler) return handler(request, response, { parameters, query: url.searchParams });
      const allow = allowed(entry.handlers);
      if (request.method === 'OPTIONS') return noContent(response, { Allow: allow });
      throw new Refusal(405, `${url.pathname} answers ${allow}.`, { headers: { Allow: allow } });
    }
    throw new Refusal(404, `There is nothing at ${url.pathname}. GET / lists what there is.`);
  };
}

function allowed(handlers) {
  return Object.keys(handlers)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .concat('OPTIONS')
    .join(', ');
}

function match(pattern, parts) {
  if (pattern.length !== parts.length) return undefined;
  const parameters = {};
  for (const [index, part] of pattern.entries()) {
    if (part.startsWith(':')) parameters[part.slice(1)] = decode(parts[index]);
    else if (part !== parts[index]) return undefined;
  }
  return parameters;
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal(400, `"${part}" is not percent-encoded UTF-8.`);
  }
}
