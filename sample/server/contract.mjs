import { json, noContent, problem, readJson, Refusal, text } from './answer.mjs';

const order = (id, more = {}) => ({ id, status: 'open', total: 12.5, items: [{ sku: 'B-1', count: 2 }], ...more });
const id = { 'X-Request-Id': 'r-1', 'X-Rate-Limit': '100' };
const events = (...orders) => orders.map((o) => `event: order\ndata: ${JSON.stringify(o)}\n\n`).join('');

/** How an answer breaks sample/contract/shop.yaml, each in one way. */
const broken = {
  status: (response) => json(response, 418, order(1), id),
  header: (response) => json(response, 200, order(1)),
  'header-value': (response) => json(response, 200, order(1), { ...id, 'X-Rate-Limit': 'many' }),
  'media-type': (response) => text(response, 200, 'text/html', '<p>Order 1</p>', id),
  empty: (response) => text(response, 200, 'application/json', '', id),
  member: (response) => json(response, 200, { id: 1, status: 'open', items: [] }, id),
  type: (response) => json(response, 200, order(1, { total: '12.5' }), id),
  value: (response) => json(response, 200, order(1, { status: 'lost' }), id),
  deep: (response) =>
    json(
      response,
      200,
      order(1, {
        items: [
          { sku: 'B-1', count: 2 },
          { sku: 'B-2', count: 1, parts: [{ sku: 'B-3', count: 0 }] },
        ],
      }),
      id,
    ),
  stream: (response) => text(response, 200, 'text/event-stream', events(order(1), order(2), { ...order(3), id: 'three' }), id),
};

/** The shop of sample/contract. It keeps no orders. */
export const contractRoutes = {
  '/shop/orders': {
    GET: (_, response) => json(response, 200, [order(1), order(2)], id),
    async POST(request, response) {
      const { status, total, items } = await readJson(request);
      json(response, 201, order(3, { status, total, items }), { ...id, Location: '/shop/orders/3' });
    },
    DELETE: (_, response) => noContent(response),
  },
  '/shop/orders/:id': {
    GET: (_, response, { parameters }) =>
      parameters.id === '404'
        ? problem(response, new Refusal(404, 'There is no such order.'))
        : json(response, 200, order(Number(parameters.id)), id),
  },
  '/shop/feed': { GET: (_, response) => text(response, 200, 'text/event-stream', events(order(1), order(2)), id) },
  '/shop/broken/:way': {
    GET(_, response, { parameters: { way } }) {
      if (!Object.hasOwn(broken, way)) throw new Refusal(404, `The ways are ${Object.keys(broken).join(', ')}.`);
      broken[way](response);
    },
  },
};
