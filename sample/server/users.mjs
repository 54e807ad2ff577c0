import { json, noContent, numberFrom, readJson, Refusal } from './answer.mjs';

const sortable = ['id', 'name', 'email', 'role', 'since'];

/** REST as it is in books: list, create, read, replace, change, delete. */
export const userRoutes = (users) => ({
  '/users': {
    GET: (request, response, { query }) => list(users, response, query),

    async POST(request, response, { query }) {
      const fields = await readJson(request);
      const role = query.get('role');
      const user = users.draft(role === null ? fields : { role, ...fields });
      if (query.get('dryRun') === 'true') return json(response, 200, user);
      users.add(user);
      json(response, 201, user, { Location: `/users/${user.id}` });
    },
  },

  '/users/:id': {
    GET: (request, response, { parameters }) => json(response, 200, users.get(parameters.id)),

    async PUT(request, response, { parameters }) {
      const { id } = users.get(parameters.id);
      const user = users.draft(await readJson(request), id);
      users.add(user);
      json(response, 200, user);
    },

    async PATCH(request, response, { parameters }) {
      const before = users.get(parameters.id);
      const user = users.draft({ ...before, ...(await readJson(request)) }, before.id);
      users.add(user);
      json(response, 200, user);
    },

    DELETE(request, response, { parameters }) {
      users.remove(parameters.id);
      noContent(response);
    },
  },
});

function list(users, response, query) {
  const limit = numberFrom(query, 'limit', 20, { min: 1, max: 100 });
  const offset = numberFrom(query, 'offset', 0);
  const found = users.all().filter((user) => matches(user, query));
  const sort = query.get('sort') ?? 'id';
  const field = sort.replace(/^-/, '');
  if (!sortable.includes(field))
    throw new Refusal(422, `"sort" is one of ${sortable.join(', ')}, with a - before it for the other way round.`);
  const sign = sort.startsWith('-') ? -1 : 1;
  found.sort((a, b) => sign * compare(a[field], b[field]));
  const next = new URLSearchParams(query);
  next.set('limit', String(limit));
  next.set('offset', String(offset + limit));
  json(
    response,
    200,
    { total: found.length, limit, offset, items: found.slice(offset, offset + limit) },
    { 'X-Total-Count': found.length, ...(offset + limit < found.length && { Link: `</users?${next}>; rel="next"` }) },
  );
}

function matches(user, query) {
  const role = query.get('role');
  const text = query.get('q')?.toLowerCase();
  return (
    (role === null || user.role === role) &&
    query.getAll('tag').every((tag) => user.tags.includes(tag)) &&
    (text === undefined || user.name.toLowerCase().includes(text) || (user.email ?? '').includes(text))
  );
}

function compare(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '').localeCompare(String(b ?? ''), 'en');
}
