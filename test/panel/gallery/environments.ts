import type { EnvironmentCell, EnvironmentRow, EnvironmentTableData } from '../../../src/protocol/environmentMessages.ts';

const cell = (text: string, of: Partial<EnvironmentCell> = {}): EnvironmentCell => ({
  text,
  kind: 'text',
  isEditable: true,
  place: 'shop/http-client.env.json:3',
  ...of,
});
const hidden = cell('', { kind: 'private', isEditable: false, place: 'shop/http-client.private.env.json:2' });

const column = (name: string, of = {}) => ({ name, isShared: false, isProtected: false, isChosen: false, ...of });
const columns = [column('$shared', { isShared: true }), column('dev', { isChosen: true }), column('live', { isProtected: true })];

const rows: readonly EnvironmentRow[] = [
  { name: 'host', cells: [null, cell('http://127.0.0.1:8080'), cell('https://api.example.com')] },
  { name: 'users', cells: [cell('{{host}}/v1/users'), null, null] },
  { name: 'token', cells: [null, hidden, cell('{{$secret.TOKEN}}')] },
  { name: 'retries', cells: [cell('3', { kind: 'json' }), null, cell('5', { kind: 'json' })] },
  { name: 'password', cells: [null, cell('', { kind: 'secret', isEditable: false }), null] },
  { name: 'a.name.that.is.too.long.for.its.column', cells: [null, cell('x'.repeat(300)), cell('')] },
];

const columnsOf = (count: number) => Array.from({ length: count }, (_, i) => column(`environment${i}`));

const many = (count: number, environments: number): EnvironmentTableData => ({
  title: 'shop',
  folder: '/shop',
  columns: columnsOf(environments),
  rows: Array.from({ length: count }, (_, i) => ({
    name: `variable${i}`,
    cells: columnsOf(environments).map((_column, c) => cell(`value ${i} in ${c}`)),
  })),
  problem: null,
});

/** Tables of environments, by the names of scenarios. */
export const environmentTables: Readonly<Record<string, EnvironmentTableData>> = {
  environments: { title: 'shop', folder: '/shop', columns, rows, problem: null },
  environmentsEmpty: { title: 'shop', folder: '/shop', columns: [], rows: [], problem: null },
  environmentsBroken: {
    title: 'shop',
    folder: '/shop',
    columns,
    rows: [],
    problem: 'shop/http-client.env.json:4: This is not JSON: a comma is missing.',
  },
  environmentsUnreadable: {
    title: 'shop',
    folder: '/shop',
    columns: [],
    rows: [],
    problem: 'shop/http-client.env.json:1: This is not JSON: a key in double quotes is missing.',
  },
  environmentsMany: many(1000, 10),
};
