import { isObjectValue, type Value } from '../base/values/value.ts';

/** A version of JSON Schema. OpenAPI 3.1 is 2020-12 with keywords of its own. */
export type Dialect = 'draft-04' | 'draft-06' | 'draft-07' | '2019-09' | '2020-12' | 'openapi-3.0' | 'openapi-3.1';

const byUri: ReadonlyMap<string, Dialect> = new Map<string, Dialect>([
  ['http://json-schema.org/draft-04/schema', 'draft-04'],
  ['http://json-schema.org/draft-06/schema', 'draft-06'],
  ['http://json-schema.org/draft-07/schema', 'draft-07'],
  ['http://json-schema.org/schema', '2020-12'],
  ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
  ['https://spec.openapis.org/oas/3.0/dialect', 'openapi-3.0'],
  ['https://spec.openapis.org/oas/3.1/dialect/base', 'openapi-3.1'],
]);

export const newestDialect: Dialect = '2020-12';

/** The dialect that `$schema` names; undefined for an unknown one. */
export const dialectOf = (uri: string): Dialect | undefined =>
  byUri.get(uri.replace(/#$/, '')) ??
  byUri.get(uri.replace(/#$/, '').replace(/^https:\/\/json-schema\.org\/(draft-0|schema)/, 'http://json-schema.org/$1'));

/** The dialect of the schemas in an OpenAPI document; undefined for any other document. */
export function openApiDialect(root: Value): Dialect | undefined {
  if (!isObjectValue(root)) return undefined;
  const version = root.get('openapi');
  if (typeof root.get('swagger') === 'string') return 'openapi-3.0';
  if (typeof version !== 'string') return undefined;
  if (version.startsWith('3.0')) return 'openapi-3.0';
  const named = root.get('jsonSchemaDialect');
  return (typeof named === 'string' ? dialectOf(named) : undefined) ?? 'openapi-3.1';
}

/** Differences between dialects. */
export interface DialectRules {
  readonly idKeyword: 'id' | '$id';
  /** Keywords beside `$ref` have no effect. */
  readonly refAlone: boolean;
  /** `items` can be a list, followed by `additionalItems`. */
  readonly itemsList: boolean;
  /** `exclusiveMinimum` is true or false. */
  readonly booleanBounds: boolean;
  /** `$id: "#name"` is an anchor. */
  readonly idAnchors: boolean;
  readonly keywords: ReadonlySet<string>;
}

const words = (text: string): readonly string[] => text.split(' ');

const annotations = ['title', 'description', 'default', '$comment', 'examples', 'readOnly', 'writeOnly', 'deprecated', 'format', 'example'];
const draft04 = [
  ...words('$schema $ref definitions type enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern'),
  ...words('additionalItems items maxItems minItems uniqueItems maxProperties minProperties required additionalProperties properties'),
  ...words('patternProperties dependencies allOf anyOf oneOf not'),
  ...annotations,
];
const draft06 = [...draft04, '$id', 'const', 'contains', 'propertyNames'];
const draft07 = [...draft06, 'if', 'then', 'else', 'contentEncoding', 'contentMediaType'];
const draft2019 = [
  ...draft07,
  ...words('$anchor $recursiveRef $recursiveAnchor $defs $vocabulary dependentSchemas dependentRequired maxContains minContains'),
  ...words('unevaluatedItems unevaluatedProperties contentSchema'),
];
const draft2020 = [
  ...draft2019.filter((k) => !['$recursiveRef', '$recursiveAnchor', 'additionalItems'].includes(k)),
  '$dynamicRef',
  '$dynamicAnchor',
  'prefixItems',
];
const ofOpenApi = ['discriminator', 'xml', 'externalDocs'];

const rules = (keywords: readonly string[], more: Partial<DialectRules> = {}): DialectRules => ({
  idKeyword: '$id',
  refAlone: false,
  itemsList: false,
  booleanBounds: false,
  idAnchors: false,
  ...more,
  keywords: new Set(keywords),
});
const old = { refAlone: true, itemsList: true, idAnchors: true };

export const rulesOf: Readonly<Record<Dialect, DialectRules>> = {
  'draft-04': rules([...draft04, 'id'], { ...old, idKeyword: 'id', booleanBounds: true }),
  'draft-06': rules(draft06, old),
  'draft-07': rules(draft07, old),
  '2019-09': rules(draft2019, { itemsList: true }),
  '2020-12': rules(draft2020),
  'openapi-3.0': rules([...draft04, 'nullable', ...ofOpenApi], { ...old, idAnchors: false, booleanBounds: true }),
  'openapi-3.1': rules([...draft2020, ...ofOpenApi]),
};

/** Keywords whose value is a schema, or schemas by name or in a list. */
type SubschemaForm = 'one' | 'named' | 'list' | 'one-or-list' | 'named-or-names';

export const subschemas: ReadonlyMap<string, SubschemaForm> = new Map<string, SubschemaForm>([
  ['additionalProperties', 'one'],
  ['additionalItems', 'one'],
  ['unevaluatedItems', 'one'],
  ['unevaluatedProperties', 'one'],
  ['contains', 'one'],
  ['propertyNames', 'one'],
  ['not', 'one'],
  ['if', 'one'],
  ['then', 'one'],
  ['else', 'one'],
  ['contentSchema', 'one'],
  ['items', 'one-or-list'],
  ['properties', 'named'],
  ['patternProperties', 'named'],
  ['definitions', 'named'],
  ['$defs', 'named'],
  ['dependentSchemas', 'named'],
  ['dependencies', 'named-or-names'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['prefixItems', 'list'],
]);
