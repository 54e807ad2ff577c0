import { Refusal } from './answer.mjs';

const people = [
  { name: 'Ada Lovelace', email: 'ada@example.com', role: 'owner', tags: ['math', 'engines'], since: '1843-09-01T00:00:00.000Z' },
  { name: 'Grace Hopper', email: 'grace@example.com', role: 'developer', tags: ['compilers', 'navy'], since: '1952-05-01T00:00:00.000Z' },
  { name: 'Alan Turing', email: 'alan@example.com', role: 'developer', tags: ['math', 'machines'], since: '1936-11-12T00:00:00.000Z' },
  {
    name: 'Katherine Johnson',
    email: 'katherine@example.com',
    role: 'viewer',
    tags: ['math', 'orbits'],
    since: '1953-06-01T00:00:00.000Z',
  },
  { name: 'Zoë Müller', email: 'zoe@example.com', role: 'viewer', tags: [], since: '2024-02-29T12:30:00.000Z' },
];

/** The users of one server, gone when it ends. */
export function createUserStore() {
  const users = new Map(people.map((person, index) => [index + 1, { id: index + 1, ...person }]));
  let nextId = users.size + 1;

  return {
    all: () => [...users.values()],

    get(id) {
      const user = users.get(Number(id));
      if (user === undefined) throw new Refusal(404, `There is no user ${id}.`);
      return user;
    },

    /** What would be stored; nothing is, until `add`. */
    draft(fields, id = nextId) {
      check(fields);
      const taken = fields.email !== undefined && [...users.values()].find((user) => user.email === fields.email && user.id !== id);
      if (taken) throw new Refusal(409, `${fields.email} belongs to user ${taken.id}.`);
      const { name, email, role = 'viewer', tags = [], since = new Date().toISOString(), ...rest } = fields;
      return { ...rest, id, name, ...(email !== undefined && { email }), role, tags, since };
    },

    add(user) {
      users.set(user.id, user);
      nextId = Math.max(nextId, user.id + 1);
    },

    remove(id) {
      users.delete(this.get(id).id);
    },
  };
}

/** Every field that is wrong at once, each with its place in the body (RFC 9457 §3.2). */
function check(fields) {
  if (fields === null || typeof fields !== 'object' || Array.isArray(fields)) throw new Refusal(422, 'A user is a JSON object.');
  const errors = [];
  const wrong = (field, detail) => errors.push({ detail, pointer: `#/${field}` });
  if (typeof fields.name !== 'string' || fields.name.trim() === '') wrong('name', 'a text, not empty');
  if (fields.email !== undefined && !/^[^@\s]+@[^@\s]+$/.test(fields.email)) wrong('email', 'an address such as ada@example.com');
  if (fields.tags !== undefined && !(Array.isArray(fields.tags) && fields.tags.every((tag) => typeof tag === 'string')))
    wrong('tags', 'an array of texts');
  if (fields.since !== undefined && (typeof fields.since !== 'string' || Number.isNaN(Date.parse(fields.since))))
    wrong('since', 'a date in ISO 8601');
  if (errors.length > 0) throw new Refusal(422, 'The user is not valid.', { errors });
}
