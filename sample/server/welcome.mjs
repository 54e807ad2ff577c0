import { json } from './answer.mjs';

const places = {
  '/hello?name=Ada': 'a greeting',
  '/users': 'GET (limit, offset, role, tag, q, sort), POST (dryRun, role)',
  '/users/1': 'GET, PUT, PATCH, DELETE',
  '/users/1/feed': 'server-sent events (rate, count)',
  '/events': 'server-sent events of several types (rate, count)',
  '/ndjson': 'a JSON value a line (rate, count)',
  '/v1/chat/completions': 'POST, as OpenAI has it (rate)',
  '/v1/messages': 'POST, as Anthropic has it (rate)',
  '/graphql': 'POST: users { … }, user(id: …) { … }',
  '/login': 'POST {"username": …}; its token opens /me',
  '/cookies': 'the cookies sent; /cookies/set?name=value sets some',
  '/echo': 'any method: the request as it came',
  '/html /xml /text /csv /latin1 /empty /image.png /bytes?n= /numbers /gzip /large?mb=': 'responses of every kind',
  '/redirect/3': 'redirects (status)',
  '/status/404': 'any status',
  '/slow?ms=3000': 'an answer that takes its time',
  '/fail/reset /fail/truncated /fail/hang': 'what goes wrong',
};

export const welcomeRoutes = {
  '/': { GET: (request, response) => json(response, 200, { welcome: 'This is the sample server of Req.', places }) },

  '/hello': {
    GET(request, response, { query }) {
      const name = query.get('name') || 'world';
      json(response, 200, { message: `Hello, ${name}!`, time: new Date().toISOString(), next: '/users' });
    },
  },
};
