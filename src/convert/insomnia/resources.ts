import { ReqError } from '../../base/reqError.ts';
import type { Value } from '../../base/values/value.ts';
import { isArrayValue } from '../../base/values/value.ts';
import type { ImportInput } from '../import/importResult.ts';
import { at, has, list, object, text } from '../import/reading/importedValues.ts';
import { readDocument } from '../import/reading/yaml.ts';

export interface Item {
  readonly id: string;
  readonly name: string;
  readonly value: Value;
  readonly kind: 'request' | 'folder' | 'other';
  readonly children: readonly Item[];
}

/** A collection with its items and environments; the base environment is first. */
export interface Workspace {
  readonly name: string;
  readonly description: string;
  readonly items: readonly Item[];
  readonly environments: readonly { readonly name: string; readonly data: Value | undefined }[];
  /** Notes about parts that are not converted. */
  readonly leftOut: readonly string[];
}

/** Notes about tests, cookies and the API description. */
const leftOut = (tests: number, cookies: number, description: string): readonly string[] => [
  ...(tests > 0 ? [`Unit tests are left out (${tests}): write ?? or tool.test in the requests.`] : []),
  ...(cookies > 0 ? [`Cookies of the jar are left out (${cookies}).`] : []),
  ...(description.trim() === '' ? [] : ['The description of the API is left out: req import openapi reads it from a file of its own.']),
];

/**
 * Reads an export of Insomnia: JSON (version 4) or YAML (version 5).
 * @throws {ReqError} if it is neither
 */
export function readWorkspaces(input: ImportInput): readonly Workspace[] {
  const document = readDocument(input);
  if (/^(?:collection|spec|environment)\.insomnia\.rest/.test(text(document, 'type'))) return [version5(document)];
  if (has(document, 'resources')) return version4(document);
  throw new ReqError('parse', `${input.path} is not an export of Insomnia 4 or 5.`);
}

const orderOf = (v: Value): number => Number(text(v, 'metaSortKey') || text(v, 'meta', 'sortKey') || '0');

function version4(document: Value): readonly Workspace[] {
  const resources = list(at(document, 'resources'));
  const children = new Map<string, Value[]>();
  for (const r of resources) {
    const parent = text(r, 'parentId');
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [r]);
    else siblings.push(r);
  }
  const ids = new Set<string>();
  const itemsIn = (parent: string): readonly Item[] =>
    (children.get(parent) ?? [])
      .filter((r) => /(?:^request|_request|^request_group)$/.test(text(r, '_type')))
      .toSorted((a, b) => orderOf(a) - orderOf(b))
      .flatMap((r): readonly Item[] => {
        const id = text(r, '_id');
        // Cyclic parents.
        if (ids.has(id)) return [];
        ids.add(id);
        const type = text(r, '_type');
        const kind = type === 'request' ? 'request' : type === 'request_group' ? 'folder' : 'other';
        return [{ id, name: text(r, 'name') || 'untitled', value: r, kind, children: kind === 'folder' ? itemsIn(id) : [] }];
      });
  const workspaces = resources.filter((r) => text(r, '_type') === 'workspace');
  const roots = workspaces.length > 0 ? workspaces : [new Map<string, Value>([['_id', text(resources[0], 'parentId')]])];
  return roots.map((w) => {
    const id = text(w, '_id');
    const bases = (children.get(id) ?? []).filter((r) => text(r, '_type') === 'environment');
    const subs = bases.flatMap((b) => (children.get(text(b, '_id')) ?? []).filter((r) => text(r, '_type') === 'environment'));
    const within = children.get(id) ?? [];
    const of = (type: string): readonly Value[] => within.filter((r) => text(r, '_type') === type);
    const suites = of('unit_test_suite').flatMap((suite) => children.get(text(suite, '_id')) ?? []);
    return {
      leftOut: leftOut(
        suites.length,
        of('cookie_jar').flatMap((jar) => list(at(jar, 'cookies'))).length,
        of('api_spec')
          .map((spec) => text(spec, 'contents'))
          .join(''),
      ),
      name: text(w, 'name') || 'Insomnia',
      description: text(w, 'description'),
      items: itemsIn(id),
      environments: [...bases, ...subs].map((e) => ({ name: text(e, 'name'), data: at(e, 'data') })),
    };
  });
}

function version5(document: Value): Workspace {
  const itemOf = (v: Value): Item => {
    const isFolder = has(v, 'children') || (!has(v, 'url') && !has(v, 'method'));
    const isRequest = has(v, 'url') && !has(v, 'protoFileId') && !/^(?:ws-req|greq|socketio)/.test(text(v, 'meta', 'id'));
    return {
      id: text(v, 'meta', 'id'),
      name: text(v, 'name') || 'untitled',
      value: v,
      kind: isFolder ? 'folder' : isRequest ? 'request' : 'other',
      children: itemsOf(at(v, 'children')),
    };
  };
  const itemsOf = (v: Value | undefined): readonly Item[] =>
    v !== undefined && isArrayValue(v) ? v.toSorted((a, b) => orderOf(a) - orderOf(b)).map(itemOf) : [];
  const base = at(document, 'environments');
  const contents = at(document, 'spec', 'contents');
  return {
    leftOut: leftOut(
      list(at(document, 'testSuites')).flatMap((suite) => list(at(suite, 'tests'))).length,
      list(at(document, 'cookieJar', 'cookies')).length,
      typeof contents === 'string' || object(contents).size === 0 ? text(document, 'spec', 'contents') : 'there is one',
    ),
    name: text(document, 'name') || 'Insomnia',
    description: text(document, 'meta', 'description'),
    items: itemsOf(at(document, 'collection')),
    environments:
      object(base).size === 0
        ? []
        : [
            { name: text(base, 'name'), data: at(base, 'data') },
            ...list(at(base, 'subEnvironments')).map((e) => ({ name: text(e, 'name'), data: at(e, 'data') })),
          ],
  };
}
