import type { Asked } from './complete.ts';

export const sdl = `
"""All of it."""
type Query {
  """One user, by its number."""
  user(id: ID!, "Whether the mail is hidden." hidden: Boolean): User
  users(filter: Filter, first: Int = 10): [User!]!
  found(text: String!): [Found!]!
  old: String @deprecated(reason: "Use users.")
}
type Mutation { addUser(input: NewUser!): User! }
type Subscription { userAdded(role: Role): User! }
type User { id: ID! name: String! role: Role! friends(first: Int!): [User!]! best: User company: Company }
type Company { id: ID! name: String! }
union Found = User | Company
enum Role { OWNER "Reads only." VIEWER }
input Filter { role: Role, names: [String!], not: Filter }
input NewUser { name: String!, role: Role = VIEWER, age: Int }
directive @cached(seconds: Int!) on FIELD | QUERY
`;
export const around: Asked = { files: { 'schema.graphql': sdl } };

/** A request with a body and the schema. */
export const file = (body: string): string => `# @graphql ./schema.graphql\nGRAPHQL http://h/graphql\n\n${body}`;
