import type { BodyFromPanel } from './bodyMessages.ts';
import type { NodeAction } from './bodyRows.ts';
import { boolean, integer, oneOf, own, string, type Fields } from './fields.ts';

/** Maximum UTF-16 units of a search text or query. */
const longestQuery = 10_000;
const largestPage = 1000;
const deepestLevel = 100;

const actions: readonly NodeAction[] = [
  'copyValue',
  'copyJson',
  'copyPath',
  'copyReference',
  'makeVariable',
  'makeAssertion',
  'makeSchema',
  'makeRequest',
];

type Kind = BodyFromPanel['type'];
type Read = { readonly [K in Kind]: (fields: Fields, runId: string) => Extract<BodyFromPanel, { type: K }> | undefined };

const textMode = (fields: Fields): 'pretty' | 'raw' | undefined => oneOf(fields, 'mode', ['pretty', 'raw']);

/** One reader per message; each returns undefined if a field is missing or out of bounds. */
const readers: Read = {
  fold(fields, runId) {
    const [row, folded] = [integer(fields, 'row', 0), boolean(fields, 'folded')];
    const [start, count] = [integer(fields, 'start', 0), integer(fields, 'count', 1, largestPage)];
    if (row === undefined || folded === undefined || start === undefined || count === undefined) return undefined;
    return { type: 'fold', runId, row, folded, start, count };
  },
  foldLevel(fields, runId) {
    const level = own(fields, 'level') === null ? null : integer(fields, 'level', 1, deepestLevel);
    return level === undefined ? undefined : { type: 'foldLevel', runId, level };
  },
  find(fields, runId) {
    const [searchId, mode, text] = [integer(fields, 'searchId', 0), textMode(fields), string(fields, 'text', 0, longestQuery)];
    const [regex, matchCase] = [boolean(fields, 'regex'), boolean(fields, 'matchCase')];
    if (searchId === undefined || mode === undefined || text === undefined || regex === undefined || matchCase === undefined)
      return undefined;
    return { type: 'find', runId, searchId, mode, text, regex, matchCase };
  },
  wantMarks(fields, runId) {
    const [searchId, mode] = [integer(fields, 'searchId', 0), textMode(fields)];
    const [start, count] = [integer(fields, 'start', 0), integer(fields, 'count', 1, largestPage)];
    if (searchId === undefined || mode === undefined || start === undefined || count === undefined) return undefined;
    return { type: 'wantMarks', runId, searchId, mode, start, count };
  },
  wantMatch(fields, runId) {
    const nth = own(fields, 'nth') === null ? null : integer(fields, 'nth', 0);
    const [searchId, row] = [integer(fields, 'searchId', 0), integer(fields, 'row', 0)];
    return searchId === undefined || nth === undefined || row === undefined ? undefined : { type: 'wantMatch', runId, searchId, nth, row };
  },
  filter(fields, runId) {
    // Stored in a 32-bit integer.
    const [filterId, path] = [integer(fields, 'filterId', 0, 0x7fff_ffff), string(fields, 'path', 0, longestQuery)];
    return filterId === undefined || path === undefined ? undefined : { type: 'filter', runId, filterId, path };
  },
  goToPath(fields, runId) {
    const path = string(fields, 'path', 1, longestQuery);
    return path === undefined ? undefined : { type: 'goToPath', runId, path };
  },
  nodeAction(fields, runId) {
    const [row, action] = [integer(fields, 'row', 0), oneOf(fields, 'action', actions)];
    return row === undefined || action === undefined ? undefined : { type: 'nodeAction', runId, row, action };
  },
};

export const isBodyMessage = (type: unknown): type is Kind => typeof type === 'string' && Object.hasOwn(readers, type);

export function readBodyMessage(type: Kind, fields: Fields): BodyFromPanel | undefined {
  const runId = string(fields, 'runId', 1, 200);
  return runId === undefined ? undefined : readers[type](fields, runId);
}
