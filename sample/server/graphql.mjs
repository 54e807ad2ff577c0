import fs from 'node:fs';
import { json, readJson, Refusal } from './answer.mjs';

/** The answer to an introspection, made of collection/schema.graphql. */
const introspection = JSON.parse(fs.readFileSync(new URL('introspection.json', import.meta.url), 'utf8'));

/** Just enough GraphQL for two queries: `users { … }` and `user(id: 1 or $name) { … }`, whose fields are taken as asked. */
export const graphqlRoutes = (users) => ({
  '/graphql': {
    async POST(request, response) {
      const { query, variables } = (await readJson(request)) ?? {};
      if (typeof query !== 'string') throw new Refusal(422, 'A GraphQL request is {"query": "…", "variables": {…}}.');
      if (/\b__schema\b/.test(query)) return json(response, 200, introspection);
      const asked = /\b(users?)\s*(?:\(\s*id\s*:\s*(\$\w+|\d+)\s*\))?\s*\{([^{}]*)\}/.exec(query);
      if (asked === null)
        return json(response, 200, { data: null, errors: [{ message: 'This sample knows users { … } and user(id: …) { … }.' }] });
      const [, root, id, selection] = asked;
      const fields = selection.split(/[\s,]+/).filter(Boolean);
      const pick = (user) => Object.fromEntries(fields.map((field) => [field, field === '__typename' ? 'User' : (user[field] ?? null)]));
      if (root === 'users') return json(response, 200, { data: { users: users.all().map(pick) } });
      const wanted = Number(id?.startsWith('$') ? variables?.[id.slice(1)] : id);
      const user = users.all().find((one) => one.id === wanted);
      json(response, 200, { data: { user: user === undefined ? null : pick(user) } });
    },
  },
});
