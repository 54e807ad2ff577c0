import {
  operationName,
  type ApiIndex,
  type ApiMember,
  type ApiOperation,
  type ApiParameter,
  type ApiShape,
} from '../../semantics/api/apiIndex.ts';
import { parameterName } from '../../semantics/api/requestParameters.ts';
import { typesText } from './valueProblem.ts';

/** Differences between two versions of a document, by operation. */
export interface ApiChanges {
  readonly added: readonly ApiOperation[];
  readonly removed: readonly ApiOperation[];
  readonly changed: readonly ChangedOperation[];
}

export interface ChangedOperation {
  readonly before: ApiOperation;
  readonly after: ApiOperation;
  /** Phrases such as `query parameter limit is new`. */
  readonly what: readonly string[];
}

const mostPhrases = 20;
const deepest = 8;

export function apiChanges(before: ApiIndex, after: ApiIndex): ApiChanges {
  const old = new Map(before.operations.map((o) => [operationName(o), o]));
  const now = new Map(after.operations.map((o) => [operationName(o), o]));
  const changed: ChangedOperation[] = [];
  for (const [name, operation] of now) {
    const earlier = old.get(name);
    if (earlier === undefined) continue;
    const what = operationChanges(earlier, operation);
    if (what.length > 0) changed.push({ before: earlier, after: operation, what });
  }
  return {
    added: [...now].filter(([name]) => !old.has(name)).map(([, o]) => o),
    removed: [...old].filter(([name]) => !now.has(name)).map(([, o]) => o),
    changed,
  };
}

function operationChanges(before: ApiOperation, after: ApiOperation): readonly string[] {
  const found: string[] = [];
  const add = (phrase: string): void => void (found.length < mostPhrases && found.push(phrase));
  if (before.deprecated !== after.deprecated) add(after.deprecated ? 'it is deprecated' : 'it is no longer deprecated');
  if (before.security.join(', ') !== after.security.join(', '))
    add(after.security.length === 0 ? 'it needs no authentication now' : `it needs the authentication ${after.security.join(' or ')} now`);
  parameterChanges(before.parameters, after.parameters, add);
  bodyChanges(before, after, add);
  const statuses = (o: ApiOperation): ReadonlySet<string> => new Set(o.responses.map((r) => r.status));
  for (const status of statuses(after)) if (!statuses(before).has(status)) add(`response ${status} is new`);
  for (const status of statuses(before)) if (!statuses(after).has(status)) add(`response ${status} was removed`);
  return found;
}

type Add = (phrase: string) => void;

function parameterChanges(before: readonly ApiParameter[], after: readonly ApiParameter[], add: Add): void {
  const old = new Map(before.map((p) => [parameterName(p), p]));
  const now = new Map(after.map((p) => [parameterName(p), p]));
  for (const [name, { required, shape, style, deprecated }] of now) {
    const earlier = old.get(name);
    if (earlier === undefined) {
      add(`${name} is new${required ? ' and required' : ''}`);
      continue;
    }
    if (earlier.required !== required) add(`${name} is ${required ? 'required' : 'optional'} now`);
    if (earlier.deprecated !== deprecated) add(`${name} is ${deprecated ? '' : 'no longer '}deprecated`);
    if (JSON.stringify(earlier.style) !== JSON.stringify(style)) add(`${name} is written in another style`);
    shapeChanges(earlier.shape, shape, name, add);
  }
  for (const name of old.keys()) if (!now.has(name)) add(`${name} was removed`);
}

function bodyChanges({ body: before }: ApiOperation, { body: after }: ApiOperation, add: Add): void {
  if (before === undefined || after === undefined) {
    if (before !== after) add(after === undefined ? 'the body was removed' : `a body is new${after.required ? ' and required' : ''}`);
    return;
  }
  if (before.required !== after.required) add(`the body is ${after.required ? 'required' : 'optional'} now`);
  for (const { type, shape } of after.content) {
    const earlier = before.content.find((c) => c.type === type);
    if (earlier === undefined) add(`the body can be ${type}`);
    else shapeChanges(earlier.shape, shape, 'body', add);
  }
  for (const { type } of before.content) if (!after.content.some((c) => c.type === type)) add(`the body can no longer be ${type}`);
}

/** Compares each pair of shapes once, because shapes can contain themselves. */
function shapeChanges(
  before: ApiShape,
  after: ApiShape,
  name: string,
  add: Add,
  depth = 0,
  seen = new Map<ApiShape, Set<ApiShape>>(),
): void {
  if (depth > deepest || seen.get(before)?.has(after) === true) return;
  seen.set(before, (seen.get(before) ?? new Set()).add(after));
  if (before.types.join() !== after.types.join())
    add(after.types.length === 0 ? `${name} can have any type` : `${name} must be ${typesText(after.types)}`);
  if (before.format !== after.format) add(`${name} has ${after.format === undefined ? 'no format' : `the format ${after.format}`}`);
  valueChanges(before.values, after.values, name, add);
  memberChanges(before, after, name, (b, a, n) => shapeChanges(b, a, n, add, depth + 1, seen), add);
  if (before.items !== undefined && after.items !== undefined) shapeChanges(before.items, after.items, `${name}[]`, add, depth + 1, seen);
}

function valueChanges(before: readonly string[] | undefined, after: readonly string[] | undefined, name: string, add: Add): void {
  if (before === undefined || after === undefined) {
    if (before !== after)
      add(after === undefined ? `${name} can have any value` : `${name} must be one of ${after.slice(0, 8).join(', ')}`);
    return;
  }
  for (const value of after) if (!before.includes(value)) add(`${name} can be ${value}`);
  for (const value of before) if (!after.includes(value)) add(`${name} can no longer be ${value}`);
}

function memberChanges(
  { members: before = [] }: ApiShape,
  { members: after = [] }: ApiShape,
  name: string,
  compare: (before: ApiShape, after: ApiShape, name: string) => void,
  add: Add,
): void {
  const old = new Map<string, ApiMember>(before.map((m) => [m.name, m]));
  const names = new Set(after.map((m) => m.name));
  for (const { name: member, required, shape } of after) {
    const at = `${name}.${member}`;
    const earlier = old.get(member);
    if (earlier === undefined) add(`${at} is new${required ? ' and required' : ''}`);
    else {
      if (earlier.required !== required) add(`${at} is ${required ? 'required' : 'optional'} now`);
      compare(earlier.shape, shape, at);
    }
  }
  for (const { name: member } of before) if (!names.has(member)) add(`${name}.${member} was removed`);
}

/** Lines for a user: `+ GET /x`, `- GET /y`, `~ GET /z: query parameter a is new`. */
export function changeLines({ added, removed, changed }: ApiChanges, most: number): readonly string[] {
  const lines = [
    ...added.map((o) => `+ ${operationName(o)}`),
    ...removed.map((o) => `- ${operationName(o)}`),
    ...changed.map(({ after, what }) => `~ ${operationName(after)}: ${what.slice(0, 5).join('; ')}${what.length > 5 ? '; …' : ''}`),
  ];
  return lines.length > most
    ? [...lines.slice(0, most), `and ${lines.length - most} more ${lines.length - most === 1 ? 'operation' : 'operations'}`]
    : lines;
}
